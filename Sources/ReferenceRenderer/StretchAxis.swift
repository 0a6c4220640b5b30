import Foundation

/// One direction of the map from the target rectangle to source pixels: one part, or three with a `contentsCenter`
/// (rendering rules §9, nine parts).
struct StretchAxis {
  /// A linear map of one part.
  private struct Part {
    var target, source, slope: Double
    /// The source pixels that the part shows, and no others (§10).
    var range: SampledRange

    /// Nil for a part without extent on the layer. One without extent in the image shows the pixel at its place.
    init?(target: Double, length: Double, source: Double, sourceLength: Double, size: Double) {
      guard length > 0 else { return nil }
      let isPixel = !(sourceLength > 0)
      self.target = target
      self.source = isPixel ? source.rounded(.down) + 0.5 : source
      slope = isPixel ? 0 : sourceLength / length
      range = SampledRange(from: self.source, to: isPixel ? self.source : source + sourceLength, size: size)
    }
  }

  private let first, middle, last: Part?
  /// Where the first part ends and where the last one begins, in points of the layer.
  private let firstEnd, lastStart: Double
  /// How little before these places are behind them, in points: where the parts shrink, neighbours show different things there, and
  /// the middle of a pixel often lies just on a seam.
  private static let seamStep = 1.0 / 1024

  /// - Parameters:
  ///   - target: start and length on the layer, in points.
  ///   - source: start and length in the image, in source pixels.
  ///   - size: the whole image's length, in source pixels.
  ///   - natural: the logical size of the image in this direction, in points.
  ///   - center: start and length of the part that stretches, in 0…1 of the source; nil when all of it stretches.
  init(
    target: (start: Double, length: Double), source: (start: Double, length: Double), size: Double, natural: Double,
    center: (start: Double, length: Double)?
  ) {
    let center = center ?? (0, 1)
    let rest = max(0, 1 - center.start - center.length)
    var left = natural * center.start
    var right = natural * rest
    if left + right > target.length {
      let factor = target.length / (left + right)
      left *= factor
      right = target.length - left
    }
    let end = target.start + target.length
    firstEnd = target.start + left
    lastStart = end - right
    first = Part(
      target: target.start, length: left, source: source.start, sourceLength: source.length * center.start,
      size: size)
    middle = Part(
      target: firstEnd, length: target.length - left - right, source: source.start + source.length * center.start,
      sourceLength: source.length * center.length, size: size)
    last = Part(
      target: lastStart, length: right, source: source.start + source.length * (center.start + center.length),
      sourceLength: source.length * rest, size: size)
  }

  /// The source pixel coordinate at a place on the layer, how many source pixels there are to a point, and which of them
  /// may be sampled there.
  ///
  /// Beyond the ends, the outermost part that has an extent goes on.
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
