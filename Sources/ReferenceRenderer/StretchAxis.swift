import Foundation

/// One direction of the map from the target rectangle to source pixels: one part, or three with a
/// `contentsCenter` (rendering rules §9, nine-patch).
struct StretchAxis {
  /// A linear map of one part.
  private struct Part {
    var target, source, slope: Double
    /// The source pixels that may be sampled (§10).
    var range: SampledRange

    /// Nil for a part without extent on the layer.
    init?(target: Double, length: Double, source: Double, sourceLength: Double, range: SampledRange) {
      guard length > 0 else { return nil }
      self.target = target
      self.source = source
      slope = sourceLength / length
      self.range = range
    }
  }

  private let first, middle, last: Part?
  /// The end of the first part and the start of the last one, in points of the layer.
  private let firstEnd, lastStart: Double
  /// How little before these places are behind them, in points: where the middle is empty,
  /// neighbours show different things there, and the middle of a pixel often lies just on a seam.
  /// Elsewhere neighbours show the same there, at different rates.
  private static let seamStep = 1.0 / 1024
  /// The greatest share of the target that the outer parts may take for there to be a middle.
  private static let mostOfSides = 1 - 1.0 / 1_000_000

  /// - Parameters:
  ///   - target: start and length on the layer, in points.
  ///   - source: start and length in the image, in source pixels.
  ///   - size: the whole image's length, in source pixels.
  ///   - natural: the logical size of the image in this direction, in points.
  ///   - center: start and length of the part that stretches, in 0…1 of the source; nil when all of
  ///     it stretches.
  init(
    target: (start: Double, length: Double), source: (start: Double, length: Double), size: Double, natural: Double,
    center: (start: Double, length: Double)?
  ) {
    let center = center ?? (0, 1)
    let rest = max(0, 1 - center.start - center.length)
    var left = natural * center.start
    var right = natural * rest
    let isApart = left + right > target.length * StretchAxis.mostOfSides
    if isApart {
      left *= target.length / (left + right)
      right = target.length - left
    }
    func range(from: Double, to: Double) -> SampledRange {
      SampledRange(from: source.start + source.length * from, to: source.start + source.length * to, size: size)
    }
    firstEnd = target.start + left
    lastStart = target.start + target.length - right
    first = Part(
      target: target.start, length: left, source: source.start, sourceLength: source.length * center.start,
      range: range(from: 0, to: isApart ? center.start : 1))
    middle = Part(
      target: firstEnd, length: target.length - left - right, source: source.start + source.length * center.start,
      sourceLength: source.length * center.length, range: range(from: 0, to: 1))
    last = Part(
      target: lastStart, length: right, source: source.start + source.length * (center.start + center.length),
      sourceLength: source.length * rest, range: range(from: isApart ? center.start + center.length : 0, to: 1))
  }

  /// The source pixel coordinate at a place on the layer, how many source pixels there are to a
  /// point, and which pixels may be sampled.
  ///
  /// Beyond the ends, the outermost part that has an extent continues.
  @inline(__always)
  func source(at place: Double) -> (position: Double, slope: Double, range: SampledRange) {
    let part: Part?
    if place < firstEnd - Self.seamStep {
      part = first ?? middle ?? last
    } else if place < lastStart - Self.seamStep {
      part = middle ?? last ?? first
    } else {
      part = last ?? middle ?? first
    }
    guard let part else { return (0, 0, SampledRange(from: 0, to: 0, size: 0)) }
    return (part.source + (place - part.target) * part.slope, part.slope, part.range)
  }
}
