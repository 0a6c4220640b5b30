/// Why an image, or another output file, could not be read or written; `description` is one line that names the file.
package enum ImageError: Error, Equatable, CustomStringConvertible {
  /// The file cannot be read: missing, a folder, no permission.
  case unreadable(path: String, found: String, remedy: String)
  /// There is no folder at a path that names one.
  case noFolder(path: String, found: String)
  /// The bytes are no PNG, JPEG, WebP or AVIF.
  case unrecognized(name: String, found: String)
  /// The image or the file is over an `ImageLimits` value.
  case tooLarge(name: String, found: String, limit: String)
  /// The bytes break the rules of their format: cut short, or changed.
  case damaged(name: String, found: String)
  /// A valid file of a kind that is not decoded here.
  case unsupported(name: String, found: String, remedy: String)
  /// The pixels or the settings do not fit the format.
  case unencodable(name: String, expected: String, found: String)
  /// The file cannot be written; nothing is left of it. Whether it may be written a moment later is `mayPass`: there may be room then.
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

/// The text with control characters escaped, so that a file name with a newline still gives one line.
func oneLine(_ text: String) -> String {
  var line = ""
  for scalar in text.unicodeScalars {
    line += scalar.properties.generalCategory == .control ? scalar.escaped(asASCII: true) : String(scalar)
  }
  return line
}
