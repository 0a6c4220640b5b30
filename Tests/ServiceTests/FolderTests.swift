#if Service
  import Foundation
  import NIOCore
  import TestTiers
  import Testing

  @testable import MultiplaneService

  /// Folders that a service shares with earlier ones, and with others that run.
  @Suite(.ownTime) struct FolderTests {
    private static func makeFolder() throws -> String {
      let path = NSTemporaryDirectory() + "/folders-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      return path
    }

    private static func names(_ folder: String) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    }

    @Test func temporaryFoldersOfKilledServicesGoAndThoseInUseStay() throws {
      let parent = try Self.makeFolder()
      defer { try? FileManager.default.removeItem(atPath: parent) }
      let manager = FileManager.default
      try manager.createDirectory(atPath: parent + "/multiplane-serve-old/0", withIntermediateDirectories: true)
      try Data("half a video".utf8).write(to: URL(fileURLWithPath: parent + "/multiplane-serve-old/0/1.mp4"))
      try manager.createDirectory(atPath: parent + "/somebody-else", withIntermediateDirectories: true)
      // A link of that name leads to what is not this service's.
      try manager.createSymbolicLink(
        atPath: parent + "/multiplane-serve-link", withDestinationPath: parent + "/somebody-else")
      let first = try TemporaryFolder(in: parent)
      let second = try TemporaryFolder(in: parent)
      #expect(!manager.fileExists(atPath: parent + "/multiplane-serve-old"))
      #expect(manager.fileExists(atPath: first.path) && manager.fileExists(atPath: second.path))
      #expect(manager.fileExists(atPath: parent + "/somebody-else"))
      var status = stat()
      #expect(stat(first.path, &status) == 0 && status.st_mode & 0o777 == 0o700)
      first.remove()
      second.remove()
      #expect(try Self.names(parent) == ["multiplane-serve-link", "somebody-else"])
      #expect(throws: ServiceError.self) { try TemporaryFolder(in: parent + "/none") }
    }

    @Test func theFolderOfATemplateMayBeALinkThatStaysInside() throws {
      let parent = try Self.makeFolder()
      defer { try? FileManager.default.removeItem(atPath: parent) }
      let manager = FileManager.default
      let scene = Data(#"{"version": 1, "size": [1, 1], "root": {}}"#.utf8)
      for folder in ["templates/v2", "elsewhere"] {
        try manager.createDirectory(atPath: "\(parent)/\(folder)", withIntermediateDirectories: true)
        try scene.write(to: URL(fileURLWithPath: "\(parent)/\(folder)/card.json"))
      }
      let card = "\(parent)/templates/card"
      try manager.createSymbolicLink(atPath: card, withDestinationPath: "v2")
      #expect(try Templates(folder: parent + "/templates").list.map(\.name) == ["card"])
      try manager.removeItem(atPath: card)
      try manager.createSymbolicLink(atPath: card, withDestinationPath: "../elsewhere")
      let error = #expect(throws: ServiceError.self) { try Templates(folder: parent + "/templates") }
      #expect(error?.description.contains("a link that leads out of it") == true, "\(String(describing: error))")
    }

    @Test func jobsBelongToOneServiceAtATime() throws {
      let parent = try Self.makeFolder()
      defer { try? FileManager.default.removeItem(atPath: parent) }
      let options = ServiceOptions(addresses: [], version: "test")
      func open() throws -> Jobs {
        try Jobs(
          parent + "/jobs", options, Templates(folder: nil), BodyReader(most: 1, mostOfAll: 1), log: nil)
      }
      var jobs: Jobs? = try open()
      // What the other one is making is not taken for a leftover.
      try FileManager.default.createDirectory(atPath: parent + "/jobs/.new-1", withIntermediateDirectories: true)
      let error = #expect(throws: ServiceError.self) { try open() }
      #expect(error?.description.contains("another service has its jobs there") == true)
      #expect(try Self.names(parent + "/jobs") == [".lock", ".new-1"])
      withExtendedLifetime(jobs) {}
      jobs = nil
      _ = try open()
      #expect(try Self.names(parent + "/jobs") == [".lock"])
    }

    /// A disk has blocks, and a memory keys: pictures of a few bytes are more than their bytes.
    @Test func tinyPicturesDoNotGrowBeyondTheBudget() async throws {
      let parent = try Self.makeFolder()
      defer { try? FileManager.default.removeItem(atPath: parent) }
      let cache = try PictureCache(memory: 16 << 10, folder: parent, folderBytes: 64 << 10)
      for number in 0..<100 {
        let picture = ByteBuffer(bytes: [UInt8(number)])
        cache.remember(picture, "\(number)")
        cache.store(picture, "\(number)")
      }
      #expect(cache.byteCount <= 16 << 10 && cache.byteCount > 8 << 10)
      // It is written by a thread of its own: the last one comes after all others.
      var tries = 0
      while try !Self.names(parent).contains("v1-99"), tries < 5000 {
        try await Task.sleep(for: .milliseconds(1))
        tries += 1
      }
      let count = try Self.names(parent).count
      #expect((8...16).contains(count), "\(count)")
      _ = try PictureCache(memory: 0, folder: parent, folderBytes: 32 << 10)
      let left = try Self.names(parent).count
      #expect((4...8).contains(left), "\(left)")
    }
  }
#endif
