/// The parser of Content-Type (RFC 9110, 8.3.1).
enum MediaType {
  /// The type without its parameters, in lower case; empty where there is none.
  static func name(ofContentType text: String) -> String { parts(ofContentType: text).first?.lowercased() ?? "" }

  /// The type and its parameters, without the spaces around semicolons.
  static func parts(ofContentType text: String) -> [Substring] {
    text.split(separator: ";", omittingEmptySubsequences: false).map { part in
      let rest = part.drop(while: isSpace)
      return rest.lastIndex { !isSpace($0) }.map { rest[...$0] } ?? ""
    }
  }

  private static func isSpace(_ character: Character) -> Bool { character == " " || character == "\t" }
}
