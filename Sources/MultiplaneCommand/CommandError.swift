import MultiplaneCompositor
import MultiplaneRenderTree

/// Errors of the command itself. Each description is one line: where, what was found, how to fix
/// it.
enum CommandError: Error, CustomStringConvertible {
  /// Standard output's reader closed it, as `head` does.
  case readerGone
  /// Standard output cannot be written, for example on a full disk.
  case output(found: String)
  /// A folder cannot be created.
  case folder(path: String, found: String)
  /// Two pictures of different sizes cannot be compared. Sizes are in pixels.
  case sizes(first: String, firstSize: (Int, Int), second: String, secondSize: (Int, Int))
  /// The canvas is too large at the requested scale.
  case canvas(scene: String, scale: Double, problem: String)
  /// The scene exceeds a limit of drawing.
  case excess(scene: String, DrawingExcess)
  /// A file of parameter values cannot be read.
  case parameters(file: String, problem: String)
  /// No address space for a stack that is deep enough for any scene.
  case stack(bytes: Int, found: String)
  /// The process may open too few files.
  case descriptors(found: Int, needed: Int)
  /// The process may start too few threads.
  case threads(found: Int, needed: Int)
  /// A signal ended the work early. Incomplete outputs are removed.
  case interrupted(signal: Int32)
  /// Scenes differ from the reference by more than the tolerance.
  case parity(failed: Int, total: Int)
  /// Pictures differ from the expected ones, or are missing.
  case pictures(failed: Int, total: Int)
  /// The named folders contain no scene.
  case noScenes(places: [String])

  var description: String {
    switch self {
    case .readerGone: "standard output: the reader closed the pipe"
    case .output(let found): "standard output: cannot be written: \(found); free some space or write elsewhere"
    case .folder(let path, let found):
      "\(path.isEmpty ? "an empty path" : path): expected a folder that can be created or used, found \(found); choose another"
    case .sizes(let first, let firstSize, let second, let secondSize):
      "\(second): expected \(firstSize.0) x \(firstSize.1) px as in \(first), "
        + "found \(secondSize.0) x \(secondSize.1) px; compare pictures of the same size"
    case .canvas(let scene, let scale, let problem):
      "\(scene) at scale \(numberText(scale)): \(problem); choose another --scale"
    case .excess(let scene, let excess): "\(scene): \(excess)"
    case .parameters(let file, let problem): "\(file): \(problem)"
    case .stack(let bytes, let found):
      "expected memory for a stack of \(bytes >> 20) MiB, found \"\(found)\"; raise the limits of stack or address space "
        + "(ulimit -s, ulimit -v)"
    case .descriptors(let found, let needed):
      "expected \(needed) free file descriptors, found \(found); raise the limit (ulimit -n)"
    case .threads(let found, let needed):
      "expected \(needed) free threads, found \(found); raise the limit of processes (ulimit -u, or pids.max of a container)"
    case .interrupted(let signal): "ended by signal \(signal)"
    case .parity(let failed, let total):
      "\(failed) of \(total) \(total == 1 ? "scene differs" : "scenes differ") by more than the tolerance"
    case .pictures(let failed, let total):
      "\(failed) of \(total) \(total == 1 ? "picture" : "pictures") failed"
    case .noScenes(let places):
      "\(places.joined(separator: ", ")): expected scenes (.json), found none; name a folder that contains some"
    }
  }
}

extension CommandError {
  /// Adds the scene's name to errors about exceeded limits.
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
