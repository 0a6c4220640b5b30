import MultiplaneGraphics
import MultiplaneRenderTree

/// An error of reading or writing a scene; `description` is one line: where, what was expected,
/// what was found.
package enum SceneError: Error, Equatable, CustomStringConvertible {
  /// The file cannot be read.
  case unreadable(file: String, problem: String)
  /// The text is not valid JSON (RFC 8259), or has a duplicate key. Line and column count
  /// characters from 1.
  case malformed(file: String, line: Int, column: Int, problem: String)
  /// A value is invalid in the scene format, or exceeds a limit. The place is a path such as
  /// `root.sublayers[2].cornerRadius`, empty for the whole scene.
  case invalid(file: String, place: String, problem: String)
  /// The scene exceeds a limit of time or memory before drawing.
  case excess(file: String, DrawingExcess)
  /// A scene that a program built cannot be written as a file.
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
