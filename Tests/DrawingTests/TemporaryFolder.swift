import Foundation

/// A new folder that is removed, with all that is in it, when the last reference goes.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "/drawing-tests-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func file(_ name: String) -> String { path + "/" + name }

  /// The names in the folder, hidden ones too.
  func names() throws -> [String] { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
}
