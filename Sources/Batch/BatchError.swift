import Foundation

/// An error of a batch, a plan or a job. Each description is one line: where, what was found, how
/// to fix it.
package enum BatchError: Error, Equatable, CustomStringConvertible {
  /// The manifest cannot be read.
  case manifest(name: String, problem: String)
  /// A row of the manifest is invalid.
  case row(name: String, line: Int, problem: String)
  /// An output cannot be written.
  case output(path: String, problem: String)
  /// A worker cannot be started.
  case worker(problem: String)
  /// A plan cannot be created, or has changed since.
  case plan(path: String, problem: String)
  /// A store or a journal cannot be written now, or a chunk is damaged.
  case store(path: String, problem: String)
  /// A chunk was drawn twice, with different bytes.
  case conflict(path: String)
  /// This machine differs from the plan's; another one may match.
  case machine(problem: String)

  package var description: String {
    switch self {
    case .manifest(let name, let problem): "\(name): \(problem)"
    case .row(let name, let line, let problem): "\(name): line \(line): \(problem)"
    case .output(let path, let problem), .plan(let path, let problem), .store(let path, let problem):
      "\(path): \(problem)"
    case .worker(let problem): "worker: \(problem)"
    case .conflict(let path):
      "\(path): expected the bytes of the existing chunk, found different ones; one of the two machines does not match "
        + "the plan"
    case .machine(let problem): problem
    }
  }

  /// Whether a retry, or another machine, may succeed.
  package var isTemporary: Bool {
    switch self {
    case .store, .machine, .worker: true
    case .manifest, .row, .output, .plan, .conflict: false
    }
  }
}

/// The system's text for an error of Foundation, whose own text has numbers and class names.
package func systemText(of error: any Error) -> String {
  guard let code = systemCode(of: error) else { return (error as NSError).localizedDescription }
  return String(cString: strerror(code))
}

/// The `errno` value of an error of Foundation; nil if it has none.
func systemCode(of error: any Error) -> Int32? {
  let whole = error as NSError
  let system = whole.domain == NSPOSIXErrorDomain ? whole : whole.userInfo[NSUnderlyingErrorKey] as? NSError
  guard let system, system.domain == NSPOSIXErrorDomain else { return nil }
  return Int32(exactly: system.code)
}
