import MultiplaneCDeflate

/// Writes the chunks of a PNG file. (Portable Network Graphics Specification, 2nd edition, 2003.)
struct PNGChunkWriter {
  /// The bytes of the file so far.
  var bytes = PNGCodec.signature

  /// The chunks before the pixels: 8 bits a sample, sRGB, not interlaced.
  mutating func begin(width: Int, height: Int, hasAlpha: Bool) {
    // Colour types: 2 is red, green, blue; 6 has alpha, too.
    append("IHDR", Self.bigEndian(width) + Self.bigEndian(height) + [8, hasAlpha ? 6 : 2, 0, 0, 0])
    append("sRGB", [0])
  }

  mutating func end() { append("IEND", []) }

  mutating func append(_ kind: String, _ content: [UInt8]) { content.withUnsafeBytes { append(kind, $0) } }

  /// Adds a chunk: its length, its kind, what it holds, and a sum over the last two.
  mutating func append(_ kind: String, _ content: UnsafeRawBufferPointer) {
    bytes += Self.bigEndian(content.count)
    let start = bytes.count
    bytes += kind.utf8
    bytes += content
    let sum = bytes[start...].withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, $0.count) }
    bytes += Self.bigEndian(Int(sum))
  }

  static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
