import Foundation
import MultiplaneCPNG
import MultiplaneGraphics

extension PNGCodec {
  /// The most pixels that are kept as half floats, so that an image takes no more memory than
  /// others may.
  static let mostDeepPixels = 1 << 23

  /// Decodes a file of 16 bits a sample to half floats; nil for others, and for such as are too
  /// large for that.
  ///
  /// The file's colour information counts as it does for bytes, but colours outside sRGB are kept:
  /// the image is then one of extended sRGB.
  static func decodeDeep(_ bytes: [UInt8], name: String, limits: ImageLimits) throws(ImageError) -> CGImage? {
    let (width, height) = try declaredSize(bytes, name: name)
    try limits.check(width: width, height: height, name: name)
    guard bytes.count > 24, bytes[24] == 16, width * height <= mostDeepPixels else { return nil }
    let orientation = ImageOrientation(of: bytes, format: .png)
    try limits.check(
      memory: orientation == .upright ? 8 : 16, width: width, height: height, fileBytes: 2 * bytes.count, name: name)
    let chunks = try PNGChunks(of: bytes, name: name, keepsSamples: true)
    try chunks.checkPackedPixels(name: name)
    let colors = DeepColors(chunks)
    var message: String?
    var pixels = Data(count: width * height * 8)
    pixels.withUnsafeMutableBytes { pixels in
      // Of a file that says nothing, libpng takes such samples for the linear light that it is to
      // give: they stay what they are, but alpha is multiplied in.
      let linear = png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA | PNG_FORMAT_FLAG_LINEAR)
      message = read(chunks.file, width: width, height: height, format: linear, flags: 0, into: pixels)
      if message == nil { colors.makeHalves(of: pixels.bindMemory(to: UInt16.self)) }
    }
    if let message { throw .damaged(name: name, found: "a damaged PNG (libpng: \(message))") }
    if orientation != .upright {
      pixels = orientation.upright(pixels, width: width, height: height, as: UInt64.self)
    }
    let size = orientation.size(ofStored: width, height)
    return CGImage(
      premultipliedHalves: pixels, width: size.width, height: size.height, isExtended: colors.colors != nil,
      fileType: ImageFileFormat.png.typeIdentifier)
  }
}

/// The colours of 16-bit samples, as half floats.
private struct DeepColors {
  /// The encoded number of each sample, if it is not the sample itself.
  private let encoded: [Float]?
  /// Nil for sRGB.
  let colors: ImageColors?

  init(_ chunks: PNGChunks) {
    colors = if case .sRGB = chunks.colors { nil } else { chunks.colors }
    // As libpng has it: sRGB counts as a power of 2.2, and what is nearly that as sRGB.
    let power = chunks.gamma.map { 1 / (2.2 * $0) } ?? 1
    encoded = abs(power - 1) < 0.05 ? nil : (0...65535).map { Float(pow(Double($0) / 65535, power)) }
  }

  /// The number that is converted at a time.
  private static let run = 4096

  /// Makes half floats of samples in their place, red, green, blue and alpha, alpha multiplied in.
  func makeHalves(of pixels: UnsafeMutableBufferPointer<UInt16>) {
    let count = pixels.count / 4
    for start in stride(from: 0, to: count, by: Self.run) {
      let run = start..<min(start + Self.run, count)
      if encoded == nil, self.colors == nil {
        for pixel in run { store(samples(pixels, pixel) / 65535, in: pixels, pixel) }
      } else {
        changeColors(of: pixels, run)
      }
    }
  }

  private func changeColors(of pixels: UnsafeMutableBufferPointer<UInt16>, _ run: Range<Int>) {
    var colors = run.map { pixel in
      let samples = samples(pixels, pixel)
      guard samples.w > 0 else { return SIMD3<Float>.zero }
      let straight = SIMD3(samples.x, samples.y, samples.z) / (samples.w / 65535)
      return straight.clamped(lowerBound: .zero, upperBound: SIMD3(repeating: 65535)) / 65535
    }
    if let encoded {
      for index in colors.indices {
        let steps = SIMD3<Int32>((colors[index] * 65535).rounded(.toNearestOrEven))
        colors[index] = SIMD3(encoded[Int(steps.x)], encoded[Int(steps.y)], encoded[Int(steps.z)])
      }
    }
    self.colors?.makeExtendedSRGB(&colors)
    for (color, pixel) in zip(colors, run) {
      let alpha = samples(pixels, pixel).w / 65535
      store(SIMD4(color * alpha, alpha), in: pixels, pixel)
    }
  }

  private func samples(_ pixels: UnsafeMutableBufferPointer<UInt16>, _ pixel: Int) -> SIMD4<Float> {
    let start = pixel * 4
    return SIMD4(
      Float(pixels[start]), Float(pixels[start + 1]), Float(pixels[start + 2]), Float(pixels[start + 3]))
  }

  private func store(_ color: SIMD4<Float>, in pixels: UnsafeMutableBufferPointer<UInt16>, _ pixel: Int) {
    for channel in 0..<4 { pixels[pixel * 4 + channel] = Float16(color[channel]).bitPattern.littleEndian }
  }
}
