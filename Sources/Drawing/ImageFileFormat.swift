/// The supported image file formats.
package enum ImageFileFormat: String, Sendable, CaseIterable {
  case png, jpeg, webp, avif

  /// Recognises the format from a file's first twelve bytes; nil for others.
  ///
  /// A PNG is recognised by the first four of its eight signature bytes. The others are damaged by
  /// a transfer as text, and then "damaged PNG" is a better error than "not an image".
  package init?(firstBytes bytes: some Collection<UInt8>) {
    let head = Array(bytes.prefix(12))
    if head.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      self = .png
    } else if head.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if head.count == 12, head.starts(with: Array("RIFF".utf8)), head[8...].elementsEqual("WEBP".utf8) {
      self = .webp
    } else if head.count == 12, ["ftypavif", "ftypavis"].contains(where: { head[4...].elementsEqual($0.utf8) }) {
      self = .avif
    } else {
      return nil
    }
  }

  /// Creates the format of a path's extension, in upper or lower case.
  ///
  /// - Throws: `ImageError.unencodable` for another extension or none.
  package init(path: String) throws(ImageError) {
    let fileName = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let parts = fileName.split(separator: ".", omittingEmptySubsequences: false)
    let found = parts.count > 1 ? parts.last?.lowercased() : nil
    switch found {
    case "png": self = .png
    case "jpg", "jpeg": self = .jpeg
    case "webp": self = .webp
    case "avif": self = .avif
    default:
      throw .unencodable(
        name: path, expected: "a file name that ends in \(Self.extensionList)",
        found: found.map { "the extension .\($0)" } ?? "no extension")
    }
  }

  /// The extensions of pictures.
  package static let extensions = [".png", ".jpg", ".jpeg", ".webp", ".avif"]

  /// The extensions as a list in a sentence.
  package static var extensionList: String {
    extensions.dropLast().joined(separator: ", ") + " or " + (extensions.last ?? "")
  }

  /// Whether the format has a quality (`CompressionQuality`).
  package var hasQuality: Bool { self != .png }

  /// Whether the format has an effort (`CompressionEffort`).
  package var hasEffort: Bool { self == .png || self == .webp }

  /// Whether the format has lossless files: by itself, or at the best quality.
  package var isLosslessAtBest: Bool { self != .jpeg }
}

/// The probable format of bytes that are no PNG, JPEG, WebP or AVIF, for the error line.
func describeUnrecognized(_ bytes: [UInt8]) -> String {
  guard !bytes.isEmpty else { return "an empty file" }
  let known: [(offset: Int, bytes: String, title: String)] = [
    (0, "GIF8", "a GIF"), (0, "BM", "a BMP"), (0, "II*\0", "a TIFF"), (0, "MM\0*", "a TIFF"), (0, "%PDF", "a PDF"),
    (4, "ftyp", "a HEIF or video file"), (0, "<svg", "an SVG"), (0, "<?xml", "an XML or SVG file"),
  ]
  for kind in known where bytes.dropFirst(kind.offset).starts(with: kind.bytes.utf8) { return kind.title }
  // Nothing of its contents: whoever named the file may not be allowed to read it.
  return "\(bytes.count) bytes of another kind"
}
