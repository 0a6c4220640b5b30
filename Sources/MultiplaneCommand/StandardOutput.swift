import Foundation
import Logging
import MultiplaneCompositor
import MultiplaneService
import Synchronization

/// Buffered lines for standard output. Reports write errors: a full disk, a closed pipe.
struct StandardOutput {
  private var pending: [UInt8] = []
  /// The size of the buffer, in bytes.
  private let capacity = 1 << 16

  /// Adds a line, or several. Control characters, which file names may contain, are escaped.
  mutating func line(_ text: String) throws(CommandError) {
    pending.append(contentsOf: Self.escaped(text).utf8)
    pending.append(UInt8(ascii: "\n"))
    if pending.count >= capacity { try flush() }
  }

  private static func escaped(_ text: String) -> String {
    // C2 begins those from U+0080 to U+009F.
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != 0xC2 || $0 == 0x0A || $0 == 0x09 }
    if isPlain { return text }
    var escaped = ""
    for scalar in text.unicodeScalars {
      if scalar.properties.generalCategory == .control, scalar != "\n", scalar != "\t" {
        escaped += scalar.escaped(asASCII: true)
      } else {
        escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Writes the buffer. Call it once at the end.
  mutating func flush() throws(CommandError) {
    try Self.write(pending)
    pending.removeAll(keepingCapacity: true)
  }

  /// Writes bytes at once.
  static func write(_ bytes: [UInt8]) throws(CommandError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { bytes in
        Foundation.write(STDOUT_FILENO, bytes.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0 {
        if errno == EPIPE { throw .readerGone }
        throw .output(found: String(cString: strerror(errno)))
      }
      written += count
    }
  }
}

/// Lines for standard error.
enum StandardError {
  /// The longest line, in Unicode scalars: text from a file may be very long.
  static let longestLine = 1200

  /// The form of lines, set by `--log-format`.
  private static let format = Mutex(LogOption.Format.text)

  static func setFormat(_ new: LogOption.Format) { format.withLock { $0 = new } }

  /// Writes `multiplane: ` and the text as one line, or an object of JSON. Line breaks and other
  /// control characters become spaces; the middle of a long text is left out. The journal gets the
  /// level as a priority. Write errors are ignored.
  static func write(_ text: String, _ level: Logger.Level = .error) {
    var text = Substring(text).unicodeScalars
    if text.count > longestLine {
      let (head, tail) = (text.prefix(longestLine / 2), text.suffix(longestLine / 2))
      text = Substring.UnicodeScalarView(head)
      text.append("…")
      text.append(contentsOf: tail)
    }
    let scalars = text.map { $0.properties.generalCategory == .control ? " " : $0 }
    var line = ""
    line.unicodeScalars.append(contentsOf: scalars)
    var bytes = Array(JournalStream.prefix(priority: level.priority).utf8)
    switch format.withLock({ $0 }) {
    case .text: bytes += "multiplane: \(line)\n".utf8
    case .json: bytes += LogWriter.line(level.rawValue, [("message", .string(line))])
    }
    _ = bytes.withUnsafeBytes { Foundation.write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}

extension Logger.Level {
  /// As syslog(3) numbers it.
  fileprivate var priority: Int {
    switch self {
    case .critical, .error: 3
    case .warning: 4
    case .notice: 5
    case .info: 6
    case .debug, .trace: 7
    }
  }
}
