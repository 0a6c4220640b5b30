import MultiplaneDrawing
import MultiplaneGraphics

/// Premultiplied RGBA8 pixels with a size.
struct TestPixels {
  let width: Int
  let height: Int
  var bytes: [UInt8] = []

  init(width: Int, height: Int, pixel: (_ x: Int, _ y: Int) -> [UInt8]) {
    self.width = width
    self.height = height
    for y in 0..<height {
      for x in 0..<width { bytes += pixel(x, y) }
    }
  }

  /// Each alpha (down) with each colour up to it (across), the colour moving between the channels.
  static let everyPremultipliedValue = TestPixels(width: 256, height: 256) { x, alpha in
    [UInt8(min(x, alpha)), UInt8(min(255 - x, alpha)), UInt8(min(x / 2, alpha)), UInt8(alpha)]
  }

  /// An opaque gradient that is smooth enough for JPEG.
  static let gradient = TestPixels(width: 64, height: 48) { x, y in [UInt8(x * 4), UInt8(y * 5), 128, 255] }

  /// What no encoder finds anything in.
  static let noise = noise(seed: 7, width: 64, height: 48)

  /// Opaque pixels at random.
  static func noise(seed: UInt64, width: Int, height: Int) -> TestPixels {
    var generator = SplitMix64(seed: seed)
    return TestPixels(width: width, height: height) { _, _ in
      (0..<3).map { _ in .random(in: 0...255, using: &generator) } + [255]
    }
  }

  /// A small image with all kinds of alpha, so that its files are short.
  static let small = TestPixels(width: 13, height: 7) { x, y in
    let alpha = [0, 128, 255][x % 3]
    return [UInt8(alpha * x / 13), UInt8(alpha * y / 7), UInt8(alpha / 2), UInt8(alpha)]
  }

  func encoded(as format: ImageFileFormat, quality: Double? = nil) throws -> [UInt8] {
    try encodeImage(premultipliedRGBA8: bytes, width: width, height: height, format: format, quality: quality)
  }
}

/// The error that a call throws, as its line; nil if it throws none.
func errorLine<Result>(_ call: () throws(ImageError) -> Result) -> String? {
  do {
    _ = try call()
    return nil
  } catch {
    return error.description
  }
}

/// Where and how two long arrays first differ, or nil; `#expect(a == b)` would take minutes to
/// explain a failure.
func firstDifference(_ found: [UInt8], _ expected: [UInt8]) -> String? {
  guard found.count == expected.count else { return "\(found.count) bytes, expected \(expected.count)" }
  guard let index = found.indices.first(where: { found[$0] != expected[$0] }) else { return nil }
  return "byte \(index) is \(found[index]), expected \(expected[index])"
}
