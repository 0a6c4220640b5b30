import Foundation

/// `O_TMPFILE` of the kernel (asm-generic/fcntl.h), whose macro Swift does not import: a file of a
/// folder that has no name yet.
private let temporaryFile: Int32 = 0o20000000 | O_DIRECTORY

/// A file that is named when it is complete, so that an interruption leaves nothing, even by
/// SIGKILL. On file systems without unnamed files it is hidden until then, with the extension
/// `.partial`.
package struct UnnamedFile: ~Copyable {
  let descriptor: Int32
  /// The path for other processes of this user.
  package let path: String
  /// Nil for a file without a name.
  private let temporary: String?
  private let mark: String?

  /// - Parameter mark: what temporary names of it have in them, so that those that a killed process
  ///   left go (`removeLeftover`); nil where others write into the folder, too.
  init(in folder: String, mark: String? = nil) throws(BatchError) {
    if let mark { Self.removeLeftover(in: folder + "/", mark: mark) }
    // What fails comes before the first member: Swift 6.2 does not compile an initialiser that
    // throws with some members set.
    (descriptor, temporary) = try Self.open(in: folder, mark: mark)
    self.mark = mark
    path = temporary ?? "/proc/\(getpid())/fd/\(descriptor)"
  }

  private static func open(
    in folder: String, mark: String?
  ) throws(BatchError) -> (descriptor: Int32, temporary: String?) {
    var descriptor = Foundation.open(folder, temporaryFile | O_RDWR | O_CLOEXEC, 0o666)
    var temporary: String?
    if descriptor < 0, [EOPNOTSUPP, EISDIR, EINVAL, ENOENT].contains(errno) {
      let name = Self.temporary(in: folder + "/", mark: mark)
      descriptor = Foundation.open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
      temporary = name
    }
    guard descriptor >= 0 else { throw ChunkStore.failure(folder, errno) }
    return (descriptor, temporary)
  }

  deinit {
    if let temporary { unlink(temporary) }
    close(descriptor)
  }

  /// - Parameter folder: ending in a slash; empty for the current one.
  private static func temporary(in folder: String, mark: String?) -> String {
    "\(folder).\(mark ?? String(UInt64.random(in: .min ... .max), radix: 36)).partial"
  }

  /// Removes what a process left that was killed before its file had its name.
  static func removeLeftover(in folder: String, mark: String) { unlink(temporary(in: folder, mark: mark)) }

  /// Appends bytes.
  ///
  /// - Parameter name: the final path, for errors.
  package func write(_ bytes: [UInt8], name: String) throws(BatchError) {
    try Self.write(bytes, to: descriptor, path: name)
  }

  /// - Parameter path: what errors call the file.
  static func write(_ bytes: [UInt8], to descriptor: Int32, path: String) throws(BatchError) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Foundation.write(descriptor, $0.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw ChunkStore.failure(path, count < 0 ? errno : ENOSPC) }
      written += count
    }
  }

  /// Gives it a name.
  ///
  /// - Returns: false if there is a file of that name.
  func link(to name: String) throws(BatchError) -> Bool {
    let source = temporary ?? "/proc/self/fd/\(descriptor)"
    guard linkat(AT_FDCWD, source, AT_FDCWD, name, temporary == nil ? AT_SYMLINK_FOLLOW : 0) != 0 else { return true }
    guard errno != EEXIST else { return false }
    let code = errno
    guard code != EPERM, code != EOPNOTSUPP else {
      throw .store(
        path: name, problem: "expected a file system with hard links, found one without; put the store on another")
    }
    throw ChunkStore.failure(name, code)
  }

  /// Gives it a name, in place of the file that may have it, in one step.
  func replace(_ name: String) throws(BatchError) {
    var source = temporary
    if source == nil {
      let folder = name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
      let named = Self.temporary(in: folder, mark: mark)
      guard try link(to: named) else { throw ChunkStore.failure(name, EEXIST) }
      source = named
    }
    guard let source, rename(source, name) == 0 else {
      let code = errno
      if let source { unlink(source) }
      throw ChunkStore.failure(name, code)
    }
  }
}
