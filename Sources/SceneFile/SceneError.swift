import MultiplaneRenderTree

/// An error of reading or writing a scene; `description` is one line: where, what was expected,
/// what was found.
package enum SceneError: Error, Equatable, CustomStringConvertible {
  /// The file cannot be read at all.
  case unreadable(file: String, problem: String)
  /// The text is not JSON as RFC 8259 has it, or gives a key twice. Line and column count characters from 1.
  case malformed(file: String, line: Int, column: Int, problem: String)
  /// A value is not as the scene format says, or over a limit. The place is such as `root.sublayers[2].cornerRadius`,
  /// empty for the whole scene.
  case invalid(file: String, place: String, problem: String)
  /// The scene takes more time or memory than it may before anything of it is drawn.
  case excess(file: String, DrawingExcess)
  /// A scene that a program built cannot be written.
  case unencodable(place: String, problem: String)

  package var description: String {
    switch self {
    case .unreadable(let file, let problem):
      "\(OneLine.escaped(file)): \(problem)"
    case .malformed(let file, let line, let column, let problem):
      "\(OneLine.escaped(file)): line \(line), column \(column): \(problem)"
    case .invalid(let file, let place, let problem):
      place.isEmpty ? "\(OneLine.escaped(file)): \(problem)" : "\(OneLine.escaped(file)): \(place): \(problem)"
    case .excess(let file, let excess):
      "\(OneLine.escaped(file)): \(excess)"
    case .unencodable(let place, let problem):
      "\(place): \(problem)"
    }
  }
}
