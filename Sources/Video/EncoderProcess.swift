import Foundation
import MultiplaneDrawing

/// A run of `ffmpeg`, with raw bytes or files as input, and one line as its error.
package final class EncoderProcess: @unchecked Sendable {
  // Proof of Sendable: everything is set up by `init`; one thread writes, and when it has ended
  // another waits for the end. `abort` may come at any time, and calls only what may be called so.
  /// The name of the output in errors.
  private let path: String
  private let process: ChildProcess
  private let messages: EncoderMessages

  /// The common arguments of `ffmpeg`: print the version, and the level of each message. Without
  /// -xerror, a disk that is full at the very end would be a message and a success.
  package static let usual = ["-nostdin", "-nostats", "-loglevel", "level+info", "-xerror"]

  /// Signals that stop this process in an orderly way, and that service managers and terminals send
  /// to all processes. `ffmpeg` would break its video off; it ends with its input, or by `abort`.
  private static let blocked = [SIGINT, SIGTERM, SIGHUP]

  /// Starts `ffmpeg`.
  ///
  /// - Parameters:
  ///   - arguments: after `usual`.
  ///   - path: the name of the output in errors.
  ///   - takesBytes: whether it reads the bytes of `write` from its standard input.
  ///   - givesBytes: whether `read` and `output` return its standard output.
  /// - Throws: `VideoError` without `ffmpeg`, or if it cannot be started.
  package init(_ arguments: [String], making path: String, takesBytes: Bool, givesBytes: Bool = false)
    throws(VideoError)
  {
    guard let program = findProgram("ffmpeg") else { throw VideoError.noEncoder(path: path) }
    self.path = path
    do {
      process = try ChildProcess(
        program, Self.usual + arguments, input: takesBytes ? .pipe : .null, output: givesBytes ? .pipe : .null,
        errors: .pipe, blocking: Self.blocked)
    } catch {
      throw VideoError.encoder(path: path, found: "\"\(error)\" when it was started")
    }
    messages = EncoderMessages()
    let code = messages.read(process)
    guard code == 0 else {
      throw VideoError.encoder(path: path, found: "no thread for its messages (\(String(cString: strerror(code))))")
    }
  }

  // Its messages' thread holds the process until then.
  deinit { abort() }

  /// Writes bytes to its standard input, and waits.
  package func write(_ bytes: [UInt8]) throws(VideoError) {
    let descriptor = process.input
    guard descriptor >= 0 else { return }
    var written = 0
    while written < bytes.count {
      let count = withoutBrokenPipeSignal {
        bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress.map { $0 + written }, $0.count - written) }
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        let code = errno
        // A closed pipe means that the encoder has ended; its messages have the reason.
        throw VideoError.encoder(path: path, found: ending() ?? "\"\(String(cString: strerror(code)))\"")
      }
      written += count
    }
  }

  /// Reads bytes from its standard output; nil at the end.
  package func read(count: Int) -> [UInt8]? {
    let bytes = readUp(to: count)
    return bytes.count == count ? bytes : nil
  }

  /// Reads its whole standard output, after it has ended; for small outputs.
  ///
  /// - Throws: its error.
  package func output() throws(VideoError) -> [UInt8] {
    var bytes: [UInt8] = []
    while case let part = readUp(to: 1 << 16), !part.isEmpty { bytes += part }
    try finish()
    return bytes
  }

  /// Fewer bytes only at the end.
  private func readUp(to count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let part = Foundation.read(process.output, buffer.baseAddress.map { $0 + filled }, count - filled)
        if part < 0, errno == EINTR { continue }
        guard part > 0 else { return }
        filled += part
      }
    }
  }

  /// Closes its standard input, and waits for its end.
  ///
  /// - Throws: its error.
  package func finish() throws(VideoError) {
    if let found = ending() { throw VideoError.encoder(path: path, found: found) }
  }

  /// Ends it at once, from any thread.
  package func abort() { process.kill(SIGKILL) }

  /// - Returns: what went wrong; nil if nothing did.
  private func ending() -> String? {
    process.closeInput()
    let line = messages.complaint()
    switch process.wait() {
    // A file that cannot be closed was not written, even with a status of success.
    case .exit(0): return line.flatMap { withoutContext($0).hasPrefix("Error closing") ? "\"\($0)\"" : nil }
    case .exit(let status): return line.map { "\"\($0)\"" } ?? "exit status \(status) without a word"
    case .signal(let signal): return "its end by signal \(signal)"
    }
  }

  /// Its version, the first line of its output; waits for it. Nil if it ended without one.
  package var version: String? { messages.version() }
}

