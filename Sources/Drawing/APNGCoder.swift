/// The parts of an animated PNG. (Source: Portable Network Graphics Specification, third edition,
/// sections 4.9 and 11.3.6.)
///
/// Its pictures have alpha, also where all is opaque: so what a frame leaves as it was need not be
/// stored again.
struct APNGCoder: AnimationCoder {
  let grid = 1
  let keepsPixels = true
  let ticks: Int
  let longest = 0xFFFF

  private let width: Int
  private let height: Int
  private let name: String
  private var frames = 0
  /// Of the chunks of the animation.
  private var sequence = 0

  /// - Parameter framesPerSecond: 0.01 to 1000.
  init(width: Int, height: Int, framesPerSecond: Double, name: String) {
    (self.width, self.height, self.name) = (width, height, name)
    // Exact for whole numbers of frames per second; a tenth of a millisecond is as good, and slow
    // ones must not overflow 16 bits.
    let isWhole = framesPerSecond == framesPerSecond.rounded() && framesPerSecond >= 1
    ticks = isWhole ? Int(framesPerSecond) : framesPerSecond >= 1 ? 10_000 : 100
  }

  func head() -> [UInt8] {
    var chunks = PNGChunkWriter()
    chunks.begin(width: width, height: height, hasAlpha: true)
    chunks.append("acTL", control)
    return chunks.bytes
  }

  /// The number of frames and of repetitions; 0 repeats forever.
  private var control: [UInt8] { PNGChunkWriter.bigEndian(frames) + PNGChunkWriter.bigEndian(0) }

  mutating func frame(_ difference: AnimationDifference, ticks: Int) throws(ImageError) -> [UInt8] {
    let pixels = difference.pixels
    let numbers = [nextNumber(), pixels.width, pixels.height, difference.x, difference.y]
    var chunks = PNGChunkWriter()
    chunks.bytes = []
    // The delay as a fraction; then what becomes of the frame (0: it stays) and how it is laid: 0
    // in place of, 1 over.
    let delay = [ticks >> 8, ticks & 0xFF, self.ticks >> 8, self.ticks & 0xFF].map { UInt8(truncatingIfNeeded: $0) }
    chunks.append("fcTL", numbers.flatMap(PNGChunkWriter.bigEndian) + delay + [0, difference.isOver ? 1 : 0])
    let packed = try PNGCodec.packed(pixels, isOpaque: false, name: name)
    // A chunk holds less than 2³¹ bytes.
    for start in stride(from: 0, to: packed.count, by: 1 << 30) {
      let part = packed[start..<min(start + 1 << 30, packed.count)]
      if frames == 0 {
        chunks.append("IDAT", Array(part))
      } else {
        chunks.append("fdAT", PNGChunkWriter.bigEndian(nextNumber()) + part)
      }
    }
    frames += 1
    return chunks.bytes
  }

  private mutating func nextNumber() -> Int {
    defer { sequence += 1 }
    return sequence
  }

  func tail() -> [UInt8] {
    var chunks = PNGChunkWriter()
    chunks.bytes = []
    chunks.end()
    return chunks.bytes
  }

  func amendments(size: Int) -> [(offset: Int, bytes: [UInt8])] {
    var chunks = PNGChunkWriter()
    chunks.bytes = []
    chunks.append("acTL", control)
    // The head ends with that chunk.
    return [(head().count - chunks.bytes.count, chunks.bytes)]
  }
}
