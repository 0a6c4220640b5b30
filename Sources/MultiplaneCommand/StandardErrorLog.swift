import Logging

/// Shows what the libraries log, from warnings on, as lines on standard error.
struct StandardErrorLog: LogHandler {
  var logLevel = Logger.Level.warning
  var metadata: Logger.Metadata = [:]

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
