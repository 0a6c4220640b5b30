import Foundation
import Testing

@testable import MultiplaneDrawing

@Suite struct MemoryFolderTests {
  private static func folder() throws -> (root: FolderRoot, place: FilePlace) {
    let root = try FolderRoot(files: ["a.txt": Array("first".utf8), "sub/b.txt": Array("second".utf8)])
    return (root, FilePlace(folder: root.path + "/", root: root))
  }

  @Test(arguments: [("a.txt", "first"), ("sub/b.txt", "second"), ("./a.txt", "first")])
  func filesAreReadByName(name: String, expected: String) throws {
    let (root, place) = try Self.folder()
    for _ in 0..<2 {
      let bytes = try readFile(path: place.path(of: name), limits: .standard, root: root)
      #expect(String(decoding: bytes, as: UTF8.self) == expected)
    }
    #expect(place.byteCount(at: place.path(of: name)) == expected.utf8.count)
  }

  @Test(arguments: ["none", "sub", "", "../a.txt", "sub/../a.txt", "/etc/hostname", "/proc/self/fd/0"])
  func nothingElseIsThere(name: String) throws {
    let (root, place) = try Self.folder()
    #expect(throws: ImageError.self) { try readFile(path: place.path(of: name), limits: .standard, root: root) }
    #expect(place.byteCount(at: place.path(of: name)) == nil)
  }

  @Test func nothingIsWritten() throws {
    let (root, place) = try Self.folder()
    #expect(throws: ImageError.self) { try root.write([1], to: place.path(of: "c.txt")) }
  }

  @Test func twoFoldersAreNotOne() throws {
    let (first, second) = (try Self.folder().root, try Self.folder().root)
    #expect(first != second)
    #expect(throws: ImageError.self) {
      try readFile(path: first.path + "/a.txt", limits: .standard, root: second)
    }
  }

  @Test func descriptorsAreGivenBack() throws {
    func count() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    let before = try count()
    for _ in 0..<200 { _ = try Self.folder() }
    // Other tests open files meanwhile.
    #expect(try count() < before + 200)
  }
}

@Suite struct MemoryFileTests {
  @Test(arguments: [[], [1, 2, 3], [UInt8](repeating: 7, count: 100_000)] as [[UInt8]])
  func anotherProgramReadsItByItsPath(bytes: [UInt8]) throws {
    let file = try #require(MemoryFile(bytes))
    let (program, output) = (Process(), Pipe())
    program.executableURL = URL(fileURLWithPath: "/bin/cat")
    program.arguments = [file.path]
    program.standardOutput = output
    try program.run()
    let read = output.fileHandleForReading.readDataToEndOfFile()
    program.waitUntilExit()
    #expect(program.terminationStatus == 0 && Array(read) == bytes)
  }

  /// It takes no room of a folder of memory, such as /dev/shm, which is small in containers.
  @Test func noFolderHoldsIt() throws {
    let file = try #require(MemoryFile([1]))
    let target = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(file.descriptor)")
    #expect(target.hasPrefix("/memfd:"))
  }
}
