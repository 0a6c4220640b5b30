import MultiplaneRenderTree
import Testing

@testable import MultiplaneBatch

@Suite struct ManifestTests {
  private func manifest(
    _ text: String, isCSV: Bool, ignoring: Manifest.IgnoredColumns = .none
  ) throws(BatchError) -> Manifest {
    try Manifest([UInt8](text.utf8), name: "jobs", format: isCSV ? .csv : .lines, ignoring: ignoring)
  }

  private func problem(_ text: String, isCSV: Bool = false) -> String? {
    do {
      let manifest = try manifest(text, isCSV: isCSV)
      for index in 0..<manifest.count { _ = try manifest.row(at: index) }
      return nil
    } catch {
      return error.description
    }
  }

  @Test func linesOfJSON() throws {
    let manifest = try manifest(
      """
      {"id": "ada", "scene": "card.json", "parameters": {"name": "Ada", "score": 5}, "time": 0.5, "scale": 2}

      {"id": "clip", "from": 1, "to": 2, "fps": 25, "output": "clip.mp4", "error": "was drawn badly"}
      """, isCSV: false)
    #expect(manifest.count == 2)
    let (first, second) = (try manifest.row(at: 0), try manifest.row(at: 1))
    #expect(first.id == "ada" && first.scene == "card.json" && first.time == 0.5 && first.scale == 2)
    guard case .json(let score)? = first.parameters["score"] else { throw BatchError.worker(problem: "no score") }
    #expect(score == 5)
    #expect(
      second.line == 3 && second.to == 2 && second.framesPerSecond?.description == "25/1" && second.output == "clip.mp4"
    )
  }

  @Test func tablesAreReadAsRFC4180SaysThem() throws {
    let manifest = try manifest(
      "\u{FEFF}id,name,note,time\r\nada,\"Lovelace, \"\"Ada\"\"\",\"two\nlines\",0.5\r\n\r\nbob,Bob,,\r\n", isCSV: true)
    #expect(manifest.count == 2)
    let row = try manifest.row(at: 0)
    #expect(row.id == "ada" && row.time == 0.5)
    guard case .text(let name)? = row.parameters["name"], case .text(let note)? = row.parameters["note"] else {
      throw BatchError.worker(problem: "no name")
    }
    #expect(name == "Lovelace, \"Ada\"" && note == "two\nlines")
    let second = try manifest.row(at: 1)
    #expect(second.line == 5 && second.time == nil)
    // An empty cell is as if its column were missing.
    #expect(second.parameters.keys.sorted() == ["name"])
  }

  @Test(
    arguments: [
      ("id;name,full;note\r\na;b,c;d", Manifest.Format.csv, "semicolons"),
      ("id\tname,full\tnote\na\tb,c\td", .csv, "tabs"),
      ("id\tname,full\tnote\na\tb,c\td", .tsv, "tabs"), ("sep=;\r\nid;name,full;note\r\na;b,c;d", .csv, "semicolons"),
      ("id,\"name,full\",\"x;;;;\"\na,\"b,c\",d", .csv, nil),
    ] as [(String, Manifest.Format, String?)])
  func separatorsAreRecognised(text: String, format: Manifest.Format, name: String?) throws {
    let manifest = try Manifest([UInt8](text.utf8), name: "jobs", format: format)
    #expect(manifest.unusualSeparator == name && manifest.count == 1)
    guard case .text("b,c")? = try manifest.row(at: 0).parameters["name,full"] else {
      throw BatchError.worker(problem: "no name: \(try manifest.row(at: 0))")
    }
  }

  @Test func formatsAreExtensions() {
    #expect(Manifest.Format(path: "a/people.CSV") == .csv && Manifest.Format(path: "b.tsv") == .tsv)
    #expect(Manifest.Format(path: "jobs.jsonl") == .lines && Manifest.Format(path: "-") == .lines)
  }

  @Test func ignoredColumnsAreSkipped() throws {
    let text = "id,time,name,,\na,10:30,Ada,x,y\n"
    let row = try manifest(text, isCSV: true, ignoring: .named(["time", ""])).row(at: 0)
    #expect(row.time == nil && row.parameters.keys.sorted() == ["name"])
    let error = #expect(throws: BatchError.self) {
      try manifest(text, isCSV: true, ignoring: .named(["nmae"]))
    }
    #expect(error?.description.hasSuffix("none called \"nmae\"; did you mean \"name\"?") == true)
  }

  /// A header is checked once, in a time that grows with its length alone.
  @Test func aHundredThousandColumnsAreReadAtOnce() throws {
    let columns = (0..<100_000).map { "c\($0)" }.joined(separator: ",")
    let start = ThreadTime.now
    #expect(try manifest(columns + "\n" + columns, isCSV: true).row(at: 0).parameters.count == 100_000)
    #expect(ThreadTime.now - start < .seconds(3))
  }

  @Test(arguments: [
    ("{\"id\": 1}", false, "jobs: line 1: id: expected a string, found 1"),
    ("{}\n{\"scen\": \"a\"}", false, "jobs: line 2: \"scen\" is not a key of a job; did you mean \"scene\"?"),
    ("{}\n[1]", false, "jobs: line 2: expected an object, found a list of 1"),
    ("{\"time\": \"now\"}", false, "jobs: line 1: time: expected a number, found \"now\""),
    ("{\"parameters\": {\"a\": null}}", false, "jobs: line 1: parameters.a: expected a string"),
    ("id,id\n1,2", true, "jobs: line 1: expected each column once, found \"id\" twice"),
    ("id,name\nada", true, "jobs: line 2: expected 2 fields as in the header, separated by commas, found 1"),
    ("id,name\nada,\"Bob\n", true, "jobs: line 2: expected a closing quotation mark, found the end of the file"),
    ("id,name\nada,B\"o\"b\n", true, "jobs: line 2: expected quotation marks around the whole field"),
    ("id,name\nada,\"Bob\"x\n", true, "jobs: line 2: expected a comma after the quotation mark"),
    ("id,time\nada,soon\n", true, "jobs: line 2: time: expected a number, found \"soon\""),
    ("", true, "jobs: line 1: expected a header row"),
    ("id,name\rada,Bob\r", true, "jobs: line 1: expected lines that end with LF or CR LF"),
  ])
  func wrongRowsAreNamed(text: String, isCSV: Bool, expected: String) {
    let found = problem(text, isCSV: isCSV)
    #expect(found?.hasPrefix(expected) == true, "\(found ?? "none")")
  }

  @Test(arguments: [
    ("cards/{id}.png", "cards/", "ada.png"), ("{index:04}.png", "", "0007.png"),
    ("a/b/{id}/{index}.jpg", "a/b/", "ada/7.jpg"),
    ("/x-{id}.png", "/", "x-ada.png"),
  ])
  func outputsAreNamed(pattern: String, folder: String, name: String) throws {
    let pattern = try #require(OutputPattern(pattern))
    #expect(pattern.folder == folder)
    #expect(pattern.name(id: "ada", index: 7) == name)
  }

  @Test func patternsThatMeanNothingAreNone() {
    #expect(OutputPattern("{name}.png") == nil)
    #expect(OutputPattern("{id.png") == nil)
    #expect(OutputPattern("id}.png") == nil)
    #expect(OutputPattern("{index:4}.png") == nil)
    #expect(OutputPattern("cards/")?.isFolder == true)
    #expect(OutputPattern("cards/one.png")?.isOne == true)
  }
}
