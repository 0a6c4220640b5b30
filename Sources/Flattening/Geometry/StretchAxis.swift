/// One axis of the map from points of a plane to source pixels of an image: one linear part, or the
/// three of a `contentsCenter` (rendering rules §9).
///
/// The parts are continuous: at a seam only the slope changes. Without room for a centre part the
/// map jumps, and each part samples only its own pixels. The outermost parts extend beyond the
/// ends.
package struct StretchAxis: Sendable, Equatable {
  package struct Part: Sendable, Equatable {
    /// The start in points of the plane, where the previous part ends. The first part has no start.
    package var start: Double
    /// The source pixel at `start`.
    package var source: Double
    /// Source pixels per point.
    package var slope: Double
    /// The source pixels that may be sampled (§10): low ≤ high.
    package var low, high: Double

    package init(start: Double, source: Double, slope: Double, low: Double, high: Double) {
      (self.start, self.source, self.slope) = (start, source, slope)
      (self.low, self.high) = (low, high)
    }
  }

  /// The parts after the first.
  private final class Others: Sendable, Equatable {
    let second: Part
    let third: Part?

    init(_ second: Part, _ third: Part?) {
      self.second = second
      self.third = third
    }

    static func == (a: Others, b: Others) -> Bool { a.second == b.second && a.third == b.third }
  }

  /// The one to three parts, in increasing order.
  package private(set) var first: Part
  package var second: Part? { others?.second }
  package var third: Part? { others?.third }
  /// Nil for most axes. Stored apart, because a display list holds two axes per image.
  private var others: Others?

  /// The tolerance of a position before a seam that belongs to the next part, in points (§9). It
  /// decides ties in the same way in all renderers.
  package static let seamStep = 1.0 / 1024
  /// The greatest share of the target that the outer parts may take for there to be a middle (§9).
  private static let mostOfSides = 1 - 1.0 / 1_000_000

  /// Creates a map with one linear part.
  package init(_ only: Part) {
    first = only
  }

  /// Creates the map of an image.
  ///
  /// - Parameters:
  ///   - target: the image's rectangle on the plane along this axis, in points.
  ///   - source: the visible part of the image, in source pixels.
  ///   - size: the length of the image, in source pixels.
  ///   - natural: the length of `source` on the plane without stretching, in points.
  ///   - center: the start and length of the stretching part, in 0…1 of `source`; nil for all.
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
    /// The part of the given number of points from `start` on that shows `share` of `source` from
    /// `from` on, and samples `low` to `high` of it; nil for one without extent.
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
    let second = low == nil ? (middle == nil ? nil : high) : middle ?? high
    let third = low != nil && middle != nil ? high : nil
    others = second.map { Others($0, third) }
  }

  /// The mirrored map: source pixel u becomes size − u.
  package func mirrored(size: Double) -> StretchAxis {
    func mirror(_ part: Part) -> Part {
      Part(
        start: part.start, source: size - part.source, slope: -part.slope, low: size - part.high,
        high: size - part.low)
    }
    var axis = self
    axis.first = mirror(first)
    axis.others = others.map { Others(mirror($0.second), $0.third.map(mirror)) }
    return axis
  }

  package var isOnePart: Bool { others == nil }
  package var partCount: Int { others == nil ? 1 : third == nil ? 2 : 3 }

  /// One of the parts, in increasing order.
  ///
  /// - Precondition: the index is below `partCount`.
  package func part(_ index: Int) -> Part { (index == 0 ? nil : index == 1 ? second : third) ?? first }

  /// The part of a position.
  package func part(at place: Double) -> Part {
    guard let others else { return first }
    if let third = others.third, place >= third.start - Self.seamStep { return third }
    return place >= others.second.start - Self.seamStep ? others.second : first
  }
}
