// multiplane: the command.
//
// In:   arguments; scene files and pictures that they name.
// Out:  pictures, and lines on standard output. Standard error holds nothing, or one line that says what went wrong
//       (or, with success, what a person ought to know). Exit status 0: done; 1: failed; 2: wrong usage.
// Path: `runMultiplane`, which the program calls → `Multiplane.main` parses the arguments → the subcommand's `run()`, one
//       file each → errors come back here and become the line and the status.

import ArgumentParser
import Foundation
import Logging
import MultiplaneDisplays
import MultiplaneLayerTree
import MultiplaneSceneFile

/// Does what the arguments of the process say, and ends it with the exit status.
///
/// As a function of C it is what the installed program, a few lines of C, calls in `libmultiplane.so`
/// (`tools/package.d/multiplane.c`).
@c(multiplane_command_main) package func runMultiplane() {
  Multiplane.main()
}

/// The command and its subcommands.
struct Multiplane: ParsableCommand {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "multiplane",
    abstract: "Draws layer trees: scene files become pictures, on the GPU and on the CPU.",
    discussion: """
      Exit status: 0 when all is well, 1 when something failed (one line on standard error says what), \
      2 when the command was not understood.
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
    // Without these, a reader that goes away or a file that grows beyond its limit (`ulimit -f`) ends the program; so they are
    // errors like any others (`StandardOutput`, `FileReplacement`).
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    LoggingSystem.bootstrap { _ in StandardErrorLog() }
    do {
      try checkDescriptors()
      if isDeep { return runCommand() }
      try DeepStack.run(bytes: Int(SystemMemory.stack)) { runCommand() }
    } catch {
      Foundation.exit(report(error))
    }
  }

  /// What drivers, fonts, libraries and displays open at once. With fewer each of them fails in a way of its own, some by ending
  /// the program.
  private static let neededDescriptors = 16

  private static func checkDescriptors() throws(CommandError) {
    let found = FreeDescriptors.count(atMost: neededDescriptors)
    guard found == neededDescriptors else { throw .descriptors(found: found, needed: neededDescriptors) }
  }

  private static func runCommand() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    var command: any ParsableCommand
    do {
      try checkSubcommand(arguments)
      command = try parseAsRoot(arguments)
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

  /// Refuses what is no subcommand. ArgumentParser would complain of the first option after it.
  private static func checkSubcommand(_ arguments: [String]) throws {
    guard let name = arguments.first, !name.isEmpty, !name.hasPrefix("-"), name != "help" else { return }
    let commands = configuration.subcommands.map { $0.configuration }
    guard !commands.contains(where: { $0.commandName == name }) else { return }
    let known = commands.filter(\.shouldDisplay).compactMap(\.commandName)
    throw ValidationError("expected a command, found '\(name)'" + Suggestion.sentence(for: name, among: known))
  }

  /// Refuses empty texts, which variables of scripts leave that are not set: no option and no argument takes one, and most are
  /// names of files.
  private static func checkEmptyArguments(_ arguments: [String]) throws {
    for (before, argument) in zip(arguments, arguments.dropFirst()) {
      if argument.isEmpty { throw ValidationError("expected a value after '\(before)', found an empty text") }
      if argument.hasPrefix("-"), argument.hasSuffix("="), !argument.dropLast().contains("=") {
        throw ValidationError("expected a value after '\(argument)', found an empty text")
      }
    }
  }

  /// Tells the user of an error, and gives the exit status for it.
  ///
  /// - Parameter command: what was running.
  private static func report(
    _ error: any Error, of command: any ParsableCommand.Type = Multiplane.self
  ) -> Int32 {
    switch error {
    case let exitCode as ExitCode:
      return exitCode.rawValue
    case CommandError.readerGone:
      // Who closes the pipe has read enough; nobody is there to be told.
      return 1
    case CommandError.interrupted(let signal):
      endBySignal(signal)
    default: break
    }
    switch exitCode(for: error) {
    case .success:
      // Help and version travel as errors.
      return printAll(fullMessage(for: error))
    case .validationFailure:
      let problem = inOneLine(message(for: error)).trimmingSuffix(".")
      StandardError.write("\(problem); \(hint(for: error, of: command))")
      return 2
    default:
      StandardError.write("\(error)")
      return 1
    }
  }

  /// A message of ArgumentParser's, whose long lists have a line an item.
  private static func inOneLine(_ message: String) -> String {
    message.replacing(":\n  - ", with: ": ").replacing("\n  - ", with: ", ")
  }

  /// Where to read on after wrong usage: the line of ArgumentParser's own message that names the subcommand's help.
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
