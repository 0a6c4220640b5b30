import Foundation
import MultiplaneGraphics

/// The premultiplied pixels of one image, with its mip levels (rendering rules §10).
final class SourceImage {
  let width: Int
  let height: Int
  private let image: MipLevel
  private let meter = DrawingMeter.current
  /// The image and all levels above it; made when a level is first asked for, as most images are
  /// never minified by them.
  private lazy var levels: [MipLevel] = makeLevels()

  init(_ source: CGImage) {
    width = source.width
    height = source.height
    // Bytes, or half floats (§9).
    image =
      source.hasHalfFloats
      ? MipLevel(halves: source.drawnHalves(), width: source.width, height: source.height)
      : MipLevel(bytes: source.premultipliedRGBA8(), width: source.width, height: source.height)
  }

  /// The number of levels, the image itself included: each halves the last one, rounded down, until
  /// both sides are 1.
  var levelCount: Int { Int.bitWidth - max(width, height, 1).leadingZeroBitCount }

  func width(ofLevel level: Int) -> Int { max(1, width >> level) }
  func height(ofLevel level: Int) -> Int { max(1, height >> level) }

  /// The mix of four pixels of a level.
  func color(_ columns: SampledPair, _ rows: SampledPair, level: Int) -> PremultipliedColor {
    // Without memory for them there are no levels, and in the end no picture.
    let pixels = level == 0 || level >= levels.count ? image : levels[level]
    let upper = pixels.color(columns, row: rows.first)
    return rows.fraction == 0 ? upper : upper.mixed(with: pixels.color(columns, row: rows.second), rows.fraction)
  }

  private func makeLevels() -> [MipLevel] {
    var levels = [image]
    // A third of 32 bytes per pixel, and half a dozen numbers looked at for each.
    let count = image.width * image.height
    if let meter, !meter.admits(bytes: count * 11) || !meter.admits(steps: count * 40) { return levels }
    var last = image
    while last.width > 1 || last.height > 1 {
      last = MipLevel(halving: last)
      levels.append(last)
    }
    return levels
  }
}

/// The pixels of one size: as the image has them, a level in real numbers.
final class MipLevel {
  let width: Int
  let height: Int
  /// Premultiplied red, green, blue and alpha, four a pixel, row after row, the top row first; 0…1,
  /// but for colours of half floats.
  private let numbers: Numbers

  private enum Numbers {
    /// Bytes of 0…1.
    case bytes([UInt8])
    case halves([Float16])
    case doubles(UnsafeMutablePointer<Double>)
  }

  /// The image itself; pixels for which there are no bytes are transparent.
  init(bytes: [UInt8], width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    numbers = .bytes(bytes)
  }

  /// The image itself, of numbers that need not lie within 0…1.
  init(halves: [Float16], width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    numbers = .halves(halves)
  }

  /// The next level: half each side, rounded down, at least 1. Each pixel is the mean of the
  /// rectangle of this level that it covers, weighted by area.
  init(halving level: MipLevel) {
    (width, height) = (max(1, level.width / 2), max(1, level.height / 2))
    let count = width * height * 4
    guard let memory = calloc(count, MemoryLayout<Double>.stride) else {
      DrawingMeter.current?.lacks(bytes: count * MemoryLayout<Double>.stride)
      numbers = .bytes([])
      return
    }
    let doubles = memory.bindMemory(to: Double.self, capacity: count)
    numbers = .doubles(doubles)
    let across = Double(level.width) / Double(width)
    let down = Double(level.height) / Double(height)
    for y in 0..<height {
      for x in 0..<width {
        let target = doubles + (y * width + x) * 4
        for sourceY in MipLevel.covered(y, of: down, count: level.height) {
          for sourceX in MipLevel.covered(x, of: across, count: level.width) {
            let area =
              MipLevel.overlap(sourceX, with: x, of: across) * MipLevel.overlap(sourceY, with: y, of: down)
            let source = level.pixel(sourceX, sourceY)
            target[0] += source.red * area / (across * down)
            target[1] += source.green * area / (across * down)
            target[2] += source.blue * area / (across * down)
            target[3] += source.alpha * area / (across * down)
          }
        }
      }
    }
  }

  deinit {
    if case .doubles(let doubles) = numbers { free(doubles) }
  }

  /// The pixels of the larger level that pixel `index` of the smaller one touches; it is `size` of
  /// them long.
  private static func covered(_ index: Int, of size: Double, count: Int) -> Range<Int> {
    Int(Double(index) * size)..<min(count, Int((Double(index + 1) * size).rounded(.up)))
  }

  /// The share of a larger level's pixel that a pixel of the smaller one covers, 0…1.
  private static func overlap(_ pixel: Int, with index: Int, of size: Double) -> Double {
    min(Double(pixel + 1), Double(index + 1) * size) - max(Double(pixel), Double(index) * size)
  }

  /// The mix of two pixels of a row; all indices lie inside the level.
  @inline(__always)
  func color(_ columns: SampledPair, row y: Int) -> PremultipliedColor {
    let first = pixel(columns.first, y)
    return columns.fraction == 0 ? first : first.mixed(with: pixel(columns.second, y), columns.fraction)
  }

  @inline(__always)
  private func pixel(_ x: Int, _ y: Int) -> PremultipliedColor {
    let index = (y * width + x) * 4
    switch numbers {
    case .bytes(let bytes):
      guard index + 3 < bytes.count else { return .clear }
      return PremultipliedColor(
        red: Double(bytes[index]) / 255, green: Double(bytes[index + 1]) / 255, blue: Double(bytes[index + 2]) / 255,
        alpha: Double(bytes[index + 3]) / 255)
    case .halves(let halves):
      guard index + 3 < halves.count else { return .clear }
      return PremultipliedColor(
        red: Double(halves[index]), green: Double(halves[index + 1]), blue: Double(halves[index + 2]),
        alpha: Double(halves[index + 3]))
    case .doubles(let doubles):
      return PremultipliedColor(
        red: doubles[index], green: doubles[index + 1], blue: doubles[index + 2], alpha: doubles[index + 3])
    }
  }
}

/// The pixels of the images of one picture, so that each is converted once.
final class ImageCache {
  /// The tree holds the images as long as the picture is drawn, so that an identifier stays one
  /// image's.
  private var images: [ObjectIdentifier: SourceImage] = [:]
  private let meter = DrawingMeter.current

  /// Nil when they would take too much.
  func pixels(of image: CGImage) -> SourceImage? {
    if let known = images[ObjectIdentifier(image)] { return known }
    let bytes = image.width * image.height * (image.hasHalfFloats ? 8 : 4)
    if let meter, !meter.admits(bytes: bytes) || !meter.admits(steps: bytes) { return nil }
    let made = SourceImage(image)
    images[ObjectIdentifier(image)] = made
    return made
  }
}
