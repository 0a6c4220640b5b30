import Foundation

/// The lines of one or two filled paths, cut wherever they meet, so that they touch only at their
/// ends.
///
/// Curves are followed by chords that stray from them by 10⁻⁵ of the extent at most, and each chord
/// remembers its curve. All points are rounded to a grid of 2²⁶ steps across the extent: crossings
/// are then decided exactly, in integers. A rounded crossing may move a line over another point;
/// therefore cutting is repeated until nothing is left to cut.
/// Source: J. Hobby, Practical segment intersection with finite precision output (1999), without
///         its sweep.
struct PathArrangement {
  /// A place on the grid.
  struct Node: Hashable {
    var x: Int
    var y: Int

    static func < (a: Node, b: Node) -> Bool { (a.x, a.y) < (b.x, b.y) }

    /// Both coordinates as one number: half the work of hashing them one by one.
    func hash(into hasher: inout Hasher) { hasher.combine(x << 32 ^ y) }
  }

  /// The segment that an edge is part of, and its range of parameters.
  struct Origin {
    /// Counts the lines and curves of both paths.
    var segment: Int
    /// Parameters at the edge's lesser and greater node.
    var low: Double
    var high: Double
  }

  /// A line between two nodes, the lesser first.
  struct Edge {
    var low: Node
    var high: Node
    var origin: Origin
    /// How often the first path runs along it from low to high, less how often the other way.
    var first: Int
    /// The same of the second path.
    var second: Int
  }

  /// Each pair of nodes once.
  private(set) var edges: [Edge] = []
  /// The lines and curves that `Origin.segment` counts.
  private(set) var segments: [BezierSegment] = []
  /// The exact positions of nodes: points and crossings of the paths.
  private var places: [Node: PathVector] = [:]
  private let corner: PathVector
  private let unit: Double

  /// The number of grid steps across the extent. Products of differences then fit 64 bits, doubled
  /// coordinates too.
  private static let steps = Double(1 << 26)

  init(_ first: PathOutline, _ second: PathOutline = PathOutline()) {
    let subpaths = [first, second].map { $0.subpaths.filter(\.isComputable).map(\.closed) }
    let points = subpaths.joined().flatMap(\.segments).flatMap { [$0.start, $0.control1, $0.control2, $0.end] }
    let (minX, maxX) = (points.lazy.map { $0.x }.min() ?? 0, points.lazy.map { $0.x }.max() ?? 0)
    let (minY, maxY) = (points.lazy.map { $0.y }.min() ?? 0, points.lazy.map { $0.y }.max() ?? 0)
    let extent = max(maxX - minX, maxY - minY)
    corner = PathVector(x: minX, y: minY)
    let step = extent / Self.steps
    // Nothing is found in paths that are smaller than the numbers' precision.
    unit = step.isNormal ? step : 1
    var pieces: [Edge] = []
    for (index, subpaths) in subpaths.enumerated() {
      for segment in subpaths.flatMap(\.segments) {
        addPieces(of: segment, isFirst: index == 0, tolerance: extent * 1e-5, to: &pieces)
      }
    }
    edges = Self.merged(pieces)
    // Each round moves lines by less than a grid step; a handful settles what rounding has stirred
    // up.
    for _ in 0..<16 {
      guard let cut = cutOnce() else { break }
      edges = Self.merged(cut)
    }
  }

  /// The position of a node in the paths' space.
  func place(of node: Node) -> PathVector {
    places[node] ?? PathVector(x: corner.x + Double(node.x) * unit, y: corner.y + Double(node.y) * unit)
  }

  private func node(at place: PathVector) -> Node {
    Node(x: Int(((place.x - corner.x) / unit).rounded()), y: Int(((place.y - corner.y) / unit).rounded()))
  }

  private mutating func addPieces(
    of segment: BezierSegment, isFirst: Bool, tolerance: Double, to pieces: inout [Edge]
  ) {
    let count = segment.chordCount(tolerance: tolerance)
    segments.append(segment)
    for end in [segment.start, segment.end] { places[node(at: end)] = end }
    var last = node(at: segment.start)
    for step in 1...count {
      let (t0, t1) = (Double(step - 1) / Double(count), Double(step) / Double(count))
      let next = node(at: segment.point(at: t1))
      if let edge = Self.edge(last, next, segments.count - 1, t0, t1, isFirst ? (1, 0) : (0, 1)) {
        pieces.append(edge)
      }
      last = next
    }
  }

  /// Nil between a node and itself.
  private static func edge(
    _ from: Node, _ to: Node, _ segment: Int, _ t0: Double, _ t1: Double, _ turns: (Int, Int)
  ) -> Edge? {
    if from == to { return nil }
    return from < to
      ? Edge(
        low: from, high: to, origin: Origin(segment: segment, low: t0, high: t1), first: turns.0, second: turns.1)
      : Edge(
        low: to, high: from, origin: Origin(segment: segment, low: t1, high: t0), first: -turns.0, second: -turns.1)
  }

  /// Makes one edge of those between the same nodes; what runs there and back is gone.
  private static func merged(_ pieces: [Edge]) -> [Edge] {
    struct Ends: Hashable {
      var low: Node
      var high: Node
    }
    var kept: [Ends: Int] = [:]
    kept.reserveCapacity(pieces.count)
    var merged: [Edge] = []
    for piece in pieces {
      let ends = Ends(low: piece.low, high: piece.high)
      if let index = kept[ends] {
        merged[index].first += piece.first
        merged[index].second += piece.second
      } else {
        kept[ends] = merged.count
        merged.append(piece)
      }
    }
    return merged.filter { $0.first != 0 || $0.second != 0 }
  }

