import CPNG

/// PNG through libpng's simplified API, which reports errors by return values and never jumps across Swift frames.
enum PNGCodec {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// Decodes any bit depth, gray, palette or colour, interlaced or not, to 8-bit straight sRGB.
  ///
  /// A `gAMA` chunk is applied, and Display P3 (`cICP`, or the profile in `iCCP`) becomes sRGB; other profiles are taken for
  /// sRGB. So are 16-bit samples without any of these.
  static func decode(_ bytes: [UInt8], name: String, limits: ImageLimits) throws(ImageError) -> StraightPixels {
    let (width, height) = try declaredSize(bytes, name: name)
    try limits.check(width: width, height: height, name: name)
    let (chunks, isDisplayP3) = try pixelChunks(of: bytes, name: name)

    var message = ""
    let pixels = [UInt8](unsafeUninitializedCapacity: width * height * 4) { pixels, filled in
      var image = png_image()
      image.version = png_uint_32(PNG_IMAGE_VERSION)
      defer { png_image_free(&image) }
      // libpng keeps the address of the file's bytes between the two calls.
      chunks.withUnsafeBytes { chunks in
        guard png_image_begin_read_from_memory(&image, chunks.baseAddress, chunks.count) != 0 else {
          message = text(of: image)
          return
        }
        guard image.width == width, image.height == height else {
          message = "a second header"
          return
        }
        image.format = rgba
        // libpng takes untagged 16-bit samples as linear light; everybody who writes such files means sRGB.
        image.flags |= png_uint_32(PNG_IMAGE_FLAG_16BIT_sRGB)
        guard png_image_finish_read(&image, nil, pixels.baseAddress, 0, nil) != 0 else {
          message = text(of: image)
          return
        }
        filled = pixels.count
      }
    }
    guard pixels.count == width * height * 4 else {
      throw .damaged(name: name, found: "a damaged PNG (libpng: \(message))")
    }
    var decoded = StraightPixels(width: width, height: height, bytes: pixels)
    if isDisplayP3 { decoded.convertFromDisplayP3() }
    return decoded
  }

  /// Encodes as 8-bit RGBA, sRGB.
  static func encode(_ pixels: StraightPixels, name: String) throws(ImageError) -> [UInt8] {
    // An uncompressed zlib stream of the rows (one filter byte each) in libpng's 8 KiB chunks grows by less than 1/256;
    // 1/8 and 4 KiB are ample, and memory that is not written is not used.
    let rowBytes = pixels.width * 4 + 1
    let bound = rowBytes * pixels.height + rowBytes * pixels.height / 8 + 4096
    var message = ""
    let bytes = [UInt8](unsafeUninitializedCapacity: bound) { file, filled in
      var image = png_image()
      image.version = png_uint_32(PNG_IMAGE_VERSION)
      image.width = png_uint_32(pixels.width)
      image.height = png_uint_32(pixels.height)
      image.format = rgba
      defer { png_image_free(&image) }
      var size = png_alloc_size_t(bound)
      guard png_image_write_to_memory(&image, file.baseAddress, &size, 0, pixels.bytes, 0, nil) != 0 else {
        message = text(of: image)
        return
      }
      filled = Int(size)
    }
    guard !bytes.isEmpty else {
      throw .unencodable(name: name, expected: "pixels that fit a PNG", found: "\"\(message)\" from libpng")
    }
    return bytes
  }

  private static let rgba = png_uint_32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)

  /// Width and height from the header chunk, which the format puts first: bytes 16 to 23.
  private static func declaredSize(_ bytes: [UInt8], name: String) throws(ImageError) -> (width: Int, height: Int) {
    guard bytes.starts(with: signature) || bytes.count < signature.count else {
      throw .damaged(name: name, found: "a PNG signature that was changed, as by a copy in text mode")
    }
    guard bytes.count >= 24 else {
      throw .damaged(name: name, found: "a PNG cut short after \(bytes.count) bytes")
    }
    guard bytes[12..<16].elementsEqual("IHDR".utf8) else {
      throw .damaged(name: name, found: "a PNG that does not begin with its header")
    }
    return (bigEndian(bytes, at: 16), bigEndian(bytes, at: 20))
  }

  /// The file with only the chunks that decide on pixels, and whether its colours are those of Display P3; the proof that
  /// it is all there.
  ///
  /// libpng reads all that stands in front of the pixels, and would inflate a thousand text chunks to 8 MB each; and it
  /// stops reading at the last pixel, where a file that was cut off just behind looks whole. Chunks that are critical
  /// but unknown (first letter upper case) are handed on, so that libpng refuses them.
  private static func pixelChunks(
    of bytes: [UInt8], name: String
  ) throws(ImageError) -> (file: [UInt8], isDisplayP3: Bool) {
    var kept = signature
    var (code, profile): (Bool?, Bool) = (nil, false)
    kept.reserveCapacity(bytes.count)
    var start = signature.count
    while start + 12 <= bytes.count {
      // A chunk is its length, four letters, that many bytes, and four bytes of checksum.
      let end = start + 12 + bigEndian(bytes, at: start)
      guard end <= bytes.count else { break }
      let isCritical = bytes[start + 4] & 0x20 == 0
      let kind = String(decoding: bytes[start + 4..<start + 8], as: UTF8.self)
      if isCritical || kind == "tRNS" || kind == "gAMA" || kind == "sRGB" { kept += bytes[start..<end] }
      let contents = bytes[start + 8..<end - 4]
      switch kind {
      // Primaries of SMPTE RP 431-2 with D65 (12), the transfer function of sRGB (13), RGB, full range (ITU-T H.273).
      case "cICP": code = contents.elementsEqual([12, 13, 0, 1])
      case "iCCP": profile = ColorProfile(pngChunk: contents).isDisplayP3
      // The code counts more than the profile.
      case "IEND": return (kept, code ?? profile)
      default: break
      }
      start = end
    }
    throw .damaged(
      name: name, found: "a PNG cut short: byte \(start) begins a chunk that \(bytes.count) bytes cannot hold")
  }

  private static func bigEndian(_ bytes: [UInt8], at offset: Int) -> Int {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func text(of image: png_image) -> String {
    withUnsafeBytes(of: image.message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
