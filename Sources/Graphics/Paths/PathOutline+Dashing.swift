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
    guard let pattern = DashPattern(phase: phase, lengths: lengths) else { return outline }
    var dashes = PathOutline()
    var room = Double(PathOutline.mostDashes)
    for part in parts {
      room -= pattern.dashCount(over: part.lengths.reduce(0) { $0 + $1.total })
      guard room >= 0 else { return outline }
      var dasher = SubpathDasher(pattern: pattern)
      for (segment, length) in zip(part.subpath.segments, part.lengths) { dasher.add(segment, length) }
      dashes.append(dasher.finish(part.subpath))
    }
    return dashes
  }
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
  private var dashes: [[BezierSegment]] = []
  private var isUnbroken = true

  init(pattern: DashPattern) {
    self.pattern = pattern
    index = pattern.firstIndex
    remainder = pattern.firstRemainder
    if isDash { dashes.append([]) }
  }

  private var isDash: Bool { index.isMultiple(of: 2) }

  mutating func add(_ segment: BezierSegment, _ length: BezierLength) {
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

  /// Dashes of the whole subpath, whose start and end are one place if it is closed.
  mutating func finish(_ subpath: Subpath) -> PathOutline {
    var outline = PathOutline()
    if isUnbroken, isDash {
      outline.append(subpath)
      return outline
    }
    let beganInDash = pattern.firstIndex.isMultiple(of: 2)
    if subpath.isClosed, beganInDash, isDash, dashes.count > 1, let last = dashes.last, !last.isEmpty {
      dashes[0] = last + dashes[0]
      dashes.removeLast()
    }
    for dash in dashes { outline.append(open: dash) }
    return outline
  }

  private mutating func append(_ segment: BezierSegment, _ length: BezierLength, from: Double, to: Double) {
    // A dash without length needs one for its direction; a segment shorter than that gives all it
    // has.
    let least = pattern.total * 1e-6
    var (from, to) = (from, to)
    if pattern.lengths[index] == 0 {
      to = min(from + least, length.total)
      from = max(to - least, 0)
    }
    guard from < to else { return }
    dashes[dashes.count - 1].append(
      segment.part(from: length.parameter(at: from), to: length.parameter(at: to)))
  }

  private mutating func turn() {
    isUnbroken = false
    index = (index + 1) % pattern.lengths.count
    remainder = pattern.lengths[index]
    if isDash { dashes.append([]) }
  }
}
