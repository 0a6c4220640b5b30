import Foundation
import MultiplaneCPNG
import MultiplaneGraphics

extension PNGCodec {
  /// The most pixels that are kept as half floats, so that an image takes no more memory than others may.
  static let mostDeepPixels = 1 << 23

  /// Decodes a file of 16 bits a sample to half floats; nil for others, and for such as are too large for that.
  ///
  /// `gAMA` and Display P3 count as they do for bytes, but what sRGB cannot show of Display P3 is kept: the image is one of
  /// extended sRGB.
  static func decodeDeep(_ bytes: [UInt8], name: String, limits: ImageLimits) throws(ImageError) -> CGImage? {
    let (width, height) = try declaredSize(bytes, name: name)
    try limits.check(width: width, height: height, name: name)
    guard bytes.count > 24, bytes[24] == 16, width * height <= mostDeepPixels else { return nil }
    try limits.check(memory: 8, width: width, height: height, fileBytes: 2 * bytes.count, name: name)
    let chunks = try PNGChunks(of: bytes, name: name, keepsSamples: true)
    try chunks.checkPackedPixels(name: name)
    let colors = DeepColors(chunks)
    var message: String?
    var pixels = Data(count: width * height * 8)
    pixels.withUnsafeMutableBytes { pixels in
      // Of a file that says nothing, libpng takes such samples for the linear light that it is to give: they stay what they are,
      // but alpha is multiplied in.
      let linear = png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_LINEAR)
      message = read(chunks.file, width: width, height: height, format: linear, flags: 0, into: pixels)
      if message == nil { colors.makeHalves(of: pixels.bindMemory(to: UInt16.self)) }
    }
    if let message { throw .damaged(name: name, found: "a damaged PNG (libpng: \(message))") }
    return CGImage(
      premultipliedHalves: pixels, width: width, height: height, isExtended: chunks.isDisplayP3,
      fileType: ImageFileFormat.png.typeIdentifier)
  }
}

/// What samples of 16 bits stand for, as half floats.
private struct DeepColors {
  /// The encoded number of each sample, if it is not the sample itself.
  private let encoded: [Float]?
  private let isDisplayP3: Bool

  init(_ chunks: PNGChunks) {
    isDisplayP3 = chunks.isDisplayP3
    // As libpng has it: sRGB counts as a power of 2.2, and what is nearly that as sRGB.
    let power = chunks.gamma.map { 1 / (2.2 * $0) } ?? 1
    encoded = abs(power - 1) < 0.05 ? nil : (0...65535).map { Float(pow(Double($0) / 65535, power)) }
  }

  /// Makes half floats of samples in their place, red, green, blue and alpha, alpha multiplied in.
  func makeHalves(of pixels: UnsafeMutableBufferPointer<UInt16>) {
    let isPlain = encoded == nil && !isDisplayP3
    for pixel in stride(from: 0, to: pixels.count & ~3, by: 4) {
      let samples = SIMD4<Float>(
        Float(pixels[pixel]), Float(pixels[pixel + 1]), Float(pixels[pixel + 2]), Float(pixels[pixel + 3]))
      let alpha = samples.w / 65535
      var color = samples / 65535
      if !isPlain, alpha > 0 { color = SIMD4(changed(samples, alpha) * alpha, alpha) }
      for channel in 0..<4 { pixels[pixel + channel] = Float16(color[channel]).bitPattern.littleEndian }
    }
  }

  /// The straight colour of samples that alpha was multiplied into.
  private func changed(_ samples: SIMD4<Float>, _ alpha: Float) -> SIMD3<Float> {
    let straight = SIMD3(samples.x, samples.y, samples.z) / alpha
    let indices = SIMD3<Int32>(
      straight.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 65535)).rounded(.toNearestOrEven))
    let color = encoded.map { SIMD3($0[Int(indices.x)], $0[Int(indices.y)], $0[Int(indices.z)]) } ?? straight / 65535
    return isDisplayP3 ? DisplayP3Conversion.shared.extended(color) : color
  }
}
