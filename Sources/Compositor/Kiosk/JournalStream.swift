import Foundation

/// The journal of systemd as the reader of standard error. It takes the priority of a line from a
/// prefix such as `<3>`, which other readers would show.
///
/// (Source: systemd.exec(5), `JOURNAL_STREAM` and `SyslogLevelPrefix=`; sd-daemon(3).)
package enum JournalStream {
  /// Whether standard error is a stream to the journal.
  package static let isStandardError = isStream(
    ProcessInfo.processInfo.environment["JOURNAL_STREAM"], STDERR_FILENO)

  /// The prefix of a line on standard error; empty if the journal does not read it.
  ///
  /// - Parameter priority: from 3 (an error) to 7 (debugging), as syslog(3) numbers them.
  package static func prefix(priority: Int) -> String { isStandardError ? "<\(priority)>" : "" }

  /// Whether a descriptor is the stream that systemd names by its device and file number.
  static func isStream(_ name: String?, _ descriptor: Int32) -> Bool {
    let numbers = (name ?? "").split(separator: ":", omittingEmptySubsequences: false).map { UInt64($0) }
    var status = stat()
    guard numbers.count == 2, fstat(descriptor, &status) == 0 else { return false }
    return numbers[0] == UInt64(status.st_dev) && numbers[1] == UInt64(status.st_ino)
  }
}
