/// An error of a font file or of drawing text; `description` is one line that names the file.
package enum FontError: Error, Equatable, CustomStringConvertible {
  /// The file cannot be read: missing, a folder, no permission.
  case unreadable(path: String, found: String, remedy: String)
  /// The file exceeds `FontFile.maximumBytes`.
  case tooLarge(path: String, bytes: Int)
  /// The bytes are no outline font, or damaged.
  case damaged(path: String, found: String)
  /// Pango or fonts are missing.
  case unavailable(found: String)

  package var description: String {
    switch self {
    case .unreadable(let path, let found, let remedy):
      oneLine("\(path): expected a readable font file, found \(found); \(remedy)")
    case .tooLarge(let path, let bytes):
      oneLine(
        "\(path): expected a font file of at most \(FontFile.maximumBytes) bytes, found \(bytes); make a subset of it")
    case .damaged(let path, let found):
      oneLine(
        "\(path): expected a TrueType or OpenType font, found \(found); convert it, or copy the file again")
    case .unavailable(let found):
      "text: expected Pango 1.50 or newer, and a font, found \(found); install libpangocairo-1.0-0 and fonts-dejavu-core"
    }
  }
}
