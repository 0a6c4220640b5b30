// multiplane: the command.
//
// In:   arguments, and the scene files and pictures that they name. Out:  pictures, videos, and
// text on standard output. Standard error has one line per error, and warnings.
//       Exit status 0: success; 1: failure; 2: wrong usage.
// Path: `runMultiplane`, called by the program → `Multiplane.main` parses the arguments → `run()`
// of the subcommand,
//       one file each → errors return here and become the line and the exit status.

import ArgumentParser
import Foundation
import Logging
import Multiplane
import MultiplaneDisplays
import MultiplaneDrawing
import MultiplaneLayerTree
import MultiplaneSceneFile

/// Runs the command with the arguments of the process, and exits with its status.
///
/// A C function: the installed program, a few lines of C, calls it in `libmultiplane.so`
/// (`tools/package.d/multiplane.c`).
#if compiler(>=6.3)
  @c(multiplane_command_main)
#else
  @_cdecl("multiplane_command_main")
#endif
package func runMultiplane() {
  Multiplane.main()
}

/// The command and its subcommands.
struct Multiplane: ParsableCommand {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "multiplane",
    abstract: "Renders layer trees (scene files) to pictures, videos and screens, on the GPU or the CPU.",
    discussion: """
      Exit status: 0 success; 1 failure, with one line on standard error; 2 wrong usage.
      """,
    version: "multiplane \(version)",
    subcommands: [
      RenderCommand.self, BatchCommand.self, PlanCommand.self, ChunkCommand.self, JoinCommand.self, WorkerCommand.self,
      CheckCommand.self, ParityCommand.self, DiffCommand.self, TestCommand.self,
      InspectCommand.self, HitCommand.self, SchemaCommand.self, BenchCommand.self,
      DevicesCommand.self, KioskCommand.self, PlayCommand.self, ServeCommand.self, ServiceWorkerCommand.self,
      SignCommand.self,
    ])

  static func main() {
    let isDeep = SystemMemory.settle()
    ShaderCache.settle()
    // By default a closed pipe or a file beyond its limit (`ulimit -f`) would kill the process.
    // Ignored, they become ordinary errors (`StandardOutput`, `FileReplacement`).
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    // Some programs leave it ignored to those that they start. The exit statuses of workers and
    // encoders would be lost.
    signal(SIGCHLD, SIG_DFL)
    LoggingSystem.bootstrap { _ in StandardErrorLog() }
    StandardFormats.registered
    FontLibraries.endProcessWithStatus()
    do {
      try checkDescriptors()
      try checkThreads(Self.neededThreads)
      if isDeep { return runCommand() }
      try DeepStack.run(bytes: Int(SystemMemory.stack)) { runCommand() }
    } catch {
      Foundation.exit(report(error))
    }
  }

  /// File descriptors for drivers, fonts, libraries and displays. With fewer, some of these kill
  /// the process.
  private static let neededDescriptors = 16

  private static func checkDescriptors() throws(CommandError) {
    let found = FreeDescriptors.count(atMost: neededDescriptors)
    guard found == neededDescriptors else { throw .descriptors(found: found, needed: neededDescriptors) }
  }

  /// Threads for fonts, signals and messages of encoders. With fewer, the font libraries kill the
  /// process.
  static let neededThreads = 8

  /// - Parameter needed: the number of threads that have to be free.
  static func checkThreads(_ needed: Int) throws(CommandError) {
    let found = SystemThread.free(atMost: needed)
    guard found == needed else { throw .threads(found: found, needed: needed) }
  }

  private static func runCommand() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    var command: any ParsableCommand
    do {
      try checkSubcommand(arguments)
      command = try parsed(arguments)
    } catch {
      Foundation.exit(report(error))
    }
    do {
      try checkEmptyArguments(arguments)
      try command.run()
    } catch {
      Foundation.exit(report(error, of: type(of: command)))
    }
  }

  /// Parses the arguments by the subcommand's own options.
  ///
  /// Parsing from the root would collect the options of both. It follows where the subcommand alone
  /// reports an error or help, because the messages name the whole command.
  private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
    let subcommand = configuration.subcommands.first { $0.configuration.commandName == arguments.first }
    if let subcommand, let command = try? subcommand.parseAsRoot(Array(arguments.dropFirst())),
      type(of: command) == subcommand
    {
      return command
    }
    return try parseAsRoot(arguments)
  }

  /// Rejects an unknown subcommand. ArgumentParser would report the first option after it.
  private static func checkSubcommand(_ arguments: [String]) throws {
    guard let name = arguments.first, !name.isEmpty, !name.hasPrefix("-"), name != "help" else { return }
    let commands = configuration.subcommands.map { $0.configuration }
    guard !commands.contains(where: { $0.commandName == name }) else { return }
    let known = commands.filter(\.shouldDisplay).compactMap(\.commandName)
    throw ValidationError("expected a command, found '\(name)'" + Suggestion.sentence(for: name, among: known))
  }

  /// Rejects empty arguments, which unset variables in scripts leave. No option accepts one.
  private static func checkEmptyArguments(_ arguments: [String]) throws {
    for (before, argument) in zip(arguments, arguments.dropFirst()) {
      if argument.isEmpty { throw ValidationError("expected a value after '\(before)', found an empty string") }
      if argument.hasPrefix("-"), argument.hasSuffix("="), !argument.dropLast().contains("=") {
        throw ValidationError("expected a value after '\(argument)', found an empty string")
      }
    }
  }

  /// Reports an error, and returns its exit status.
  ///
  /// - Parameter command: the subcommand that failed.
  private static func report(
    _ error: any Error, of command: any ParsableCommand.Type = Multiplane.self
  ) -> Int32 {
    switch error {
    case let exitCode as ExitCode:
      return exitCode.rawValue
    case CommandError.readerGone:
      // The reader closed the pipe on purpose.
      return 1
    case CommandError.interrupted(let signal):
      endBySignal(signal)
    default: break
    }
    switch exitCode(for: error) {
    case .success:
      // ArgumentParser reports help and version as errors.
      return printAll(fullMessage(for: error))
    case .validationFailure:
      let problem = UnknownOption.sentence(
        for: inOneLine(message(for: error)).trimmingSuffix("."), arguments: CommandLine.arguments.dropFirst())
      StandardError.write("\(problem); \(hint(for: error, of: command))")
      return 2
    default:
      StandardError.write("\(error)")
      return 1
    }
  }

  /// A message of ArgumentParser in one line: its long lists have a line per item.
  private static func inOneLine(_ message: String) -> String {
    message.replacing(":\n  - ", with: ": ").replacing("\n  - ", with: ", ")
  }

  /// The help to read after wrong usage, as named by ArgumentParser's own message.
  private static func hint(for error: any Error, of command: any ParsableCommand.Type) -> String {
    if command != Multiplane.self, let name = command.configuration.commandName {
      return "see 'multiplane \(name) --help'"
    }
    let lines = fullMessage(for: error).split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    let help = lines.last { $0.hasPrefix("See '") }?.split(separator: "'").dropFirst().first
    return "see '\(help ?? "multiplane --help")'"
  }

  private static func printAll(_ text: String) -> Int32 {
    do {
      var output = StandardOutput()
      try output.line(text)
      try output.flush()
      return 0
    } catch {
      return report(error)
    }
  }
}

extension String {
  func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
