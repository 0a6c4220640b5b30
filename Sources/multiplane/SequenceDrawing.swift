import Compositor
import Foundation
import ReferenceRenderer
import RenderTree

/// Draws a scene's frames in their order and hands each on as soon as it is read.
struct SequenceDrawing {
  let committed: CommittedTree
  let times: FrameTimes
  /// Who draws; the reference renderer if nil.
  let compositor: OffscreenCompositor?
  /// What evaluating a frame may take, and drawing it where the reference renderer does.
  let limits: DrawingLimits
  /// Whether the device draws on while frames are read, encoded and written.
  let overlaps: Bool

  /// Draws all frames and has them written.
  ///
  /// - Parameter progress: called after each frame with how many were handed on.
  func run(into writer: any FrameWriter, interruption: Interruption, progress: (Int) -> Void) throws {
    guard overlaps else {
      try draw { pixels, frame in
        try writer.write(pixels, frame: frame)
        try interruption.check()
        progress(frame + 1)
      }
      return
    }
    // As many may wait as are written at once: then a thread that is done always finds the next one.
    let queue = FrameQueue(to: writer, capacity: writer.threads)
    do {
      try draw { pixels, frame in
        try queue.add(pixels, frame: frame)
        try interruption.check()
        progress(frame + 1)
      }
      try queue.finish()
    } catch {
      queue.cancel()
      throw error
    }
  }

  private func draw(_ hand: (_ pixels: [UInt8], _ frame: Int) throws -> Void) throws {
    var trees = TreeMemory()
    func evaluated(_ frame: Int) throws -> RenderTree {
      try trees.evaluate(committed, at: times.time(of: frame), within: limits)
    }
    guard let compositor else {
      for frame in 0..<times.count {
        try hand(ReferenceRenderer().bytes(of: evaluated(frame), within: limits), frame)
      }
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
  static func encodingThreads(width: Int, height: Int, cores: Int = ProcessInfo.processInfo.activeProcessorCount) -> Int
  {
    // One frame waits and one is encoded; the encoder has it once more with straight colours, and the file.
    let bytesPerThread = width * height * 4 * 4
    return max(1, min(cores, 16, (2 << 30) / max(1, bytesPerThread)))
  }
}
