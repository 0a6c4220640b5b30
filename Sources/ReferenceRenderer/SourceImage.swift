import Foundation
import Graphics

/// The premultiplied pixels of one image, with its mip levels (rendering rules §10).
final class SourceImage {
  let width: Int
  let height: Int
  private let image: MipLevel
  /// The image and all levels above it; made when a level is first asked for, as most images are never minified by them.
  private lazy var levels: [MipLevel] = makeLevels()

  init(_ source: CGImage) {
    width = source.width
    height = source.height
    // Bytes, or half floats (§9).
    image =
      source.hasHalfFloats
      ? MipLevel(halves: source.premultipliedHalves(), width: source.width, height: source.height)
      : MipLevel(bytes: source.premultipliedRGBA8(), width: source.width, height: source.height)
  }

  /// The number of levels, the image itself included: each halves the last one, rounded down, until both sides are 1.
  var levelCount: Int { Int.bitWidth - max(width, height, 1).leadingZeroBitCount }

  func width(ofLevel level: Int) -> Int { max(1, width >> level) }
  func height(ofLevel level: Int) -> Int { max(1, height >> level) }

  /// The mix of four pixels of a level.
  func color(_ columns: SampledPair, _ rows: SampledPair, level: Int) -> PremultipliedColor {
    let pixels = level == 0 ? image : levels[level]
    let upper = pixels.color(columns, row: rows.first)
    return rows.fraction == 0 ? upper : upper.mixed(with: pixels.color(columns, row: rows.second), rows.fraction)
  }

  private func makeLevels() -> [MipLevel] {
    var levels = [image]
    var last = image
    while last.width > 1 || last.height > 1 {
      last = MipLevel(halving: last)
      levels.append(last)
    }
    return levels
  }
}

/// The pixels of one size, in real numbers.
final class MipLevel {
  let width: Int
  let height: Int
  /// Premultiplied red, green, blue and alpha, four a pixel, row after row, the top row first; 0…1, but for colours of
  /// half floats.
  private let numbers: UnsafeMutablePointer<Double>

  private init(width: Int, height: Int) {
    self.width = width
    self.height = height
    numbers = .allocate(capacity: width * height * 4)
    numbers.initialize(repeating: 0, count: width * height * 4)
  }

  deinit { numbers.deallocate() }

  /// The image itself; pixels for which there are no bytes are transparent.
  convenience init(bytes: [UInt8], width: Int, height: Int) {
    self.init(width: width, height: height)
    bytes.withUnsafeBufferPointer { bytes in
      var index = 0
      let count = min(bytes.count, width * height * 4)
      while index < count {
        numbers[index] = Double(bytes[index]) / 255
        index += 1
      }
    }
  }

  /// The image itself, of numbers that need not lie within 0…1.
  convenience init(halves: [Float16], width: Int, height: Int) {
    self.init(width: width, height: height)
    for index in 0..<min(halves.count, width * height * 4) { numbers[index] = Double(halves[index]) }
  }

  /// The next level: half each side, rounded down, at least 1. Each pixel is the mean of the rectangle of this level that
  /// it covers, weighted by area.
  convenience init(halving level: MipLevel) {
    self.init(width: max(1, level.width / 2), height: max(1, level.height / 2))
    let across = Double(level.width) / Double(width)
    let down = Double(level.height) / Double(height)
    for y in 0..<height {
      for x in 0..<width {
        let target = row(y) + x * 4
        for sourceY in MipLevel.covered(y, of: down, count: level.height) {
          for sourceX in MipLevel.covered(x, of: across, count: level.width) {
            let area =
              MipLevel.overlap(sourceX, with: x, of: across) * MipLevel.overlap(sourceY, with: y, of: down)
            let source = level.row(sourceY) + sourceX * 4
            for channel in 0..<4 { target[channel] += source[channel] * area / (across * down) }
          }
        }
      }
    }
  }

  /// The pixels of the larger level that pixel `index` of the smaller one touches; it is `size` of them long.
  private static func covered(_ index: Int, of size: Double, count: Int) -> Range<Int> {
    Int(Double(index) * size)..<min(count, Int((Double(index + 1) * size).rounded(.up)))
  }

  /// How much of a pixel of the larger level a pixel of the smaller one covers, 0…1.
  private static func overlap(_ pixel: Int, with index: Int, of size: Double) -> Double {
    min(Double(pixel + 1), Double(index + 1) * size) - max(Double(pixel), Double(index) * size)
  }

  private func row(_ y: Int) -> UnsafeMutablePointer<Double> { numbers + y * width * 4 }

  /// The mix of two pixels of a row; all indices lie inside the level.
  @inline(__always)
  func color(_ columns: SampledPair, row y: Int) -> PremultipliedColor {
    let first = pixel(columns.first, y)
    return columns.fraction == 0 ? first : first.mixed(with: pixel(columns.second, y), columns.fraction)
  }

  @inline(__always)
  private func pixel(_ x: Int, _ y: Int) -> PremultipliedColor {
    let pixel = numbers + (y * width + x) * 4
    return PremultipliedColor(red: pixel[0], green: pixel[1], blue: pixel[2], alpha: pixel[3])
  }
}

/// The pixels of the images of one picture, so that each is converted once.
final class ImageCache {
  /// The tree holds the images as long as the picture is drawn, so that an identifier stays one image's.
  private var images: [ObjectIdentifier: SourceImage] = [:]

  func pixels(of image: CGImage) -> SourceImage {
    if let known = images[ObjectIdentifier(image)] { return known }
    let made = SourceImage(image)
    images[ObjectIdentifier(image)] = made
    return made
  }
}
