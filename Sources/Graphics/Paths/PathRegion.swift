import Foundation

/// The part of the plane that one or two filled paths make, by its border.
///
/// An edge of the arrangement is border where what lies on one side belongs to the region and what
/// lies on the other does not. Borders are followed with the region to the left, so that outer ones
/// run counterclockwise (y up), those of holes clockwise, and either fill rule fills the region.
struct PathRegion {
  private let arrangement: PathArrangement

  /// A border edge, directed.
  private struct Step {
    var from: PathArrangement.Node
    var to: PathArrangement.Node
    var segment: Int
    var t0: Double
    var t1: Double
  }

  /// The closed borders, one after another.
  private var loops: [[Step]] = []

  /// - Parameter contains: whether what is inside the first path, and inside the second, belongs to
  ///   the region.
  init(
    _ first: PathOutline, _ second: PathOutline = PathOutline(), using rule: CGPathFillRule,
    contains: (Bool, Bool) -> Bool
  ) {
    arrangement = PathArrangement(first, second)
    let turns = TurnCount(arrangement.edges)
    func belongs(_ turns: SIMD2<Int>) -> Bool {
      rule == .winding
        ? contains(turns.x != 0, turns.y != 0)
        : contains(!turns.x.isMultiple(of: 2), !turns.y.isMultiple(of: 2))
    }
    var steps: [Step] = []
    for edge in arrangement.edges {
      let (left, right) = turns.beside(edge)
      let (isLeft, isRight) = (belongs(left), belongs(right))
      let origin = edge.origin
      if isLeft, !isRight {
        steps.append(
          Step(from: edge.low, to: edge.high, segment: origin.segment, t0: origin.low, t1: origin.high))
      } else if isRight, !isLeft {
        steps.append(
          Step(from: edge.high, to: edge.low, segment: origin.segment, t0: origin.high, t1: origin.low))
      }
    }
    loops = Self.linked(steps)
  }

  /// The borders as a path: pieces of the curves and lines that the given ones consisted of.
  var outline: PathOutline {
    var outline = PathOutline()
    for loop in loops { append(loop, to: &outline) }
    return outline
  }

  /// The parts of the region that do not touch but at points, each with its holes.
  var components: [PathOutline] {
    let areas = loops.map(Self.area)
    let outer = loops.indices.filter { areas[$0] > 0 }.sorted { areas[$0] < areas[$1] }
    var members = Dictionary(uniqueKeysWithValues: outer.map { ($0, [$0]) })
    for hole in loops.indices where areas[hole] <= 0 {
      // Of those around it the smallest: the first in order of area.
      if let around = outer.first(where: { Self.loop(loops[$0], isAround: loops[hole]) }) {
        members[around]?.append(hole)
      }
    }
    return outer.sorted().map { index in
      var outline = PathOutline()
      for member in members[index] ?? [] { append(loops[member], to: &outline) }
      return outline
    }
  }

  // MARK: Loops

  /// Follows the border edges; where several leave a node, the one most to the left, so that what
  /// only touches stays apart.
  private static func linked(_ steps: [Step]) -> [[Step]] {
    // The steps that leave a node are a chain: the first of them, and the next after each.
    var firstLeaving: [PathArrangement.Node: Int] = [:]
    firstLeaving.reserveCapacity(steps.count)
    var nextLeaving = [Int?](repeating: nil, count: steps.count)
    for (index, step) in steps.enumerated().reversed() {
      nextLeaving[index] = firstLeaving.updateValue(index, forKey: step.from)
    }
    var isUsed = [Bool](repeating: false, count: steps.count)
    var loops: [[Step]] = []
    for first in steps.indices where !isUsed[first] {
      var loop: [Step] = []
      var next: Int? = first
      while let index = next, !isUsed[index] {
        isUsed[index] = true
        let step = steps[index]
        loop.append(step)
        next = nil
        var best = -Double.infinity
        var candidate = firstLeaving[step.to]
        while let index = candidate {
          candidate = nextLeaving[index]
          // The loop's own first step too: taken again, it ends the loop.
          guard !isUsed[index] || index == first else { continue }
          let turn = turn(step, steps[index])
          if turn > best { (next, best) = (index, turn) }
        }
      }
      loops.append(loop)
    }
    return loops
  }

