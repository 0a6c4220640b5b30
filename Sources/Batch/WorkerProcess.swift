import Foundation

/// A process that draws jobs, one at a time. It ends when its batch does.
final class WorkerProcess {
  private let process = Process()
  private let requests = Pipe()
  private let replies = Pipe()
  /// What draws in it.
  let program: String
  /// Jobs that it has done.
  private(set) var jobs = 0

  /// Starts it, and waits until it is ready.
  ///
  /// - Parameter arguments: of this same program.
  init(_ arguments: [String]) throws(BatchError) {
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments
    process.standardInput = requests
    process.standardOutput = replies
    do {
      try process.run()
    } catch {
      throw .worker(problem: "cannot be started: \(error.localizedDescription)")
    }
    guard let hello = WorkerMessage.read(WorkerMessage.Hello.self, from: replies.fileHandleForReading.fileDescriptor)
    else {
      process.waitUntilExit()
      throw .worker(problem: "ended before it was ready (the line above says why)")
    }
    program = hello.program
  }

  /// Has a job drawn.
  ///
  /// - Returns: nil if the process died of it; `ending` then says how.
  func draw(_ request: WorkerMessage.Request) -> WorkerMessage.Reply? {
    jobs += 1
    guard WorkerMessage.write(request, to: requests.fileHandleForWriting.fileDescriptor) else { return nil }
    return WorkerMessage.read(from: replies.fileHandleForReading.fileDescriptor)
  }

  /// Ends it when it has nothing to do, and waits for that.
  func end() {
    try? requests.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// How it ended, as a phrase.
  func ending() -> String {
    kill()
    process.waitUntilExit()
    return process.terminationReason == .uncaughtSignal
      ? "signal \(process.terminationStatus) (\(String(cString: strsignal(process.terminationStatus))))"
      : "exit status \(process.terminationStatus)"
  }

  private func kill() {
    // It has died, or said what nobody understands.
    try? requests.fileHandleForWriting.close()
    if process.isRunning {
      usleep(50_000)
      if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
    }
  }
}
