#if Service
  import Foundation
  import MultiplaneSceneFile

  /// What a batch reports about a row.
  struct BatchEvent: Sendable {
    /// The row's identifier.
    var row: String
    /// drawn, present or failed; frames for a video that is being drawn.
    var status: String
    /// Frames that are drawn, of how many.
    var drawn = 0
    var count = 0

    init?(_ line: [UInt8]) {
      guard let json = try? JSONValue.parse(line, name: "row"), case .string(let row)? = json["id"],
        case .string(let status)? = json["status"]
      else { return nil }
      self.init(row: row, status: status)
      if case .number(let number)? = json["frames"] { drawn = Int(exactly: number) ?? 0 }
      if case .number(let number)? = json["of"] { count = Int(exactly: number) ?? 0 }
    }

    init(row: String, status: String, drawn: Int = 0, count: Int = 0) {
      (self.row, self.status, self.drawn, self.count) = (row, status, drawn, count)
    }
  }

  /// This program as a batch, over the manifest of a job.
  final class BatchProcess: @unchecked Sendable {
    // Proof of Sendable: `process` is started by `init`; what is called of it afterwards may be
    // called from any thread.
    private let process = Process()
    private let lines = Pipe()
    private let complaints = Pipe()

    /// Starts it in the folder of a job.
    ///
    /// - Parameter arguments: beside those of the manifest.
    init(_ arguments: [String], in folder: String) throws {
      process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      process.currentDirectoryURL = URL(fileURLWithPath: folder)
      process.arguments =
        ["batch", Job.manifestName, "-o", "outputs/", "--assets", "assets", "--end-with-parent", "--confined"]
        + arguments
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = lines
      process.standardError = complaints
      try process.run()
    }

    /// Reads its report on each row until its end.
    ///
    /// - Returns: how it ended, and the last line that it complained in.
    func wait(_ row: (BatchEvent) -> Void) -> (ending: BatchEnding, complaint: String?) {
      let errors = ErrorLines(complaints.fileHandleForReading)
      var rest = Data()
      while let data = try? lines.fileHandleForReading.read(upToCount: 1 << 16), !data.isEmpty {
        rest.append(data)
        while let end = rest.firstIndex(of: 0x0A) {
          if let event = BatchEvent([UInt8](rest[..<end])) { row(event) }
          rest = Data(rest[rest.index(after: end)...])
        }
      }
      let complaint = errors.wait()?.replacing("multiplane: ", with: "", maxReplacements: 1)
      process.waitUntilExit()
      let ending =
        process.terminationReason == .exit
        ? BatchEnding.exit(Int(process.terminationStatus)) : .signal(process.terminationStatus)
      return (ending, complaint)
    }

    /// Has it finish the rows at hand and end.
    func stop() { if process.isRunning { process.terminate() } }

    /// Ends it at once.
    func kill() { if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) } }
  }

  /// The last line that a process writes; all is read, so that it never waits for a reader.
  private final class ErrorLines: @unchecked Sendable {
    // Proof of Sendable: `text` is written before the group is left, and read after.
    private let group = DispatchGroup()
    private var text = ""

    init(_ handle: FileHandle) {
      group.enter()
      Thread.detachNewThread { [self] in
        while let data = try? handle.read(upToCount: 4096), !data.isEmpty {
          text = String((text + String(decoding: data, as: UTF8.self)).suffix(4096))
        }
        group.leave()
      }
    }

    func wait() -> String? {
      group.wait()
      return text.split(whereSeparator: \.isNewline).last.map(String.init)
    }
  }
#endif
