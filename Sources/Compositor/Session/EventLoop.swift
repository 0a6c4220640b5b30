import Glibc
import MultiplaneCLinux
import MultiplaneGraphics
import Synchronization

/// An event loop for file descriptors and timers on one thread. It sleeps in `poll`.
///
/// Times are in seconds of `CACurrentMediaTime`. Everything except its `handle` belongs to the
/// loop's thread.
package final class EventLoop {
  /// A function that waits for descriptors with a timeout in seconds, maybe infinite: `poll`, or a
  /// test's replacement.
  package typealias Wait = (_ descriptors: inout [pollfd], _ seconds: Double) -> Void

  /// Called before each wait, in the order in which they were added: what is due at the end of a
  /// turn.
  private var turnEnds: [() -> Double] = []
  private var sources: [any EventSource] = []
  private var timers: [LoopTimer] = []
  private let wait: Wait
  /// A handle for other threads.
  package let handle: LoopHandle

  package init(wait: @escaping Wait = EventLoop.poll) {
    self.wait = wait
    handle = LoopHandle()
    add(handle)
  }

  /// The current time of the loop's clock, in seconds.
  package var now: Double { CACurrentMediaTime() }

  // MARK: Sources

  /// Adds a source, which is retained until it is removed.
  package func add(_ source: any EventSource) {
    guard !sources.contains(where: { $0 === source }) else { return }
    sources.append(source)
  }

  package func remove(_ source: any EventSource) {
    sources.removeAll { $0 === source }
  }

  // MARK: Times

  /// Schedules a closure once, after a delay in seconds. The loop retains the timer until it fires
  /// or is cancelled.
  @discardableResult
  package func schedule(after seconds: Double, _ body: @escaping () -> Void) -> LoopTimer {
    add(LoopTimer(deadline: now + max(0, seconds), interval: nil, body))
  }

  /// Schedules a closure repeatedly, first after one interval. Missed calls are skipped.
  ///
  /// - Parameter seconds: the interval, above 0.
  @discardableResult
  package func schedule(every seconds: Double, _ body: @escaping () -> Void) -> LoopTimer {
    precondition(seconds > 0, "A timer that never waits leaves the loop no time.")
    return add(LoopTimer(deadline: now + seconds, interval: seconds, body))
  }

  /// Adds a closure at the end of each cycle, which returns the latest time of the next one.
  package func beforeWaiting(_ body: @escaping () -> Double) {
    turnEnds.append(body)
  }

  private func add(_ timer: LoopTimer) -> LoopTimer {
    timers.append(timer)
    return timer
  }

  // MARK: Running

  /// Runs until `stop` is called.
  package func run() {
    while !isStopped { turn() }
  }

  /// Runs one cycle, which waits at most until a deadline.
  package func turn(until deadline: Double = .infinity) {
    var deadline = deadline
    for body in turnEnds { deadline = min(deadline, body()) }
    guard !handle.isStopped else { return }
    let polled = sources
    var descriptors = polled.map { source in
      pollfd(
        fd: source.fileDescriptor, events: Int16(POLLIN) | (source.wantsToWrite ? Int16(POLLOUT) : 0), revents: 0)
    }
    let next = min(deadline, timers.map(\.deadline).min() ?? .infinity)
    wait(&descriptors, max(0, next - now))
    for (source, descriptor) in zip(polled, descriptors) where descriptor.revents != 0 {
      // One that was removed meanwhile may be closed already.
      guard sources.contains(where: { $0 === source }) else { continue }
      source.handle(Readiness(pollEvents: descriptor.revents))
    }
    fireTimers()
  }

  private func fireTimers() {
    let now = now
    for timer in timers where timer.deadline <= now && !timer.isCancelled {
      timer.fire(now: now)
    }
    timers.removeAll(where: \.isCancelled)
  }

  /// Whether `stop` was called.
  package var isStopped: Bool { handle.isStopped }

  /// Ends `run` after this cycle.
  package func stop() { handle.stop() }

  /// Waits with `poll(2)`. A signal ends the wait early.
  package static func poll(_ descriptors: inout [pollfd], _ seconds: Double) {
    // Rounded up: a loop that wakes a little too early would turn in vain until the time has come.
    let milliseconds = seconds < 1e6 ? Int32((seconds * 1000).rounded(.up)) : -1
    if Glibc.poll(&descriptors, nfds_t(descriptors.count), milliseconds) < 0 {
      for index in descriptors.indices { descriptors[index].revents = 0 }
    }
  }
}

/// A timer of an `EventLoop`.
package final class LoopTimer {
  fileprivate private(set) var deadline: Double
  fileprivate private(set) var isCancelled = false
  private let interval: Double?
  private let body: () -> Void

  fileprivate init(deadline: Double, interval: Double?, _ body: @escaping () -> Void) {
    self.deadline = deadline
    self.interval = interval
    self.body = body
  }

  package func cancel() {
    isCancelled = true
    deadline = .infinity
  }

  fileprivate func fire(now: Double) {
    if let interval { deadline = now + interval } else { cancel() }
    body()
  }
}

/// A handle of a loop for other threads: a queue of closures, and an eventfd that wakes the loop.
package final class LoopHandle: EventSource, Sendable {
  private struct State {
    var bodies: [@Sendable () -> Void] = []
    var isStopped = false
  }

  private let state = Mutex(State())
  // Without one the loop still works for its own thread: `poll` passes over negative descriptors.
  package let fileDescriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))

  deinit {
    if fileDescriptor >= 0 { close(fileDescriptor) }
  }

  fileprivate init() {}

  /// Whether the loop is to end.
  var isStopped: Bool { state.withLock { $0.isStopped } }

  /// Schedules a closure on the loop's thread.
  package func perform(_ body: @escaping @Sendable () -> Void) {
    state.withLock { $0.bodies.append(body) }
    wake()
  }

  /// Ends the loop's `run` after this cycle.
  package func stop() {
    state.withLock { $0.isStopped = true }
    wake()
  }

  package func handle(_ readiness: Readiness) {
    var count: UInt64 = 0
    _ = read(fileDescriptor, &count, 8)
    let bodies = state.withLock { state in
      defer { state.bodies = [] }
      return state.bodies
    }
    for body in bodies { body() }
  }

  private func wake() {
    var one: UInt64 = 1
    _ = write(fileDescriptor, &one, 8)
  }
}
