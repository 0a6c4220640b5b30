import Foundation
import Logging
import Synchronization

/// The library's warnings, for people to read: a program's mistake may be made in each frame, so
/// they are bounded for the process.
enum Warnings {
  private static let budget = Mutex(WarningBudget())

  /// Logs a line, unless the same one or too many were logged within the last minute.
  ///
  /// - Parameters:
  ///   - label: the logger's, without `multiplane.`.
  ///   - line: is only made where it may be logged.
  static func log(_ label: String, level: Logger.Level = .warning, _ line: @autoclosure () -> String) {
    let now = ProcessInfo.processInfo.systemUptime
    // Texts are made without the lock: a program's description of itself may log, too.
    guard budget.withLock({ $0.hasRoom(at: now) }) else { return }
    let line = line()
    let lines = budget.withLock { $0.admit(line, at: now) }
    guard !lines.isEmpty else { return }
    let logger = Logger(label: "multiplane.\(label)")
    for line in lines { logger.log(level: level, "\(line)") }
  }
}

/// The most lines that are logged within a minute, each once.
struct WarningBudget {
  static let most = 20
  /// Seconds.
  static let period = 60.0
  /// Characters of the longest line: names may be as long as a file.
  static let longestLine = 1200

  /// When the minute began.
  private var start = -Double.infinity
  private var logged: Set<String> = []
  private var leftOut = 0

  /// Whether another line may be logged at a time, in seconds; otherwise it counts as left out.
  mutating func hasRoom(at now: Double) -> Bool {
    if now - start >= Self.period || logged.count < Self.most { return true }
    leftOut += 1
    return false
  }

  /// Counts a line.
  ///
  /// - Returns: what is to be logged: nothing, or the line, with what has to be said of those that
  ///   were left out.
  mutating func admit(_ line: String, at now: Double) -> [String] {
    guard hasRoom(at: now) else { return [] }
    var lines: [String] = []
    if now - start >= Self.period {
      if leftOut > 0 { lines.append("\(leftOut) warnings were left out") }
      (start, logged, leftOut) = (now, [], 0)
    }
    let line = line.count > Self.longestLine ? line.prefix(Self.longestLine) + "…" : line
    guard logged.insert(line).inserted else {
      leftOut += 1
      return lines
    }
    lines.append(line)
    if logged.count == Self.most { lines.append("further warnings are left out for up to a minute") }
    return lines
  }
}
