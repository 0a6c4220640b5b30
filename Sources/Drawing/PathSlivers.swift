import Foundation
import MultiplaneGraphics

extension PathOutline {
  /// The outline without those subpaths that have next to no area in pixels: what is folded on
  /// itself, or seen from its edge.
  ///
  /// They cover nothing, but where two edges fall on one another Cairo (1.16) takes an area of less
  /// than none for all of a pixel's.
  ///
  /// - Parameter transform: from the outline's own unit to pixels.
  func withoutSlivers(_ transform: CGAffineTransform) -> PathOutline {
    var kept = PathOutline()
    var subpath: ArraySlice<PathElement> = []
    func keep(_ subpath: ArraySlice<PathElement>, in outline: inout PathOutline) {
      let corners = subpath.compactMap { $0.end?.applying(transform) }
      guard !Self.isSliver(corners) else { return }
      for element in subpath {
        switch element {
        case .move(let point): outline.move(to: point)
        case .line(let point): outline.addLine(to: point)
        case .close: outline.closeSubpath()
        case .quadCurve(let end, let control): outline.addQuadCurve(to: end, control: control)
        case .curve(let end, let control1, let control2):
          outline.addCurve(to: end, control1: control1, control2: control2)
        }
      }
    }
    for index in elements.indices {
      if case .move = elements[index] {
        keep(subpath, in: &kept)
        subpath = elements[index...index]
      } else {
        subpath = elements[(subpath.isEmpty ? index : subpath.startIndex)...index]
      }
    }
    keep(subpath, in: &kept)
    return kept
  }

  /// Whether all points lie on one line, or within a two hundred and fifty-sixth of a pixel of it.
  private static func isSliver(_ points: [CGPoint]) -> Bool {
    guard let first = points.first else { return false }
    var (farthest, distance) = (first, 0.0)
    for point in points {
      let other = hypot(Double(point.x - first.x), Double(point.y - first.y))
      if other > distance { (farthest, distance) = (point, other) }
    }
    guard distance > 1.0 / 256 else { return true }
    let (x, y) = (Double(farthest.x - first.x) / distance, Double(farthest.y - first.y) / distance)
    return points.allSatisfy { abs(Double($0.x - first.x) * y - Double($0.y - first.y) * x) < 1.0 / 256 }
  }
}
