import ArgumentParser
import MultiplaneSceneFile

/// The error for an option that a command does not have, with the option that is likely meant.
///
/// ArgumentParser suggests by edit distance alone: `--jobs` for `--fps`, and `--tile` for `--time`.
enum UnknownOption {
  /// What other programs, and other commands of this one, call an option.
  private static let otherNames = [
    "allow-empty": "allow-blank", "at": "time", "concurrency": "jobs", "dpr": "scale", "end": "to", "framerate": "fps",
    "frame-rate": "fps", "out": "output", "rate": "fps", "seconds": "time", "start": "from", "threads": "jobs",
    "until": "to", "workers": "jobs",
  ]

  /// ArgumentParser's message, with a suggestion of an option that the command has.
  ///
  /// - Parameters:
  ///   - message: unchanged unless it is about an unknown option.
  ///   - arguments: those of the process; the first one names the command.
  static func sentence(for message: String, arguments: some Collection<String>) -> String {
    guard let match = message.prefixMatch(of: /Unknown option '(--?)([^']*)'/) else { return message }
    let command = Multiplane.configuration.subcommands.first { $0.configuration.commandName == arguments.first }
    let known = options(of: command ?? Multiplane.self)
    let name = String(match.2)
    let meant =
      otherNames[name].flatMap { known.contains($0) ? $0 : nil } ?? Suggestion.nearest(to: name, among: known)
    let hint = meant.map { "; did you mean \"--\($0)\"?" } ?? ""
    return "unknown option '\(match.1)\(OneLine.escaped(name))'" + hint
  }

  /// The long names of a command's options, as its help lists them.
  static func options(of command: any ParsableCommand.Type) -> [String] {
    Multiplane.helpMessage(for: command).matches(of: /(?m)^ +(?:-\w, )?--([a-z][a-z0-9-]*)/).map { String($0.1) }
  }
}
