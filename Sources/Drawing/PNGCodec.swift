import Foundation
import MultiplaneCPNG

/// PNG through libpng's simplified API, which reports errors by return values and never jumps
/// across Swift frames.
enum PNGCodec {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Decodes any bit depth, gray, palette or colour, interlaced or not, to 8-bit straight sRGB.
  ///
  /// The pixels are turned upright by the Exif orientation. The file's colour information is
  /// applied (`PNGColors`). Without it samples are sRGB, those of 16 bits too; `decodeDeep` keeps
  /// these.
  static func decode(_ bytes: [UInt8], name: String, limits: ImageLimits) throws(ImageError) -> StraightPixels {
    let (width, height) = try declaredSize(bytes, name: name)
    try limits.check(width: width, height: height, name: name)
    let orientation = ImageOrientation(of: bytes, format: .png)
    // The file is kept twice: libpng is handed a part of it.
    try limits.check(
      memory: orientation == .upright ? 4 : 8, width: width, height: height, fileBytes: 2 * bytes.count, name: name)
    let chunks = try PNGChunks(of: bytes, name: name)
    try chunks.checkPackedPixels(name: name)
    var pixels = Data(count: width * height * 4)
    let message = pixels.withUnsafeMutableBytes { pixels in
      // libpng takes untagged 16-bit samples as linear light; all programs that write such files
      // mean sRGB.
      read(
        chunks.file, width: width, height: height, format: rgba, flags: PNG_IMAGE_FLAG_16BIT_sRGB, into: pixels)
    }
    if let message { throw .damaged(name: name, found: "a damaged PNG (libpng: \(message))") }
    var decoded = StraightPixels(width: width, height: height, bytes: pixels)
    decoded.convert(from: chunks.colors)
    return orientation.apply(to: decoded)
  }

  /// Reads a file into pixels that have been allocated.
  ///
  /// - Returns: nil when all went well, else what libpng says.
  static func read(
    _ file: [UInt8], width: Int, height: Int, format: png_uint_32, flags: Int32,
    into pixels: UnsafeMutableRawBufferPointer
  ) -> String? {
    var image = png_image()
    image.version = png_uint_32(PNG_IMAGE_VERSION)
    defer { png_image_free(&image) }
    // libpng keeps the address of the file's bytes between the two calls.
    return file.withUnsafeBytes { file in
      guard png_image_begin_read_from_memory(&image, file.baseAddress, file.count) != 0 else { return text(of: image) }
      guard image.width == width, image.height == height else { return "a second header" }
      image.format = format
      image.flags |= png_uint_32(flags)
      return png_image_finish_read(&image, nil, pixels.baseAddress, 0, nil) == 0 ? text(of: image) : nil
    }
  }

  /// Encodes as 8-bit sRGB, without alpha where all pixels are opaque.
  ///
  /// - Parameters:
  ///   - pixels: RGBA8, premultiplied, rows tight.
  ///   - effort: see `CompressionEffort`.
  static func encode(
    premultiplied pixels: [UInt8], width: Int, height: Int, effort: Double? = nil, name: String
  ) throws(ImageError) -> [UInt8] {
    // Opaque ones are straight as they are.
    guard pixels.withUnsafeBytes(StraightPixels.isOpaque) else {
      let straight = StraightPixels(width: width, height: height, premultiplied: pixels)
      let packed = try packed(straight, isOpaque: false, effort: effort, name: name)
      return file(of: packed, width: width, height: height, hasAlpha: true)
    }
    let rows = pixels.withUnsafeBytes { PNGRows(of: $0, width: width, height: height, isOpaque: true) }
    return file(of: try rows.packed(effort: effort, name: name), width: width, height: height, hasAlpha: false)
  }

  /// - Parameter packed: the rows as a zlib stream.
  static func file(of packed: [UInt8], width: Int, height: Int, hasAlpha: Bool) -> [UInt8] {
    var chunks = PNGChunkWriter()
    chunks.begin(width: width, height: height, hasAlpha: hasAlpha)
    packed.withUnsafeBytes { packed in
      // A chunk holds less than 2³¹ bytes.
      for start in stride(from: 0, to: packed.count, by: largestChunk) {
        chunks.append("IDAT", UnsafeRawBufferPointer(rebasing: packed[start..<min(start + largestChunk, packed.count)]))
      }
    }
    chunks.end()
    return chunks.bytes
  }

  /// The filtered rows of pixels as a zlib stream: what image data chunks hold.
  ///
  /// - Parameters:
  ///   - isOpaque: whether alpha is left out.
  ///   - effort: see `CompressionEffort`.
  static func packed(
    _ pixels: StraightPixels, isOpaque: Bool, effort: Double? = nil, name: String
  ) throws(ImageError) -> [UInt8] {
    let rows = pixels.bytes.withUnsafeBytes {
      PNGRows(of: $0, width: pixels.width, height: pixels.height, isOpaque: isOpaque)
    }
    return try rows.packed(effort: effort, name: name)
  }

  private static let largestChunk = 1 << 30

  private static let rgba = png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)

  /// Width and height from the header chunk, which the format puts first: bytes 16 to 23.
  static func declaredSize(_ bytes: [UInt8], name: String) throws(ImageError) -> (width: Int, height: Int) {
    guard bytes.starts(with: signature) || bytes.count < signature.count else {
      throw .damaged(name: name, found: "a PNG signature that was changed, as by a copy in text mode")
    }
    guard bytes.count >= 24 else {
      throw .damaged(name: name, found: "a PNG truncated after \(bytes.count) bytes")
    }
    guard bytes[12..<16].elementsEqual("IHDR".utf8) else {
      throw .damaged(name: name, found: "a PNG that does not begin with its header")
    }
    return (bigEndian(bytes, at: 16), bigEndian(bytes, at: 20))
  }

  static func bigEndian(_ bytes: [UInt8], at offset: Int) -> Int {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func text(of image: png_image) -> String {
    withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
