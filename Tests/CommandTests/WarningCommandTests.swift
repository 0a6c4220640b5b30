import Foundation
import MultiplaneDrawing
import Testing

/// What a scene does not show as it was asked for is told by every subcommand that reads scenes,
/// and refused with `--strict`.
@Suite(.enabled(if: FontCollection.isAvailable)) struct WarningCommandTests {
  private let folder: TestFolder
  private let scene: String

  init() throws {
    folder = try TestFolder()
    scene = try folder.write(
      #"""
      {"version": 1, "size": [90, 40], "parameters": {"name": {"type": "string", "default": "\u0378"}},
       "root": {"sublayers": [{"class": "CATextLayer", "frame": [0, 0, 90, 40], "string": {"parameter": "name"}}]}}
      """#, to: "card.json")
  }

  private static let commands: [[String]] = [
    ["render", "SCENE", "-o", "OUT", "--renderer", "cpu"], ["inspect", "SCENE"],
    ["inspect", "SCENE", "--stage", "render"],
    ["parity", "SCENE", "--renderer", "cpu"], ["hit", "SCENE", "1", "1"], ["check", "SCENE"],
    ["bench", "SCENE", "--frames", "1", "--warmup", "0", "--renderer", "cpu"],
    ["kiosk", "SCENE", "--simulate", "64x48@60", "--frames", "1", "--metrics", "0", "--renderer", "cpu"],
  ]

  private func run(_ command: [String], _ more: String...) throws -> CommandResult {
    let names = ["SCENE": scene, "OUT": folder.file("out.png")]
    return try Command.run(command.map { names[$0] ?? $0 } + more)
  }

  private static let place = "card.json: root.sublayers[0].string: expected characters that a font has, found U+0378"

  @Test(arguments: commands)
  func areALineAndNoFailure(command: [String]) throws {
    let result = try run(command)
    #expect(result.status == 0, "\(result.error)")
    let lines = result.errorLines.filter { $0.hasPrefix("multiplane: warning: ") }
    #expect(lines.count == 1 && lines.first?.contains(Self.place) == true, "\(result.error)")
    #expect(lines.first?.hasSuffix("the value comes from the parameter \"name\"") == true, "\(result.error)")
  }

  @Test(arguments: commands)
  func areFailuresWithStrict(command: [String]) throws {
    let result = try run(command, "--strict")
    #expect(result.status == 1)
    #expect(result.errorLines.count == 1 && result.error.contains(Self.place), "\(result.error)")
    #expect(!result.error.contains("warning"))
    #expect(try folder.contents() == ["card.json"])
  }

  @Test(arguments: [commands[0], commands[4]])
  func areNotToldWhereNobodyWantsToHear(command: [String]) throws {
    #expect(try run(command, "--log-level", "error").error == "")
  }

  @Test(arguments: [commands[0], commands[4], commands[5]])
  func aTextThatCanBeShownHasNone(command: [String]) throws {
    guard command[0] != "check" else {
      let text = try String(contentsOfFile: scene, encoding: .utf8).replacing("\\u0378", with: "a")
      let result = try Command.run(["check", "--strict", folder.write(text, to: "right.json")])
      #expect(result.status == 0 && result.error == "")
      return
    }
    let result = try run(command, "--strict", "--set", "name=Ada")
    #expect(result.status == 0 && result.error == "", "\(result.error)")
  }

  @Test func forMachinesCheckListsThem() throws {
    let result = try Command.run(["check", "--json", scene])
    #expect(result.status == 0 && result.error == "")
    #expect(result.output.contains(#""isRight": true, "warnings": [{"place": "root.sublayers[0].string""#))
  }

  @Test func manyAreCounted() throws {
    let layer = #"{"class": "CAGradientLayer", "colors": []}"#
    let many = try folder.write(
      "{\"version\": 1, \"size\": [9, 9], \"root\": {\"sublayers\": [\(Array(repeating: layer, count: 25).joined(separator: ","))]}}",
      to: "many.json")
    let result = try Command.run(["inspect", many])
    #expect(result.status == 0 && result.errorLines.count == 21)
    #expect(result.errorLines.last?.contains("5 more warnings") == true)
  }

  /// Nobody looks at each of its pictures.
  @Test func aBatchRefusesTheRowAlone() throws {
    let manifest = try folder.write(
      #"{"id": "good", "parameters": {"name": "Ada"}}"# + "\n" + #"{"id": "bad", "parameters": {"name": "\u0378"}}"#,
      to: "jobs.jsonl")
    let result = try Command.run([
      "batch", manifest, "--scene", scene, "-o", folder.file("out/{id}.png"), "--renderer", "cpu", "--progress", "none",
    ])
    #expect(result.status == 1)
    #expect(result.error.contains("root.sublayers[0].string: expected characters that a font has"), "\(result.error)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("out")).contains("good.png"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("out/bad.png")))
  }

  // MARK: Levels

  @Test(arguments: ["trace", "debug", "info"])
  func finerLevelsSayMore(level: String) throws {
    let result = try run(Self.commands[0], "--set", "name=Ada", "--log-level", level)
    #expect(result.status == 0)
    #expect(result.error.contains("info: drawing with "))
    #expect(result.error.contains("debug: ") == (level != "info"))
  }

  @Test(arguments: [
    "render", "batch", "check", "parity", "diff", "inspect", "hit", "schema", "bench", "devices", "kiosk", "play",
    "test", "plan", "chunk", "join", "sign",
  ])
  func everySubcommandTakesALevel(subcommand: String) throws {
    #expect(try Command.run([subcommand, "--help"]).output.contains("--log-level"))
    expectFailure(try Command.run([subcommand, "--log-level", "loud"]), status: 2, mentions: "--log-level", "loud")
  }
}
