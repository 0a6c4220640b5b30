import Foundation
import Testing

@Suite struct InspectCommandTests {
  private let folder: TestFolder
  private let scene: String

  init() throws {
    folder = try TestFolder()
    scene = try folder.write(TestScene.halves, to: "halves.json")
  }

  private func lines(_ arguments: String...) throws -> [Substring] {
    let result = try Command.run(["inspect"] + arguments)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.error == "")
    return result.outputLines
  }

  @Test func layersShowWhatIsNotDefault() throws {
    let lines = try lines(scene)
    try #require(lines.count == 3)
    #expect(lines[0] == "canvas 20 x 10 points, scale 1, background rgba(1, 1, 1, 1), still")
    #expect(lines[1].contains("CALayer \"canvas\" bounds=(0, 0, 20, 10) position=(10, 5)"))
    #expect(lines[2].hasPrefix("  ") && lines[2].contains("\"left\""))
    #expect(lines[2].contains("backgroundColor=rgba(1, 0, 0, 1)"))
    #expect(!lines[2].contains("opacity"))
  }

  @Test func layersShowAnimations() throws {
    let lines = try lines(folder.write(TestScene.moving, to: "moving.json"))
    try #require(lines.count == 4)
    #expect(lines[0].hasSuffix("animated"))
    #expect(
      lines[3].contains(
        "* animation \"move\" of position.x from=5 to=15 duration=1 fillMode=forwards keptOnCompletion"),
      "\(lines[3])")
  }

  @Test func renderShowsTheValuesOfATime() throws {
    let lines = try lines(folder.write(TestScene.moving, to: "moving.json"), "--stage", "render", "--time", "0.25")
    try #require(lines.count == 3)
    #expect(lines[0].hasSuffix("20 x 10 pixels, time 0.25 s, 2 layers"))
    #expect(lines[2].contains("position=(7.5, 5)"))
    #expect(lines[2].contains("background=rgba(0, 0, 1, 1)"))
  }

  @Test(arguments: ["passes", "batches"])
  func passesAndBatchesShowTheFrame(stage: String) throws {
    let lines = try lines(scene, "--stage", stage)
    #expect(lines.first?.contains("pass 0: frame, 20x10") == true)
    #expect((lines.count > 1) == (stage == "batches"))
  }

  @Test func aFullDiskIsOneLineAndStatus1() throws {
    let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
    expectFailure(try Command.run(["inspect", scene], output: full), status: 1, mentions: "standard output")
    expectFailure(try Command.run(["--help"], output: full), status: 1, mentions: "standard output")
  }

  @Test func aReaderThatIsGoneEndsItQuietly() throws {
    let pipe = Pipe()
    try pipe.fileHandleForReading.close()
    let result = try Command.run(["inspect", scene], output: pipe.fileHandleForWriting)
    #expect(result.status == 1)
    #expect(result.error == "")
  }
}
