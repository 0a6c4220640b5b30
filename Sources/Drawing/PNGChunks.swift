import MultiplaneGraphics

/// The chunks that decide a PNG file's pixels.
///
/// libpng reads all that stands in front of the pixels, and would inflate a thousand text chunks to
/// 8 MB each; and it stops reading at the last pixel, where a file that was cut off just behind
/// looks whole. So it is handed only the chunks that decide on pixels, and those that are critical
/// but unknown (first letter upper case), which it refuses.
struct PNGChunks {
  /// The file with these chunks only.
  private(set) var file = PNGCodec.signature
  /// The colours of the samples, once `gamma` was applied; nil if the file does not state them.
  let colors: ImageColors?
  /// The power by which light becomes a sample, of a `gAMA` chunk that counts; nil without one.
  let gamma: Double?
  /// The ranges of the packed pixels in `file`, by chunk.
  private(set) var packed: [Range<Int>] = []

  /// - Parameter keepsSamples: whether what says how samples stand for colours is left out too, so
  ///   that libpng gives them as they are.
  /// - Throws: `ImageError.damaged` for a file that is not all there.
  init(of bytes: [UInt8], name: String, keepsSamples: Bool = false) throws(ImageError) {
    var said = PNGColors()
    var kept: [Range<Int>] = []
    var start = PNGCodec.signature.count
    var isWhole = false
    while !isWhole, start + 12 <= bytes.count {
      // A chunk is its length, four letters, that many bytes, and four bytes of checksum.
      let end = start + 12 + PNGCodec.bigEndian(bytes, at: start)
      guard end <= bytes.count else { break }
      let kind = String(decoding: bytes[start + 4..<start + 8], as: UTF8.self)
      said.take(kind, bytes[start + 8..<end - 4])
      let isCritical = bytes[start + 4] & 0x20 == 0
      if isCritical || kind == "tRNS" || kind == "gAMA" || kind == "sRGB" { kept.append(start..<end) }
      isWhole = kind == "IEND"
      start = end
    }
    guard isWhole else {
      throw .damaged(
        name: name, found: "a truncated PNG: byte \(start) begins a chunk that \(bytes.count) bytes cannot hold")
    }
    // The header's colour types without colour: 0 and 4.
    let isGray = bytes.count > 25 && bytes[25] & 2 == 0
    (colors, gamma) = said.meaning(isGray: isGray)
    let appliesGamma = gamma != nil && !keepsSamples
    file.reserveCapacity(bytes.count)
    for chunk in kept {
      let kind = bytes[chunk.lowerBound + 4..<chunk.lowerBound + 8]
      if !appliesGamma, kind.elementsEqual("gAMA".utf8) || kind.elementsEqual("sRGB".utf8) { continue }
      if kind.elementsEqual("IDAT".utf8) { packed.append(file.count + 8..<file.count + chunk.count - 4) }
      file += bytes[chunk]
    }
  }
}
