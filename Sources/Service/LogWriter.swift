import Foundation
import MultiplaneCompositor
import MultiplaneSceneFile
import Synchronization

/// A writer of JSON lines with its own thread, so that requests never wait for the reader of the
/// log.
package final class LogWriter: @unchecked Sendable {
  // Proof of Sendable: all that changes is touched under `condition` alone.
  package enum Level: String, Sendable {
    case info, warning, error

    /// As syslog(3) numbers it.
    fileprivate var priority: Int {
      switch self {
      case .info: 6
      case .warning: 4
      case .error: 3
      }
    }
  }

  package enum Value: Sendable {
    case string(String)
    case number(Double)
    /// Seconds, logged with three decimals.
    case milliseconds(Double)
  }

  private let descriptor: Int32
  private let condition = NSCondition()
  private var lines: [UInt8] = []
  private var dropped = 0
  private var isWriting = false

  /// The most bytes that wait; lines beyond are counted, and the count is logged when there is room
  /// again.
  private static let most = 1 << 20

  package init(descriptor: Int32) {
    self.descriptor = descriptor
    let thread = Thread { [self] in run() }
    thread.name = "log"
    thread.start()
  }

  package func write(_ level: Level, _ members: [(String, Value)]) {
    let prefix = descriptor == STDERR_FILENO ? JournalStream.prefix(priority: level.priority) : ""
    let line = Array(prefix.utf8) + Self.line(level.rawValue, members)
    condition.lock()
    if lines.count < Self.most { lines += line } else { dropped += 1 }
    condition.signal()
    condition.unlock()
  }

  /// A line of JSON with the current time, and its end.
  package static func line(_ level: String, _ members: [(String, Value)]) -> [UInt8] {
    var line: [UInt8] = []
    line.reserveCapacity(256)
    line += "{\"time\": \"".utf8
    line += time().utf8
    line += "\", \"level\": \"".utf8
    line += level.utf8
    line += "\"".utf8
    for (name, value) in members {
      line += ", \"".utf8
      line += name.utf8
      line += "\": ".utf8
      switch value {
      case .string(let text): append(text, to: &line)
      case .number(let number):
        line += (number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)").utf8
      case .milliseconds(let seconds): line += "\((seconds * 1e6).rounded() / 1e3)".utf8
      }
    }
    line += "}\n".utf8
    return line
  }

  /// Waits until all lines are written, at most half a second.
  package func flush() {
    for _ in 0..<50 {
      condition.lock()
      let isDone = lines.isEmpty && !isWriting
      condition.unlock()
      if isDone { return }
      usleep(10_000)
    }
  }

  private func run() {
    while true {
      condition.lock()
      isWriting = false
      while lines.isEmpty { condition.wait() }
      var bytes: [UInt8] = []
      swap(&bytes, &lines)
      let lost = dropped
      dropped = 0
      isWriting = true
      condition.unlock()
      if lost > 0 {
        bytes += "{\"time\": \"\(Self.time())\", \"level\": \"warning\", \"lost\": \(lost)}\n".utf8
      }
      var written = 0
      while written < bytes.count {
        let count = bytes.withUnsafeBytes {
          Foundation.write(descriptor, $0.baseAddress.map { $0 + written }, bytes.count - written)
        }
        if count < 0, errno == EINTR { continue }
        // The reader has gone; work continues.
        guard count > 0 else { break }
        written += count
      }
    }
  }

  /// Such as `2026-01-31T12:00:00.123Z`.
  private static func time() -> String {
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let prefix = second.withLock { second in
      if second.number != now.tv_sec {
        var (seconds, parts) = (now.tv_sec, tm())
        gmtime_r(&seconds, &parts)
        func two(_ number: Int32) -> String { (number < 10 ? "0" : "") + "\(number)" }
        second = (
          now.tv_sec,
          "\(1900 + parts.tm_year)-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))T"
            + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))."
        )
      }
      return second.text
    }
    let thousandths = "\(now.tv_nsec / 1_000_000)"
    return prefix + String(repeating: "0", count: 3 - thousandths.count) + thousandths + "Z"
  }

  /// The last logged second, as most lines share it.
  private static let second = Mutex<(number: Int, text: String)>((0, ""))

  /// Whether terminals and tools that read lines take a scalar for more than a character.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}": true
    default: false
    }
  }

  private static func append(_ text: String, to line: inout [UInt8]) {
    line += JSONValue.literal(text, escaping: isControl).utf8
  }
}
