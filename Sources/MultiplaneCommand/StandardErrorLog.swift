import Logging
import Synchronization

/// Shows what the libraries log, from a level on, as lines on standard error.
struct StandardErrorLog: LogHandler {
  var metadata: Logger.Metadata = [:]
  /// A logger's own level; nil for the program's.
  private var ownLevel: Logger.Level?

  /// The program's: warnings, unless `--log-level` says otherwise.
  private static let level = Mutex(Logger.Level.warning)

  /// From now on, also for loggers that are there.
  static func setLevel(_ new: Logger.Level) { level.withLock { $0 = new } }

  var logLevel: Logger.Level {
    get { ownLevel ?? Self.level.withLock { $0 } }
    set { ownLevel = newValue }
  }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let details = metadata.merging(event.metadata ?? [:]) { $1 }
      .sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
    StandardError.write("\(event.level): \(event.message)\(details)")
  }
}
