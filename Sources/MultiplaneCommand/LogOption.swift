import ArgumentParser
import Logging

/// `--log-level`, shared by all subcommands. Parsing it sets the level of the whole program
/// (`StandardErrorLog`).
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

  func validate() throws { StandardErrorLog.setLevel(level.level) }

  /// The same option as arguments for a child process.
  var arguments: [String] { ["--log-level", level.rawValue] }
}
