import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import Testing

@Suite struct FileReadingTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func line(_ path: String, limits: ImageLimits = .standard) -> String? {
    errorLine { () throws(ImageError) in try loadImage(path: path, limits: limits) }
  }

  @Test(arguments: ["a.png", "a.jpg", "a.webp"])
  func writtenImagesAreLoaded(name: String) throws {
    let pixels = TestPixels.gradient
    let image = try #require(
      CGImage(premultipliedRGBA8: pixels.bytes, width: pixels.width, height: pixels.height))
    try writeImage(image, to: folder.file(name))
    let loaded = try loadImage(path: folder.file(name))
    #expect(loaded.width == pixels.width)
    #expect(loaded.height == pixels.height)
    #expect(try folder.names() == [name])
  }

  @Test(arguments: ["missing.png", "missing/picture.png"])
  func missingFile(name: String) {
    let path = folder.file(name)
    let expected = "expected a readable image file, found nothing at this path; check the folder and the name"
    #expect(line(path) == "\(path): \(expected)")
  }

  private static let problems: [(code: Int32, use: PathUse, words: String)] = [
    (ENOENT, .reading, "nothing at this path"), (ENOTDIR, .reading, "nothing at this path"),
    (EACCES, .reading, "no permission to read it"), (EPERM, .reading, "no permission to read it"),
    (EROFS, .reading, "a read-only file system"), (EIO, .reading, "\"Input/output error\""),
    (ENOENT, .writing, "no such folder"), (ENOTDIR, .writing, "no such folder"),
    (EACCES, .writing, "no permission to write there"), (EPERM, .writing, "no permission to write there"),
    (EROFS, .writing, "a read-only file system"), (EIO, .writing, "\"Input/output error\""),
  ]

  @Test(arguments: problems) func pathsThatCannotBeUsedAreToldInTheProjectsWords(
    code: Int32, use: PathUse, words: String
  ) {
    #expect(pathProblem(code, use) == words)
  }

  @Test func folderInPlaceOfAFile() {
    #expect(line(folder.path)?.hasSuffix("found a folder; name a file in it") == true)
  }

  @Test func deviceInPlaceOfAFile() {
    #expect(line("/dev/zero")?.contains("found a device or a pipe") == true)
  }

  @Test(.timeLimit(.minutes(5))) func pipeWithoutAWriterDoesNotWait() {
    let path = folder.file("pipe.png")
    #expect(mkfifo(path, 0o600) == 0)
    #expect(line(path)?.contains("found a device or a pipe") == true)
  }

  @Test func emptyFile() throws {
    let path = folder.file("empty.png")
    try writeFileAtomically([], to: path)
    #expect(line(path)?.contains("found an empty file") == true)
  }

  @Test(.enabled(if: geteuid() != 0, "root may read every file")) func fileWithoutPermission() throws {
    let path = folder.file("secret.png")
    try writeFileAtomically([1], to: path)
    #expect(chmod(path, 0) == 0)
    #expect(line(path)?.contains("found no permission to read it") == true)
  }

  @Test func longFileIsNotRead() throws {
    let path = folder.file("long.png")
    try writeFileAtomically([UInt8](repeating: 0, count: 100), to: path)
    let found = line(path, limits: ImageLimits(maximumFileBytes: 99))
    #expect(found == "\(path): expected at most 99 bytes, found a file of 100 bytes; scale the image down")
  }

  @Test func newlineAndZeroInAPathStayOneLine() {
    #expect(
      line("a\nb\0.png") == #"a\nb\0.png: expected a readable image file, found "#
        + "a zero byte in the path; take it out")
  }
}
