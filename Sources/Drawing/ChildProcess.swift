import Foundation
import MultiplaneCLinux

/// A process that runs another program.
///
/// It is started by `posix_spawn`. `Foundation.Process` crashes or waits for ever when descriptors
/// run out; here that is an error. The process has its own process group and none of the caller's
/// descriptors but its three streams.
package final class ChildProcess: @unchecked Sendable {
  // Proof of Sendable: what changes is touched under `lock`, but for `input`, which the one thread
  // that writes closes.

  /// The reason why a process cannot be started: an `errno` value.
  package struct Failure: Error, Equatable, CustomStringConvertible {
    package let code: Int32
    package var description: String { systemMessage(code) }
  }

  /// One of the three standard streams.
  package enum Stream: Sendable {
    /// `/dev/null`.
    case null
    /// That of this process.
    case own
    /// A pipe, whose other end is `input`, `output` or `errors`.
    case pipe
  }

  package enum Ending: Equatable, Sendable {
    case exit(Int32)
    case signal(Int32)
  }

  /// The writing end of its standard input; -1 without a pipe, and after `closeInput`.
  package private(set) var input: Int32 = -1
  /// The reading ends of its standard output and standard error; -1 without a pipe.
  package let output: Int32
  package let errors: Int32

  private let process: pid_t
  private let lock = NSLock()
  private var ending: Ending?

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: its path.
  ///   - arguments: those after its name.
  ///   - folder: its working directory; nil for that of this process.
  ///   - blocked: the signals that it starts with blocked.
  package init(
    _ program: String, _ arguments: [String], in folder: String? = nil, input: Stream, output: Stream, errors: Stream,
    blocking blocked: [Int32] = []
  ) throws(Failure) {
    var streams = StandardStreams()
    // Closes the child's ends, and ours unless the process runs.
    defer { streams.close() }
    try streams.open(0, input)
    try streams.open(1, output)
    try streams.open(2, errors)
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in blocked { sigaddset(&signals, number) }
    var process = pid_t()
    let words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    let code = multiplane_spawn(&process, program, words, environ, folder, streams.theirs, &signals)
    guard code == 0 else { throw Failure(code: code) }
    self.process = process
    (self.input, self.output, self.errors) = streams.taken()
  }

  deinit {
    for descriptor in [input, output, errors] where descriptor >= 0 { close(descriptor) }
    // Its exit status has to be read, or it remains in the system's table.
    guard ending == nil else { return }
    kill(SIGKILL)
    _ = wait(until: .now + .seconds(5))
  }

  /// Closes the pipe to its standard input.
  package func closeInput() {
    guard input >= 0 else { return }
    close(input)
    input = -1
  }

  /// Sends it a signal, unless it has ended; from any thread.
  package func kill(_ signal: Int32) {
    lock.withLock {
      // An ended process keeps its number until its exit status is read, under this lock.
      if ending == nil { _ = Foundation.kill(process, signal) }
    }
  }

  /// How it ended; nil while it runs.
  package var current: Ending? { reap(waiting: false) }

  /// Waits for its end.
  package func wait() -> Ending {
    // Outside of the lock, so that another thread can end it meanwhile.
    var information = siginfo_t()
    while waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    return reap(waiting: true) ?? .exit(0)
  }

  /// Waits for its end; nil after the deadline.
  package func wait(until deadline: ContinuousClock.Instant) -> Ending? {
    var pause: UInt32 = 200
    while true {
      if let ending = current { return ending }
      guard ContinuousClock.now < deadline else { return nil }
      usleep(pause)
      pause = min(2 * pause, 20_000)
    }
  }

  private func reap(waiting: Bool) -> Ending? {
    lock.withLock {
      if let ending { return ending }
      var status: Int32 = 0
      var result = waitpid(process, &status, waiting ? 0 : WNOHANG)
      while result < 0, errno == EINTR { result = waitpid(process, &status, waiting ? 0 : WNOHANG) }
      guard result != 0 else { return nil }
      // Where the caller has children's statuses dropped (SIGCHLD ignored), there is none.
      let signal = result < 0 ? 0 : status & 0x7F
      ending = signal == 0 ? .exit(result < 0 ? 0 : status >> 8 & 0xFF) : .signal(signal)
      return ending
    }
  }
}

/// The pipes of a process that is being started.
private struct StandardStreams {
  /// The descriptors that become 0, 1 and 2, as `multiplane_spawn` takes them.
  private(set) var theirs: [Int32] = [-2, -2, -2]
  private var ours: [Int32] = [-1, -1, -1]

  mutating func open(_ index: Int, _ stream: ChildProcess.Stream) throws(ChildProcess.Failure) {
    switch stream {
    case .null: theirs[index] = -1
    case .own: theirs[index] = -2
    case .pipe:
      var ends: [Int32] = [-1, -1]
      let code = multiplane_pipe(&ends)
      guard code == 0 else { throw ChildProcess.Failure(code: code) }
      // Above the standard streams, of which some may be closed here: one step of the start must
      // not replace what a later one needs.
      let raised = ends.map { $0 > 2 ? $0 : fcntl($0, F_DUPFD_CLOEXEC, 3) }
      let failure = errno
      for (end, raised) in zip(ends, raised) where end != raised { Foundation.close(end) }
      (theirs[index], ours[index]) = index == 0 ? (raised[0], raised[1]) : (raised[1], raised[0])
      guard raised.allSatisfy({ $0 >= 0 }) else { throw ChildProcess.Failure(code: failure) }
    }
  }

  /// Hands over our ends.
  mutating func taken() -> (Int32, Int32, Int32) {
    defer { ours = [-1, -1, -1] }
    return (ours[0], ours[1], ours[2])
  }

  func close() { for descriptor in theirs + ours where descriptor >= 0 { Foundation.close(descriptor) } }
}
