import Foundation
import MultiplaneDrawing
import Testing

/// `multiplane test`, run as a process on folders of tiny scenes.
@Suite struct TestCommandTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  private func test(_ arguments: String...) throws -> CommandResult {
    try Command.run(["test", folder.path] + arguments)
  }

  private func makeFolder(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
  }

  /// Two scenes, one of them in a folder of its own, with their pictures.
  private func writeScenes() throws {
    try makeFolder("inner")
    _ = try folder.write(TestScene.halves, to: "halves.json")
    _ = try folder.write(TestScene.moving, to: "inner/moving.json")
    #expect(try test("--update").status == 0)
  }

  /// Moves an edge of a scene that has a picture.
  private func change() throws {
    _ = try folder.write(
      TestScene.halves.replacingOccurrences(of: "[0, 0, 10, 10]", with: "[0, 0, 12, 10]"), to: "halves.json")
  }

  private func objects(_ result: CommandResult) throws -> [[String: Any]] {
    try result.outputLines.map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  @Test func picturesAreWrittenAndThenAlike() throws {
    try makeFolder("inner")
    _ = try folder.write(TestScene.halves, to: "halves.json")
    _ = try folder.write(TestScene.moving, to: "inner/moving.json")
    let missing = try test()
    #expect(missing.status == 1 && missing.outputLines.count == 3, "\(missing.output)")
    #expect(
      missing.outputLines[0].contains("halves.png (cpu): expected a picture") && missing.output.contains("--update"))
    #expect(missing.errorLines == ["multiplane: 2 of 2 pictures failed"])

    let written = try test("--update")
    #expect(written.status == 0 && written.error == "", "\(written.error)")
    #expect(written.outputLines.last == "2 pictures of 2 scenes: 2 written")
    let picture = try loadImage(path: folder.file("halves.png"))
    #expect(picture.width == 20 && Array(picture.premultipliedRGBA8().prefix(4)) == [255, 0, 0, 255])

    let date = try FileManager.default.attributesOfItem(atPath: folder.file("halves.png"))[.modificationDate] as? Date
    let alike = try test("--update", "--tolerance", "exact")
    #expect(alike.status == 0 && alike.output == "2 pictures of 2 scenes: 2 alike\n", "\(alike.output)")
    let later = try FileManager.default.attributesOfItem(atPath: folder.file("halves.png"))[.modificationDate] as? Date
    #expect(date == later, "what is alike is not written")
  }

  @Test func aTimeStandsInThePicturesName() throws {
    let scene = try folder.write(TestScene.moving, to: "moving.json")
    for (time, name) in [("0.5", "moving@0.5.png"), ("1", "moving@1.png")] {
      let drawn = try Command.run(["render", scene, "--time", time, "--renderer", "cpu", "-o", folder.file(name)])
      #expect(drawn.status == 0, "\(drawn.error)")
    }
    let result = try test("--json", "--tolerance", "exact")
    #expect(result.status == 0, "\(result.output)\(result.error)")
    let told = try objects(result)
    #expect(told.map { $0["time"] as? Double } == [0.5, 1] && told.allSatisfy { $0["result"] as? String == "alike" })

    // Exchanged, they are wrong; and a picture needs its scene.
    try FileManager.default.moveItem(atPath: folder.file("moving@0.5.png"), toPath: folder.file("moving@2.png"))
    try FileManager.default.moveItem(atPath: folder.file("moving@1.png"), toPath: folder.file("other@1.png"))
    try FileManager.default.copyItem(atPath: folder.file("moving@2.png"), toPath: folder.file("moving@2x.png"))
    let wrong = try test()
    #expect(wrong.status == 1 && wrong.outputLines.count == 3, "\(wrong.output)")
    #expect(wrong.outputLines[0].contains("moving@2.png (cpu): ") && wrong.outputLines[0].contains("pixels differ"))
    #expect(wrong.outputLines[1].contains("other@1.png: expected its scene") && wrong.output.contains("1 missing"))
  }

  @Test func aDifferenceLeavesPicturesAndReports() throws {
    try writeScenes()
    try change()
    let (out, junit) = (folder.file("out"), folder.file("report.xml"))
    let result = try Command.run(["test", folder.path, "--report", out, "--junit", junit, "--json"])
    #expect(result.status == 1 && result.outputLines.count == 2, "\(result.output)\(result.error)")
    let told = try objects(result)
    #expect(told[0]["result"] as? String == "different" && told[1]["result"] as? String == "alike")
    // Two columns of ten pixels, white before and red now.
    #expect(told[0]["largest"] as? Int == 255 && (told[0]["beyond"] as? [String: Double])?["8"] == 0.1)
    #expect((told[0]["problem"] as? String)?.contains("20 of 200 pixels differ by more than 1/255") == true)

    let names = try FileManager.default.contentsOfDirectory(atPath: out).sorted()
    #expect(names.filter { $0.contains("halves.cpu.") }.count == 3 && names.contains("index.html"), "\(names)")
    let difference = try loadImage(path: "\(out)/\(try #require(names.first { $0.hasSuffix("difference.png") }))")
    let pixels = difference.premultipliedRGBA8()
    #expect(Array(pixels[40..<44]) == [255, 0, 0, 255] && Array(pixels[48..<52]) == [0, 0, 0, 255])

    let report = try String(contentsOfFile: junit, encoding: .utf8)
    #expect(report.contains("<testsuites tests=\"2\" failures=\"1\" errors=\"0\" skipped=\"0\""))
    #expect(report.contains("name=\"halves.png (cpu)\"") && report.contains("<failure type=\"different\""))
    #expect(report.contains("classname=\"\(folder.path)/inner\" name=\"moving.png (cpu)\""))
    for name in names where name != "index.html" {
      #expect(report.contains("[[ATTACHMENT|\(out)/\(name)]]"), "\(name)")
    }

    let alike = try test("--tolerance", "3:10%")
    #expect(alike.status == 0, "\(alike.output)")
  }

  /// The page has each failure with its pictures and a slider, and nothing that a name could add.
  @Test func failuresAreOnAPage() throws {
    try writeScenes()
    try change()
    let name = "a\"<b>&%é.json"
    _ = try folder.write(TestScene.halves, to: name)
    _ = try folder.write("{\"version\": 1, \"size\": [20, 10], \"root\": {\"<script>\": 1}}", to: "wrong.json")
    let page = folder.file("report")
    let result = try test("--report", page)
    #expect(
      result.status == 1 && result.output.contains("1 alike, 1 different, 1 missing, 1 broken"), "\(result.output)")
    let text = try String(contentsOfFile: page + "/index.html", encoding: .utf8)
    #expect(text.contains("<h2>\(folder.path)/halves.png (cpu)</h2>"))
    #expect(text.contains("1 alike, 1 different, 1 missing, 1 broken") && text.contains("type=\"range\""))
    #expect(text.contains("a&quot;&lt;b&gt;&amp;%é.png (cpu)") && text.contains("&lt;script&gt;"))
    #expect(!text.contains("<b>") && !text.contains("<script"))
    let sources = text.matches(of: /src="\.\/([^"]*)"/).map { String($0.output.1).removingPercentEncoding ?? "" }
    // Those of the slider twice.
    #expect(Set(sources).count == 4 && sources.count == 6, "\(sources)")
    for source in sources { #expect(FileManager.default.fileExists(atPath: "\(page)/\(source)"), "\(source)") }
  }

  @Test func picturesAtTimesAreWritten() throws {
    _ = try folder.write(TestScene.moving, to: "moving.json")
    let result = try test("--update", "--at", "0.5,2")
    #expect(
      result.status == 0
        && result.output
          == """
          written moving@0.5.png (cpu): was missing
          written moving@2.png (cpu): was missing
          2 pictures of 1 scene: 2 written

          """.replacing("moving@", with: "\(folder.path)/moving@"),
      "\(result.output)")
    #expect(try folder.contents() == ["moving.json", "moving@0.5.png", "moving@2.png"])
    let scene = folder.file("moving.json")
    #expect(
      try Command.run(["render", scene, "--time", "0.5", "--renderer", "cpu", "-o", folder.file("half.png")]).status
        == 0)
    #expect(
      try Data(contentsOf: URL(fileURLWithPath: folder.file("half.png")))
        == Data(contentsOf: URL(fileURLWithPath: folder.file("moving@0.5.png"))))
    #expect(try test().output.contains("2 pictures of 1 scene: 2 alike"))
    expectFailure(try test("--at", "0.5"), status: 2, mentions: "--at: expected --update")
    expectFailure(try test("--at", "0.5,x", "--update"), status: 2, mentions: "--at: expected seconds")
  }

  /// What is compared with nothing is told, and does not fail; what is named twice counts once.
  @Test func picturesWithoutAPartAreTold() throws {
    try writeScenes()
    for name in ["halves@2x.png", "old.png", "asset.png"] {
      try FileManager.default.copyItem(atPath: folder.file("halves.png"), toPath: folder.file(name))
    }
    _ = try folder.write(
      #"{"version": 1, "size": [9, 9], "images": {"a": "../asset.png"}, "root": {"contents": "a"}}"#, to: "inner/a.json"
    )
    #expect(try test("--update").status == 0)
    let result = try Command.run([
      "test", folder.path, folder.file("inner"), folder.path + "/.", folder.file("halves.json"),
    ])
    #expect(result.status == 0 && result.output == "3 pictures of 3 scenes: 3 alike\n", "\(result.output)")
    let prefix = "multiplane: \(folder.path)/"
    #expect(
      result.errorLines == [
        "\(prefix)halves@2x.png: ignored: expected a time in seconds after the @, such as 0.5",
        "\(prefix)old.png: ignored, because there is no scene of this name beside it, and no scene shows it",
      ], "\(result.error)")
    try FileManager.default.copyItem(atPath: folder.file("halves.png"), toPath: folder.file("gone@1.png"))
    #expect(try Command.run(["test", folder.path, folder.path]).output.contains("4 pictures of 3 scenes"))
  }

  @Test(arguments: ["x", "-"])
  func aShortPathIsToldToo(path: String) throws {
    let result = try Command.run(["test", path])
    #expect(result.status == 1 && !result.error.isEmpty, "\(result.status) \(result.output)\(result.error)")
  }

  /// A scene or a picture that is wrong is told, and the others are drawn.
  @Test func whatIsWrongStopsNobody() throws {
    try writeScenes()
    _ = try folder.write("{\"version\": 1, \"size\": [20, 10], \"root\": {\"cornerRadus\": 1}}", to: "a-wrong.json")
    _ = try folder.write("no picture", to: "inner/moving.png")
    let junit = folder.file("report.xml")
    let result = try test("--junit", junit)
    #expect(result.status == 1 && result.outputLines.count == 3, "\(result.output)")
    #expect(result.outputLines[0].contains("a-wrong.json: root.cornerRadus: "))
    #expect(result.outputLines[1].contains("inner/moving.png (cpu): ") && result.outputLines[1].contains("found"))
    #expect(result.outputLines[2] == "3 pictures of 3 scenes: 1 alike, 2 broken")
    #expect(try String(contentsOfFile: junit, encoding: .utf8).contains("failures=\"0\" errors=\"2\""))
    // Writing the picture fixes it; the scene stays.
    let updated = try test("--update")
    #expect(updated.status == 1 && updated.outputLines.last == "3 pictures of 3 scenes: 1 alike, 1 broken, 1 written")
  }

  /// Opening a pipe that nobody reads would wait for ever.
  @Test(arguments: [["--update"], ["--report", "OUT"], ["--junit", "PIPE"]])
  func pipesInPlaceOfFilesAreRefused(options: [String]) throws {
    _ = try folder.write(TestScene.halves, to: "halves.json")
    if options[0] == "--report" {
      #expect(try test("--update").status == 0)
      try change()
    }
    try makeFolder("out")
    let stem = folder.file("halves").dropFirst().replacing("/", with: "-")
    let pipe = ["--update": "halves.png", "--report": "out/\(stem).cpu.actual.png", "--junit": "pipe"][options[0]]
    #expect(mkfifo(folder.file(pipe ?? ""), 0o600) == 0)
    let given = options.map { ["OUT": folder.file("out"), "PIPE": folder.file("pipe")][$0] ?? $0 }
    let process = try Command.makeProcess(["test", folder.path] + given)
    process.arguments = ["timeout", "20", "/usr/bin/env"] + (process.arguments ?? [])
    let output = Pipe()
    (process.standardOutput, process.standardError) = (output, output)
    try process.run()
    let text = String(decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 1, "124 after 20 s: \(text)")
    #expect(text.contains(options[0] == "--junit" ? "a pipe without a reader" : "a device or a pipe"), "\(text)")
  }

  @Test func controlCharactersOfNamesAreEscaped() throws {
    _ = try folder.write(TestScene.halves, to: "a\u{1B}[31m\u{9B}b.json")
    let result = try test()
    #expect(result.output.contains("a\\u{1B}[31m\\u{009B}b.png"), "\(result.output)")
    #expect(!result.output.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x9B })
  }

  /// A line break would begin a line of the report, and an override of direction would hide the
  /// end of a name.
  @Test func namesStayOnOneLine() throws {
    _ = try folder.write(TestScene.halves, to: "a\nb\u{202E}c.json")
    let result = try test()
    #expect(result.output.contains("a\\nb\\u{202E}c.png"), "\(result.output)")
    #expect(result.outputLines.count == 2, "\(result.output)")
  }

  @Test func eachRendererIsHeldAgainstOnePicture() throws {
    _ = try folder.write(TestScene.halves, to: "halves.json")
    let result = try test("--update", "--renderer", "all", "--device", "software", "--json")
    #expect(result.status == 0, "\(result.output)\(result.error)")
    let told = try objects(result)
    #expect(told.map { $0["renderer"] as? String } == ["reference", "cpu", "gl"])
    #expect(told.map { $0["result"] as? String } == ["written", "alike", "alike"])
    #expect(try Set(folder.contents()) == ["halves.json", "halves.png"])
  }

  @Test func templatesHaveTheirDefaults() throws {
    let template = """
      {"version": 1, "size": [20, 10], "parameters": {"tint": {"type": "string", "format": "color", "default": "#00ff00"}},
       "root": {"frame": [0, 0, 20, 10], "backgroundColor": {"parameter": "tint"}}}
      """
    _ = try folder.write(template, to: "card.json")
    #expect(try test("--update").status == 0)
    #expect(try Array(loadImage(path: folder.file("card.png")).premultipliedRGBA8().prefix(4)) == [0, 255, 0, 255])
    // At another size the picture is another.
    let large = try test("--scale", "2")
    #expect(large.status == 1 && large.output.contains("expected 20 x 10 px as in the picture, found 40 x 20 px"))
  }

  @Test(arguments: [
    (["--renderer", "metal"], "--renderer"), (["--renderer", "cpu,"], "--renderer"),
    (["--device", "software"], "--device"),
    (["--scale", "0"], "--scale"), (["--tolerance", "1:2"], "--tolerance"),
  ])
  func whatIsNotUnderstoodIsStatus2(options: [String], option: String) throws {
    expectFailure(try Command.run(["test", folder.path] + options), status: 2, mentions: option)
  }

  @Test func aFolderWithoutScenesIsAFailure() throws {
    expectFailure(try test(), status: 1, mentions: folder.path, "found none")
    expectFailure(try Command.run(["test"]), status: 2, mentions: "folder")
  }
}
