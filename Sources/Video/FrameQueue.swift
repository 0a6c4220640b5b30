import Foundation
import MultiplaneDrawing

/// Frames that wait to be encoded and written, and the threads that do it while more are drawn.
final class FrameQueue: @unchecked Sendable {
  // Proof of Sendable: all that changes is touched only under `condition`.
  private let writer: any FrameWriter
  private let capacity: Int
  private let condition = NSCondition()
  private var waiting: [(pixels: [UInt8], frame: Int)] = []
  private var failure: (any Error)?
  private var isClosed = false
  private var runningThreads: Int
  /// False if the system started no thread; `add` writes then.
  private var hasThreads = true

  /// - Parameter capacity: frames that may wait, from 1, beside those that are being written.
  init(to writer: any FrameWriter, capacity: Int) {
    self.writer = writer
    self.capacity = capacity
    runningThreads = writer.threads
    for number in 0..<writer.threads where SystemThread.start("frames \(number)", { [self] in work() }) != 0 {
      condition.withLock { runningThreads -= 1 }
    }
    hasThreads = condition.withLock { runningThreads > 0 }
  }

  /// Hands a frame over; waits while the queue is full.
  ///
  /// - Throws: what a thread failed with; it is then of no use to go on.
  func add(_ pixels: [UInt8], frame: Int) throws {
    guard hasThreads else { return try writer.write(pixels, frame: frame) }
    condition.lock()
    defer { condition.unlock() }
    while waiting.count >= capacity, failure == nil { condition.wait() }
    if let failure { throw failure }
    waiting.append((pixels, frame))
    condition.broadcast()
  }

  /// Waits until all frames are written and the threads have ended.
  func finish() throws {
    close(dropping: false)
    if let failure = condition.withLock({ failure }) { throw failure }
  }

  /// Drops the frames that wait, and waits for those that are being written.
  func cancel() {
    close(dropping: true)
  }

  private func close(dropping: Bool) {
    condition.lock()
    defer { condition.unlock() }
    if dropping { waiting.removeAll() }
    isClosed = true
    condition.broadcast()
    while runningThreads > 0 { condition.wait() }
  }

  private func work() {
    while let (pixels, frame) = take() {
      do {
        try writer.write(pixels, frame: frame)
      } catch {
        fail(error)
      }
    }
  }

  /// The next frame; nil when there will be none, and then this thread counts no more.
  private func take() -> (pixels: [UInt8], frame: Int)? {
    condition.lock()
    defer { condition.unlock() }
    while waiting.isEmpty, !isClosed { condition.wait() }
    defer { condition.broadcast() }
    guard !waiting.isEmpty else {
      runningThreads -= 1
      return nil
    }
    return waiting.removeFirst()
  }

  private func fail(_ error: any Error) {
    condition.lock()
    defer { condition.unlock() }
    failure = failure ?? error
    waiting.removeAll()
    condition.broadcast()
  }
}
