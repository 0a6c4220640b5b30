import Foundation

/// The folders that the outputs of a batch need, so that no job writes a file where another needs a
/// folder.
struct OutputFolders {
  /// The hashes of folders, each the same for every job in it.
  private var hashes: Set<Int> = []
  /// The line of a job in each folder, of the first of them.
  private var lines: [String: Int] = [:]

  private static let mostLines = 10_000

  /// The folders of a path, the outermost first.
  static func folders(of path: String) -> some Sequence<String> {
    path.indices.lazy.filter { path[$0] == "/" && $0 > path.startIndex }.map { String(path[..<$0]) }
  }

  static func problem(_ output: String, inside file: String, line: Int) -> String {
    "output: expected a folder around it, found \(output), and the file \(file) in line \(line)"
  }

  /// Adds the folders of a job.
  ///
  /// - Parameters:
  ///   - line: the line of an earlier job with an output; nil if there is none.
  ///   - wrong: the error of this job.
  /// - Throws: `wrong` if one of them is the output of an earlier job, or its output is the folder
  ///   of an earlier one.
  mutating func add(
    _ job: BatchJob, line: (_ output: String) throws -> Int?, wrong: (_ problem: String) -> BatchError
  ) throws {
    if hashes.contains(job.output.hashValue) {
      let place = lines[job.output].map { "the output in line \($0)" } ?? "an earlier output"
      throw wrong("output: expected a path for a file, found \(job.output), a folder of \(place)")
    }
    for folder in Self.folders(of: job.file(at: 0)) {
      if let line = try line(folder) { throw wrong(Self.problem(job.output, inside: folder, line: line)) }
      if hashes.insert(folder.hashValue).inserted, lines.count < Self.mostLines { lines[folder] = job.line }
    }
  }

  /// What is in the way of a file on disk: a folder, a device or a pipe of its name, or a file in
  /// place of one of its folders. Nil if it can be written.
  ///
  /// - Parameter checked: hashes of folders without obstacles.
  static func obstacle(to path: String, _ checked: inout Set<Int>) -> String? {
    switch kind(of: path) {
    case nil, S_IFREG: break
    case S_IFDIR: return "the folder \(path)"
    case S_IFIFO: return "the pipe \(path)"
    default: return "the device or socket \(path)"
    }
    var folder = path[...]
    while let slash = folder.lastIndex(of: "/"), slash > folder.startIndex {
      folder = folder[..<slash]
      guard checked.insert(folder.hashValue).inserted else { break }
      guard let kind = kind(of: String(folder)) else { continue }
      guard kind == S_IFDIR else {
        checked.remove(folder.hashValue)
        return "\(path) inside the file \(folder)"
      }
      break
    }
    return nil
  }

  /// The type of a file, as `st_mode` has it; nil if there is none.
  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }
}
