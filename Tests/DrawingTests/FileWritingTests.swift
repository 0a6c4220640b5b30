import Foundation
import MultiplaneDrawing
import Testing

@Suite struct FileWritingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func line(_ bytes: [UInt8], _ path: String) -> String? {
    errorLine { () throws(ImageError) in try writeFileAtomically(bytes, to: path) }
  }

  private func contents(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  @Test(arguments: [0, 1, 3_000_000])
  func bytesArriveAndNothingElse(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try writeFileAtomically(bytes, to: folder.file("out"))
    #expect(firstDifference(try contents(folder.file("out")), bytes) == nil)
    #expect(try folder.names() == ["out"])
  }

  @Test func replacedFileKeepsItsPermissions() throws {
    let path = folder.file("out")
    try writeFileAtomically([1], to: path)
    #expect(chmod(path, 0o640) == 0)
    try writeFileAtomically([2, 3], to: path)
    var status = stat()
    #expect(stat(path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o640)
    #expect(try contents(path) == [2, 3])
  }

  @Test func readersOfTheOldFileKeepIt() throws {
    let path = folder.file("out")
    try writeFileAtomically([1, 2, 3], to: path)
    let old = try #require(FileHandle(forReadingAtPath: path))
    try writeFileAtomically([4], to: path)
    #expect(try old.readToEnd().map(Array.init) == [1, 2, 3])
  }

  @Test func linkStaysALink() throws {
    try writeFileAtomically([1], to: folder.file("real"))
    #expect(symlink("real", folder.file("link")) == 0)
    try writeFileAtomically([2], to: folder.file("link"))
    #expect(try contents(folder.file("real")) == [2])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link")) == "real")
  }

  /// Links whose file is not there yet: to a name, to a whole path, to another such link.
  @Test func linkToNothingStaysALink() throws {
    try FileManager.default.createDirectory(atPath: folder.file("below"), withIntermediateDirectories: false)
    for (link, destination) in [("a", "new-a"), ("b", folder.file("new-b")), ("c", "below/d"), ("below/d", "../new-c")]
    {
      #expect(symlink(destination, folder.file(link)) == 0)
    }
    for (name, byte) in [("a", 1), ("b", 2), ("c", 3)] {
      try writeFileAtomically([UInt8(byte)], to: folder.file(name))
      #expect(try contents(folder.file("new-\(name)")) == [UInt8(byte)])
    }
    #expect(try folder.names().sorted() == ["a", "b", "below", "c", "new-a", "new-b", "new-c"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.file("below")) == ["d"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("a")) == "new-a")
  }

  @Test func linkIntoNoFolder() throws {
    #expect(symlink("none/new", folder.file("link")) == 0)
    #expect(line([1], folder.file("link"))?.contains("found no folder \(folder.path)/none/") == true)
    #expect(try folder.names() == ["link"])
  }

  @Test func loopOfLinks() throws {
    #expect(symlink("two", folder.file("one")) == 0)
    #expect(symlink("one", folder.file("two")) == 0)
    #expect(line([1], folder.file("one"))?.hasSuffix("found a link that leads back to itself; remove the link") == true)
    #expect(try folder.names().sorted() == ["one", "two"])
  }

  @Test func missingFolder() throws {
    let path = folder.file("none/out.png")
    let expected = "expected a writable file, found no folder \(folder.path)/none/; make the folder first"
    #expect(line([1], path) == "\(path): \(expected)")
    #expect(try folder.names() == [])
  }

  @Test func ontoAFolder() throws {
    #expect(line([1], folder.path)?.hasSuffix("found a folder; name a file in it") == true)
    #expect(try folder.names() == [])
  }

  @Test func belowAFile() throws {
    try writeFileAtomically([1], to: folder.file("file"))
    #expect(line([2], folder.file("file/out"))?.contains("found no folder") == true)
    #expect(try contents(folder.file("file")) == [1])
  }

  @Test func nameTooLongLeavesNothing() throws {
    // The temporary's short name can be written; only the renaming fails.
    let path = folder.file(String(repeating: "n", count: 300))
    #expect(line([1], path)?.contains("File name too long") == true)
    #expect(try folder.names() == [])
  }

  @Test func fullDeviceIsToldAndKept() throws {
    let text = line([1, 2, 3], "/dev/full")
    #expect(text?.contains("found no room for its 3 bytes (No space left on device)") == true)
    var status = stat()
    #expect(stat("/dev/full", &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test func deviceIsWrittenAndKept() throws {
    try writeFileAtomically([1, 2, 3], to: "/dev/null")
    var status = stat()
    #expect(stat("/dev/null", &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test func whatIsReplacedIsAFile() throws {
    let text = errorLine { () throws(ImageError) in _ = try FileReplacement(of: "/dev/null") }
    #expect(text?.contains("/dev/null: expected a writable file, found a device or a pipe") == true)
  }

  @Test func aReplacementShowsOnlyWhenItIsWhole() throws {
    try writeFileAtomically([1], to: folder.file("out"))
    let replacement = try FileReplacement(of: folder.file("out"))
    try replacement.reserve()
    #expect(try folder.names().count == 2)
    try Data([2, 3]).write(to: URL(fileURLWithPath: replacement.temporary))
    #expect(try contents(folder.file("out")) == [1])
    try replacement.commit()
    #expect(try contents(folder.file("out")) == [2, 3])
    #expect(try folder.names() == ["out"])
    let other = try FileReplacement(of: folder.file("out"))
    try other.reserve()
    other.discard()
    #expect(try folder.names() == ["out"])
  }

  @Test(.enabled(if: geteuid() != 0, "root may write every file")) func readOnlyFileIsKept() throws {
    let path = folder.file("out")
    try writeFileAtomically([1], to: path)
    #expect(chmod(path, 0o444) == 0)
    #expect(line([2], path)?.contains("found no permission to write there") == true)
    #expect(try contents(path) == [1])
  }

  @Test(.enabled(if: SmallVolume.canMount, "needs the right to mount a tmpfs"))
  func fullVolumeKeepsTheOldFileAndNoTemporary() throws {
    let volume = try SmallVolume(bytes: 64 << 10)
    let path = volume.folder.file("out.png")
    try writeFileAtomically([7, 8, 9], to: path)
    let text = line([UInt8](repeating: 1, count: 200_000), path)
    #expect(text?.contains("found no room for its 200000 bytes") == true)
    #expect(try contents(path) == [7, 8, 9])
    #expect(try volume.folder.names() == ["out.png"])
  }

  @Test func imageWithAnUnknownExtensionIsNotWritten() throws {
    let path = folder.file("out.bmp")
    let text = errorLine { () throws(ImageError) in
      try writeImage(premultipliedRGBA8: [1, 2, 3, 255], width: 1, height: 1, to: path)
    }
    #expect(text?.contains(".png, .jpg, .jpeg, .webp or .avif, found the extension .bmp") == true)
    #expect(try folder.names() == [])
  }
}

/// A disk in memory that is soon full; unmounted when the last reference goes.
private final class SmallVolume {
  struct NotMounted: Error {}

  let folder: TemporaryFolder

  static var canMount: Bool { (try? SmallVolume(bytes: 4096)) != nil }

  init(bytes: Int) throws {
    folder = try TemporaryFolder()
    guard mount("tmpfs", folder.path, "tmpfs", 0, "size=\(bytes)") == 0 else { throw NotMounted() }
  }

  deinit { umount(folder.path) }
}
