import Foundation
import Testing

@testable import MultiplaneBatch

/// The store: whole or not at all, the first stays, and what is damaged is set aside.
@Suite struct ChunkStoreTests {
  private let folder = NSTemporaryDirectory() + "multiplane-store-\(UUID().uuidString)"
  private let key = SHA256.hex(of: [1])

  private func remove() { try? FileManager.default.removeItem(atPath: folder) }

  private func publish(_ text: String, in store: ChunkStore) throws -> ChunkStore.Entry {
    let file = try store.begin(key)
    try file.write([UInt8](text.utf8), name: key)
    return try store.publish(file, key, "mp4", frames: 3, seconds: 0.5)
  }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(key.prefix(2))")) ?? []).sorted()
  }

  @Test func aChunkIsThereWhenItIsWhole() throws {
    defer { remove() }
    let store = try ChunkStore(folder)
    do {
      let file = try store.begin(key)
      try file.write([1, 2, 3], name: key)
      #expect(names.isEmpty)
    }
    #expect(names.isEmpty && store.state(of: key, "mp4") == .missing)
    let entry = try publish("abc", in: store)
    #expect(entry.sha256 == SHA256.hex(of: [UInt8]("abc".utf8)) && entry.bytes == 3 && entry.frames == 3)
    #expect(store.state(of: key, "mp4") == .present(entry))
    #expect(store.isWhole(key, "mp4", entry))
    #expect(names == ["\(key).json", "\(key).mp4"])
    // The second comes to the same.
    #expect(try publish("abc", in: store).sha256 == entry.sha256)
    #expect(names == ["\(key).json", "\(key).mp4"])
  }

  @Test func otherBytesAreAConflictAndTheFirstStays() throws {
    defer { remove() }
    let store = try ChunkStore(folder)
    let entry = try publish("abc", in: store)
    let error = #expect(throws: BatchError.self) { try publish("abd", in: store) }
    #expect(error == .conflict(path: store.path(of: key, "mp4")) && error?.isTemporary == false)
    #expect(store.isWhole(key, "mp4", entry))
    #expect(names == ["\(key).conflict.json", "\(key).json", "\(key).mp4"])
  }

  @Test(arguments: ["ab", "abd", "abcd", ""]) func whatIsDamagedMakesRoom(damage: String) throws {
    defer { remove() }
    let store = try ChunkStore(folder)
    let entry = try publish("abc", in: store)
    try Data(damage.utf8).write(to: URL(fileURLWithPath: store.path(of: key, "mp4")))
    #expect(!store.isWhole(key, "mp4", entry))
    #expect((store.state(of: key, "mp4") == .missing) == (damage.count != 3))
    #expect(try publish("abc", in: store).sha256 == entry.sha256)
    #expect(names == ["\(key).damaged", "\(key).json", "\(key).mp4"])
  }

  @Test func afterAStopBetweenTheTwoNamesItIsFinished() throws {
    defer { remove() }
    let store = try ChunkStore(folder)
    _ = try publish("abc", in: store)
    unlink(store.path(of: key, "json"))
    #expect(store.state(of: key, "mp4") == .missing)
    _ = try publish("abc", in: store)
    guard case .present = store.state(of: key, "mp4") else { throw BatchError.conflict(path: "") }
  }

  /// Of whatever makes the line beside a chunk one that says nothing of its bytes, the chunk would
  /// be drawn for ever.
  @Test(arguments: [
    "", "{", "[]", "{\"sha256\": 1}", #"{"sha256": "0", "bytes": 3, "frames": 3, "seconds": 1, "host": "other"}"#,
    String(repeating: " ", count: 70_000),
  ])
  func aLineThatSaysNothingIsReplaced(text: String) throws {
    defer { remove() }
    let store = try ChunkStore(folder)
    let entry = try publish("abc", in: store)
    let path = store.path(of: key, "json")
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    #expect(store.state(of: key, "mp4") != .present(entry))
    #expect(try publish("abc", in: store) == entry)
    #expect(store.state(of: key, "mp4") == .present(entry))
    // The same without the chunk, which was taken away.
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    unlink(store.path(of: key, "mp4"))
    #expect(try publish("abc", in: store) == entry)
    #expect(store.state(of: key, "mp4") == .present(entry))
    #expect(names == ["\(key).json", "\(key).mp4"])
  }

  @Test func whatCannotBeReplacedIsTold() throws {
    defer { remove() }
    let store = try ChunkStore(folder)
    _ = try publish("abc", in: store)
    let path = store.path(of: key, "json")
    unlink(path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let error = #expect(throws: BatchError.self) { try publish("abc", in: store) }
    #expect(error?.description.contains("\(key).json: cannot be written: Is a directory") == true)
    #expect(names == ["\(key).json", "\(key).mp4"])
  }

  @Test func allButSomeChunksGo() throws {
    defer { remove() }
    let store = try ChunkStore(folder)
    let entry = try publish("abc", in: store)
    let stay = ["\(key.prefix(2))/notes.txt", "README", "ab/cd/other"]
    let go = [
      "\(key.prefix(2))/\(key).damaged", "\(key.prefix(2))/.1x9.partial", "ff/\(SHA256.hex(of: [2])).mp4",
      "ff/\(SHA256.hex(of: [2])).json", "ff/\(SHA256.hex(of: [3])).failed.json",
    ]
    for name in stay + go {
      let url = URL(fileURLWithPath: store.folder + name)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data([1]).write(to: url)
    }
    #expect(store.prune(keeping: [key]) == go.count)
    #expect(store.state(of: key, "mp4") == .present(entry))
    for name in stay { #expect(access(store.folder + name, F_OK) == 0) }
    for name in go + ["ff"] { #expect(access(store.folder + name, F_OK) != 0) }
  }

  /// A link in place of a chunk's folder: nothing is read, written, renamed or removed behind it.
  @Test func aLinkToAFolderIsNotFollowed() throws {
    defer { remove() }
    let store = try ChunkStore(folder)
    let other = try ChunkStore(store.folder + "other")
    let entry = try publish("abc", in: other)
    try Data([1]).write(to: URL(fileURLWithPath: "\(other.folder)\(key.prefix(2))/\(SHA256.hex(of: [2])).mp4"))
    let part = "\(other.folder)\(key.prefix(2))"
    let before = try FileManager.default.contentsOfDirectory(atPath: part).sorted()
    try FileManager.default.createSymbolicLink(
      atPath: "\(store.folder)\(key.prefix(2))", withDestinationPath: "other/\(key.prefix(2))")
    #expect(store.state(of: key, "mp4") == .missing && !store.isWhole(key, "mp4", entry))
    #expect(!store.hasFiles(of: key, "mp4"))
    #expect(store.prune(keeping: []) == 0)
    store.setAside(key, "mp4")
    store.noteFailure(of: key, error: "too much")
    store.remove(key, "mp4")
    let error = #expect(throws: BatchError.self) { try publish("abd", in: store) }
    #expect(error?.description.contains("expected a folder, found a link") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: part).sorted() == before)
    #expect(throws: BatchError.self) {
      try FileManager.default.createSymbolicLink(atPath: store.folder + "link", withDestinationPath: "other")
      _ = try ChunkStore(store.folder + "link", mayBeLink: false)
    }
  }

  /// Links in place of a chunk's files are no chunk, and are replaced.
  @Test(arguments: [["json"], ["mp4"], ["json", "mp4"]]) func aLinkToAFileIsNotFollowed(extensions: [String]) throws {
    defer { remove() }
    let store = try ChunkStore(folder)
    let entry = try publish("abc", in: store)
    for name in extensions {
      let path = store.path(of: key, name)
      try FileManager.default.moveItem(atPath: path, toPath: store.folder + "moved." + name)
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "../moved." + name)
    }
    #expect(store.state(of: key, "mp4") == .missing)
    #expect(store.isWhole(key, "mp4", entry) == !extensions.contains("mp4"))
    #expect(try publish("abc", in: store) == entry)
    #expect(store.state(of: key, "mp4") == .present(entry))
    for name in extensions { #expect(access(store.folder + "moved." + name, F_OK) == 0) }
  }

  @Test func aFailureThatCannotBeReadIsNotedAgain() throws {
    defer { remove() }
    let store = try ChunkStore(folder)
    store.noteFailure(of: key, error: "too much")
    try Data().write(to: URL(fileURLWithPath: store.folder + "\(key.prefix(2))/\(key).failed.json"))
    #expect(store.state(of: key, "mp4") == .missing)
    store.noteFailure(of: key, error: "too much")
    #expect(store.state(of: key, "mp4") == .failed(error: "too much"))
  }

  @Test func aFailureIsKnownUntilTheChunkIsThere() throws {
    defer { remove() }
    let store = try ChunkStore(folder)
    store.noteFailure(of: key, error: "too much")
    #expect(store.state(of: key, "mp4") == .failed(error: "too much"))
    let entry = try publish("abc", in: store)
    #expect(store.state(of: key, "mp4") == .present(entry))
  }

  @Test func archivesGiveBackWhatTheyWereGiven() throws {
    defer { remove() }
    let store = try ChunkStore(folder)
    let files: [[UInt8]] = [[], [1], [UInt8](repeating: 7, count: 512), [UInt8](repeating: 9, count: 1300)]
    var bytes: [UInt8] = []
    for (index, file) in files.enumerated() {
      bytes += TarArchive.header(name: "\(index)", size: file.count) + file
      bytes += [UInt8](repeating: 0, count: TarArchive.padding(after: file.count))
    }
    bytes += TarArchive.end
    let path = store.folder + "a.tar"
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    var found: [[UInt8]] = []
    try TarArchive.read(path) { name, bytes in
      #expect(name == "\(found.count)")
      found.append(bytes)
    }
    #expect(found == files)
    // Cut anywhere, or changed in a header, it is none; nothing is read beyond it.
    for count in [0, 100, 512, 1400, 2500, bytes.count - 1025] {
      try Data(bytes.prefix(count)).write(to: URL(fileURLWithPath: path))
      #expect(throws: BatchError.self) { try TarArchive.read(path) { _, _ in } }
    }
    for offset in [0, 124, 130, 148, 156, 257] {
      var changed = bytes
      changed[offset] ^= 0x11
      try Data(changed).write(to: URL(fileURLWithPath: path))
      #expect(throws: BatchError.self) { try TarArchive.read(path) { _, _ in } }
    }
  }
}
