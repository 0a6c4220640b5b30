/// One direction of the map from points of a plane to source pixels of an image: one linear part, or the three of a `contentsCenter`
/// (rendering rules §9).
///
/// The parts are one mesh: at a seam the position in the image is the same from both sides, and only its rate changes. Where the sides
/// leave no room for a middle it jumps, and a part samples nothing but its own pixels. Beyond its ends the outermost part goes on.
package struct StretchAxis: Sendable, Equatable {
  package struct Part: Sendable, Equatable {
    /// In points of the plane; the part before ends here, and the first part has no beginning.
    package var start: Double
    /// The source pixel at `start`.
    package var source: Double
    /// Source pixels per point.
    package var slope: Double
    /// Source pixels that may be sampled (§10): low ≤ high.
    package var low, high: Double

    package init(start: Double, source: Double, slope: Double, low: Double, high: Double) {
      (self.start, self.source, self.slope) = (start, source, slope)
      (self.low, self.high) = (low, high)
    }
  }

  /// One to three parts, from low to high places.
  package private(set) var first: Part
  package private(set) var second: Part?
  package private(set) var third: Part?

  /// How little before a seam a place lies behind it, in points (§9): it decides ties alike in all renderers.
  package static let seamStep = 1.0 / 1024
  /// What the outer parts may take of the target if there is to be a middle (§9).
  private static let mostOfSides = 1 - 1.0 / 1_000_000

  /// One linear part.
  package init(_ only: Part) {
    first = only
  }

  /// - Parameters:
  ///   - target: the image's rectangle on the plane in this direction, in points.
  ///   - source: what it shows of the image, in source pixels.
  ///   - size: the image's length, in source pixels.
  ///   - natural: the length of `source` on the plane where nothing stretches, in points.
  ///   - center: start and length of what stretches, in 0…1 of `source`; nil for all.
  package init(
    target: (start: Double, length: Double), source: (start: Double, length: Double), size: Double, natural: Double,
    center: (start: Double, length: Double)?
  ) {
    if center == nil, target.length > 0 {
      first = Part(
        start: target.start, source: source.start, slope: source.length / target.length,
        low: min(max(source.start, 0), size), high: min(max(source.start + source.length, 0), size))
      return
    }
    let center = center ?? (0, 1)
    let rest = max(0, 1 - center.start - center.length)
    var (left, right) = (natural * center.start, natural * rest)
    let isApart = left + right > target.length * Self.mostOfSides
    if isApart {
      left *= target.length / (left + right)
      right = target.length - left
    }
    /// The part of so many points from `start` on that shows `share` of `source` from `from` on, and samples `low` to `high` of it; nil for one
    /// without extent.
    func part(
      _ start: Double, _ length: Double, from: Double, share: Double, samples low: Double, to high: Double
    ) -> Part? {
      guard length > 0 else { return nil }
      return Part(
        start: start, source: source.start + source.length * from, slope: source.length * share / length,
        low: min(max(source.start + source.length * low, 0), size),
        high: min(max(source.start + source.length * high, 0), size))
    }
    let end = center.start + center.length
    let low = part(target.start, left, from: 0, share: center.start, samples: 0, to: isApart ? center.start : 1)
    let middle = part(
      target.start + left, target.length - left - right, from: center.start, share: center.length, samples: 0, to: 1)
    let high = part(
      target.start + target.length - right, right, from: end, share: rest, samples: isApart ? end : 0, to: 1)
    first =
      low ?? middle ?? high
      ?? Part(start: target.start, source: source.start, slope: 0, low: 0, high: max(size, 0))
    second = low == nil ? (middle == nil ? nil : high) : middle ?? high
    third = low != nil && middle != nil ? high : nil
  }

  /// The same image mirrored: source pixel u becomes size − u.
  package func mirrored(size: Double) -> StretchAxis {
    func mirror(_ part: Part) -> Part {
      Part(
        start: part.start, source: size - part.source, slope: -part.slope, low: size - part.high,
        high: size - part.low)
    }
    var axis = self
    axis.first = mirror(first)
    axis.second = second.map(mirror)
    axis.third = third.map(mirror)
    return axis
  }

  /// The part that a place belongs to.
  package func part(at place: Double) -> Part {
    if let third, place >= third.start - Self.seamStep { return third }
    if let second, place >= second.start - Self.seamStep { return second }
    return first
  }
}
