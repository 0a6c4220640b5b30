import Foundation

/// The manifest of failed jobs, written as they fail, so that their number needs no memory. It is
/// renamed into place at the end.
package final class FailedJobs {
  private let file: UnnamedFile
  private let path: String
  /// Why it is not whole.
  private var problem: BatchError?
  /// Of temporary names (`UnnamedFile`); whoever writes it has the folder's journal, which one
  /// batch has at a time.
  static let mark = "failed"

  /// Creates the file.
  ///
  /// - Parameter path: its final path.
  package init(path: String) throws(BatchError) {
    self.path = path
    file = try UnnamedFile(in: path.lastIndex(of: "/").map { String(path[...$0]) } ?? ".", mark: Self.mark)
  }

  /// Adds a line of JSON (`Manifest.line(ofJob:error:)`).
  package func add(_ line: String) {
    guard problem == nil else { return }
    do throws(BatchError) { try file.write([UInt8]((line + "\n").utf8), name: path) } catch { problem = error }
  }

  /// Renames the file into place.
  ///
  /// - Throws: also if a line could not be written.
  package func publish() throws(BatchError) {
    if let problem { throw problem }
    try file.replace(path)
  }
}
