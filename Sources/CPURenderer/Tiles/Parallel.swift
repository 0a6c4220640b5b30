import Dispatch
import Synchronization

/// Runs work on several threads of the process's own pool and waits for all of it.
enum Parallel {
  /// Calls `body` once for each number of `0..<count`, in any order and at the same time.
  static func run(_ count: Int, _ body: (Int) -> Void) {
    guard count > 1 else {
      if count == 1 { body(0) }
      return
    }
    withoutActuallyEscaping(body) { body in
      // Not sent anywhere that outlives this call; each caller's numbers write to places of their
      // own.
      nonisolated(unsafe) let body = body
      DispatchQueue.concurrentPerform(iterations: count) { body($0) }
    }
  }

  /// The same with at most this many threads, each of which takes the next numbers when it has done
  /// its own.
  ///
  /// - Parameters:
  ///   - most: how many numbers that follow each other a thread takes at a time at most, where
  ///     there are many.
  ///   - body: gets the number, and that of the thread.
  static func run(_ count: Int, threads: Int, together most: Int = 1, _ body: (Int, Int) -> Void) {
    let next = Atomic<Int>(0)
    let share = max(1, min(most, count / (16 * threads)))
    run(min(threads, count)) { thread in
      while true {
        let first = next.add(share, ordering: .relaxed).oldValue
        guard first < count else { return }
        for number in first..<min(first + share, count) { body(number, thread) }
      }
    }
  }
}
