import Foundation
import Testing

@testable import MultiplaneBatch

/// The journal: what it knows of an earlier run, in a file that does not grow for ever.
@Suite struct JournalTests {
  private let folder = NSTemporaryDirectory() + "multiplane-journal-\(UUID().uuidString)/"

  init() throws { try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false) }

  private func remove() { try? FileManager.default.removeItem(atPath: folder) }

  private var path: String { folder + Journal.name }

  private func lines() throws -> [Substring] {
    try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
  }

  private func entry(_ number: Int) -> Journal.Entry {
    .init(key: "key\(number)", size: number, sha256: "hash\(number)", seconds: 0.5)
  }

  private func add(_ outputs: [String], _ number: Int) throws {
    let journal = try Journal(folder: folder)
    for output in outputs { try journal.add(entry(number), id: "id", output: output) }
  }

  @Test func theLastLineOfAnEarlierRunCounts() throws {
    defer { remove() }
    try add(["a.png", "b/é \"1\".png"], 1)
    try add(["a.png"], 2)
    let journal = try Journal(folder: folder)
    #expect(journal.entry(of: "a.png") == entry(2))
    #expect(journal.entry(of: "b/é \"1\".png") == entry(1))
    #expect(journal.entry(of: "c.png") == nil)
    // What this run adds is not looked for by it.
    try journal.add(entry(3), id: "id", output: "a.png")
    #expect(journal.entry(of: "a.png") == nil)
  }

  /// Also of more than a block, and with lines that are none.
  @Test(arguments: ["", "{", "{\"output\": 1}", "\u{0}\u{1}", String(repeating: "x", count: 200_000)])
  func whatIsNoLineIsLeftOut(damage: String) throws {
    defer { remove() }
    try add((0..<600).map { "\($0).png" }, 1)
    let text = try String(contentsOfFile: path, encoding: .utf8)
    try Data((text + damage + "\n" + text.dropLast(30)).utf8).write(to: URL(fileURLWithPath: path))
    try add(["new.png"], 2)
    let journal = try Journal(folder: folder)
    for number in 0..<600 { #expect(journal.entry(of: "\(number).png") == entry(1)) }
    #expect(journal.entry(of: "new.png") == entry(2))
  }

  @Test func linesThatNoLongerCountGo() throws {
    defer { remove() }
    for number in 0..<10 {
      try add(Array(repeating: "a.png", count: 100) + ["b.png"], number)
    }
    #expect(try lines().count == 10 * 101)
    let journal = try Journal(folder: folder)
    #expect(try lines().count == 2)
    #expect(journal.entry(of: "a.png") == entry(9))
    // It is still the only one, and goes on.
    #expect(throws: BatchError.self) { try Journal(folder: folder) }
    try journal.add(entry(7), id: "id", output: "c.png")
    #expect(try lines().count == 3)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [Journal.name])
  }

  @Test func whatIsNotKeptGoes() throws {
    defer { remove() }
    try add(["a.png", "b.png", "a.png"], 1)
    let journal = try Journal(folder: folder)
    var seen: [String] = []
    try journal.rewrite { output, entry in
      seen.append(output)
      return output == "a.png"
    }
    #expect(seen == ["b.png", "a.png"])
    #expect(journal.entry(of: "a.png") == entry(1) && journal.entry(of: "b.png") == nil)
    #expect(try lines().count == 1)
  }
}

/// What is removed of earlier batches: their own files within the folder, and nothing else.
@Suite struct LeftoversTests {
  private let folder = NSTemporaryDirectory() + "multiplane-leftovers-\(UUID().uuidString)/"

  init() throws {
    let manager = FileManager.default
    for part in ["out/a", "out/b", "elsewhere"] {
      try manager.createDirectory(atPath: folder + part, withIntermediateDirectories: true)
    }
    for file in ["out/a/x.png", "out/y.png", "elsewhere/z.png", "out/b/0.png", "out/b/1.png", "out/b/2.png"] {
      try Data([1, 2, 3]).write(to: URL(fileURLWithPath: folder + file))
    }
    try manager.createSymbolicLink(atPath: folder + "out/link", withDestinationPath: "../elsewhere")
    try manager.createSymbolicLink(atPath: folder + "out/l.png", withDestinationPath: "y.png")
  }

  @Test(arguments: [
    ("a/x.png", 3, true, "a"), ("a/x.png", 4, false, ""), ("y.png", 3, true, "y.png"), ("n.png", 3, false, ""),
    // Frames, as many as there were.
    ("b/%d.png", 9, true, "b"), ("b/%d.png", 6, true, "b/0.png"), ("b/%d.png", 7, false, ""),
    ("b/%d.png", 12, false, ""), ("a", 3, false, ""),
    // The entries of a foreign journal.
    ("../elsewhere/z.png", 3, false, ""), ("link/z.png", 3, false, ""), ("l.png", 3, false, ""),
    ("/etc/x", 0, false, ""),
  ])
  func ownFilesGo(output: String, size: Int, isRemoved: Bool, gone: String) throws {
    let manager = FileManager.default
    defer { try? manager.removeItem(atPath: folder) }
    let before = try manager.subpathsOfDirectory(atPath: folder).count
    #expect(Leftovers(folder + "out/", keeping: []).remove(output, size: size) == isRemoved)
    if isRemoved {
      #expect(!manager.fileExists(atPath: folder + "out/" + gone))
    } else {
      #expect(try manager.subpathsOfDirectory(atPath: folder).count == before)
    }
    #expect(manager.fileExists(atPath: folder + "elsewhere/z.png"))
  }

  @Test func picturesOfASequenceThatAreOutputsNowStay() throws {
    let manager = FileManager.default
    defer { try? manager.removeItem(atPath: folder) }
    let kept: Set = ["b/0.png", "b/2.png"]
    let leftovers = Leftovers(folder + "out/", keeping: Set(kept.map(\.hashValue)))
    #expect(leftovers.remove("b/%d.png", size: 9))
    #expect(try manager.contentsOfDirectory(atPath: folder + "out/b").sorted() == ["0.png", "2.png"])
  }
}
