import Foundation
import Testing

@testable import MultiplaneDrawing

/// A folder that no path leads out of.
@Suite struct FolderRootTests {
  private let folder: TemporaryFolder
  private let root: FolderRoot
  private let inside: String

  init() throws {
    folder = try TemporaryFolder()
    inside = folder.path + "/root"
    for path in ["root/sub", "other"] {
      try FileManager.default.createDirectory(atPath: folder.path + "/" + path, withIntermediateDirectories: true)
    }
    for path in ["root/a", "root/sub/b", "other/secret"] {
      try Data(path.utf8).write(to: URL(fileURLWithPath: folder.path + "/" + path))
    }
    let links = [
      "root/in": "sub/b", "root/folder": "sub", "root/sub/up": "../a", "root/out": "../other/secret",
      "root/far": "../other", "root/absolute": "/etc/passwd", "root/loop": "loop",
    ]
    for (link, target) in links {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path + "/" + link, withDestinationPath: target)
    }
    root = try FolderRoot(inside)
  }

  private func read(_ path: String) -> String? {
    (try? readFile(path: path, limits: .standard, root: root)).map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(arguments: [
    ("a", "root/a"), ("sub/b", "root/sub/b"), ("./sub/../a", "root/a"), ("in", "root/sub/b"),
    ("folder/b", "root/sub/b"), ("sub/up", "root/a"), ("folder/up", "root/a"),
  ])
  func whatIsInsideIsRead(path: String, text: String) {
    #expect(read(inside + "/" + path) == text)
  }

  @Test(arguments: [
    "../other/secret", "sub/../../other/secret", "../root/a", "out", "far/secret", "absolute", "loop", "missing", "sub",
    "sub/../..",
  ])
  func whatLeadsOutIsRefused(path: String) {
    #expect(read(inside + "/" + path) == nil)
  }

  @Test func whatIsNoFolderIsTold() {
    for (path, found) in [("none", "nothing at this path"), ("root/a/b", "nothing at this path"), ("root/a", "a file")]
    {
      let path = folder.path + "/" + path
      #expect(throws: ImageError.noFolder(path: path, found: found)) { try FolderRoot(path) }
    }
    #expect(
      "\(ImageError.noFolder(path: "none", found: "a file"))"
        == "none: expected a folder, found a file; create it or choose another")
  }

  @Test func otherFoldersAreRefusedByName() {
    #expect(read("/etc/passwd") == nil)
    #expect(read(folder.path + "/rooted") == nil)
    #expect(
      throws: ImageError.unreadable(
        path: "/etc/passwd", found: "a path that leads out of the scene's root", remedy: "copy the file into it")
    ) { try readFile(path: "/etc/passwd", limits: .standard, root: root) }
  }

  @Test func filesAreWrittenInsideOnly() throws {
    try root.write([1, 2, 3], to: inside + "/sub/new")
    #expect(FileManager.default.contents(atPath: inside + "/sub/new") == Data([1, 2, 3]))
    for path in ["../other/new", "far/new", "absolute/new", "missing/new", ".."] {
      #expect(throws: ImageError.self) { try root.write([1], to: inside + "/" + path) }
    }
    // A link is replaced, and what it names stays.
    try root.write([9], to: inside + "/out")
    #expect(FileManager.default.contents(atPath: folder.path + "/other/secret") == Data("other/secret".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path + "/other") == ["secret"])
  }
}