  /// The angle from one step to the next, above −π, at most π, positive to the left.
  private static func turn(_ step: Step, _ next: Step) -> Double {
    let (ax, ay) = (Double(step.to.x - step.from.x), Double(step.to.y - step.from.y))
    let (bx, by) = (Double(next.to.x - next.from.x), Double(next.to.y - next.from.y))
    return atan2(ax * by - ay * bx, ax * bx + ay * by)
  }

  /// Twice the area, in grid steps, positive counterclockwise.
  private static func area(of loop: [Step]) -> Double {
    loop.reduce(0) { $0 + Double($1.from.x) * Double($1.to.y) - Double($1.to.x) * Double($1.from.y) }
  }

  /// Whether a loop goes around another, which does not cross it: around the middle of one of its
  /// edges.
  private static func loop(_ loop: [Step], isAround other: [Step]) -> Bool {
    guard let step = other.first else { return false }
    let (x, y) = (Double(step.from.x + step.to.x) / 2, Double(step.from.y + step.to.y) / 2)
    var isInside = false
    for edge in loop {
      let (y0, y1) = (Double(edge.from.y), Double(edge.to.y))
      guard (y0 <= y) != (y1 <= y) else { continue }
      let crossing = Double(edge.from.x) + (y - y0) / (y1 - y0) * Double(edge.to.x - edge.from.x)
      if crossing > x { isInside.toggle() }
    }
    return isInside
  }

  // MARK: Curves

  /// Appends a loop with as few lines and curves as it was made of.
  private func append(_ loop: [Step], to outline: inout PathOutline) {
    let runs = Self.runs(of: loop)
    guard let first = runs.first else { return }
    outline.move(to: arrangement.place(of: first.from).point)
    for (index, run) in runs.enumerated() {
      let (start, end) = (arrangement.place(of: run.from), arrangement.place(of: run.to))
      let segment = arrangement.segments[run.segment]
      if segment.isLine {
        // The last line is the one that closing adds.
        if index < runs.count - 1 { outline.addLine(to: end.point) }
        continue
      }
      // Moved by what rounding to the grid has moved its ends.
      let part =
        run.t0 < run.t1
        ? segment.part(from: run.t0, to: run.t1) : segment.part(from: run.t1, to: run.t0).reversed
      outline.addCurve(
        to: end.point, control1: (part.control1 + (start - part.start)).point,
        control2: (part.control2 + (end - part.end)).point)
    }
    outline.closeSubpath()
  }

  /// The steps of a loop, those that follow one line or curve in a row made one; begins where one
  /// ends.
  private static func runs(of loop: [Step]) -> [Step] {
    func continues(_ a: Step, _ b: Step) -> Bool {
      a.segment == b.segment && a.t1 == b.t0 && (a.t0 < a.t1) == (b.t0 < b.t1)
    }
    let breaks = loop.indices.filter { !continues(loop[$0 == 0 ? loop.count - 1 : $0 - 1], loop[$0]) }
    let start = breaks.first ?? 0
    var runs: [Step] = []
    for step in loop[start...] + loop[..<start] {
      if let last = runs.last, continues(last, step) {
        runs[runs.count - 1].to = step.to
        runs[runs.count - 1].t1 = step.t1
      } else {
        runs.append(step)
      }
    }
    return runs
  }
}

/// How often two paths go around the places on both sides of the edges of an arrangement.
private struct TurnCount {
  private let edges: [PathArrangement.Edge]
  /// Edges by the slabs that they touch, along x and along y: what a ray meets lies in one of them.
  private let columns: Slabs
  private let rows: Slabs

