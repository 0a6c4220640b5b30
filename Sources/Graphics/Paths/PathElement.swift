import Foundation

/// An element of a path. `points` has control points before the end point.
package enum PathElement: Sendable, Hashable {
  /// Begins a subpath.
  case move(to: CGPoint)
  /// A straight line.
  case line(to: CGPoint)
  /// A quadratic Bézier curve.
  case quadCurve(to: CGPoint, control: CGPoint)
  /// A cubic Bézier curve.
  case curve(to: CGPoint, control1: CGPoint, control2: CGPoint)
  /// A straight line to where the subpath began; what follows without a move begins there.
  case close

  /// The current point afterwards; nil for `close`, which returns to the start of the subpath.
  package var end: CGPoint? {
    switch self {
    case .move(let end), .line(let end), .quadCurve(let end, _), .curve(let end, _, _): end
    case .close: nil
    }
  }

  /// All points in Apple's order: control points, then the end point.
  package var points: [CGPoint] {
    switch self {
    case .move(let end), .line(let end): [end]
    case .quadCurve(let end, let control): [control, end]
    case .curve(let end, let control1, let control2): [control1, control2, end]
    case .close: []
    }
  }

  /// The element with transformed points.
  package func applying(_ transform: CGAffineTransform) -> PathElement {
    switch self {
    case .move(let end): .move(to: end.applying(transform))
    case .line(let end): .line(to: end.applying(transform))
    case .quadCurve(let end, let control):
      .quadCurve(to: end.applying(transform), control: control.applying(transform))
    case .curve(let end, let control1, let control2):
      .curve(
        to: end.applying(transform), control1: control1.applying(transform), control2: control2.applying(transform))
    case .close: .close
    }
  }
}

/// The kinds of path elements. Raw values are Apple's.
public enum CGPathElementType: Int32, Sendable {
  /// The start of a subpath: one point.
  case moveToPoint
  /// A line: its end point.
  case addLineToPoint
  /// A quadratic Bézier curve: its control point and end point.
  case addQuadCurveToPoint
  /// A cubic Bézier curve: its two control points and end point.
  case addCurveToPoint
  /// A line back to the start of the subpath: no points.
  case closeSubpath
}

/// An element of a path in `CGPath.apply`. `points` is valid only during the call.
public struct CGPathElement {
  /// The kind of element.
  public var type: CGPathElementType
  /// The points, with control points first and the end point last: 1 for a move or line, 2 or 3 for
  /// curves, none for a close.
  public var points: UnsafeMutablePointer<CGPoint>

  /// Creates an element.
  public init(type: CGPathElementType, points: UnsafeMutablePointer<CGPoint>) {
    self.type = type
    self.points = points
  }
}

extension PathElement {
  /// Apple's name for the kind of step.
  var type: CGPathElementType {
    switch self {
    case .move: .moveToPoint
    case .line: .addLineToPoint
    case .quadCurve: .addQuadCurveToPoint
    case .curve: .addCurveToPoint
    case .close: .closeSubpath
    }
  }
}
