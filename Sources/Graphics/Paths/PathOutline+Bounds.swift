import Foundation

extension PathOutline {
  /// The bounding box of all points, including control points; null without points.
  package var controlBounds: CGRect {
    var bounds = PointBounds()
    for element in elements {
      // Each frame asks for this: arrays of points would be allocated.
      switch element {
      case .move(let end), .line(let end): bounds.include(end)
      case .quadCurve(let end, let control):
        bounds.include(control)
        bounds.include(end)
      case .curve(let end, let control1, let control2):
        bounds.include(control1)
        bounds.include(control2)
        bounds.include(end)
      case .close: break
      }
    }
    return bounds.rect
  }

  /// Whether all coordinates are finite.
  package var isFinite: Bool {
    elements.allSatisfy { element in
      switch element {
      case .move(let end), .line(let end): end.isFinite
      case .quadCurve(let end, let control): end.isFinite && control.isFinite
      case .curve(let end, let control1, let control2): end.isFinite && control1.isFinite && control2.isFinite
      case .close: true
      }
    }
  }

  /// The bounding box of the lines and curves; null without points.
  package var tightBounds: CGRect {
    var bounds = PointBounds()
    var (start, pen) = (CGPoint.zero, CGPoint.zero)
    for element in elements {
      switch element {
      case .quadCurve(let end, let control):
        let (x, y) = (CurveAxis(pen.x, control.x, end.x), CurveAxis(pen.y, control.y, end.y))
        for t in x.extrema + y.extrema { bounds.include(CGPoint(x: x.value(at: t), y: y.value(at: t))) }
      case .curve(let end, let c1, let c2):
        let (x, y) = (CurveAxis(pen.x, c1.x, c2.x, end.x), CurveAxis(pen.y, c1.y, c2.y, end.y))
        for t in x.extrema + y.extrema { bounds.include(CGPoint(x: x.value(at: t), y: y.value(at: t))) }
      case .move(let end): start = end
      case .line, .close: break
      }
      pen = element.end ?? start
      bounds.include(pen)
    }
    return bounds.rect
  }

  /// The axis-parallel rectangle that the path is; nil for other paths.
  package var axisAlignedRect: CGRect? {
    var corners: [CGPoint] = []
    for (index, element) in elements.enumerated() {
      switch element {
      case .move(let point) where index == 0: corners.append(point)
      case .line(let point) where index > 0: corners.append(point)
      case .close where index == elements.count - 1: break
      default: return nil
      }
    }
    if corners.count == 5, corners[4] == corners[0] { corners.removeLast() }
    guard corners.count == 4 else { return nil }
    let (a, b, c, d) = (corners[0], corners[1], corners[2], corners[3])
    let alongX = a.y == b.y && b.x == c.x && c.y == d.y && d.x == a.x
    let alongY = a.x == b.x && b.y == c.y && c.x == d.x && d.y == a.y
    guard alongX || alongY else { return nil }
    return CGRect(x: min(a.x, c.x), y: min(a.y, c.y), width: abs(c.x - a.x), height: abs(c.y - a.y))
  }
}

extension CGPoint {
  fileprivate var isFinite: Bool { x.isFinite && y.isFinite }
}

/// The smallest rectangle around points seen so far.
private struct PointBounds {
  private var least = CGPoint(x: CGFloat.infinity, y: CGFloat.infinity)
  private var greatest = CGPoint(x: -CGFloat.infinity, y: -CGFloat.infinity)

  mutating func include(_ point: CGPoint) {
    least = CGPoint(x: min(least.x, point.x), y: min(least.y, point.y))
    greatest = CGPoint(x: max(greatest.x, point.x), y: max(greatest.y, point.y))
  }

  var rect: CGRect {
    guard least.x <= greatest.x, least.y <= greatest.y else { return .null }
    return CGRect(x: least.x, y: least.y, width: greatest.x - least.x, height: greatest.y - least.y)
  }
}
