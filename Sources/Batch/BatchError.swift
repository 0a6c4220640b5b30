/// Why a batch, or a job of one, cannot be done. Each description is one line: where, what, how to mend it.
package enum BatchError: Error, Equatable, CustomStringConvertible {
  /// The manifest cannot be read at all.
  case manifest(name: String, problem: String)
  /// A row of it is wrong.
  case row(name: String, line: Int, problem: String)
  /// Output that cannot be used.
  case output(path: String, problem: String)
  /// No worker can be started.
  case worker(problem: String)

  package var description: String {
    switch self {
    case .manifest(let name, let problem): "\(name): \(problem)"
    case .row(let name, let line, let problem): "\(name): line \(line): \(problem)"
    case .output(let path, let problem): "\(path): \(problem)"
    case .worker(let problem): "worker: \(problem)"
    }
  }
}
