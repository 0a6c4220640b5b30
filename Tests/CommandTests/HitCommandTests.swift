import Foundation
import Testing

@Suite struct HitCommandTests {
  private let folder: TestFolder
  private let scene: String
  private let moving: String

  init() throws {
    folder = try TestFolder()
    scene = try folder.write(TestScene.halves, to: "halves.json")
    moving = try folder.write(TestScene.moving, to: "moving.json")
  }

  private func lines(_ arguments: String...) throws -> [Substring] {
    let result = try Command.run(["hit"] + arguments)
    #expect(result.status == 0, "\(result.error)")
    #expect(result.error == "")
    return result.outputLines
  }

  @Test func theWayFromTheRootToTheLayer() throws {
    let lines = try lines(scene, "4", "7")
    try #require(lines.count == 6)
    #expect(lines[0] == "model:")
    #expect(lines[1].wholeMatch(of: #/  \#\d+ CALayer "canvas" at \(4, 7\)/#) != nil)
    #expect(lines[2].wholeMatch(of: #/    \#\d+ CALayer "left" at \(4, 7\)/#) != nil)
    #expect(lines[3] == "presentation at 0 s:")
    #expect(lines[4...] == lines[1...2])
  }

  @Test func theLayersAreNumberedAsInspectNumbersThem() throws {
    let inspected = try Command.run(["inspect", scene]).outputLines
    let hit = try lines(scene, "4", "7")
    #expect(hit[1].split(separator: " ").first == inspected[1].split(separator: " ").first)
    #expect(hit[2].split(separator: " ").first == inspected[2].split(separator: " ").first)
  }

  @Test(arguments: [("20", "5"), ("-1", "5"), ("5", "10"), ("5", "-0.5")])
  func outsideThereIsNoLayer(x: String, y: String) throws {
    #expect(try lines(scene, "--", x, y) == ["model: no layer", "presentation at 0 s: no layer"])
  }

  /// The layer is 10 wide; its middle goes from 5 to 15 within a second.
  @Test func thePresentationIsThatOfTheTime() throws {
    let lines = try lines(moving, "2", "5", "--time", "0.5")
    try #require(lines.count == 5)
    #expect(lines[2].hasSuffix("at (2, 5)"))
    #expect(lines[3] == "presentation at 0.5 s:")
    #expect(lines[4].hasPrefix("  #"))
    let later = try self.lines(moving, "17", "5", "--time", "0.75")
    try #require(later.count == 5)
    #expect(later[4].hasSuffix("at (9.5, 5)"))
  }

  @Test func jsonSaysTheSame() throws {
    struct Report: Decodable {
      struct Step: Decodable {
        let layer: String
        let `class`: String
        let name: String?
        let point: [Double]?
      }
      let point: [Double]
      let time: Double
      let model: [Step]
      let presentation: [Step]
    }
    let result = try Command.run(["hit", scene, "4", "7.5", "--json", "--time", "2"])
    #expect(result.status == 0)
    let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    #expect(report.point == [4, 7.5] && report.time == 2)
    #expect(report.model.map(\.name) == ["canvas", "left"] && report.presentation.map(\.name) == ["canvas", "left"])
    #expect(report.model.map(\.class) == ["CALayer", "CALayer"])
    #expect(report.model.last?.point == [4, 7.5])
    #expect(report.model.map(\.layer) == report.presentation.map(\.layer))
  }

  @Test func aWrongSceneIsOneLineAndStatus1() throws {
    expectFailure(try Command.run(["hit", folder.file("no.json"), "1", "1"]), status: 1, mentions: "no.json")
    let wrong = try folder.write("{\"version\": 2}", to: "wrong.json")
    expectFailure(try Command.run(["hit", wrong, "1", "1"]), status: 1, mentions: "version: expected 1")
  }
}
