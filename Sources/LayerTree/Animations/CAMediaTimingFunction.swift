import MultiplaneGraphics
import MultiplaneMotion

/// A curve that bends the progress of an animation: a cubic Bézier curve from (0, 0) to (1, 1).
///
/// (Source: CAMediaTimingFunction.h; control points as documented there.)
open class CAMediaTimingFunction: NSObject, NSSecureCoding {
  package let curve: TimingCurve

  /// A curve by name. A name that is not known gives `default`.
  public init(name: CAMediaTimingFunctionName) {
    curve = TimingCurve(named: name.rawValue) ?? .default
  }

  /// A curve with two control points; their x are in 0…1, their y may leave it.
  public init(controlPoints c1x: Float, _ c1y: Float, _ c2x: Float, _ c2y: Float) {
    curve = TimingCurve(Double(c1x), Double(c1y), Double(c2x), Double(c2y))
  }

  /// True.
  open class var supportsSecureCoding: Bool { true }

  /// Reads a curve out of an archive; nil when a control point is missing.
  public required init?(coder: NSCoder) {
    let points = Self.archiveKeys.map { coder.containsValue(forKey: $0) ? coder.decodeDouble(forKey: $0) : .nan }
    guard points.allSatisfy(\.isFinite) else { return nil }
    curve = TimingCurve(points[0], points[1], points[2], points[3])
  }

  /// Writes the two control points.
  open func encode(with coder: NSCoder) {
    for (key, value) in zip(Self.archiveKeys, [curve.x1, curve.y1, curve.x2, curve.y2]) {
      coder.encode(value, forKey: key)
    }
  }

  private static let archiveKeys = ["x1", "y1", "x2", "y2"]

  /// Writes x and y of a control point.
  ///
  /// - Parameters:
  ///   - index: 0…3; 0 and 3 are the ends. Another index writes nothing.
  ///   - values: room for two numbers.
  open func getControlPoint(at index: Int, values: UnsafeMutablePointer<Float>) {
    guard let point = curve.controlPoint(at: index) else { return }
    values[0] = Float(point.x)
    values[1] = Float(point.y)
  }
}

/// The curves that Core Animation names.
public struct CAMediaTimingFunctionName: RawRepresentable, Hashable, Sendable {
  /// Core Animation's name.
  public let rawValue: String
  /// Takes any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Even speed.
  public static let linear = CAMediaTimingFunctionName(rawValue: "linear")
  /// Begins slowly: (0.42, 0), (1, 1).
  public static let easeIn = CAMediaTimingFunctionName(rawValue: "easeIn")
  /// Ends slowly: (0, 0), (0.58, 1).
  public static let easeOut = CAMediaTimingFunctionName(rawValue: "easeOut")
  /// Begins and ends slowly: (0.42, 0), (0.58, 1).
  public static let easeInEaseOut = CAMediaTimingFunctionName(rawValue: "easeInEaseOut")
  /// Begins quickly and ends slowly: (0.25, 0.1), (0.25, 1).
  public static let `default` = CAMediaTimingFunctionName(rawValue: "default")

  package static let all: [CAMediaTimingFunctionName] = [.linear, .easeIn, .easeOut, .easeInEaseOut, .default]
}
