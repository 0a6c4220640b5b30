import MultiplaneCompositor
import MultiplaneRenderTree

/// What can go wrong in the command itself. Each description is one line: where, what was found, how to mend it.
enum CommandError: Error, CustomStringConvertible {
  /// Standard output's reader closed it, as `head` does.
  case readerGone
  /// Standard output takes no more.
  case output(found: String)
  /// A folder cannot be made.
  case folder(path: String, found: String)
  /// Two pictures are not of one size, so there is nothing to compare. Sizes are pixels.
  case sizes(first: String, firstSize: (Int, Int), second: String, secondSize: (Int, Int))
  /// A canvas that cannot be drawn at the scale that was asked for.
  case canvas(scene: String, scale: Double, problem: String)
  /// A scene takes more to draw than it may.
  case excess(scene: String, DrawingExcess)
  /// Values of parameters that cannot be read.
  case parameters(file: String, problem: String)
  /// There is no room for a stack that holds any scene's tree.
  case stack(bytes: Int, found: String)
  /// The system lets this program open hardly any files.
  case descriptors(found: Int, needed: Int)
  /// A signal ended the work early; what was not whole is removed.
  case interrupted(signal: Int32)
  /// Scenes are drawn otherwise than by the reference.
  case parity(failed: Int, total: Int)
  /// Pictures are not as those that are kept.
  case pictures(failed: Int, total: Int)
  /// There is nothing to test.
  case noScenes(places: [String])

  var description: String {
    switch self {
    case .readerGone: "standard output: its reader is gone"
    case .output(let found): "standard output: cannot be written: \(found); free some space or write elsewhere"
    case .folder(let path, let found):
      "\(path.isEmpty ? "an empty path" : path): expected a folder that can be made or used, found \(found); name another"
    case .sizes(let first, let firstSize, let second, let secondSize):
      "\(second): expected \(firstSize.0) x \(firstSize.1) px as in \(first), "
        + "found \(secondSize.0) x \(secondSize.1) px; compare pictures of one size"
    case .canvas(let scene, let scale, let problem):
      "\(scene) at scale \(numberText(scale)): \(problem); choose another --scale"
    case .excess(let scene, let excess): "\(scene): \(excess)"
    case .parameters(let file, let problem): "\(file): \(problem)"
    case .stack(let bytes, let found):
      "expected room for a stack of \(bytes >> 20) MiB, found \"\(found)\"; raise the limits of stack or address space "
        + "(ulimit -s, ulimit -v)"
    case .descriptors(let found, let needed):
      "expected \(needed) free file descriptors, found \(found); raise their limit (ulimit -n)"
    case .interrupted(let signal): "ended by signal \(signal)"
    case .parity(let failed, let total):
      "\(failed) of \(total) \(total == 1 ? "scene" : "scenes") differ by more than the tolerances allow"
    case .pictures(let failed, let total):
      "\(failed) of \(total) \(total == 1 ? "picture is" : "pictures are") not as expected"
    case .noScenes(let places):
      "\(places.joined(separator: ", ")): expected scenes (.json), found none"
    }
  }
}

extension CommandError {
  /// Has what is too much say of which scene it is.
  ///
  /// - Parameter drawing: draws the scene.
  static func naming<Result>(_ scene: String, _ drawing: () throws -> Result) throws -> Result {
    do {
      return try drawing()
    } catch CompositorError.render(_, .excess(let excess)) {
      throw CommandError.excess(scene: scene, excess)
    } catch let excess as DrawingExcess {
      throw CommandError.excess(scene: scene, excess)
    }
  }
}
