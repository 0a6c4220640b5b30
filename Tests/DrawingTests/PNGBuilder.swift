/// PNG files written byte by byte, so that the decoder is tested against the format and not against our encoder.
enum PNGBuilder {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// A file of the given rows (samples packed as the format wants them, without filter bytes).
  ///
  /// `colorType` is the format's: 0 gray, 2 colour, 3 palette, 4 gray with alpha, 6 colour with alpha.
  static func file(
    width: Int, height: Int, depth: UInt8, colorType: UInt8, rows: [[UInt8]], before: [[UInt8]] = []
  ) -> [UInt8] {
    let scanlines: [UInt8] = rows.flatMap { row in [UInt8(0)] + row }
    return signature + header(width: width, height: height, depth: depth, colorType: colorType)
      + before.joined() + chunk("IDAT", stored(scanlines)) + chunk("IEND", [])
  }

  static func header(width: Int, height: Int, depth: UInt8 = 8, colorType: UInt8 = 6) -> [UInt8] {
    chunk("IHDR", bigEndian(width) + bigEndian(height) + [depth, colorType, 0, 0, 0])
  }

  /// Length, kind, contents and their checksum.
  static func chunk(_ kind: String, _ contents: [UInt8]) -> [UInt8] {
    let checked = Array(kind.utf8) + contents
    return bigEndian(contents.count) + checked + bigEndian(Int(crc32(checked)))
  }

  /// A zlib stream of one stored block: at most 65535 bytes.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let (low, high) = (UInt8(bytes.count & 0xFF), UInt8(bytes.count >> 8))
    return [0x78, 0x01, 0x01, low, high, ~low, ~high] + bytes + bigEndian(Int(adler32(bytes)))
  }

  static func bigEndian(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    ~bytes.reduce(~UInt32(0)) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
    }
  }

  private static func adler32(_ bytes: [UInt8]) -> UInt32 {
    let (a, b) = bytes.reduce((UInt32(1), UInt32(0))) { sums, byte in
      let a = (sums.0 + UInt32(byte)) % 65521
      return (a, (sums.1 + a) % 65521)
    }
    return b << 16 | a
  }
}