  init(_ edges: [PathArrangement.Edge]) {
    self.edges = edges
    columns = Slabs(edges.map { ($0.low.x, $0.high.x) })
    rows = Slabs(edges.map { (min($0.low.y, $0.high.y), max($0.low.y, $0.high.y)) })
  }

  /// Turns of the first and second path to the left and to the right of an edge, seen from low to
  /// high.
  func beside(_ edge: PathArrangement.Edge) -> (left: SIMD2<Int>, right: SIMD2<Int>) {
    let own = SIMD2(edge.first, edge.second)
    // Coordinates are doubled, so that the middle of the edge is on the grid. No other edge passes
    // through it.
    let middle = PathArrangement.Node(x: edge.low.x + edge.high.x, y: edge.low.y + edge.high.y)
    var turns = SIMD2<Int>.zero
    if edge.low.x < edge.high.x {
      // A ray from below: over an edge that runs to the right turns grow by one.
      for index in columns.slab(at: edge.low.x + (edge.high.x - edge.low.x) / 2) {
        let other = edges[index]
        guard 2 * other.low.x <= middle.x, middle.x < 2 * other.high.x, other.doubledSide(of: middle) > 0 else {
          continue
        }
        turns &+= SIMD2(other.first, other.second)
      }
      return (turns &+ own, turns)
    }
    // The edge runs up: a ray from the left. Over an edge that runs up turns shrink by one.
    for index in rows.slab(at: edge.low.y + (edge.high.y - edge.low.y) / 2) {
      let other = edges[index]
      let runsUp = other.low.y < other.high.y
      let (bottom, top) = runsUp ? (other.low.y, other.high.y) : (other.high.y, other.low.y)
      guard 2 * bottom <= middle.y, middle.y < 2 * top else { continue }
      // To the right of the edge, seen along the direction in which it runs up.
      guard runsUp ? other.doubledSide(of: middle) < 0 : other.doubledSide(of: middle) > 0 else { continue }
      let turn = SIMD2(other.first, other.second)
      turns = runsUp ? turns &- turn : turns &+ turn
    }
    return (turns, turns &- own)
  }

  /// Intervals by the even parts of a line that they touch.
  private struct Slabs {
    /// The indices of intervals, slab by slab.
    private var members: [Int] = []
    /// The start of each slab in `members`, and the end of the last one.
    private var starts: [Int] = []
    private var least = 0
    private var width = 1

    init(_ intervals: [(low: Int, high: Int)]) {
      guard let low = intervals.map(\.low).min(), let high = intervals.map(\.high).max() else { return }
      let count = max(1, min(intervals.count, 512))
      least = low
      width = (high - low) / count + 1
      let slabs = intervals.map { ($0.low - low) / width...($0.high - low) / width }
      starts = [Int](repeating: 0, count: count + 1)
      for slabs in slabs {
        for slab in slabs { starts[slab + 1] += 1 }
      }
      for slab in 0..<count { starts[slab + 1] += starts[slab] }
      members = [Int](repeating: 0, count: starts[count])
      var ends = starts
      for (index, slabs) in slabs.enumerated() {
        for slab in slabs {
          members[ends[slab]] = index
          ends[slab] += 1
        }
      }
    }

    func slab(at place: Int) -> ArraySlice<Int> {
      let slab = (place - least) / width
      return members[starts[slab]..<starts[slab + 1]]
    }
  }
}

extension PathArrangement.Edge {
  /// `side(of:)` of a place in doubled coordinates, twice.
  fileprivate func doubledSide(of place: PathArrangement.Node) -> Int {
    (high.x - low.x) * (place.y - 2 * low.y) - (high.y - low.y) * (place.x - 2 * low.x)
  }
}

extension BezierSegment {
  /// The same line or curve from its end to its start.
  fileprivate var reversed: BezierSegment {
    isLine
      ? BezierSegment(lineFrom: end, to: start)
      : BezierSegment(curveFrom: end, control1: control2, control2: control1, to: start)
  }
}
