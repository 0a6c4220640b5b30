import Foundation

/// The lookups that lead to a file: each component of its path, and of the targets of the links on
/// the way. A change of any of them may lead to another file.
struct WatchedPath {
  /// The lookup of a name in a folder.
  struct Step {
    /// The path of the folder, without links.
    let folder: String
    let name: String
    /// Whether the path ends with it, so that it is the file or a link to it.
    let isLast: Bool
  }

  let path: String
  private(set) var steps: [Step] = []

  /// The most links that Linux follows in one path.
  private static let mostLinks = 40

  /// Follows a path to its end, or to the first name that is missing.
  init(_ path: String) {
    self.path = path
    var folder = path.hasPrefix("/") ? "/" : "."
    var (rest, links) = (Array(Self.names(in: path).reversed()), 0)
    while let name = rest.popLast() {
      let next = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
      guard name != ".." else {
        folder = next
        continue
      }
      steps.append(Step(folder: folder, name: name, isLast: rest.isEmpty))
      var status = stat()
      guard lstat(next, &status) == 0 else { return }
      guard status.st_mode & S_IFMT == S_IFLNK else {
        folder = next
        continue
      }
      links += 1
      guard links <= Self.mostLinks, let target = Self.target(of: next) else { return }
      if target.hasPrefix("/") { folder = "/" }
      rest += Self.names(in: target).reversed()
    }
  }

  private static func names(in path: String) -> [String] {
    path.split(separator: "/").filter { $0 != "." }.map(String.init)
  }

  private static func target(of link: String) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(link, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
  }

  /// What tells the state of a file from a later one, or from that of another file at its path.
  struct Identity: Equatable {
    let device: UInt
    let number: UInt
    let size: Int
    let seconds: Int
    let nanoseconds: Int

    /// Nil for a missing file.
    init?(of path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      (device, number, size) = (UInt(status.st_dev), UInt(status.st_ino), Int(status.st_size))
      (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }
  }
}
