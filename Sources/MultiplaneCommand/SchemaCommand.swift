import ArgumentParser
import MultiplaneSceneFile

/// `multiplane schema`: prints the JSON Schema of scene files.
struct SchemaCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "schema", abstract: "Prints the JSON Schema (2020-12) of scene files, for editors and other tools.")
  @OptionGroup var log: LogOption

  func run() throws {
    var output = StandardOutput()
    for line in SceneSchema.text.split(separator: "\n") { try output.line(String(line)) }
    try output.flush()
  }
}
