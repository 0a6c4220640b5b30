import Foundation
import Testing

/// The same mistake ends with the same exit status, whichever subcommand meets it: 1 where the work
/// failed, 2 where the command was not understood. One line on standard error says what it is.
@Suite struct ExitStatusTests {
  private let folder: TestFolder
  private let names: [String: String]

  init() throws {
    folder = try TestFolder()
    names = [
      "SCENE": try folder.write(TestScene.halves, to: "scene.json"), "NONE": folder.file("none.json"),
      "BROKEN": try folder.write("{\"version\": 1,", to: "broken.json"),
      "FILE": try folder.write("a file", to: "file"), "UNDER": folder.file("file/under"), "OUT": folder.file("out.png"),
      "FOLDER": folder.path, "JOBS": try folder.write("{\"id\": \"a\"}", to: "jobs.jsonl"),
    ]
  }

  /// Every subcommand that reads a scene, with `SCENE` in its place.
  private static let readers: [[String]] = [
    ["render", "SCENE", "-o", "OUT", "--renderer", "cpu"], ["parity", "SCENE", "--renderer", "cpu"],
    ["inspect", "SCENE"],
    ["hit", "SCENE", "1", "1"], ["bench", "SCENE", "--frames", "1", "--renderer", "cpu"], ["check", "SCENE"],
    ["play", "SCENE"], ["kiosk", "SCENE", "--simulate", "64x48@60", "--frames", "1"],
    ["batch", "JOBS", "--scene", "SCENE", "-o", "{id}.png"],
  ]
  private static let drawers = [readers[0], readers[1], readers[2], readers[4]]

  /// A mistake: what every one of some commands gets beside or instead of `SCENE`, and how it ends.
  struct Mistake: Sendable, CustomTestStringConvertible {
    let name: String
    let commands: [[String]]
    var scene = "SCENE"
    var more: [String] = []
    let status: Int32
    let mentions: String

    var testDescription: String { name }
  }

  private static func without(_ names: String...) -> [[String]] { readers.filter { !names.contains($0[0]) } }

