import MultiplaneDrawing
import Testing

@Suite struct ImageFileFormatTests {
  @Test(arguments: ImageFileFormat.allCases)
  func encodedFilesAreRecognised(format: ImageFileFormat) throws {
    let file = try TestPixels.small.encoded(as: format)
    #expect(ImageFileFormat(firstBytes: file) == format)
    #expect(ImageFileFormat(firstBytes: file.prefix(12)) == format)
  }

  @Test(arguments: ["", "RIFF", "RIFF1234WAVE", "GIF89a......", "\u{1}PNG"])
  func otherBytesAreNot(text: String) {
    #expect(ImageFileFormat(firstBytes: Array(text.utf8)) == nil)
  }

  @Test(arguments: [
    ("a.png", ImageFileFormat.png), ("folder.jpg/b.PNG", .png), ("c.jpg", .jpeg), ("d.AVIF", .avif),
    ("c.tar.jpeg", .jpeg),
    ("/d/.webp", .webp),
  ])
  func extensionNamesFormat(path: String, format: ImageFileFormat) throws {
    #expect(try ImageFileFormat(path: path) == format)
  }

  @Test(arguments: [
    ("a.gif", "the extension .gif"), ("png", "no extension"), ("a.png/b", "no extension"), ("a.", "the extension ."),
    ("", "no extension"),
  ])
  func otherExtensionsAreListed(path: String, found: String) {
    let line = errorLine { () throws(ImageError) in try ImageFileFormat(path: path) }
    #expect(line == "\(path): expected a file name that ends in .png, .jpg, .jpeg, .webp or .avif, found \(found)")
  }
}
