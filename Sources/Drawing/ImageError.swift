/// An error of reading or writing an image or another output file; `description` is one line that
/// names the file.
package enum ImageError: Error, Equatable, CustomStringConvertible {
  /// The file cannot be read: missing, a folder, no permission.
  case unreadable(path: String, found: String, remedy: String)
  /// The path names no folder.
  case noFolder(path: String, found: String)
  /// The format is none of PNG, JPEG, WebP and AVIF.
  case unrecognized(name: String, found: String)
  /// The image or the file exceeds `ImageLimits`.
  case tooLarge(name: String, found: String, limit: String)
  /// The bytes are truncated or damaged.
  case damaged(name: String, found: String)
  /// The file is valid, but not supported.
  case unsupported(name: String, found: String, remedy: String)
  /// The pixels or the settings do not match the format.
  case unencodable(name: String, expected: String, found: String)
  /// The file cannot be written, and no part of it is left. `mayPass` says whether a retry may
  /// succeed, as on a full disk.
  case unwritable(path: String, found: String, remedy: String, mayPass: Bool = false)

  package var description: String {
    let (name, text) =
      switch self {
      case .unreadable(let path, let found, let remedy):
        (path, "expected a readable image file, found \(found); \(remedy)")
      case .noFolder(let path, let found):
        (path, "expected a folder, found \(found); create it or choose another")
      case .unrecognized(let name, let found):
        (name, "expected a PNG, JPEG, WebP or AVIF image, found \(found); convert it to one of these")
      case .tooLarge(let name, let found, let limit):
        (name, "expected at most \(limit), found \(found); scale the image down")
      case .damaged(let name, let found):
        (name, "expected a complete image, found \(found); copy or export the file again")
      case .unsupported(let name, let found, let remedy):
        (name, "expected a supported image, found \(found); \(remedy)")
      case .unencodable(let name, let expected, let found):
        (name, "expected \(expected), found \(found)")
      case .unwritable(let path, let found, let remedy, _):
        (path, "expected a writable file, found \(found); \(remedy)")
      }
    return oneLine("\(name): \(text)")
  }
}

/// The text with escaped control characters, so that a file name with a newline gives one line.
func oneLine(_ text: String) -> String {
  var line = ""
  for scalar in text.unicodeScalars {
    line += scalar.properties.generalCategory == .control ? scalar.escaped(asASCII: true) : String(scalar)
  }
  return line
}
