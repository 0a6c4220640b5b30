/// Foreign text for messages of one line.
package enum OneLine {
  /// Scalars of a text that a message shows.
  package static let maximumCharacters = 60

  /// The text with what would break or hide the line escaped: control characters and line
  /// separators.
  package static func escaped(_ text: String) -> String {
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
  package static func quoted(_ text: String) -> String {
    // Scalars, because a single character may be as long as the file.
    let scalars = text.unicodeScalars
    let head = escaped(String(scalars.prefix(maximumCharacters))).replacing("\"", with: "\\\"")
    return scalars.dropFirst(maximumCharacters).isEmpty ? "\"\(head)\"" : "\"\(head)…\""
  }
}
