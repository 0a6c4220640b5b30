/// What decides on the pixels of a PNG file.
///
/// libpng reads all that stands in front of the pixels, and would inflate a thousand text chunks to 8 MB each; and it
/// stops reading at the last pixel, where a file that was cut off just behind looks whole. So it is handed only the chunks
/// that decide on pixels, and those that are critical but unknown (first letter upper case), which it refuses.
struct PNGChunks {
  /// The file with these chunks only.
  private(set) var file = PNGCodec.signature
  /// Whether the colours are those of Display P3, by the code (`cICP`) or else by the profile (`iCCP`).
  private(set) var isDisplayP3 = false
  /// The power to which samples are proportional to light, inverted, of a `gAMA` chunk that counts; nil without one.
  private(set) var gamma: Double?
  /// Where the packed pixels lie in `file`, chunk by chunk.
  private(set) var packed: [Range<Int>] = []

  /// - Parameter keepsSamples: whether what says how samples stand for colours is left out too, so that libpng gives them
  ///   as they are.
  /// - Throws: `ImageError.damaged` for a file that is not all there.
  init(of bytes: [UInt8], name: String, keepsSamples: Bool = false) throws(ImageError) {
    // The first profile counts; each that is unpacked may take a thousand times its length.
    var (code, profile): (Bool?, Bool?) = (nil, nil)
    var isSRGB = false
    file.reserveCapacity(bytes.count)
    var start = PNGCodec.signature.count
    while start + 12 <= bytes.count {
      // A chunk is its length, four letters, that many bytes, and four bytes of checksum.
      let end = start + 12 + PNGCodec.bigEndian(bytes, at: start)
      guard end <= bytes.count else { break }
      let isCritical = bytes[start + 4] & 0x20 == 0
      let kind = String(decoding: bytes[start + 4..<start + 8], as: UTF8.self)
      let contents = bytes[start + 8..<end - 4]
      let saysColors = kind == "gAMA" || kind == "sRGB"
      if isCritical || kind == "tRNS" || saysColors && !keepsSamples {
        if kind == "IDAT" { packed.append(file.count + 8..<file.count + 8 + contents.count) }
        file += bytes[start..<end]
      }
      switch kind {
      case "gAMA" where contents.count == 4:
        let value = PNGCodec.bigEndian(bytes, at: start + 8)
        if value > 0 { gamma = Double(value) / 100_000 }
      case "sRGB": isSRGB = true
      // Primaries of SMPTE RP 431-2 with D65 (12), the transfer function of sRGB (13), RGB, full range (ITU-T H.273).
      case "cICP": code = contents.elementsEqual([12, 13, 0, 1])
      case "iCCP" where profile == nil: profile = ColorProfile(pngChunk: contents).isDisplayP3
      case "IEND":
        // The code counts more than the profile.
        isDisplayP3 = code ?? profile ?? false
        if isSRGB { gamma = nil }
        return
      default: break
      }
      start = end
    }
    throw .damaged(
      name: name, found: "a PNG cut short: byte \(start) begins a chunk that \(bytes.count) bytes cannot hold")
  }
}
