import Foundation
import MultiplaneCWebP
import MultiplaneGraphics

/// WebP through libwebp.
enum WebPCodec {
  /// Decodes a still image, or the first frame of an animation, lossy or lossless, with or without
  /// alpha, turned upright by the Exif orientation; the colours of an ICC profile become sRGB.
  static func decode(_ bytes: [UInt8], name: String, limits: ImageLimits) throws(ImageError) -> StraightPixels {
    try checkLength(bytes, name: name)
    let frame = try WebPFrame(of: bytes, name: name, limits: limits)
    let (width, height) = (frame.width, frame.height)
    let orientation = ImageOrientation(of: bytes, format: .webp)
    // A lossless image is decoded whole before it is returned, four bytes per pixel; alpha beside a
    // lossy one is such an image of its own, and a plane of bytes. Pixels are there twice while
    // they are turned upright.
    let isLossless = frame.features.format == 2
    let decoding = isLossless ? 8 : frame.features.has_alpha != 0 ? 9 : 4
    try limits.check(
      memory: orientation == .upright ? decoding : max(decoding, 8), width: width, height: height,
      fileBytes: bytes.count, name: name)

    let size = width * height * 4
    var pixels = Data(count: size)
    let status = pixels.withUnsafeMutableBytes { pixels in
      var config = WebPDecoderConfig()
      guard WebPInitDecoderConfig(&config) != 0 else { return VP8_STATUS_INVALID_PARAM }
      let first = (frame.y * width + frame.x) * 4
      config.output.colorspace = MODE_RGBA
      config.output.is_external_memory = 1
      config.output.u.RGBA.rgba = pixels.bindMemory(to: UInt8.self).baseAddress.map { $0 + first }
      config.output.u.RGBA.stride = Int32(width * 4)
      config.output.u.RGBA.size = size - first
      defer { WebPFreeDecBuffer(&config.output) }
      return bytes.withUnsafeBufferPointer { bytes in
        WebPDecode(bytes.baseAddress.map { $0 + frame.range.lowerBound }, frame.range.count, &config)
      }
    }
    guard status == VP8_STATUS_OK else { throw damaged(name, status) }
    var decoded = StraightPixels(width: width, height: height, bytes: pixels)
    decoded.convert(from: ImageProfile.colors(icc: ColorProfile.bytes(ofWebP: bytes), model: .rgb))
    return orientation.apply(to: decoded)
  }

  /// The contents of the chunk that begins at a place: four letters, its length, and that many
  /// bytes; nil if the file ends before.
  static func chunk(at start: Int, in bytes: [UInt8]) -> Range<Int>? {
    guard start + 8 <= bytes.count else { return nil }
    let size = bytes[start + 4..<start + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
    return size <= bytes.count - start - 8 ? start + 8..<start + 8 + size : nil
  }

  /// Encodes with alpha, which is always kept whole.
  ///
  /// - Parameters:
  ///   - quality: of colours, 0 to 100; nil for every byte.
  ///   - effort: see `CompressionEffort`.
  static func encode(
    _ pixels: StraightPixels, quality: Double?, effort: Double? = nil, name: String
  ) throws(ImageError) -> [UInt8] {
    // The format writes width - 1 and height - 1 in 14 bits each.
    let maximum = Int(WEBP_MAX_DIMENSION)
    guard pixels.width <= maximum, pixels.height <= maximum else {
      throw .unencodable(
        name: name, expected: "at most \(maximum) px per side for WebP",
        found: "\(pixels.width) x \(pixels.height) px; write PNG instead")
    }
    let file = file(of: pixels, quality: quality, effort: effort)
    guard !file.isEmpty else {
      throw .unencodable(name: name, expected: "pixels that fit a WebP", found: "no memory to encode them")
    }
    return file
  }

  /// - Returns: nothing where it fails.
  private static func file(of pixels: StraightPixels, quality: Double?, effort: Double?) -> [UInt8] {
    var config = WebPConfig()
    var picture = WebPPicture()
    guard WebPConfigInit(&config) != 0, WebPPictureInit(&picture) != 0 else { return [] }
    if let quality {
      config.quality = Float(quality)
      // By default half the time of libwebp's own default, 4, at 8 to 10 % more bytes.
      // `use_sharp_yuv` would triple the time, for 1.5 dB.
      config.method = CompressionEffort.webpMethod(effort)
    } else {
      guard WebPConfigLosslessPreset(&config, CompressionEffort.webpLosslessLevel(effort)) != 0 else { return [] }
    }
    picture.use_argb = 1
    (picture.width, picture.height) = (Int32(pixels.width), Int32(pixels.height))
    defer { WebPPictureFree(&picture) }
    let isImported = pixels.bytes.withUnsafeBytes { bytes in
      WebPPictureImportRGBA(&picture, bytes.bindMemory(to: UInt8.self).baseAddress, Int32(pixels.width * 4)) != 0
    }
    guard isImported else { return [] }
    var writer = WebPMemoryWriter()
    WebPMemoryWriterInit(&writer)
    defer { WebPMemoryWriterClear(&writer) }
    picture.writer = WebPMemoryWrite
    let isEncoded = withUnsafeMutablePointer(to: &writer) { writer in
      picture.custom_ptr = UnsafeMutableRawPointer(writer)
      return WebPEncode(&config, &picture) != 0
    }
    return isEncoded ? [UInt8](UnsafeBufferPointer(start: writer.mem, count: writer.size)) : []
  }

  /// Refuses a file shorter than its first chunk header says (bytes 4 to 7, little endian, counted
  /// from byte 8).
  private static func checkLength(_ bytes: [UInt8], name: String) throws(ImageError) {
    let declared = 8 + bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
    guard bytes.count >= declared else {
      throw .damaged(name: name, found: "a truncated WebP: \(bytes.count) of \(declared) bytes")
    }
  }

  static func damaged(_ name: String, _ status: VP8StatusCode) -> ImageError {
    let reason =
      switch status {
      case VP8_STATUS_NOT_ENOUGH_DATA: "the data end too early"
      case VP8_STATUS_OUT_OF_MEMORY: "out of memory"
      case VP8_STATUS_UNSUPPORTED_FEATURE: "an unknown feature"
      default: "its data break the rules"
      }
    return .damaged(name: name, found: "a damaged WebP (libwebp: \(reason))")
  }
}
