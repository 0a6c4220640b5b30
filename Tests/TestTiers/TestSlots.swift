import Foundation
import Synchronization
import Testing

/// Threads of the tests' own: tests that do no more than wait for one another's turn take the
/// shared ones.
///
/// A task that prefers them begins and resumes on them in the order in which it was ready, and what
/// it knows of its test stays known.
package final class TestThreads: TaskExecutor, @unchecked Sendable {
  // Proof of Sendable: `jobs` is touched only under `condition`.
  private let condition = NSCondition()
  private var jobs: [UnownedJob] = []

  package init(_ count: Int, name: String) {
    for number in 0..<count {
      let thread = Thread { [self] in run() }
      thread.name = "\(name) \(number)"
      // Deep trees are walked recursively.
      thread.stackSize = 16 << 20
      thread.start()
    }
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    condition.lock()
    jobs.append(job)
    condition.signal()
    condition.unlock()
  }

  private func run() {
    while true {
      condition.lock()
      while jobs.isEmpty { condition.wait() }
      let job = jobs.removeFirst()
      condition.unlock()
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}

/// Processes that read hostile files or draw bombs: each may take 512 MiB, so four run at a time.
package enum TestProcesses {
  private static let threads = TestThreads(1, name: "processes")
  private static let slots = TestSlots(4)

  /// Does some work that waits for a process of its own, once less than four others do, and logs
  /// how long it took.
  ///
  /// - Parameter name: the case, for the list of the dearest.
  package static func run(_ name: String, _ work: () async throws -> Void) async rethrows {
    try await withTaskExecutorPreference(threads) {
      await slots.acquire()
      defer { slots.release() }
      try await TestTimes.measure(name, work)
    }
  }
}

/// A semaphore whose waiters suspend, in the order in which they came.
private final class TestSlots: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }
  private let state: Mutex<State>

  init(_ count: Int) { state = Mutex(State(free: count)) }

  func acquire() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  func release() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}

/// The own times of cases that wait or suspend. `tools/test` reads them from the file that
/// `MULTIPLANE_TEST_TIMES` names.
package enum TestTimes {
  private static let file = ProcessInfo.processInfo.environment["MULTIPLANE_TEST_TIMES"]

  /// Does some work and logs how long it took.
  package static func measure<Value>(_ name: String, _ work: () throws -> Value) rethrows -> Value {
    let start = ContinuousClock.now
    defer { log(ContinuousClock.now - start, name) }
    return try work()
  }

  /// Does some work and logs how long it took.
  package static func measure<Value>(_ name: String, _ work: () async throws -> Value) async rethrows -> Value {
    let start = ContinuousClock.now
    defer { log(ContinuousClock.now - start, name) }
    return try await work()
  }

  /// Appends a line: seconds, test, case, with tabs between.
  fileprivate static func log(_ duration: Duration, _ name: String) {
    guard let file, let test = Test.current else { return }
    let line = "\(duration / .seconds(1))\t\(test.id)\t\(name)\n"
    let descriptor = open(file, O_WRONLY | O_APPEND)
    guard descriptor >= 0 else { return }
    _ = line.withCString { write(descriptor, $0, strlen($0)) }
    close(descriptor)
  }
}

/// Logs how long the jobs of a case took, without the time in which the case is suspended: all
/// cases start at once, and a suspended one resumes when the others leave it a thread.
///
/// Work of other threads that the case waits for is not counted.
package struct OwnTime: TestTrait, SuiteTrait, TestScoping {
  package let isRecursive = true

  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let clock = JobClock()
    try await withTaskExecutorPreference(clock) {
      defer { TestTimes.log(clock.duration, "") }
      try await function()
    }
  }
}

extension Trait where Self == OwnTime {
  /// The case's time in the list of the slowest is that of its jobs. For cases that suspend and use
  /// neither `DrawingThreads` nor `TestProcesses`.
  package static var ownTime: Self { Self() }
}

/// Runs the jobs of a task, and measures how long at least one was running.
private final class JobClock: TaskExecutor {
  private struct State {
    var running = 0
    var start = ContinuousClock.now
    var sum = Duration.zero
  }
  private let state = Mutex(State())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    DispatchQueue.global().async { [self] in
      state.withLock { state in
        if state.running == 0 { state.start = .now }
        state.running += 1
      }
      job.runSynchronously(on: asUnownedTaskExecutor())
      state.withLock { state in
        state.running -= 1
        if state.running == 0 { state.sum += ContinuousClock.now - state.start }
      }
    }
  }

  /// So far, the job that asks included.
  var duration: Duration {
    state.withLock { $0.running == 0 ? $0.sum : $0.sum + (ContinuousClock.now - $0.start) }
  }
}
