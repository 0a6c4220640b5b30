import Foundation

@testable import MultiplaneGraphics

// What tests measure a filled path with. Independent of what they test: crossings of many level
// lines.

extension PathOutline {
  /// The area that the non-zero rule fills, by the middles of `lines` rows; the outline must be of
  /// lines only.
  func windingArea(lines: Int = 1000) -> Double {
    let bounds = controlBounds
    guard !bounds.isNull, bounds.height > 0 else { return 0 }
    let edges = straightEdges
    let step = bounds.height / Double(lines)
    var area = 0.0
    for row in 0..<lines {
      let y = bounds.minY + (Double(row) + 0.5) * step
      var crossings: [(x: Double, turn: Int)] = []
      for (from, to) in edges where (from.y <= y) != (to.y <= y) {
        crossings.append((from.x + (y - from.y) / (to.y - from.y) * (to.x - from.x), to.y > from.y ? 1 : -1))
      }
      crossings.sort { $0.x < $1.x }
      var turns = 0
      for (crossing, next) in zip(crossings, crossings.dropFirst()) {
        turns += crossing.turn
        if turns != 0 { area += (next.x - crossing.x) * step }
      }
    }
    return area
  }

  /// How far a point is from the nearest of the lines.
  func distance(to point: CGPoint) -> Double {
    straightEdges.reduce(.infinity) { nearest, edge in
      let (dx, dy) = (edge.1.x - edge.0.x, edge.1.y - edge.0.y)
      let square = dx * dx + dy * dy
      let along = square > 0 ? ((point.x - edge.0.x) * dx + (point.y - edge.0.y) * dy) / square : 0
      let t = min(max(along, 0), 1)
      return min(nearest, hypot(edge.0.x + dx * t - point.x, edge.0.y + dy * t - point.y))
    }
  }

  /// All lines of a path of lines, closing ones included.
  private var straightEdges: [(CGPoint, CGPoint)] {
    var edges: [(CGPoint, CGPoint)] = []
    var (start, pen) = (CGPoint.zero, CGPoint.zero)
    for element in elements {
      switch element {
      case .move(let end): start = end
      case .line(let end): edges.append((pen, end))
      case .close: edges.append((pen, start))
      default: break
      }
      pen = element.end ?? start
    }
    return edges
  }
}

/// An outline of straight lines through points.
func polyline(_ points: [(Double, Double)], closed: Bool = false) -> PathOutline {
  var outline = PathOutline()
  for (index, point) in points.enumerated() {
    let point = CGPoint(x: point.0, y: point.1)
    if index == 0 { outline.move(to: point) } else { outline.addLine(to: point) }
  }
  if closed { outline.closeSubpath() }
  return outline
}

/// A whole circle about the origin.
func circle(radius: CGFloat) -> PathOutline {
  var outline = PathOutline()
  outline.addEllipse(in: CGRect(x: -radius, y: -radius, width: 2 * radius, height: 2 * radius))
  return outline
}

/// Whether two numbers differ by at most a part of the second.
func isClose(_ found: Double, _ expected: Double, part: Double = 0.002) -> Bool {
  abs(found - expected) <= abs(expected) * part
}

/// Numbers that a seed decides on (a linear congruential generator, constants by D. Knuth).
struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

  mutating func next(_ low: Double, _ high: Double) -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return low + (high - low) * Double(state >> 11) / Double(1 << 53)
  }
}