/// Writes to a pipe of which the reader may have ended: a program that this is only a part of would
/// end by the signal.
private func withoutBrokenPipeSignal(_ write: () -> Int) -> Int {
  var (signals, pending, before) = (sigset_t(), sigset_t(), sigset_t())
  sigemptyset(&signals)
  sigaddset(&signals, SIGPIPE)
  sigpending(&pending)
  pthread_sigmask(SIG_BLOCK, &signals, &before)
  let count = write()
  let code = errno
  // It comes also where a part was taken.
  if sigismember(&pending, SIGPIPE) == 0 {
    var none = timespec()
    _ = sigtimedwait(&signals, nil, &none)
  }
  pthread_sigmask(SIG_SETMASK, &before, nil)
  errno = code
  return count
}

/// A message of `ffmpeg` without the part of it that it is from, such as `[out#0/mp4 @ 0x55d6]`.
private func withoutContext(_ message: String) -> Substring {
  guard message.first == "[", let end = message.range(of: "] ") else { return message[...] }
  return message[end.upperBound...]
}

/// The messages of `ffmpeg`, line by line: its version, and its last error.
private final class EncoderMessages: @unchecked Sendable {
  // Proof of Sendable: all that changes is touched under `condition`, but for what one thread reads
  // and splits.
  private let condition = NSCondition()
  private var first: String?
  private var error: String?
  /// A line that is none of its own, as the system's about a library that is missing.
  private var other: String?
  private var isAtEnd = false

  /// A longer line, as of a program that complains for ever, must not fill the memory.
  private static let longest = 4096

  /// Reads a process's messages on a thread of its own.
  ///
  /// - Returns: 0, or the `errno` value if there is no thread.
  func read(_ process: ChildProcess) -> Int32 {
    SystemThread.start("ffmpeg") { [self] in
      var (rest, block) = ([UInt8](), [UInt8](repeating: 0, count: Self.longest))
      while true {
        let count = Foundation.read(process.errors, &block, block.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { break }
        rest += block[..<count]
        while let end = rest.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
          take(String(decoding: rest[..<end], as: UTF8.self))
          rest.removeFirst(end + 1)
        }
        rest.removeFirst(max(0, rest.count - Self.longest))
      }
      take(String(decoding: rest, as: UTF8.self))
      condition.withLock {
        isAtEnd = true
        condition.broadcast()
      }
    }
  }

  /// Generic last lines of a failure, which follow the line with the reason. Version 7 has several.
  private static let endings = [
    "Conversion failed!", "Error initializing output stream", "Task finished with error code",
    "Terminating thread with return code", "Nothing was written into output file",
  ]

  private func take(_ line: String) {
    let level = line.firstMatch(of: /\[(?:quiet|panic|fatal|error|warning|info|verbose|debug|trace)\]\s/)
    let text = level.map { String(line[..<$0.range.lowerBound] + line[$0.range.upperBound...]) } ?? line
    guard !text.isEmpty, !Self.endings.contains(where: withoutContext(text).hasPrefix) else { return }
    condition.withLock {
      if let level {
        if line[level.range].contains(/panic|fatal|error/) {
          error = text
        } else if first == nil, text.hasPrefix("ffmpeg version") {
          first = text
          condition.broadcast()
        }
      } else {
        other = text
      }
    }
  }

  func version() -> String? {
    condition.withLock {
      while first == nil, !isAtEnd { condition.wait() }
      return first
    }
  }

  /// Waits for the end; nil where nothing went wrong, as far as it said.
  func complaint() -> String? {
    condition.withLock {
      while !isAtEnd { condition.wait() }
      return error ?? other
    }
  }
}

/// Finds a program in the folders of `PATH`.
package func findProgram(_ name: String, path: String? = ProcessInfo.processInfo.environment["PATH"]) -> String? {
  let folders = (path ?? "").split(separator: ":").map(String.init)
  return folders.lazy.map { "\($0)/\(name)" }.first { candidate in
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder) && !isFolder.boolValue
      && FileManager.default.isExecutableFile(atPath: candidate)
  }
}
