/// Text from outside made fit for a one-line message.
enum OneLine {
  /// As much of a text as a message shows.
  static let maximumCharacters = 60

  /// The text with what would break or hide the line escaped: control characters and line separators.
  static func escaped(_ text: String) -> String {
    var line = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: line += scalar.escaped(asASCII: true)
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line
  }

  /// The text in quotation marks, escaped and cut.
  static func quoted(_ text: String) -> String {
    // Scalars, because a single character may be as long as the file.
    let scalars = text.unicodeScalars
    let head = escaped(String(scalars.prefix(maximumCharacters))).replacing("\"", with: "\\\"")
    return scalars.dropFirst(maximumCharacters).isEmpty ? "\"\(head)\"" : "\"\(head)…\""
  }
}
