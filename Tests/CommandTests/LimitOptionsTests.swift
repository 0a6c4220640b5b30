import Foundation
import Testing

/// `--memory-limit` and `--time-limit`: a scene that takes more is refused with one line that names
/// the option, and nothing is written.
@Suite struct LimitOptionsTests {
  private let folder: TestFolder
  private let scene: String

  init() throws {
    folder = try TestFolder()
    scene = try folder.write(TestScene.halves, to: "halves.json")
  }

  @Test(
    arguments: [["render", "--device", "software"], ["render", "--renderer", "reference"], ["parity"]],
    ["--memory-limit", "--time-limit"])
  func tooMuchIsOneLine(command: [String], option: String) throws {
    // 1200 x 600 px: more than a megabyte, and more than a thousandth of a second.
    let large = try folder.write(
      TestScene.halves.replacingOccurrences(of: "[20, 10]", with: "[1200, 600]"), to: "large.json")
    let output = command[0] == "render" ? ["-o", folder.file("out.png")] : []
    let amount = option == "--memory-limit" ? "1" : "0.001"
    let result = try Command.run([command[0], large] + command.dropFirst() + output + [option, amount])
    #expect(result.status == 1)
    let line = result.errorLines.last ?? ""
    #expect(
      line.hasPrefix("multiplane: \(large): drawing the scene needs at least ") && line.hasSuffix("or raise \(option)"),
      "\(result.error)")
    #expect(try folder.contents() == ["halves.json", "large.json"])
  }

  @Test(arguments: [
    ("--memory-limit", "0", "expected 1 to 1048576 MiB, found 0"),
    ("--time-limit", "0", "expected a finite number of seconds above 0, found 0.0"),
    ("--time-limit", "inf", "expected a finite number of seconds above 0, found inf"),
  ])
  func wrongLimits(option: String, amount: String, problem: String) throws {
    let result = try Command.run(["render", scene, "-o", folder.file("out.png"), option, amount])
    #expect(result.status == 2 && result.error.contains("\(option): \(problem)"), "\(result.error)")
  }

  @Test func moreThanTheDefaultIsDrawn() throws {
    let result = try Command.run([
      "render", scene, "-o", folder.file("out.png"), "--device", "software", "--memory-limit", "4096", "--time-limit",
      "60",
    ])
    #expect(result.status == 0, "\(result.error)")
  }
}
