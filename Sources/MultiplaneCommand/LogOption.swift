import ArgumentParser
import Logging

/// `--log-level` and `--log-format`, shared by all subcommands. Parsing them sets the level and the
/// format of the whole program (`StandardErrorLog`, `StandardError`).
struct LogOption: ParsableArguments {
  enum Level: String, CaseIterable, ExpressibleByArgument {
    case trace, debug, info, notice, warning, error

    var level: Logger.Level {
      switch self {
      case .trace: .trace
      case .debug: .debug
      case .info: .info
      case .notice: .notice
      case .warning: .warning
      case .error: .error
      }
    }
  }

  @Option(
    name: .customLong("log-level"),
    help: ArgumentHelp(
      "Log level on standard error: 'error' hides warnings, 'info' adds the renderer, 'debug' the files that are read.",
      valueName: "level"))
  var level = Level.warning

  enum Format: String, CaseIterable, ExpressibleByArgument {
    case text, json
  }

  @Option(
    name: .customLong("log-format"),
    help: ArgumentHelp(
      "Lines on standard error: 'text', or 'json' with time, level and message. The log of 'serve' is always JSON.",
      valueName: "format"))
  var format = Format.text

  func validate() throws {
    StandardErrorLog.setLevel(level.level)
    StandardError.setFormat(format)
  }

  /// The same options as arguments for a child process.
  var arguments: [String] {
    ["--log-level", level.rawValue] + (format == .text ? [] : ["--log-format", format.rawValue])
  }
}
