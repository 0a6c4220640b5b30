/// The resolution that an image file states, in pixels per inch.
struct ImageDensity: Equatable {
  var x: Double
  var y: Double

  /// Metres per inch, for PNG.
  private static let inch = 0.0254

  /// Nil for numbers that no file holds.
  init?(x: Double, y: Double) {
    guard (1...60_000).contains(x), (1...60_000).contains(y) else { return nil }
    (self.x, self.y) = (x, y)
  }

  /// 72 pixels per inch, of files whose format must state a resolution.
  static let standard = ImageDensity(across: 72, down: 72)

  private init(across x: Double, down y: Double) {
    (self.x, self.y) = (x, y)
  }

  /// The density that a PNG, JPEG or TIFF file states; nil if it states none. That of Exif data
  /// counts if the file's own place for it is empty.
  init?(of bytes: [UInt8], format: ImageIOFormat) {
    let found: ImageDensity? =
      switch format {
      case .shared(let format):
        ImageDensity(of: bytes, format: format)
          ?? ImageOrientation.exif(in: bytes, format: format)?.density
      case .tiff: TIFFCodec.density(of: bytes)
      }
    guard let found else { return nil }
    self = found
  }

  /// The density in the format's own place, beside Exif data.
  private init?(of bytes: [UInt8], format: ImageFileFormat) {
    switch format {
    case .png:
      // pHYs: pixels per unit across and down, and whether the unit is a metre.
      guard let start = Self.chunk("pHYs", in: bytes), start + 9 <= bytes.count, bytes[start + 8] == 1 else {
        return nil
      }
      let perMetre = [0, 4].map { Double(PNGCodec.bigEndian(bytes, at: start + $0)) }
      self.init(x: perMetre[0] * Self.inch, y: perMetre[1] * Self.inch)
    case .jpeg:
      // After "JFIF\0" and a version: the unit (1: inch, 2: centimetre), across and down.
      guard let segment = JPEGSegments(of: bytes).contents(of: 0xE0, beginningWith: Self.jfif), segment.count >= 7
      else {
        return nil
      }
      let numbers = [3, 5].map {
        Double(Int(bytes[segment.lowerBound + $0]) << 8 | Int(bytes[segment.lowerBound + $0 + 1]))
      }
      let unit = [1: 1.0, 2: 2.54][Int(bytes[segment.lowerBound + 2])]
      guard let unit else { return nil }
      self.init(x: numbers[0] * unit, y: numbers[1] * unit)
    case .webp, .avif: return nil
    }
  }

  /// Writes the density into a PNG or JPEG file; others have no place for it.
  func write(into bytes: inout [UInt8], format: ImageFileFormat) {
    switch format {
    case .png:
      guard let pixels = Self.chunk("IDAT", in: bytes), Self.chunk("pHYs", in: bytes) == nil else { return }
      var chunk = PNGChunkWriter()
      chunk.bytes = []
      let perMetre = [x, y].map { PNGChunkWriter.bigEndian(Int(($0 / Self.inch).rounded())) }
      chunk.append("pHYs", perMetre[0] + perMetre[1] + [1])
      bytes.insert(contentsOf: chunk.bytes, at: pixels - 8)
    case .jpeg:
      guard let segment = JPEGSegments(of: bytes).contents(of: 0xE0, beginningWith: Self.jfif), segment.count >= 7
      else {
        return
      }
      let numbers = [x, y].map { Int($0.rounded()) }
      let fields = [1, numbers[0] >> 8, numbers[0] & 255, numbers[1] >> 8, numbers[1] & 255]
      let start = segment.lowerBound + 2
      bytes.replaceSubrange(start..<start + 5, with: fields.map { UInt8($0) })
    case .webp, .avif: return
    }
  }

  private static let jfif = Array("JFIF\0".utf8)

  /// Where the contents of the first chunk of a kind begin, before the end of the pixels.
  private static func chunk(_ kind: String, in bytes: [UInt8]) -> Int? {
    var start = PNGCodec.signature.count
    while start + 12 <= bytes.count {
      let found = String(decoding: bytes[start + 4..<start + 8], as: UTF8.self)
      if found == kind { return start + 8 }
      if found == "IDAT" { return nil }
      start += 12 + PNGCodec.bigEndian(bytes, at: start)
    }
    return nil
  }
}
