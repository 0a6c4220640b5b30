import Dispatch

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
}
