#if Service
  import Foundation
  import MultiplaneBatch
  import MultiplaneDrawing
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
    // Proof of Sendable: `isOverdue` belongs to the thread that waits; the others only call what
    // may be called from any thread.
    private let process: ChildProcess
    /// Whether it was ended because it took longer than it may.
    private(set) var isOverdue = false

    /// Starts it in the folder of a job.
    ///
    /// - Parameter arguments: beside those of the manifest.
    init(_ arguments: [String], in folder: String) throws(ChildProcess.Failure) {
      process = try ChildProcess(
        ownProgram,
        ["batch", Job.manifestName, "-o", "outputs/", "--assets", "assets", "--end-with-parent", "--confined"]
          + arguments, in: folder, input: .null, output: .pipe, errors: .pipe)
    }

    /// The longest time between two looks whether it has ended, in milliseconds: a process that it
    /// started may hold its pipes open.
    private static let patience = 1000.0

    /// Reads its report on each row until its end.
    ///
    /// - Parameter deadline: when it is ended; nil for never.
    /// - Returns: how it ended, and the last line that it complained in.
    func wait(until deadline: ContinuousClock.Instant? = nil, _ row: (BatchEvent) -> Void) -> (
      ending: BatchEnding, complaint: String?
    ) {
      var open = [process.output, process.errors]
      var (report, complaints) = ([UInt8](), [UInt8]())
      while !open.isEmpty {
        var entries = open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        let left = deadline.map { ($0 - .now) / .milliseconds(1) } ?? Self.patience
        let count = poll(&entries, nfds_t(entries.count), Int32(min(max(0, left.rounded(.up)), Self.patience)))
        if count <= 0 {
          if left <= 0 {
            isOverdue = true
            process.kill(SIGKILL)
            break
          }
          if count == 0, process.current != nil { break }
          continue
        }
        for entry in entries where entry.revents != 0 {
          let bytes = Self.read(entry.fd)
          if bytes.isEmpty { open.removeAll { $0 == entry.fd } }
          if entry.fd == process.output {
            report += bytes
            while let end = report.firstIndex(of: 0x0A) {
              if let event = BatchEvent([UInt8](report[..<end])) { row(event) }
              report.removeFirst(end + 1)
            }
          } else {
            complaints = (complaints + bytes).suffix(4096)
          }
        }
      }
      let line = String(decoding: complaints, as: UTF8.self).split(whereSeparator: \.isNewline).last
      return (ending, line.map { String($0.replacing("multiplane: ", with: "", maxReplacements: 1)) })
    }

    private static func read(_ descriptor: Int32) -> [UInt8] {
      let most = 1 << 16
      return [UInt8](unsafeUninitializedCapacity: most) { buffer, filled in
        var count = Foundation.read(descriptor, buffer.baseAddress, most)
        while count < 0, errno == EINTR { count = Foundation.read(descriptor, buffer.baseAddress, most) }
        filled = max(0, count)
      }
    }

    /// Waits for its end, which is near, and does not depend on what it does then.
    private var ending: BatchEnding {
      var ending = process.wait(until: .now + .seconds(10))
      if ending == nil {
        process.kill(SIGKILL)
        ending = process.wait(until: .now + .seconds(10))
      }
      return switch ending ?? .signal(SIGKILL) {
      case .exit(let status): .exit(Int(status))
      case .signal(let number): .signal(number)
      }
    }

    /// Has it finish the rows at hand and end.
    func stop() { process.kill(SIGTERM) }

    /// Ends it at once.
    func kill() { process.kill(SIGKILL) }
  }
#endif
