/// The pattern of output names: `cards/{id}.png`, `cards/{index:04}.mp4`, or `cards/` if each job
/// names its output.
package struct OutputPattern: Sendable, Equatable {
  private enum Piece: Sendable, Equatable {
    case text(String)
    case id
    case index(digits: Int)
  }

  /// The folder of all outputs, ending in a slash; empty for the current one.
  package let folder: String
  private let pieces: [Piece]

  /// Parses a pattern.
  ///
  /// - Returns: nil for unknown braces.
  package init?(_ text: String) {
    let slash = text.lastIndex(of: "/")
    let brace = text.firstIndex(of: "{") ?? text.endIndex
    let end = text[..<brace].lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
    folder = String(text[..<end])
    guard slash.map({ text.index(after: $0) }) != text.endIndex || text.isEmpty else {
      pieces = []
      return
    }
    var pieces: [Piece] = []
    var rest = text[end...]
    while let open = rest.firstIndex(of: "{") {
      if open > rest.startIndex { pieces.append(.text(String(rest[..<open]))) }
      guard let close = rest[open...].firstIndex(of: "}") else { return nil }
      let word = rest[rest.index(after: open)..<close]
      if word == "id" {
        pieces.append(.id)
      } else if let match = word.wholeMatch(of: /index(?::0([1-9]))?/) {
        pieces.append(.index(digits: match.1.flatMap { Int($0) } ?? 1))
      } else {
        return nil
      }
      rest = rest[rest.index(after: close)...]
    }
    if rest.contains("}") { return nil }
    if !rest.isEmpty { pieces.append(.text(String(rest))) }
    self.pieces = pieces
  }

  /// Whether each job must name its output.
  package var isFolder: Bool { pieces.isEmpty }

  /// Whether all outputs would have the same name.
  package var isOne: Bool { !pieces.isEmpty && pieces.allSatisfy { if case .text = $0 { true } else { false } } }

  /// Whether the name of an output leads to a file within the folder.
  static func isWithinFolder(_ output: String) -> Bool {
    let parts = output.split(separator: "/", omittingEmptySubsequences: false)
    return !parts.contains("..") && !parts.contains(".") && !parts.contains("") && !output.utf8.contains(0)
  }

  /// The output of a job, relative to the folder.
  ///
  /// - Parameter index: the index of the job, from 0.
  package func name(id: String, index: Int) -> String {
    pieces.map { piece in
      switch piece {
      case .text(let text): text
      case .id: id
      case .index(let digits): String(repeating: "0", count: max(0, digits - "\(index)".count)) + "\(index)"
      }
    }.joined()
  }
}