  static let mistakes: [Mistake] = [
    Mistake(name: "no such scene", commands: readers, scene: "NONE", status: 1, mentions: "none.json"),
    Mistake(
      name: "a scene that is none", commands: readers, scene: "BROKEN", status: 1, mentions: "broken.json: line 1"),
    Mistake(name: "a folder for a scene", commands: readers, scene: "FOLDER", status: 1, mentions: "expected"),
    Mistake(name: "an unknown option", commands: readers, more: ["--colour"], status: 2, mentions: "--colour"),
    Mistake(
      name: "a word for a number", commands: without("check", "bench", "play", "kiosk", "batch"),
      more: ["--time", "soon"],
      status: 2,
      mentions: "--time"),
    Mistake(
      name: "no such folder as root", commands: readers, more: ["--root", "UNDER"], status: 1,
      mentions: "file/under: expected a folder, found nothing at this path"),
    Mistake(
      name: "a file as root", commands: readers, more: ["--root", "FILE"], status: 1,
      mentions: "file: expected a folder, found a file"),
    Mistake(
      name: "no such folder of assets", commands: without("check", "bench"), more: ["--assets", "UNDER"], status: 1,
      mentions: "file/under: expected a folder, found nothing at this path"),
    Mistake(
      name: "a value of no parameter", commands: without("check", "bench", "batch"), more: ["--set", "a=b"], status: 1,
      mentions: "parameters.a: is not a parameter"),
    Mistake(
      name: "a value without a name", commands: without("check", "bench", "batch"), more: ["--set", "ab"], status: 2,
      mentions: "--set: expected name=value"),
    Mistake(
      name: "values that are none", commands: without("check", "bench", "batch"), more: ["--parameters", "FILE"],
      status: 1,
      mentions: "file"),
    Mistake(
      name: "values that are not there", commands: without("check", "bench", "batch"), more: ["--parameters", "NONE"],
      status: 1, mentions: "none.json: expected a file of parameters, found nothing at this path"),
    Mistake(
      name: "no device's name",
      commands: [drawers[0], drawers[1], drawers[2], drawers[3]].map {
        $0.filter { $0 != "--renderer" && $0 != "cpu" }
      }, more: ["--device", "toaster"], status: 2, mentions: "--device: expected automatic, hardware"),
    Mistake(
      name: "a device that is not there",
      commands: [["render", "SCENE", "-o", "OUT"], ["parity", "SCENE"], ["bench", "SCENE"]],
      more: ["--device", "gbm:/nowhere"], status: 1, mentions: "/nowhere"),
    Mistake(
      name: "a name of no format",
      commands: [["render", "SCENE", "-o", "a.bmp"], ["diff", "OUT", "OUT", "-o", "a.bmp"]],
      status: 2, mentions: "-o: expected a name that ends in"),
    Mistake(
      name: "an empty name", commands: [["render", "SCENE", "-o", ""], ["diff", "OUT", "OUT", "-o", ""]], status: 2,
      mentions: ", found an empty name"),
    Mistake(
      name: "an empty name of a scene", commands: readers, scene: "", status: 2, mentions: ", found an empty string"),
    Mistake(
      name: "another empty name",
      commands: [
        ["render", "SCENE", "-o", "OUT", "--root", ""], ["render", "SCENE", "-o", "OUT", "--assets", ""],
        ["render", "SCENE", "-o", "OUT", "--parameters", ""], ["parity", "SCENE", "--out", ""],
        ["parity", "SCENE", "--reference-cache", ""], ["test", ""], ["test", "SCENE", "--report", ""],
        ["test", "SCENE", "--junit", ""], ["diff", "", "OUT"],
        ["batch", "", "-o", "{id}.png"], ["batch", "JOBS", "-o", "{id}.png", "--scene", ""],
        ["kiosk", "SCENE", "--socket", ""], ["join", "FOLDER", "--store", "", "-o", "OUT"],
      ], status: 2, mentions: ", found an empty string"),
    Mistake(
      name: "a folder that cannot be made",
      commands: [
        ["parity", "SCENE", "--out", "UNDER"], ["parity", "SCENE", "--reference-cache", "UNDER"],
        ["render", "SCENE", "-o", "UNDER/%d.png", "--to", "1", "--renderer", "cpu"],
        ["parity", "SCENE", "--out", "/proc/none"],
      ], status: 1, mentions: "expected a folder that can be created or used, found no such folder"),
    Mistake(
      name: "no such manifest", commands: [["batch", "NONE", "-o", "{id}.png", "--scene", "SCENE"]], status: 1,
      mentions: "none.json: expected a readable manifest, found nothing at this path"),
    Mistake(
      name: "no such keys", commands: [["sign", "--keys", "NONE", "/v1/x.png"]], status: 1,
      mentions: "none.json: expected a file of keys, found nothing at this path"),
    Mistake(
      name: "an address that no browser sends",
      commands: ["Ada Lovelace", "é", "\"", "'", "a\nb"].map { ["sign", "--keys", "NONE", "/v1/t/x.png?a=\($0)"] },
      status: 2, mentions: "percent-encode"),
    Mistake(
      name: "no time to speak of",
      commands: [readers[0], readers[2] + ["--stage", "passes"], readers[5], readers[7]],
      more: ["--time-limit", "1e-9"], status: 1, mentions: "scene.json"),
  ]

  @Test(arguments: mistakes)
  func everywhereTheSame(_ mistake: Mistake) throws {
    for command in mistake.commands {
      let arguments = (command + mistake.more).map { argument in
        let argument = argument == "SCENE" ? mistake.scene : argument
        return names[argument] ?? argument.replacing("UNDER", with: folder.file("file/under"))
      }
      let result = try Command.run(arguments)
      #expect(result.status == mistake.status, "\(arguments): \(result.error)")
      #expect(result.errorLines.count == 1, "\(arguments): \(result.error)")
      #expect(result.error.contains(mistake.mentions), "\(arguments): \(result.error)")
    }
  }
}
