import Foundation
import Testing

/// `inspect --json` and `inspect --html`.
@Suite struct InspectPageTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func object(_ arguments: String...) throws -> [String: Any] {
    let result = try Command.run(["inspect"] + arguments)
    #expect(result.status == 0 && result.error == "", "\(result.error)")
    return try #require(try JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
  }

  @Test(
    "every stage is an object",
    arguments: [
      ("layers", "layers"), ("render", "layers"), ("passes", "primitives"), ("batches", "steps"), ("damage", "causes"),
      ("cost", "layers"), ("overdraw", "runs"),
    ])
  func stages(stage: String, key: String) throws {
    let file = try folder.write(TestScene.moving, to: "moving.json")
    let found = try object(file, "--stage", stage, "--json", "--time", "0.5", "--renderer", "cpu")
    #expect(found["scene"] as? String == file && found["stage"] as? String == stage)
    #expect((found[key] as? [Any])?.isEmpty == false, "\(found)")
  }

  /// A sign before them makes one character of each "<", for Swift and not for a browser.
  @Test func namesAreNoPartsOfThePage() throws {
    func page(_ name: String) throws -> String {
      let file = try folder.write(
        "{\"version\": 1, \"size\": [8, 8], \"root\": {\"name\": \"\(name)\", \"bounds\": [0, 0, 8, 8]}}",
        to: "named.json")
      #expect(try Command.run(["inspect", file, "--html", folder.file("page.html"), "--renderer", "cpu"]).status == 0)
      return try String(contentsOfFile: folder.file("page.html"), encoding: .utf8)
    }
    func scripts(_ page: String) -> Int {
      page.utf8.split(separator: UInt8(ascii: "<")).count { $0.starts(with: "/script".utf8) }
    }
    #expect(try scripts(page("\u{0600}</script><script>x//\u{0600}</script>")) == scripts(page("plain")))
  }

  @Test func valuesAreNumbers() throws {
    let file = try folder.write(TestScene.moving, to: "moving.json")
    let layers = try #require(try object(file, "--json")["layers"] as? [[String: Any]])
    #expect(layers.count == 2 && layers[0]["parent"] == nil && layers[1]["parent"] as? Int == 0)
    let values = try #require(layers[1]["values"] as? [String: Any])
    #expect(values["bounds"] as? [Double] == [0, 0, 10, 10] && values["backgroundColor"] as? [Double] == [0, 0, 1, 1])
    let animations = try #require(layers[1]["animations"] as? [[String: Any]])
    #expect(animations.first?["keyPath"] as? String == "position.x")
    #expect((animations.first?["values"] as? [String: Any])?["to"] as? Double == 15)
    let render = try #require(
      try object(file, "--stage", "render", "--json", "--time", "0.25")["layers"] as? [[String: Any]])
    #expect((render[1]["values"] as? [String: Any])?["position"] as? [Double] == [7.5, 5])
    let pixel = try object(file, "--pixel", "2,3", "--json")
    #expect(pixel["pixel"] as? [Int] == [2, 3] && pixel["color"] as? [Double] == [0, 0, 1])
  }

  @Test func parametersAreASchema() throws {
    let text = #"""
      {"version": 1, "size": [8, 8], "parameters": {"tone": {"type": "string", "format": "color", "default": "#f00"}},
       "root": {"bounds": [0, 0, 8, 8], "position": [4, 4], "backgroundColor": {"parameter": "tone"}}}
      """#
    let file = try folder.write(text, to: "template.json")
    let found = try object(file, "--stage", "parameters", "--json")
    #expect(((found["schema"] as? [String: Any])?["properties"] as? [String: Any])?["tone"] != nil)
  }

  @Test func costAndOverdrawForPeople() throws {
    let file = try folder.write(TestScene.halves, to: "halves.json")
    let cost = try Command.run(["inspect", file, "--stage", "cost"]).outputLines
    #expect(cost.first?.hasPrefix("cost: ") == true && cost.contains { $0.contains("CALayer \"left\": ") }, "\(cost)")
    let overdraw = try Command.run(["inspect", file, "--stage", "overdraw"]).outputLines
    #expect(
      overdraw == ["overdraw: 0.5 writes per pixel, at most 1", "  0 writes: 100 pixels", "  1 write: 100 pixels"])
  }

  @Test("a page holds all of it, and asks for nothing")
  func page() throws {
    let file = try folder.write(
      TestScene.moving.replacingOccurrences(of: "\"move\"", with: "\"</script><!--\""), to: "moving.json")
    let page = folder.path + "/page.html"
    let result = try Command.run(["inspect", file, "--html", page, "--time", "0.5", "--to", "1", "--renderer", "cpu"])
    #expect(result.status == 0 && result.output == "" && result.error == "", "\(result.error)")
    let text = try String(contentsOfFile: page, encoding: .utf8)
    #expect(!text.contains("{{") && text.contains("default-src 'none'"))
    for address in ["src=\"http", "href=\"http", "url(http", "import("] { #expect(!text.contains(address)) }
    let start = try #require(text.range(of: "<script type=\"application/json\" id=\"data\">"))
    let end = try #require(text.range(of: "</script>", range: start.upperBound..<text.endIndex))
    let json = Data(text[start.upperBound..<end.lowerBound].utf8)
    let data = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
    #expect((data["times"] as? [Double])?.count == 60 && (data["frames"] as? [Any])?.count == 60)
    #expect(((data["damage"] as? [String: Any])?["pairs"] as? [Any])?.count == 60 * 59 / 2)
    #expect((data["steps"] as? [Any])?.isEmpty == false && (data["planes"] as? [Any])?.count == 2)
    #expect((data["batches"] as? [String: Any])?["renderer"] is String)
  }

  @Test func mistakesAreOneLine() throws {
    let file = try folder.write(TestScene.halves, to: "halves.json")
    let page = folder.path + "/page.html"
    for (arguments, words) in [
      (["--html", page, "--json"], "--json"), (["--html", page, "--stage", "passes"], "--stage"),
      (["--html", page, "--from", "1"], "--to"), (["--html", page, "--from", "1", "--to", "1"], "--to"),
      (["--to", "1"], "--html"), (["--html", ""], "--html"), (["--from", "0"], "--stage damage"),
    ] {
      expectFailure(try Command.run(["inspect", file] + arguments), status: 2, mentions: words)
    }
    expectFailure(
      try Command.run(["inspect", file, "--html", folder.path + "/none/page.html"]), status: 1,
      mentions: "none/page.html")
    expectFailure(try Command.run(["play", file, "--debug-overlay", "damages"]), status: 2, mentions: "overdraw")
    expectFailure(try Command.run(["kiosk", file, "--debug-overlay", ""]), status: 2, mentions: "--debug-overlay")
    #expect(!FileManager.default.fileExists(atPath: page))
  }
}
