import MultiplaneCPixels
import MultiplaneFlattening

/// Numbers of a box in plain rows, one channel after another, with zeros at both ends of a row as
/// far as a convolution reads.
final class LinearPlane {
  /// The pixels that hold numbers.
  let box: PixelBox
  let channels: Int
  /// From one row to the next, in floats.
  let stride: Int
  private let left: Int32
  private let block: SurfacePool.Block
  private let pool: SurfacePool

  /// - Parameters:
  ///   - box: the pixels that hold numbers: all of them have to be written.
  ///   - columns: those that are read, the box's among them: 0 outside of it.
  ///   - room: how many more there are to both sides, of any finite numbers.
  /// - Throws: when there is no memory.
  init(
    _ box: PixelBox, columns: Range<Int32>, room: Int32 = 0, channels: Int, from pool: SurfacePool
  ) throws(CPURendererError) {
    self.box = box
    self.channels = channels
    let (start, end) = (min(columns.lowerBound, box.minX), max(columns.upperBound, box.maxX))
    left = start - room
    // Kernels make a tile's row of numbers at a time.
    stride = (Int(end - start + 2 * room) + TileSize.width + 15) & ~15
    let (floats, overflows) = (stride * channels).multipliedReportingOverflow(by: box.height)
    guard !overflows, floats < Int.max / 8 else { throw .memory(bytes: .max) }
    block = try pool.take(max(floats, 1) * 4)
    self.pool = pool
    for row in 0..<channels * box.height {
      let line = memory + row * stride
      (line + Int(room)).update(repeating: 0, count: Int(box.minX - start))
      (line + Int(box.maxX - left)).update(repeating: 0, count: Int(end - box.maxX))
    }
  }

  deinit { pool.giveBack(block) }

  private var memory: UnsafeMutablePointer<Float> { block.memory.assumingMemoryBound(to: Float.self) }

  /// Where the number of a pixel lies, in one of the box's rows.
  @inline(__always)
  func pixel(_ x: Int32, _ y: Int32, channel: Int) -> UnsafeMutablePointer<Float> {
    memory + (channel * box.height + Int(y - box.minY)) * stride + Int(x - left)
  }
}
