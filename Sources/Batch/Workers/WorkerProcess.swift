import Foundation

/// A worker process, which draws one job at a time. It ends with its batch.
package final class WorkerProcess {
  private let process = Process()
  private let requests = Pipe()
  private let replies = Pipe()
  /// The message with which it became ready.
  package let hello: WorkerMessage.Hello
  /// The identity of its renderer.
  package var program: ProgramIdentity { hello.program }
  /// Seconds within which it has to be ready.
  private static let longestStart = 300
  /// Jobs that it has done.
  private(set) var jobs = 0
  /// The seconds within which it had to be done, and was not.
  private var overdue: Double?

  /// Starts the process, and waits until it is ready.
  ///
  /// - Parameter arguments: for this same program.
  package init(_ arguments: [String]) throws(BatchError) {
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments
    process.standardInput = requests
    process.standardOutput = replies
    do {
      try process.run()
    } catch {
      throw .worker(problem: "cannot be started: \(systemText(of: error)); try again")
    }
    guard
      let hello = WorkerMessage.read(
        WorkerMessage.Hello.self, from: replies.fileHandleForReading.fileDescriptor,
        until: ContinuousClock.now + .seconds(Self.longestStart))
    else {
      // Hung, unless it has ended.
      if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
      process.waitUntilExit()
      throw .worker(problem: "ended before it was ready (the line above says why)")
    }
    self.hello = hello
  }

  /// Has something done.
  ///
  /// - Parameter seconds: how long that may take.
  /// - Returns: nil if the process died of it, or takes too long; `ending` then says how.
  func answer(_ request: WorkerMessage.Request, within seconds: Double) -> WorkerMessage.Reply? {
    jobs += 1
    let deadline = ContinuousClock.now + .seconds(min(seconds, 1e9))
    if WorkerMessage.write(request, to: requests.fileHandleForWriting.fileDescriptor, until: deadline),
      let reply = WorkerMessage.read(
        WorkerMessage.Reply.self, from: replies.fileHandleForReading.fileDescriptor, until: deadline)
    {
      return reply
    }
    if ContinuousClock.now >= deadline { overdue = seconds }
    return nil
  }

  /// Its pipe for messages with files and deadlines; do not use `answer` with it.
  package func messages() -> MessagePipe {
    MessagePipe(
      reading: replies.fileHandleForReading.fileDescriptor, writing: requests.fileHandleForWriting.fileDescriptor,
      isTimed: true)
  }

  /// Seconds that an idle process gets to end: a driver may hang when it is taken down.
  private static let longestEnd = 10

  /// Ends the idle process, and waits for it.
  package func end() {
    try? requests.fileHandleForWriting.close()
    let deadline = ContinuousClock.now + .seconds(Self.longestEnd)
    while process.isRunning, ContinuousClock.now < deadline { usleep(1000) }
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }

  /// Ends the process, and returns its exit status as a phrase.
  package func ending() -> String {
    if let overdue {
      Foundation.kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      return "taking longer than \(overdue < 10 ? "\(overdue)" : "\(Int(overdue))") s"
    }
    kill()
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
      ? "signal \(process.terminationStatus) (\(String(cString: strsignal(process.terminationStatus))))"
      : "exit status \(process.terminationStatus)"
  }

  private func kill() {
    // It has died, or sent a malformed answer.
    try? requests.fileHandleForWriting.close()
    if process.isRunning {
      usleep(50_000)
      if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    }
  }
}
