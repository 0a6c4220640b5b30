#if Service
  import Foundation
  import MultiplaneDrawing

  /// The private temporary folder of a service. A stale one, of a service that was killed, is
  /// removed when the same user's next service starts.
  package final class TemporaryFolder {
    package let path: String
    /// Locked as long as the folder is in use.
    private let descriptor: Int32

    private static let prefix = "multiplane-serve-"

    /// Creates the folder.
    ///
    /// - Parameter parent: the system's folder of temporary files, without a trailing slash.
    package init(in parent: String) throws(ServiceError) {
      Self.removeLeftovers(in: parent)
      // Another service that starts now may take one that is not locked yet for a leftover.
      for _ in 0..<100 {
        var template = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { break }
        let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let descriptor = Self.locked(path) else { continue }
        (self.path, self.descriptor) = (path, descriptor)
        return
      }
      throw .file(
        path: parent, problem: "expected a writable folder, found \(pathProblem(errno, .writing))")
    }

    /// Removes the folder.
    package func remove() { try? FileManager.default.removeItem(atPath: path) }

    deinit { close(descriptor) }

    private static func removeLeftovers(in parent: String) {
      for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] where name.hasPrefix(prefix) {
        let path = "\(parent)/\(name)"
        guard let descriptor = locked(path) else { continue }
        try? FileManager.default.removeItem(atPath: path)
        close(descriptor)
      }
    }

    /// A folder of this user's that is not in use, locked; nil for all else, and for one that is
    /// gone.
    private static func locked(_ path: String) -> Int32? {
      let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0 else { return nil }
      var (found, there) = (stat(), stat())
      guard flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &found) == 0, found.st_uid == geteuid(),
        lstat(path, &there) == 0, there.st_ino == found.st_ino, there.st_dev == found.st_dev
      else {
        close(descriptor)
        return nil
      }
      return descriptor
    }
  }
#endif
