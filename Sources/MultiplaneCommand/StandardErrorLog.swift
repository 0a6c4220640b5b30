import Logging
import Synchronization

/// A log handler that writes to standard error.
struct StandardErrorLog: LogHandler {
  var metadata: Logger.Metadata = [:]
  /// The logger's own level; nil for the program's.
  private var ownLevel: Logger.Level?

  /// The program's level, set by `--log-level`.
  private static let level = Mutex(Logger.Level.warning)

  /// Sets the program's level, also for existing loggers.
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
    StandardError.write("\(event.level): \(event.message)\(details)", event.level)
  }
}
