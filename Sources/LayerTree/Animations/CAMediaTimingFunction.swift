import MultiplaneGraphics
import MultiplaneMotion

/// A pacing curve: a cubic Bézier curve from (0, 0) to (1, 1) that maps time to progress.
///
/// (Source: CAMediaTimingFunction.h, with the documented control points.)
open class CAMediaTimingFunction: NSObject, NSSecureCoding {
  // Not an internal designated initialiser instead, which would keep subclasses from inheriting
  // the others.
  package private(set) final var curve: TimingCurve

  /// Creates the linear function.
  public override init() { curve = .linear }

  /// Creates a predefined function; an unknown name gives `default`.
  public convenience init(name: CAMediaTimingFunctionName) {
    self.init()
    curve = TimingCurve(named: name.rawValue) ?? .default
  }

  /// Creates a function with two control points. Their x must be in 0…1; their y may be outside.
  public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
    curve = TimingCurve(Double(c1x), Double(c1y), Double(c2x), Double(c2y))
  }

  /// Always true: the class supports secure coding.
  open class var supportsSecureCoding: Bool { true }

  /// Decodes a function; nil if a control point is missing.
  public required init?(coder: NSCoder) {
    let points = Self.archiveKeys.map { coder.containsValue(forKey: $0) ? coder.decodeDouble(forKey: $0) : .nan }
    guard points.allSatisfy(\.isFinite) else { return nil }
    curve = TimingCurve(points[0], points[1], points[2], points[3])
  }

  /// Encodes the two control points.
  open func encode(with coder: NSCoder) {
    for (key, value) in zip(Self.archiveKeys, [curve.x1, curve.y1, curve.x2, curve.y2]) {
      coder.encode(value, forKey: key)
    }
  }

  private static let archiveKeys = ["x1", "y1", "x2", "y2"]

  /// Writes the coordinates of a control point.
  ///
  /// - Parameters:
  ///   - index: 0…3; 0 and 3 are the end points. Other indices write nothing.
  ///   - values: memory for two numbers, x and y.
  open func getControlPoint(at index: Int, values: UnsafeMutablePointer<Float>) {
    guard let point = curve.controlPoint(at: index) else { return }
    values[0] = Float(point.x)
    values[1] = Float(point.y)
  }
}

/// The predefined timing functions.
public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
  /// The name of the constant in Core Animation.
  public let rawValue: String
  /// Creates a value with any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Constant speed.
  public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
  /// Starts slowly: control points (0.42, 0) and (1, 1).
  public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
  /// Ends slowly: control points (0, 0) and (0.58, 1).
  public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
  /// Starts and ends slowly: control points (0.42, 0) and (0.58, 1).
  public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
  /// Starts quickly and ends slowly: control points (0.25, 0.1) and (0.25, 1).
  public static let `default` = CAMediaTimingFunctionName(rawValue: "default")

  package static let all: [CAMediaTimingFunctionName] = [.linear, .easeIn, .easeOut, .easeInEaseOut, .default]
}
