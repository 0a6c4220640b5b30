import Foundation
import MultiplaneCompositor
import MultiplaneRenderTree

/// Draws the frames of a scene in order, and passes each one on as soon as it is read back.
package struct SequenceDrawing {
  /// The tree to draw.
  private let committed: CommittedTree
  private let times: FrameTimes
  /// The offset from the frame times to the tree's own.
  private let origin: Double
  private let compositor: OffscreenCompositor
  private let limits: DrawingLimits
  private let overlaps: Bool
  /// The numbers of those that are drawn.
  private let frames: [Int]

  /// Creates a drawing.
  ///
  /// - Parameters:
  ///   - origin: the time of the committed tree at 0 of `times`, in seconds.
  ///   - limits: limits of evaluating a frame.
  ///   - overlaps: whether the device draws while earlier frames are read, encoded and written.
  ///   - frames: the numbers of the frames to draw; nil for all.
  package init(
    _ committed: CommittedTree, _ times: FrameTimes, origin: Double = 0, by compositor: OffscreenCompositor,
    limits: DrawingLimits,
    overlaps: Bool = true, frames: [Int]? = nil
  ) {
    (self.committed, self.times, self.origin, self.compositor) = (committed, times, origin, compositor)
    (self.limits, self.overlaps, self.frames) = (limits, overlaps, frames ?? Array(0..<times.count))
  }

  /// Draws and writes the frames.
  ///
  /// - Parameter progress: called after each frame with the number of finished ones; an error that
  ///   it throws cancels the work.
  package func run(into writer: any FrameWriter, progress: (Int) throws -> Void) throws {
    var count = 0
    guard overlaps else {
      try draw { pixels, frame in
        try writer.write(pixels, frame: frame)
        count += 1
        try progress(count)
      }
      return
    }
    // As many frames may wait as are written at once, so that a free thread always finds the next.
    let queue = FrameQueue(to: writer, capacity: writer.threads)
    do {
      try draw { pixels, frame in
        try queue.add(pixels, frame: frame)
        count += 1
        try progress(count)
      }
      try queue.finish()
    } catch {
      queue.cancel()
      throw error
    }
  }

  /// Draws the frames, and passes each one on in order.
  package func draw(_ hand: (_ pixels: [UInt8], _ frame: Int) throws -> Void) throws {
    var trees = TreeMemory()
    func evaluated(_ frame: Int) throws -> RenderTree {
      try trees.evaluate(committed, at: origin + times.time(of: frame), within: limits)
    }
    guard overlaps else {
      for frame in frames { try hand(compositor.picture(of: evaluated(frame)).pixels, frame) }
      return
    }
    let ring = FrameRing(compositor)
    var handed = frames.makeIterator()
    for frame in frames {
      guard let oldest = try ring.draw(evaluated(frame)), let number = handed.next() else { continue }
      try hand(oldest.pixels, number)
    }
    while let oldest = try ring.next(), let number = handed.next() { try hand(oldest.pixels, number) }
  }

  /// The number of threads that encode pictures of a size: one per core, as long as their memory is
  /// below 2 GiB.
  package static func encodingThreads(
    width: Int, height: Int, cores: Int = ProcessInfo.processInfo.activeProcessorCount
  ) -> Int {
    // One frame waits and one is encoded; the encoder has it once more with straight colours, and
    // the file.
    let bytesPerThread = width * height * 4 * 4
    return max(1, min(cores, 16, (2 << 30) / max(1, bytesPerThread)))
  }
}