  // MARK: Cutting

  /// The edges cut where they meet; nil if none does.
  private mutating func cutOnce() -> [Edge]? {
    var crossings: [(Node, PathVector)] = []
    var cuts = [[Node]](repeating: [], count: edges.count)
    let order = edges.indices.sorted { edges[$0].low.x < edges[$1].low.x }
    var active: [Int] = []
    for index in order {
      let edge = edges[index]
      active.removeAll { edges[$0].high.x < edge.low.x }
      for other in active {
        let that = edges[other]
        edge.meet(that) {
          cuts[index].append($0)
        } other: {
          cuts[other].append($0)
        } crossing: { node in
          // The crossing of the lines before rounding.
          let (from, own) = (place(of: edge.low), place(of: edge.high) - place(of: edge.low))
          let (start, way) = (place(of: that.low), place(of: that.high) - place(of: that.low))
          let along = (start - from).cross(way) / own.cross(way)
          if along.isFinite { crossings.append((node, from + own * along)) }
        }
      }
      active.append(index)
    }
    for (node, place) in crossings where places[node] == nil { places[node] = place }
    guard cuts.contains(where: { !$0.isEmpty }) else { return nil }
    return edges.indices.flatMap { edges[$0].cut(at: cuts[$0]) }
  }
}

extension PathArrangement.Edge {
  /// Finds where this edge and another are to be cut, so that they meet at ends only; and where
  /// they cross.
  fileprivate func meet(
    _ that: PathArrangement.Edge, own: (PathArrangement.Node) -> Void, other: (PathArrangement.Node) -> Void,
    crossing: (PathArrangement.Node) -> Void
  ) {
    let (lowest, highest) = (min(low.y, high.y), max(low.y, high.y))
    guard max(that.low.y, that.high.y) >= lowest, min(that.low.y, that.high.y) <= highest else { return }
    let (a, b) = (that.side(of: low), that.side(of: high))
    let (c, d) = (side(of: that.low), side(of: that.high))
    // Ends that lie on the other edge.
    for (node, side) in [(low, a), (high, b)] where side == 0 && that.holds(node) { other(node) }
    for (node, side) in [(that.low, c), (that.high, d)] where side == 0 && holds(node) { own(node) }
    guard a != 0, b != 0, c != 0, d != 0, (a > 0) != (b > 0), (c > 0) != (d > 0) else { return }
    // A crossing, as far along this edge as a is from that line.
    let along = Double(a) / (Double(a) - Double(b))
    let node = PathArrangement.Node(
      x: low.x + Int((Double(high.x - low.x) * along).rounded()),
      y: low.y + Int((Double(high.y - low.y) * along).rounded()))
    crossing(node)
    if node != low, node != high { own(node) }
    if node != that.low, node != that.high { other(node) }
  }

  /// Above 0 for a node to the left of the line from low to high, 0 for one on it.
  func side(of node: PathArrangement.Node) -> Int {
    (high.x - low.x) * (node.y - low.y) - (high.y - low.y) * (node.x - low.x)
  }

  /// Whether a node on the edge's line lies within the edge, its ends left out.
  private func holds(_ node: PathArrangement.Node) -> Bool {
    low < node && node < high
  }

  fileprivate func cut(at nodes: [PathArrangement.Node]) -> [PathArrangement.Edge] {
    guard !nodes.isEmpty else { return [self] }
    let (dx, dy) = (Double(high.x - low.x), Double(high.y - low.y))
    func along(_ node: PathArrangement.Node) -> Double {
      (Double(node.x - low.x) * dx + Double(node.y - low.y) * dy) / (dx * dx + dy * dy)
    }
    var pieces: [PathArrangement.Edge] = []
    var (last, lastAlong) = (low, 0.0)
    for node in nodes.sorted(by: { along($0) < along($1) }) + [high] where node != last {
      let nextAlong = node == high ? 1 : along(node)
      let (t0, t1) = (origin.parameter(lastAlong), origin.parameter(nextAlong))
      // A rounded crossing may lie before the edge's lesser end in the nodes' order.
      let runsUp = last < node
      pieces.append(
        PathArrangement.Edge(
          low: runsUp ? last : node, high: runsUp ? node : last,
          origin: PathArrangement.Origin(segment: origin.segment, low: runsUp ? t0 : t1, high: runsUp ? t1 : t0),
          first: runsUp ? first : -first, second: runsUp ? second : -second))
      (last, lastAlong) = (node, nextAlong)
    }
    return pieces
  }
}

extension PathArrangement.Origin {
  /// The parameter a share of the way from the lesser node to the greater.
  fileprivate func parameter(_ share: Double) -> Double {
    // The ends themselves without rounding, by which pieces know that they follow one another.
    share == 0 ? low : share == 1 ? high : low + (high - low) * share
  }
}

extension Subpath {
  /// The subpath with a line back to its start, as filling takes it.
  fileprivate var closed: Subpath {
    guard let end = segments.last?.end, end != start else { return self }
    var closed = self
    closed.segments.append(BezierSegment(lineFrom: end, to: start))
    return closed
  }
}
