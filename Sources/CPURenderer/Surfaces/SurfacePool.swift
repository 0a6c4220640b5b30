import Foundation
import Synchronization

/// Memory of surfaces, used again within a frame and between frames: fresh memory costs a page
/// fault for each 4 KiB.
final class SurfacePool: Sendable {
  /// Aligned to 64 bytes; not empty.
  struct Block: @unchecked Sendable {
    // Owned by one surface or by the pool at a time.
    fileprivate(set) var memory: UnsafeMutableRawPointer
    fileprivate(set) var byteCount: Int
    /// The last frame that used it.
    fileprivate var lastFrame = 0
  }

  private struct State {
    /// By size, the smallest first.
    var idle: [Block] = []
    var idleBytes = 0
    var usedBytes = 0
    var limit = Int.max
    var frame = 0
  }

  private let state = Mutex(State())
  /// Bytes retained between frames.
  private let budget: Int
  /// Frames after which a block that none used is dropped.
  private static let patience = 60

  init(budget: Int = 128 << 20) {
    self.budget = budget
  }

  deinit {
    state.withLock { state in
      for block in state.idle { free(block.memory) }
    }
  }

  /// Bytes that surfaces may take at the same time.
  var limit: Int {
    get { state.withLock { $0.limit } }
    set { state.withLock { $0.limit = newValue } }
  }

  /// Memory that holds any finite numbers.
  ///
  /// - Throws: when the system does not give it, or more would be used than the limit allows.
  func take(_ byteCount: Int) throws(CPURendererError) -> Block {
    let size = Self.rounded(byteCount)
    let block = state.withLock { state -> Block? in
      guard size <= state.limit - state.usedBytes else { return nil }
      // One that is not much larger.
      let place = state.idle.firstIndex { $0.byteCount >= size }
      var block: Block
      if let place, state.idle[place].byteCount <= size + size / 4 {
        block = state.idle.remove(at: place)
        state.idleBytes -= block.byteCount
      } else {
        guard let memory = aligned_alloc(64, size) else { return nil }
        // What a pixel was counts for nothing beneath a whole one, but only where it was a number.
        memset(memory, 0, size)
        block = Block(memory: memory, byteCount: size)
      }
      block.lastFrame = state.frame
      state.usedBytes += block.byteCount
      return block
    }
    guard let block else { throw .memory(bytes: byteCount) }
    return block
  }

  func giveBack(_ block: Block) {
    state.withLock { state in
      state.usedBytes -= block.byteCount
      guard block.byteCount <= budget else { return free(block.memory) }
      let place = state.idle.firstIndex { $0.byteCount >= block.byteCount } ?? state.idle.count
      state.idle.insert(block, at: place)
      state.idleBytes += block.byteCount
      // The largest go first: they are the quickest to get again for what they hold.
      while state.idleBytes > budget, let last = state.idle.popLast() {
        state.idleBytes -= last.byteCount
        free(last.memory)
      }
    }
  }

  /// Drops blocks that no frame has used for long.
  func endFrame() {
    state.withLock { state in
      state.frame += 1
      let oldest = state.frame - Self.patience
      for block in state.idle where block.lastFrame < oldest {
        state.idleBytes -= block.byteCount
        free(block.memory)
      }
      state.idle.removeAll { $0.lastFrame < oldest }
    }
  }

  /// Sizes that are used again more often: whole pages, with three bits of the size.
  private static func rounded(_ byteCount: Int) -> Int {
    let least = max(byteCount, 4096)
    let step = max(4096, 1 << max(0, Int.bitWidth - least.leadingZeroBitCount - 4))
    return (least + step - 1) / step * step
  }
}
