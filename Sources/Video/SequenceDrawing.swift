import Foundation
import MultiplaneCompositor
import MultiplaneRenderTree

/// Draws a scene's frames in their order and hands each on as soon as it is read.
package struct SequenceDrawing {
  /// Who draws a tree.
  package enum Drawer {
    case compositor(OffscreenCompositor)
    /// Gives RGBA8 premultiplied, rows tight, the top row first.
    case function((RenderTree) throws -> [UInt8])
  }

  private let committed: CommittedTree
  private let times: FrameTimes
  /// What is added to the times for the tree's own.
  private let origin: Double
  private let drawer: Drawer
  private let limits: DrawingLimits
  private let overlaps: Bool

  /// - Parameters:
  ///   - origin: the time of the committed tree that is 0 of `times`, in seconds.
  ///   - limits: what evaluating a frame may take.
  ///   - overlaps: whether the device draws on while frames are read, encoded and written.
  package init(
    _ committed: CommittedTree, _ times: FrameTimes, origin: Double = 0, by drawer: Drawer, limits: DrawingLimits,
    overlaps: Bool = true
  ) {
    (self.committed, self.times, self.origin, self.drawer) = (committed, times, origin, drawer)
    (self.limits, self.overlaps) = (limits, overlaps)
  }

  /// Draws all frames and has them written.
  ///
  /// - Parameter progress: called after each frame with how many were handed on; what it throws ends the work.
  package func run(into writer: any FrameWriter, progress: (Int) throws -> Void) throws {
    guard overlaps else {
      try draw { pixels, frame in
        try writer.write(pixels, frame: frame)
        try progress(frame + 1)
      }
      return
    }
    // As many may wait as are written at once: then a thread that is done always finds the next one.
    let queue = FrameQueue(to: writer, capacity: writer.threads)
    do {
      try draw { pixels, frame in
        try queue.add(pixels, frame: frame)
        try progress(frame + 1)
      }
      try queue.finish()
    } catch {
      queue.cancel()
      throw error
    }
  }

  /// Draws all frames, and hands each over in its order.
  package func draw(_ hand: (_ pixels: [UInt8], _ frame: Int) throws -> Void) throws {
    var trees = TreeMemory()
    func evaluated(_ frame: Int) throws -> RenderTree {
      try trees.evaluate(committed, at: origin + times.time(of: frame), within: limits)
    }
    let compositor: OffscreenCompositor
    switch drawer {
    case .compositor(let drawing): compositor = drawing
    case .function(let bytes):
      for frame in 0..<times.count { try hand(bytes(evaluated(frame)), frame) }
      return
    }
    guard overlaps else {
      for frame in 0..<times.count { try hand(compositor.picture(of: evaluated(frame)).pixels, frame) }
      return
    }
    let ring = FrameRing(compositor)
    var handed = 0
    for frame in 0..<times.count {
      guard let oldest = try ring.draw(evaluated(frame)) else { continue }
      try hand(oldest.pixels, handed)
      handed += 1
    }
    while let oldest = try ring.next() {
      try hand(oldest.pixels, handed)
      handed += 1
    }
  }

  /// How many threads may encode pictures of a size at once: one a core, while their memory stays below 2 GiB.
  package static func encodingThreads(
    width: Int, height: Int, cores: Int = ProcessInfo.processInfo.activeProcessorCount
  ) -> Int {
    // One frame waits and one is encoded; the encoder has it once more with straight colours, and the file.
    let bytesPerThread = width * height * 4 * 4
    return max(1, min(cores, 16, (2 << 30) / max(1, bytesPerThread)))
  }
}
