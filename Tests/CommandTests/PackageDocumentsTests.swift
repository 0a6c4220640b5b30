import Foundation
import Testing

/// The documents that packages install: man pages, pages of `docs`, and what units name of them.
struct PackageDocumentsTests {
  private static let python = "/usr/bin/python3"
  private static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The man pages by name, such as `multiplane-render.1`, as `tools/package` makes them.
  private func manPages() throws -> [String: String] {
    let folder = try TestFolder()
    let dump = try folder.write(try Command.run(["--experimental-dump-help"]).output, to: "dump.json")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.python)
    process.arguments = [
      "-B", Self.project.appendingPathComponent("tools/package.d/man-pages").path, folder.file("man"), "1.2.3",
      "2026-01-31",
    ]
    process.standardInput = try FileHandle(forReadingFrom: URL(fileURLWithPath: dump))
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let said = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(said)")
    var pages: [String: String] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder.file("man")) {
      pages[name] = try String(contentsOfFile: folder.file("man/\(name)"), encoding: .utf8)
    }
    return pages
  }

  private func section(_ title: String, of page: String) -> Substring? {
    page.range(of: "\n.SH \(title)\n").map { page[$0.upperBound...] }.map {
      $0.prefix(upTo: $0.range(of: "\n.SH ")?.lowerBound ?? $0.endIndex)
    }
  }

  /// Each subcommand has a page with variables, files and an example of its own; the command's page
  /// lists every variable that the sources read.
  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: python))) func manPagesAreComplete() throws {
    let pages = try manPages()
    #expect(pages["multiplane-scene.5"] != nil)
    for (name, page) in pages where name.hasSuffix(".1") {
      for title in ["ENVIRONMENT", "FILES", "EXAMPLES", "EXIT STATUS", "SEE ALSO"] {
        #expect(section(title, of: page)?.isEmpty == false, "\(name) has no section \(title)")
      }
      let subcommand = name.dropLast(2).split(separator: "-").dropFirst().first ?? "render"
      #expect(section("EXAMPLES", of: page)?.contains("multiplane \(subcommand)") == true, "\(name)")
    }
    let listed = try #require(pages["multiplane.1"].flatMap { section("ENVIRONMENT", of: $0) })
    for name in try variables() { #expect(listed.contains(name), "\(name) is not in multiplane.1") }
  }

  /// The environment variables that the sources of the program read.
  private func variables() throws -> Set<String> {
    let sources = Self.project.appendingPathComponent("Sources")
    var names: Set<String> = []
    // That of picture tests is read by their library.
    for case let file as URL in try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    where file.pathExtension == "swift" && !file.path.contains("/MultiplaneTesting/") {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: #/(?:environment\[|getenv\()"([A-Z_]+)"/#) { names.insert(String(match.1)) }
    }
    #expect(names.count > 8, "\(names)")
    return names
  }

  /// A unit names the man page of its subcommand, and a page of `docs`.
  @Test(arguments: [
    ("kiosk/multiplane-kiosk.service", "kiosk"), ("service/multiplane.service", "serve"),
    ("service/multiplane.socket", "serve"),
  ])
  func unitsNameTheirDocuments(unit: String, subcommand: String) throws {
    let text = try String(contentsOf: Self.project.appendingPathComponent("Examples/\(unit)"), encoding: .utf8)
    let lines = text.split(separator: "\n")
    let program = lines.first { $0.hasPrefix("ExecStart=") }
    #expect(program?.contains("/multiplane \(subcommand)") ?? unit.hasSuffix(".socket"), "\(program ?? "")")
    let documents = lines.filter { $0.hasPrefix("Documentation=") }
      .flatMap { $0.dropFirst("Documentation=".count).split(separator: " ") }
    #expect(documents.first == "man:multiplane-\(subcommand)(1)")
    let folder = "file:/usr/share/doc/multiplane/"
    let files = documents.dropFirst()
    #expect(!files.isEmpty)
    for file in files {
      #expect(file.hasPrefix(folder + "docs/"), "\(file)")
      let path = Self.project.appendingPathComponent(String(file.dropFirst(folder.count))).path
      #expect(FileManager.default.fileExists(atPath: path), "\(path)")
    }
  }

  /// Links between pages, with their headings, and to files of the project.
  @Test func linksOfPagesLeadSomewhere() throws {
    let docs = Self.project.appendingPathComponent("docs")
    let names = try FileManager.default.contentsOfDirectory(atPath: docs.path).filter { $0.hasSuffix(".md") }
    let texts = try Dictionary(
      uniqueKeysWithValues: names.map { ($0, try String(contentsOf: docs.appendingPathComponent($0), encoding: .utf8)) }
    )
    let anchors = texts.mapValues { Set(Self.headings(of: $0)) }
    for (name, text) in texts {
      for match in text.matches(of: #/\]\(([^)#\s]*)(?:#([^)\s]*))?\)/#) {
        let file = String(match.1)
        if file.contains("://") || file.hasPrefix("mailto:") { continue }
        let path = docs.appendingPathComponent(file.isEmpty ? name : file).path
        #expect(FileManager.default.fileExists(atPath: path), "\(name): \(match.0)")
        guard let anchor = match.2, let known = anchors[file.isEmpty ? name : file] else { continue }
        #expect(known.contains(String(anchor)), "\(name): \(match.0)")
      }
    }
  }

  /// The anchors of a page's headings: in lower case, with hyphens for spaces, without other signs.
  private static func headings(of text: String) -> [String] {
    text.matches(of: #/(?m)^#+ (.*)$/#).map { match in
      String(
        match.1.lowercased().compactMap { character -> Character? in
          if character == " " { return "-" }
          return character.isLetter || character.isNumber || character == "-" || character == "_" ? character : nil
        })
    }
  }
}
