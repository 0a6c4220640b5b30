import Foundation
import MultiplaneGraphics

/// An outline with its length, for places along it.
struct OutlineMeasure {
  /// A point, and the direction of the outline there in radians.
  struct Place {
    var point: CGPoint
    var angle: Double
  }

  /// The ends of short lines along the outline, at least two, and their distances from its start.
  private var points: [CGPoint] = []
  private var distances: [Double] = []
  private let isClosed: Bool

  /// The lines per segment.
  private static let steps = 32

  /// Nil for an outline without a length.
  init?(_ outline: Outline) {
    isClosed = outline.isClosed
    guard let first = outline.vertices.first else { return nil }
    var length = 0.0
    (points, distances) = ([first.point], [0])
    let ends = outline.vertices.dropFirst() + (outline.isClosed ? [first] : [])
    for (start, end) in zip(outline.vertices, ends) {
      let steps = start.out == start.point && end.into == end.point ? 1 : Self.steps
      for step in 1...steps {
        let t = Double(step) / Double(steps)
        let middle = start.out.mixed(with: end.into, at: t)
        let (a, b) = (start.point.mixed(with: start.out, at: t), end.into.mixed(with: end.point, at: t))
        let point = a.mixed(with: middle, at: t).mixed(with: middle.mixed(with: b, at: t), at: t)
        let last = points[points.count - 1]
        let distance = hypot(point.x - last.x, point.y - last.y)
        guard distance > 0 else { continue }
        length += distance
        points.append(point)
        distances.append(length)
      }
    }
    guard points.count > 1, length.isFinite else { return nil }
  }

  var length: Double { distances[distances.count - 1] }

  /// The place at a distance from the start. A closed outline goes on at its start, an open one
  /// straight on at its ends.
  func place(at distance: Double) -> Place {
    let distance = isClosed ? distance - (distance / length).rounded(.down) * length : distance
    var (low, high) = (1, distances.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if distances[middle] < distance { low = middle + 1 } else { high = middle }
    }
    let (start, end) = (points[low - 1], points[low])
    let fraction = (distance - distances[low - 1]) / (distances[low] - distances[low - 1])
    return Place(point: start.mixed(with: end, at: fraction), angle: atan2(end.y - start.y, end.x - start.x))
  }
}
