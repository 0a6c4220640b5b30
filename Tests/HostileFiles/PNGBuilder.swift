/// PNG files written byte by byte, so that the decoder is tested against the format and not against
/// our encoder. They unpack to gigabytes, and modules of tests are not optimised.
package enum PNGBuilder {
  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// A file of the given rows (samples packed as the format wants them, without filter bytes).
  ///
  /// `colorType` is the format's: 0 gray, 2 colour, 3 palette, 4 gray with alpha, 6 colour with
  /// alpha.
  package static func file(
    width: Int, height: Int, depth: UInt8, colorType: UInt8, rows: [[UInt8]], before: [[UInt8]] = []
  ) -> [UInt8] {
    let scanlines: [UInt8] = rows.flatMap { row in [UInt8(0)] + row }
    return signature + header(width: width, height: height, depth: depth, colorType: colorType)
      + before.joined() + chunk("IDAT", stored(scanlines)) + chunk("IEND", [])
  }

  package static func header(width: Int, height: Int, depth: UInt8 = 8, colorType: UInt8 = 6) -> [UInt8] {
    chunk("IHDR", bigEndian(width) + bigEndian(height) + [depth, colorType, 0, 0, 0])
  }

  /// Length, kind, contents and their checksum.
  package static func chunk(_ kind: String, _ contents: [UInt8]) -> [UInt8] {
    let checked = Array(kind.utf8) + contents
    return bigEndian(contents.count) + checked + bigEndian(Int(crc32(checked)))
  }

  /// A zlib stream of one stored block: at most 65535 bytes.
  package static func stored(_ bytes: [UInt8]) -> [UInt8] {
    let (low, high) = (UInt8(bytes.count & 0xFF), UInt8(bytes.count >> 8))
    return [0x78, 0x01, 0x01, low, high, ~low, ~high] + bytes + bigEndian(Int(adler32(bytes)))
  }

  /// A zlib stream of a number of zeros, a thousandth as long (RFC 1951, 3.2.6): one zero, then
  /// repetitions of 258 bytes.
  package static func packedZeros(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = [0x78, 0x01]
    var (bits, bitCount) = (0, 0)
    // Codes go from their first bit on into bytes that are filled from the lowest bit on.
    func append(_ code: Int, _ length: Int) {
      for bit in (0..<length).reversed() {
        bits |= (code >> bit & 1) << bitCount
        bitCount += 1
        guard bitCount == 8 else { continue }
        bytes.append(UInt8(bits))
        (bits, bitCount) = (0, 0)
      }
    }
    // The last block, with fixed codes; a literal zero is 0011 0000, a repetition 1100 0101 with
    // the distance 00000.
    append(0b110, 3)
    let repetitions = max(0, count - 1) / 258
    for _ in 0..<count - repetitions * 258 { append(0b0011_0000, 8) }
    for _ in 0..<repetitions { append(0b1100_0101_00000, 13) }
    append(0, 7)
    if bitCount > 0 { append(0, 8 - bitCount) }
    // Adler-32 of zeros: the sum stays 1, and the sum of sums counts them.
    return bytes + bigEndian((count % 65521) << 16 | 1)
  }

  /// The same bytes a number of times.
  package static func repeated(_ bytes: [UInt8], count: Int) -> [UInt8] {
    var all: [UInt8] = []
    all.reserveCapacity(bytes.count * count)
    for _ in 0..<count { all += bytes }
    return all
  }

  package static func bigEndian(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  private static func crc32(_ bytes: [UInt8]) -> UInt32 {
    var crc = ~UInt32(0)
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? 0xEDB8_8320 ^ crc >> 1 : crc >> 1 }
    }
    return ~crc
  }

  private static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var a: UInt32 = 1
    var b: UInt32 = 0
    for byte in bytes {
      a = (a + UInt32(byte)) % 65521
      b = (b + a) % 65521
    }
    return b << 16 | a
  }
}
