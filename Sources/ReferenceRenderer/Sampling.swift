import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree

/// A place in an image, in source pixels, what may be sampled there, and how it moves with the
/// device's X and Y.
struct SampledPoint {
  var u, v: Double
  var uRange, vRange: SampledRange
  var uByX, uByY: Double
  var vByX, vByY: Double
}

/// The part of one image axis that may be sampled, in source pixels (rendering rules §10).
struct SampledRange {
  let low, high: Double

  /// A part of the axis, inside the whole image.
  init(from low: Double, to high: Double, size: Double) {
    self.low = limited(low, 0, size)
    self.high = limited(high, 0, size)
  }

  /// The same part counted from the other end of the image.
  func mirrored(size: Double) -> SampledRange { SampledRange(from: size - high, to: size - low, size: size) }

  /// A coordinate moved to half a pixel inside the range; the middle of a range that is narrower
  /// than a pixel.
  ///
  /// - Parameter pixel: the size of a pixel of the level that is sampled, in source pixels.
  @inline(__always)
  func inside(_ u: Double, pixel: Double) -> Double {
    let first = low + pixel / 2
    let last = high - pixel / 2
    return first < last ? limited(u, first, last) : (low + high) / 2
  }
}

/// Reads an image by the filters of a layer (rendering rules §10).
struct Sampler {
  private let source: SourceImage
  private let minification, magnification: SamplingFilter
  private let bias: Double
  /// Decides ties of `nearest` alike in all renderers, in source pixels.
  static let nearestStep = 1.0 / 1024
  /// Above this many source pixels to a device pixel an axis is minified.
  static let minifiedFrom = 1 + 1.0 / 1024

  init(_ source: SourceImage, contents: Contents) {
    self.source = source
    minification = contents.minificationFilter
    magnification = contents.magnificationFilter
    bias = contents.minificationFilterBias
  }

  func color(_ p: SampledPoint) -> PremultipliedColor {
    let minifiedU = (p.uByX * p.uByX + p.uByY * p.uByY).squareRoot() > Sampler.minifiedFrom
    let minifiedV = (p.vByX * p.vByX + p.vByY * p.vByY).squareRoot() > Sampler.minifiedFrom
    if minifiedU || minifiedV, minification == .trilinear { return mipColor(p) }
    let filterU = minifiedU ? minification : magnification
    let filterV = minifiedV ? minification : magnification
    let columns =
      filterU == .nearest ? nearest(p.u, p.uRange, source.width) : linear(p.u, p.uRange, source.width, source.width)
    let rows =
      filterV == .nearest ? nearest(p.v, p.vRange, source.height) : linear(p.v, p.vRange, source.height, source.height)
    return source.color(columns, rows, level: 0)
  }

  /// Linear in two levels, mixed by the fraction of λ.
  private func mipColor(_ p: SampledPoint) -> PremultipliedColor {
    let byX = (p.uByX * p.uByX + p.vByX * p.vByX).squareRoot()
    let byY = (p.uByY * p.uByY + p.vByY * p.vByY).squareRoot()
    let last = source.levelCount - 1
    let lambda = limited(log2(max(byX, byY)) + bias, 0, Double(last))
    let level = Int(lambda)
    let fraction = lambda - Double(level)
    let fine = levelColor(p, level)
    guard fraction > 0, level < last else { return fine }
    return fine.mixed(with: levelColor(p, level + 1), fraction)
  }

  private func levelColor(_ p: SampledPoint, _ level: Int) -> PremultipliedColor {
    source.color(
      linear(p.u, p.uRange, source.width, source.width(ofLevel: level)),
      linear(p.v, p.vRange, source.height, source.height(ofLevel: level)), level: level)
  }

  private func nearest(_ u: Double, _ range: SampledRange, _ count: Int) -> SampledPair {
    let place = (range.inside(u, pixel: 1) + Sampler.nearestStep).rounded(.down)
    let index = Int(limited(place, 0, Double(count - 1)))
    return SampledPair(first: index, second: index, fraction: 0)
  }

  /// The two pixels of a level whose centres are nearest.
  ///
  /// - Parameters:
  ///   - size: the image's pixels along the axis.
  ///   - count: the level's; one of them is size / count source pixels long.
  private func linear(_ u: Double, _ range: SampledRange, _ size: Int, _ count: Int) -> SampledPair {
    let pixel = Double(size) / Double(count)
    let place = range.inside(u, pixel: pixel) / pixel - 0.5
    let first = place.rounded(.down)
    return SampledPair(
      first: Int(limited(first, 0, Double(count - 1))), second: Int(limited(first + 1, 0, Double(count - 1))),
      fraction: place - first)
  }
}

/// The two pixels that are mixed along one axis; `fraction` is the second one's share.
struct SampledPair {
  var first, second: Int
  var fraction: Double
}

extension PremultipliedColor {
  /// This colour, and `other` to a share of 0…1.
  @inline(__always)
  func mixed(with other: PremultipliedColor, _ share: Double) -> PremultipliedColor {
    PremultipliedColor(
      red: red + (other.red - red) * share, green: green + (other.green - green) * share,
      blue: blue + (other.blue - blue) * share, alpha: alpha + (other.alpha - alpha) * share)
  }
}
