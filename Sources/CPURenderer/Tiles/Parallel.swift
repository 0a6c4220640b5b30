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
      // Not sent anywhere that outlives this call; each caller's numbers write to places of their own.
      nonisolated(unsafe) let body = body
      DispatchQueue.concurrentPerform(iterations: count) { body($0) }
    }
  }

  /// The same with so many threads at most, each of which takes the next number when it has done one.
  ///
  /// - Parameter body: gets the number, and that of the thread.
  static func run(_ count: Int, threads: Int, _ body: (Int, Int) -> Void) {
    let next = Atomic<Int>(0)
    run(min(threads, count)) { thread in
      while true {
        let number = next.add(1, ordering: .relaxed).oldValue
        guard number < count else { return }
        body(number, thread)
      }
    }
  }
}
