import Foundation

/// A run of `ffmpeg`, which gets raw bytes, or files, and says in a line why it failed.
package final class EncoderProcess: @unchecked Sendable {
  // Proof of Sendable: everything is set up by `init`; one thread writes, and when it has ended another waits for the end. `abort` may come
  // at any time, and calls only what may be called so.
  /// What errors call the output.
  private let path: String
  private let process = Process()
  private let input: Pipe?
  private let results: Pipe?
  private let complaints: LastLine

  /// What `ffmpeg` is told whatever it is to do. Without -xerror a disk that is full at the very end is a message and a success.
  package static let usual = ["-hide_banner", "-nostdin", "-loglevel", "error", "-xerror"]

  /// Starts it.
  ///
  /// - Parameters:
  ///   - arguments: behind `usual`.
  ///   - path: what errors call the output.
  ///   - takesBytes: whether it reads what `write` hands over from its standard input.
  ///   - givesBytes: whether `read` and `output` get what it writes to its standard output.
  /// - Throws: `VideoError` if there is no `ffmpeg`, or it cannot be started.
  package init(_ arguments: [String], making path: String, takesBytes: Bool, givesBytes: Bool = false)
    throws(VideoError)
  {
    guard let program = findProgram("ffmpeg") else { throw VideoError.noEncoder(path: path) }
    self.path = path
    let errors = Pipe()
    input = takesBytes ? Pipe() : nil
    results = givesBytes ? Pipe() : nil
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = Self.usual + arguments
    if let input { process.standardInput = input } else { process.standardInput = FileHandle.nullDevice }
    if let results { process.standardOutput = results } else { process.standardOutput = FileHandle.nullDevice }
    process.standardError = errors
    do {
      try process.run()
    } catch {
      throw VideoError.encoder(path: path, found: "\"\(error.localizedDescription)\" when it was started")
    }
    complaints = LastLine(of: errors.fileHandleForReading)
  }

  /// Hands bytes over; waits until they are taken.
  package func write(_ bytes: [UInt8]) throws(VideoError) {
    guard let descriptor = input?.fileHandleForWriting.fileDescriptor else { return }
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        Foundation.write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else {
        let code = errno
        // Who reads no more has ended, and says why.
        throw VideoError.encoder(path: path, found: ending() ?? "\"\(String(cString: strerror(code)))\"")
      }
      written += count
    }
  }

  /// Waits for bytes that it writes; nil when there are not that many more.
  package func read(count: Int) -> [UInt8]? {
    guard let data = try? results?.fileHandleForReading.read(upToCount: count), data.count == count else { return nil }
    return [UInt8](data)
  }

  /// All that it writes, when it has ended; for what is small.
  ///
  /// - Throws: what went wrong.
  package func output() throws(VideoError) -> [UInt8] {
    let data = (try? results?.fileHandleForReading.readToEnd()) ?? nil
    try finish()
    return [UInt8](data ?? Data())
  }

  /// Tells it that this was all, and waits for its end.
  ///
  /// - Throws: what went wrong.
  package func finish() throws(VideoError) {
    if let found = ending() { throw VideoError.encoder(path: path, found: found) }
  }

  /// Ends it at once; called from any thread.
  package func abort() {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
  }

  /// - Returns: what went wrong; nil if nothing did.
  private func ending() -> String? {
    try? input?.fileHandleForWriting.close()
    let line = complaints.wait()
    process.waitUntilExit()
    switch (process.terminationReason, process.terminationStatus) {
    // A file that cannot be closed was not written, whatever the status says.
    case (.exit, 0): return line.flatMap { $0.hasPrefix("Error closing") ? "\"\($0)\"" : nil }
    case (.exit, let status): return line.map { "\"\($0)\"" } ?? "exit status \(status) without a word"
    case (_, let signal): return "its end by signal \(signal)"
    }
  }

  /// The first line of what `ffmpeg -version` says; nil where there is none.
  package static func version() -> String? {
    guard let program = findProgram("ffmpeg") else { return nil }
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["-version"]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = (try? output.fileHandleForReading.readToEnd()) ?? nil
    process.waitUntilExit()
    return data.flatMap { String(decoding: $0, as: UTF8.self).split(separator: "\n").first.map(String.init) }
  }
}

/// The last line that says something of what a process writes.
private final class LastLine: @unchecked Sendable {
  // Proof of Sendable: `text` is written before the group is left, and read after.
  private let group = DispatchGroup()
  private var text = ""

  init(of handle: FileHandle) {
    group.enter()
    Thread.detachNewThread { [self] in
      while let data = try? handle.read(upToCount: 4096), !data.isEmpty {
        // More than a line's length; a program that complains for ever must not fill the memory.
        text = String((text + String(decoding: data, as: UTF8.self)).suffix(4096))
      }
      group.leave()
    }
  }

  /// Waits for the end; nil if nothing was said.
  func wait() -> String? {
    group.wait()
    // With these ffmpeg ends a failure, after the line that says which.
    let endings = ["Conversion failed!", "Error initializing output stream"]
    let lines = text.split(whereSeparator: \.isNewline).filter { line in !endings.contains(where: line.hasPrefix) }
    return lines.last.map(String.init)
  }
}

/// Looks for a program in the folders of `PATH`.
package func findProgram(_ name: String, path: String? = ProcessInfo.processInfo.environment["PATH"]) -> String? {
  let folders = (path ?? "").split(separator: ":").map(String.init)
  return folders.lazy.map { "\($0)/\(name)" }.first { candidate in
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: candidate, isDirectory: &isFolder) && !isFolder.boolValue
      && FileManager.default.isExecutableFile(atPath: candidate)
  }
}
