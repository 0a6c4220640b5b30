import Foundation
import Synchronization

/// Runs work on several threads of the process's own pool and waits for all of it.
package enum Parallel {
  /// Calls `body` once for each number of `0..<count`, in any order and at the same time.
  ///
  /// The calling thread works too, and does everything if the system starts no other thread.
  package static func run(_ count: Int, _ body: (Int) -> Void) {
    guard count > 1 else {
      if count == 1 { body(0) }
      return
    }
    withoutActuallyEscaping(body) { body in
      // Not sent anywhere that outlives this call; each caller's numbers write to places of their
      // own.
      nonisolated(unsafe) let body = body
      HelperThreads.shared.run(count) { body($0) }
    }
  }

  /// The same with at most this many threads, each of which takes the next numbers when it has done
  /// its own.
  ///
  /// - Parameters:
  ///   - most: how many numbers that follow each other a thread takes at a time at most, where
  ///     there are many.
  ///   - body: gets the number, and that of the thread.
  package static func run(_ count: Int, threads: Int, together most: Int = 1, _ body: (Int, Int) -> Void) {
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

/// Threads that help callers of `Parallel`: at most one fewer than there are cores, started when
/// they are first needed.
///
/// A caller depends on no helper, as those of `DispatchQueue.concurrentPerform` do: it takes
/// numbers until there are none left, and waits only for helpers that have taken one. So nested
/// calls, and calls without any helper, end.
private final class HelperThreads: @unchecked Sendable {
  // Proof of Sendable: all that changes is touched under `mutex`.
  static let shared = HelperThreads()

  /// One call of `run`.
  private final class Task {
    let count: Int
    /// Nil when the call has ended: a helper may still hold the task, and the closure must not
    /// outlive the call.
    var body: (@Sendable (Int) -> Void)?
    private let next = Atomic<Int>(0)
    /// Helpers that may still join, and those that work. Touched under the pool's lock.
    var openPlaces: Int
    var active = 0

    init(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
      (self.count, self.body, openPlaces) = (count, body, count - 1)
    }

    func work() {
      guard let body else { return }
      while true {
        let number = next.add(1, ordering: .relaxed).oldValue
        guard number < count else { return }
        body(number)
      }
    }
  }

  private let most = ProcessInfo.processInfo.activeProcessorCount - 1
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let arrival = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private let departure = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var tasks: [Task] = []
  private var helpers = 0
  private var idle = 0

  /// The main thread's usual size, whatever limit this process has set for it since.
  private static let stackBytes = 8 << 20

  private init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(arrival, nil)
    pthread_cond_init(departure, nil)
  }

  func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let task = Task(count, body)
    pthread_mutex_lock(mutex)
    tasks.append(task)
    let wanted = min(task.openPlaces, most)
    while idle < wanted, helpers < most, startHelper() {}
    for _ in 0..<min(wanted, idle) { pthread_cond_signal(arrival) }
    pthread_mutex_unlock(mutex)
    task.work()
    pthread_mutex_lock(mutex)
    tasks.removeAll { $0 === task }
    while task.active > 0 { pthread_cond_wait(departure, mutex) }
    task.body = nil
    pthread_mutex_unlock(mutex)
  }

  /// Starts one more, under the lock.
  ///
  /// - Returns: whether the system has started it.
  private func startHelper() -> Bool {
    guard SystemThread.start("drawing", stackBytes: Self.stackBytes, { [self] in help() }) == 0 else { return false }
    helpers += 1
    idle += 1
    return true
  }

  private func help() {
    // Signals are for the threads that ask for them, except those of a fault of this one.
    var signals = sigset_t()
    sigfillset(&signals)
    for number in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] { sigdelset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    pthread_mutex_lock(mutex)
    while true {
      guard let task = tasks.first else {
        pthread_cond_wait(arrival, mutex)
        continue
      }
      task.openPlaces -= 1
      if task.openPlaces == 0 { tasks.removeFirst() }
      task.active += 1
      idle -= 1
      pthread_mutex_unlock(mutex)
      task.work()
      pthread_mutex_lock(mutex)
      idle += 1
      task.active -= 1
      // Nothing of it is left to be taken.
      tasks.removeAll { $0 === task }
      if task.active == 0 { pthread_cond_broadcast(departure) }
    }
  }
}
