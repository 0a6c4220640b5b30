import Foundation
import Testing

/// `multiplane check`: every scene that is named is looked at, whatever the one before it was.
@Suite struct CheckCommandTests {
  private let folder: TestFolder
  private let right: String
  private let wrong: String
  private let cut: String

  init() throws {
    folder = try TestFolder()
    right = try folder.write(TestScene.halves, to: "right.json")
    wrong = try folder.write("{\"version\": 1, \"size\": [9, 9], \"root\": {\"opacity\": \"half\"}}", to: "wrong.json")
    cut = try folder.write("{\"version\": 1,\n \"size\": [9,", to: "cut.json")
  }

  @Test func scenesThatAreRightSayNothing() throws {
    let required = try folder.write(
      "{\"version\": 1, \"size\": [9, 9], \"parameters\": {\"r\": {\"type\": \"number\"}}, \"root\": {\"cornerRadius\": {\"parameter\": \"r\"}}}",
      to: "required.json")
    let result = try Command.run(["check", right, required])
    #expect(result.status == 0)
    #expect(result.output.isEmpty && result.error.isEmpty, "\(result.error)")
  }

  @Test func eachWrongOneHasItsLine() throws {
    let long = try folder.write(
      """
      {"version": 1, "size": [9, 9], "root": {"class": "CAReplicatorLayer", "instanceCount": 400, "sublayers": [
        {"class": "CAReplicatorLayer", "instanceCount": 400, "sublayers": [{"bounds": [0, 0, 9, 9], "backgroundColor": "#fff"}]}]}}
      """, to: "long.json")
    let result = try Command.run(["check", wrong, right, cut, folder.file("none.json"), long, "--time-limit", "0.001"])
    #expect(result.status == 1)
    #expect(result.errorLines.count == 4, "\(result.error)")
    for (line, expected) in zip(
      result.errorLines,
      [
        "root.opacity: expected a number", "cut.json: line 2, column", "none.json: expected a scene file",
        "long.json: ",
      ])
    {
      #expect(line.contains(expected), "\(line)")
    }
    #expect(result.output.isEmpty)
  }

  @Test func forMachinesPlaceAndProblemStandApart() throws {
    let result = try Command.run(["check", "--json", right, wrong, cut])
    #expect(result.status == 1 && result.error.isEmpty)
    #expect(result.outputLines.count == 3)
    #expect(result.outputLines[0].hasSuffix("\"isRight\": true}"))
    #expect(result.outputLines[1].contains("\"place\": \"root.opacity\", \"problem\": \"expected a number"))
    #expect(result.outputLines[2].contains("\"line\": 2, "))
  }

  @Test func standardInputIsAScene() throws {
    let result = try Command.run(["check", "-"], input: FileHandle(forReadingAtPath: wrong))
    expectFailure(result, status: 1, mentions: "standard input: root.opacity: expected a number")
    let twice = try Command.run(["check", "-", "-"], input: FileHandle(forReadingAtPath: right))
    expectFailure(twice, status: 1, mentions: "standard input: already read")
  }

  @Test func noSceneIsWrongUsage() throws {
    expectFailure(try Command.run(["check"]), status: 2, mentions: "scenes")
  }
}
