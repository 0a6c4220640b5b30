import Synchronization

/// A completion block of a transaction. It is due when nothing keeps this object any more: neither
/// the transaction, which does until it is committed, nor an animation that was added in it, until
/// that has ended or is off its layer.
final class Completion {
  private let callback: Callback
  private let queue: CallbackQueue

  init(_ block: @escaping () -> Void, queue: CallbackQueue) {
    callback = Callback(run: block)
    self.queue = queue
  }

  deinit {
    queue.append(callback)
    TransactionThread.scheduleTurn(for: queue)
  }
}

/// Something of the program's that is to be called on a later turn.
///
/// Unchecked, because the closure comes from the thread that calls it later, and others only move
/// it: a layer may be freed on another thread than the one that added its animations.
struct Callback: @unchecked Sendable {
  let run: () -> Void
}

/// The callbacks that a thread has to call on its next turn, in order.
final class CallbackQueue: Sendable {
  private let waiting = Mutex<[Callback]>([])

  var isEmpty: Bool { waiting.withLock { $0.isEmpty } }

  func append(_ callback: Callback) {
    waiting.withLock { $0.append(callback) }
  }

  /// Returns the callbacks and forgets them.
  func removeAll() -> [Callback] {
    waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
  }
}
