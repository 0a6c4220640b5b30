import Foundation
import Testing

/// What a run of the command left.
struct CommandResult {
  let status: Int32
  let output: String
  let error: String

  var outputLines: [Substring] { output.split(separator: "\n") }
  var errorLines: [Substring] { error.split(separator: "\n") }
}

/// The built command, run as a process.
enum Command {
  /// The executable lies beside the test bundle.
  static let executable: URL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().appendingPathComponent("multiplane")

  /// Runs the command and waits for it.
  ///
  /// - Parameters:
  ///   - path: `PATH` instead of the tests' own.
  ///   - environment: variables beside the tests' own.
  ///   - input: its standard input; nothing unless given.
  ///   - output: where standard output goes instead; the result then holds none.
  static func run(
    _ arguments: [String], path: String? = nil, environment: [String: String] = [:], input: FileHandle? = nil,
    output: FileHandle? = nil
  ) throws -> CommandResult {
    let (outputPipe, errorPipe) = (Pipe(), Pipe())
    let process = try makeProcess(arguments, path: path, environment: environment)
    if let input { process.standardInput = input }
    if let output { process.standardOutput = output } else { process.standardOutput = outputPipe }
    process.standardError = errorPipe
    try process.run()
    // Standard error is a line or two, which the pipe holds while the output is read.
    let outputData = output == nil ? try outputPipe.fileHandleForReading.readToEnd() : nil
    let errorData = try errorPipe.fileHandleForReading.readToEnd()
    process.waitUntilExit()
    // A crash must not look like a failure that was told.
    #expect(process.terminationReason == .exit, "\(arguments) ended by signal \(process.terminationStatus)")
    return CommandResult(
      status: process.terminationStatus, output: String(decoding: outputData ?? Data(), as: UTF8.self),
      error: String(decoding: errorData ?? Data(), as: UTF8.self))
  }

  /// The command as a process that has not been started.
  ///
  /// Signals have their default effect in it by default: under `nohup` and in background shells
  /// the tests ignore some, and children inherit that.
  ///
  /// - Parameter ignoring: a signal that it ignores from its start, such as `HUP`.
  static func makeProcess(
    _ arguments: [String], path: String? = nil, environment: [String: String] = [:], ignoring signal: String? = nil
  ) throws -> Process {
    try #require(
      FileManager.default.isExecutableFile(atPath: executable.path), "no command at \(executable.path); build it first")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments =
      ["--default-signal=INT,HUP,TERM"] + (signal.map { ["--ignore-signal=\($0)"] } ?? []) + [executable.path]
      + arguments
    process.standardInput = FileHandle.nullDevice
    let changes = environment.merging(path.map { ["PATH": $0] } ?? [:]) { $1 }
    if !changes.isEmpty { process.environment = ProcessInfo.processInfo.environment.merging(changes) { $1 } }
    return process
  }

  /// Waits until a process has done something, or has ended.
  ///
  /// How long that takes depends on what else the machine does: a process of low priority gets a
  /// hundredth of it. The limit only ends a test that would never end.
  static func wait(for process: Process, until isDone: () throws -> Bool) rethrows {
    let limit = ContinuousClock.now + .seconds(600)
    while try !isDone(), process.isRunning, .now < limit { usleep(10_000) }
  }

  /// The processes that a process has started.
  static func children(of parent: Int32) -> [Int32] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { name in
      guard let process = Int32(name), let fields = statistics(of: process), fields.count > 2 else { return nil }
      return Int32(fields[2]) == parent ? process : nil
    }
  }

  /// Whether a process is there, and not only waits for its end to be noticed.
  static func isRunning(_ process: Int32) -> Bool {
    guard let fields = statistics(of: process), fields.count > 1 else { return false }
    return fields[1] != "Z"
  }

  /// What the kernel says of a process after its name: a parenthesis, its state, its parent.
  private static func statistics(of process: Int32) -> [Substring]? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return nil }
    return text[end...].split(separator: " ")
  }
}

/// Expects a failure: one line on standard error that begins with the command's name, nothing on
/// standard output.
func expectFailure(
  _ result: CommandResult, status: Int32, mentions words: String..., at location: SourceLocation = #_sourceLocation
) {
  #expect(result.status == status, "\(result.error)", sourceLocation: location)
  #expect(result.output == "", sourceLocation: location)
  #expect(result.errorLines.count == 1, "\(result.error)", sourceLocation: location)
  #expect(result.error.hasPrefix("multiplane: "), "\(result.error)", sourceLocation: location)
  for word in words { #expect(result.error.contains(word), "\(result.error)", sourceLocation: location) }
}

/// A folder of one test, removed with its files at the end.
final class TestFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("multiplane-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
    path = url.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { "\(path)/\(name)" }

  /// Writes a text and gives its path.
  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(fileURLWithPath: file(name)))
    return file(name)
  }

  /// The names of all files that are there, sorted.
  func contents() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
}

/// Scenes for tests, small enough to be drawn in a moment.
enum TestScene {
  /// 20 × 10 points: the left half red, the right half white; one layer beside the root.
  static let halves = """
    {"version": 1, "size": [20, 10], "background": "#fff",
     "root": {"frame": [0, 0, 20, 10], "name": "canvas",
              "sublayers": [{"frame": [0, 0, 10, 10], "name": "left", "backgroundColor": "#f00"}]}}
    """

  /// A layer that moves from the left to the right half within a second.
  static let moving = """
    {"version": 1, "size": [20, 10],
     "root": {"frame": [0, 0, 20, 10], "sublayers": [
       {"frame": [0, 0, 10, 10], "backgroundColor": "#00f", "animations": {"move": {
         "class": "CABasicAnimation", "keyPath": "position.x", "fromValue": 5, "toValue": 15, "duration": 1,
         "fillMode": "forwards", "removedOnCompletion": false}}}]}}
    """
}
