import Foundation
import MultiplaneDrawing
import Testing

/// Tables of other programs, scenes with warnings, and outputs that are in each other's way.
extension BatchCommandTests {
  private func table(_ text: String, _ name: String = "people.csv") throws -> String {
    try folder.write(text, to: name)
  }

  /// A column that is no parameter is one line, however many rows there are.
  @Test func anUnknownColumnIsToldOnceWithTheLikelyName() throws {
    let rows = (0..<30).map { "p\($0),7,red.png,x\n" }.joined()
    let manifest = try table("id,width,foto,note\n" + rows)
    let result = try batch(manifest)
    expectFailure(
      result, status: 2, mentions: "people.csv: line 1: column \"foto\": is not a parameter of", "1 other",
      "did you mean \"photo\"?", "--ignore-columns")
    #expect(try batch(manifest, "--ignore-columns", "all").status == 0)
    #expect(try outputs().count == 30)
    let named = try batch(manifest, "--ignore-columns", "foto,note")
    #expect(named.error.contains("0 drawn, 30 up to date"), "\(named.error)")
    expectFailure(try batch(manifest, "--ignore-columns", "note"), status: 2, mentions: "column \"foto\"")
    expectFailure(
      try batch(manifest, "--ignore-columns", "notes"), status: 2,
      mentions: "none called \"notes\"; did you mean \"note\"?")
  }

  /// A header that was forgotten is no table without rows.
  @Test func aTableWithoutRowsIsChecked() throws {
    let empty = try batch(try table("id,width\n"), "--dry-run")
    #expect(empty.status == 0 && empty.error.contains("warning: ") && empty.error.contains("people.csv: no jobs"))
    expectFailure(try batch(try table("a,Ada\n")), status: 2, mentions: "line 1: column \"a\": is not a parameter")
  }

  @Test func emptyCellsAreDefaults() throws {
    let manifest = try table("id;width;tint\na;;\nb;10;#f00\n")
    let checked = try batch(manifest, "--dry-run")
    #expect(checked.error.contains("2 jobs are valid, read with semicolons between fields"), "\(checked.error)")
    #expect(try batch(manifest).status == 0)
    #expect(
      FileManager.default.contentsEqual(atPath: folder.file("out/a.png"), andPath: folder.file("out/b.png")))
  }

  @Test(arguments: [
    ("b/x.png", "a.png/b.png", "a.png", 3), ("a.png/b.png", "a.png", "c.png", 2),
    ("s/%d.png", "s/0.png/x.png", "c.png", 2),
    ("c.png", "s/1.png/t/%d.png", "s/%d.png", 3),
  ])
  func aFileIsNoFolderOfAnotherOutput(first: String, second: String, third: String, line: Int) throws {
    let rows = [first, second, third].enumerated().map { index, name in
      let times = name.contains("%") ? ", \"to\": 1, \"fps\": 5" : ""
      return "{\"id\": \"\(index)\", \"output\": \"\(name)\"\(times)}\n"
    }
    let result = try batch(try folder.write(rows.joined(), to: "jobs.jsonl"))
    #expect(result.status == 2 && result.error.contains("output: expected a "), "\(result.error)")
    #expect(!FileManager.default.fileExists(atPath: folder.file("out")))
  }

  /// Seen before anything is drawn, and never waited for.
  @Test func aPipeOrAFolderInPlaceOfAnOutputIsRefused() throws {
    try FileManager.default.createDirectory(atPath: folder.file("out/p2.png"), withIntermediateDirectories: true)
    #expect(mkfifo(folder.file("out/p0.png"), 0o600) == 0)
    _ = try folder.write("x", to: "out/p1")
    let manifest = try table("id,output\np0,p0.png\np1,p1/a.png\np2,p2.png\np3,p3.png\n")
    let result = try batch(manifest)
    #expect(result.status == 2)
    #expect(result.errorLines.count == 3, "\(result.error)")
    #expect(result.errorLines[0].contains("line 2: output: expected a path for a file, found the pipe"))
    #expect(result.errorLines[1].contains("line 3: output: ") && result.error.contains("p1/a.png inside the file"))
    #expect(result.errorLines[2].contains("line 4: output: expected a path for a file, found the folder"))
    #expect(!FileManager.default.fileExists(atPath: folder.file("out/p3.png")))
  }

  @Test func aHundredThousandColumnsAreRefusedAtOnce() throws {
    let columns = (0..<100_000).map { "c\($0)" }.joined(separator: ",")
    let manifest = try table("id,\(columns)\na" + String(repeating: ",1", count: 100_000) + "\n")
    let start = ContinuousClock().now
    let result = try batch(manifest)
    expectFailure(result, status: 2, mentions: "line 1: column \"c0\"", "99999 others")
    // Under a second on a machine that does nothing else; each column beside each other, minutes.
    #expect(ContinuousClock().now - start < .seconds(60))
  }

  /// By default a missing glyph refuses a row; if it is allowed, it is listed at the end, also when
  /// the output is up to date.
  @Test(.enabled(if: FontCollection.isAvailable)) func warningsAreAllowedOnRequest() throws {
    let text = try folder.write(
      #"""
      {"version": 1, "size": [90, 40], "parameters": {"name": {"type": "string", "default": ""}}, "root": {"sublayers": [
        {"class": "CATextLayer", "frame": [0, 0, 90, 40], "string": {"parameter": "name"}}]}}
      """#, to: "text.json")
    let manifest = try table("id,name\na,x\nb,\u{378}\n")
    func run(_ options: String...) throws -> CommandResult {
      try Command.run(
        ["batch", manifest, "--scene", text, "-o", folder.file("out/{id}.png"), "--renderer", "cpu"] + options)
    }
    let refused = try run()
    #expect(refused.status == 1 && refused.error.contains("1 drawn, 1 failed"), "\(refused.error)")
    for count in ["1 drawn, 1 up to date", "0 drawn, 2 up to date"] {
      let allowed = try run("--allow-warnings")
      #expect(allowed.status == 0 && allowed.error.contains("\(count), 1 with warnings"), "\(allowed.error)")
      #expect(
        allowed.errorLines.first?.contains(
          "warning: \(manifest): line 3: b: root.sublayers[0].string: expected characters")
          == true)
    }
    // What was drawn with a warning is not up to date without the option.
    #expect(try run().status == 1)
  }

  @Test func losslessIsForFormatsThatCanBe() throws {
    let manifest = try table("id,output\na,a.webp\nb,b.png\n")
    func run(_ options: String...) throws -> CommandResult {
      try Command.run(
        ["batch", manifest, "--scene", scene, "-o", folder.file("out") + "/", "--renderer", "cpu"] + options)
    }
    #expect(try run("--lossless").status == 0)
    let (webp, png) = (try loadImage(path: folder.file("out/a.webp")), try loadImage(path: folder.file("out/b.png")))
    #expect(webp.premultipliedRGBA8() == png.premultipliedRGBA8())
    #expect(try run().error.contains("1 drawn, 1 up to date"))
    _ = try table("id,output\na,a.jpg\n")
    expectFailure(
      try run("--lossless"), status: 2, mentions: "line 2: output: expected a name that ends in .png, .webp")
  }
}
