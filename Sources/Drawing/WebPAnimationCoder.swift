/// The parts of an animated WebP. (Source: WebP Container Specification.)
///
/// libwebp's own encoder of animations is not used: with a quality it lays frames over one another
/// whose alpha it has changed, and shadows grow darker from frame to frame.
struct WebPAnimationCoder: AnimationCoder {
  /// The format halves places.
  let grid = 2
  var keepsPixels: Bool { quality == nil }
  let ticks = 1000
  let longest = 0xFF_FFFF

  private let width: Int
  private let height: Int
  /// Of `WebPCodec`.
  private let quality: Double?
  private let name: String
  private var hasAlpha = false

  init(width: Int, height: Int, quality: Double?, name: String) {
    (self.width, self.height, self.quality, self.name) = (width, height, quality, name)
  }

  func head() throws(ImageError) -> [UInt8] {
    // Sizes are amended. The background, which readers need not heed, is transparent; 0 repetitions
    // are without end.
    var canvas: [UInt8] = [0, 0, 0, 0]
    for side in [width, height] { canvas += Self.littleEndian(side - 1, 3) }
    var head = Array("RIFF".utf8) + Self.littleEndian(0, 4) + Array("WEBP".utf8)
    head += Self.chunk("VP8X", canvas)
    head += Self.chunk("ANIM", [0, 0, 0, 0, 0, 0])
    return head
  }

  mutating func frame(_ difference: AnimationDifference, ticks: Int) throws(ImageError) -> [UInt8] {
    let pixels = difference.pixels
    if !pixels.isOpaque { hasAlpha = true }
    let picture = try WebPCodec.encode(pixels, quality: quality, name: name)
    var body: [UInt8] = []
    for number in [difference.x / 2, difference.y / 2, pixels.width - 1, pixels.height - 1, ticks] {
      body += Self.littleEndian(number, 3)
    }
    // Bit 1: in place of what was there, rather than over it.
    body.append(difference.isOver ? 0 : 2)
    body += Self.imageChunks(of: picture)
    return Self.chunk("ANMF", body)
  }

  /// Alpha and colours of a file with one picture: its chunks but for that of an extended file's
  /// header.
  private static func imageChunks(of file: [UInt8]) -> [UInt8] {
    var start = 12
    if file.count > start + 8, file[start..<start + 4].elementsEqual("VP8X".utf8) { start += 18 }
    return Array(file[min(start, file.count)...])
  }

  func tail() -> [UInt8] { [] }

  func amendments(size: Int) throws(ImageError) -> [(offset: Int, bytes: [UInt8])] {
    guard size <= Int(UInt32.max) - 1 else {
      throw .unencodable(
        name: name, expected: "at most 4 GiB for a WebP", found: "\(size) bytes; write a shorter animation, or APNG")
    }
    // Bit 1: an animation; bit 4: alpha.
    return [(4, Self.littleEndian(size - 8, 4)), (20, [hasAlpha ? 0x12 : 0x02])]
  }

  private static func chunk(_ kind: String, _ content: [UInt8]) -> [UInt8] {
    Array(kind.utf8) + littleEndian(content.count, 4) + content + (content.count % 2 == 1 ? [0] : [])
  }

  private static func littleEndian(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
