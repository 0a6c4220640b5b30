import Foundation

extension PathOutline {
  /// The maximum number of dashes; a pattern with more would be invisible anyway.
  package static let mostDashes = 100_000

  /// The dashed path; see `PathMeasure.dashed`.
  package func dashed(phase: CGFloat, lengths: [CGFloat]) -> PathOutline {
    PathMeasure(self).dashed(phase: Double(phase), lengths: lengths.map { Double($0) })
  }
}

extension PathMeasure {
  /// The dashed path. `lengths` are alternating dashes and gaps, repeated; the pattern starts at
  /// `phase` in every subpath. All in units of the path.
  ///
  /// Curves stay curves. A dash across the start of a closed subpath is one dash. A dash of length
  /// zero becomes a line of a millionth of the pattern, which gives its caps a direction. The path
  /// is returned unchanged if `lengths` are empty, negative, not finite or all zero, and if it
  /// would need more than `PathOutline.mostDashes`. Subpaths that are not finite are dropped.
  package func dashed(phase: Double, lengths: [Double]) -> PathOutline {
    var dashes = PathOutline()
    let isDashed = forEachDash(phase: phase, lengths: lengths) { part, dash in
      guard let dash else { return dashes.append(part.subpath) }
      dashes.append(open: dash.map { part.subpath.segments[$0.segment].part(from: $0.start, to: $0.end) })
    }
    return isDashed ? dashes : outline
  }

  /// Cuts the path into dashes, in their order.
  ///
  /// - Parameter draw: draws a dash of a subpath, or all of it for nil.
  /// - Returns: whether the path is dashed; false for the cases in which `dashed` returns it
  ///   unchanged.
  func forEachDash(phase: Double, lengths: [Double], _ draw: (Part, ArraySlice<SegmentPiece>?) -> Void) -> Bool {
    guard let pattern = DashPattern(phase: phase, lengths: lengths) else { return false }
    let count = parts.reduce(0) { $0 + pattern.dashCount(over: $1.length) }
    guard count <= Double(PathOutline.mostDashes) else { return false }
    for part in parts {
      var dasher = SubpathDasher(pattern: pattern)
      for (index, length) in part.lengths.enumerated() { dasher.add(index, length) }
      dasher.finish(part, draw)
    }
    return true
  }
}

/// A part of a subpath's segment, by its parameters.
struct SegmentPiece {
  let segment: Int
  let start: Double
  let end: Double
}

extension PathMeasure.Part {
  fileprivate var length: Double { lengths.reduce(0) { $0 + $1.total } }
}

/// Lengths of dashes and gaps by turns.
private struct DashPattern {
  /// An even number of lengths, the first a dash's.
  let lengths: [Double]
  let total: Double
  /// The index of the dash or gap in which a subpath begins, and its remaining length.
  let firstIndex: Int
  let firstRemainder: Double

  init?(phase: Double, lengths given: [Double]) {
    // Of an odd number each is a dash's the one time and a gap's the next.
    let lengths = given.count.isMultiple(of: 2) ? given : given + given
    let total = lengths.reduce(0, +)
    guard lengths.allSatisfy({ $0 >= 0 }), total > 0, total.isFinite, phase.isFinite else { return nil }
    self.lengths = lengths
    self.total = total
    var offset = phase.truncatingRemainder(dividingBy: total)
    if offset < 0 { offset += total }
    var index = 0
    // Without a phase the first dash counts even if it has no length.
    while index < lengths.count - 1, offset > 0, offset >= lengths[index] {
      offset -= lengths[index]
      index += 1
    }
    firstIndex = index
    firstRemainder = max(lengths[index] - offset, 0)
  }

  /// The most dashes on a length.
  func dashCount(over length: Double) -> Double {
    (length / total + 1) * Double(lengths.count / 2)
  }
}

/// Cuts one subpath into dashes.
private struct SubpathDasher {
  private let pattern: DashPattern
  private var index: Int
  /// The remaining length of the current dash or gap.
  private var remainder: Double
  /// The pieces of all dashes, and where the dashes begin.
  private var pieces: [SegmentPiece] = []
  private var starts: [Int] = []
  private var isUnbroken = true

  init(pattern: DashPattern) {
    self.pattern = pattern
    index = pattern.firstIndex
    remainder = pattern.firstRemainder
    if isDash { starts.append(0) }
  }

  private var isDash: Bool { index.isMultiple(of: 2) }

  mutating func add(_ segment: Int, _ length: BezierLength) {
    var position = 0.0
    // Steps this small are rounding.
    let least = pattern.total * 1e-12
    while length.total - position > least {
      let step = min(remainder, length.total - position)
      if isDash { append(segment, length, from: position, to: position + step) }
      position += step
      remainder -= step
      if remainder <= least { turn() }
    }
  }

  /// Draws the dashes of the whole subpath, whose start and end are one place if it is closed.
  mutating func finish(_ part: PathMeasure.Part, _ draw: (PathMeasure.Part, ArraySlice<SegmentPiece>?) -> Void) {
    if isUnbroken, isDash { return draw(part, nil) }
    let beganInDash = pattern.firstIndex.isMultiple(of: 2)
    if part.subpath.isClosed, beganInDash, isDash, starts.count > 1, let last = starts.last, last < pieces.count {
      let joined = pieces[last...] + pieces[..<starts[1]]
      draw(part, joined[joined.startIndex...])
      pieces.removeSubrange(last...)
      starts.removeLast()
      starts.removeFirst()
    }
    for (start, end) in zip(starts, starts.dropFirst() + [pieces.count]) where start < end {
      draw(part, pieces[start..<end])
    }
  }

  private mutating func append(_ segment: Int, _ length: BezierLength, from: Double, to: Double) {
    // A dash without length needs one for its direction; a segment shorter than that gives all it
    // has.
    let least = pattern.total * 1e-6
    var (from, to) = (from, to)
    if pattern.lengths[index] == 0 {
      to = min(from + least, length.total)
      from = max(to - least, 0)
    }
    guard from < to else { return }
    pieces.append(
      SegmentPiece(segment: segment, start: length.parameter(at: from), end: length.parameter(at: to)))
  }

  private mutating func turn() {
    isUnbroken = false
    index = (index + 1) % pattern.lengths.count
    remainder = pattern.lengths[index]
    if isDash { starts.append(pieces.count) }
  }
}
