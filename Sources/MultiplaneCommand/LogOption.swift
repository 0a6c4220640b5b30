import ArgumentParser
import Logging

/// `--log-level`, as every subcommand takes it. Reading it sets the level for the whole program (`StandardErrorLog`).
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
      "What is told on standard error beside errors: 'error' leaves warnings out, 'info' says what draws, 'debug' what was read.",
      valueName: "level"))
  var level = Level.warning

  func validate() throws { StandardErrorLog.setLevel(level.level) }

  /// The options that say the same to another process of this program.
  var arguments: [String] { ["--log-level", level.rawValue] }
}
