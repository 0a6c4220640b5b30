import Foundation
import MultiplaneDrawing

/// A worker process, which draws one job at a time. It ends with its batch.
package final class WorkerProcess {
  private let process: ChildProcess
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

  /// Signals that ask a batch or a service to end. Service managers and terminals send them to all
  /// processes; a worker finishes what it is drawing, and ends with its input.
  private static let blocked = [SIGINT, SIGTERM, SIGHUP]

  /// Starts the process, and waits until it is ready.
  ///
  /// - Parameter arguments: for this same program.
  package init(_ arguments: [String]) throws(BatchError) {
    do {
      process = try ChildProcess(
        ownProgram, arguments, input: .pipe, output: .pipe, errors: .own, blocking: Self.blocked)
    } catch {
      throw .worker(problem: "cannot be started: \(error); try again")
    }
    guard
      let hello = WorkerMessage.read(
        WorkerMessage.Hello.self, from: process.output, until: ContinuousClock.now + .seconds(Self.longestStart))
    else {
      // Hung, unless it has ended.
      process.kill(SIGKILL)
      _ = process.wait(until: .now + .seconds(Self.longestEnd))
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
    if WorkerMessage.write(request, to: process.input, until: deadline),
      let reply = WorkerMessage.read(WorkerMessage.Reply.self, from: process.output, until: deadline)
    {
      return reply
    }
    if ContinuousClock.now >= deadline { overdue = seconds }
    return nil
  }

  /// Its pipe for messages with files and deadlines; do not use `answer` with it.
  package func messages() -> MessagePipe {
    MessagePipe(reading: process.output, writing: process.input, isTimed: true)
  }

  /// Seconds that a process gets to end: a driver may hang when it is taken down, and even a killed
  /// process while it is in a system call.
  private static let longestEnd = 10

  /// Ends the idle process, and waits for it.
  package func end() {
    process.closeInput()
    if process.wait(until: .now + .seconds(Self.longestEnd)) == nil { kill() }
  }

  /// Ends the process, and returns its exit status as a phrase.
  package func ending() -> String {
    if let overdue {
      kill()
      return "taking longer than \(overdue < 10 ? "\(overdue)" : "\(Int(overdue))") s"
    }
    // It has died, or sent a malformed answer.
    process.closeInput()
    return switch process.wait(until: .now + .milliseconds(50)) ?? kill() {
    case .signal(let number): "signal \(number) (\(String(cString: strsignal(number))))"
    case .exit(let status): "exit status \(status)"
    }
  }

  /// - Returns: how it ended, by this signal if it does not end even then.
  @discardableResult
  private func kill() -> ChildProcess.Ending {
    process.kill(SIGKILL)
    return process.wait(until: .now + .seconds(Self.longestEnd)) ?? .signal(SIGKILL)
  }
}

/// The path of this program, for processes that run it too. After it was replaced on disk, the path
/// leads to no file, and the kernel's own link to the running one.
package var ownProgram: String {
  let link = "/proc/self/exe"
  guard let path = try? FileManager.default.destinationOfSymbolicLink(atPath: link), access(path, X_OK) == 0 else {
    return link
  }
  return path
}
