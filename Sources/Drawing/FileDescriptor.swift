import Foundation

/// An open file of the operating system, closed when it goes out of scope.
struct FileDescriptor: ~Copyable {
  private let rawValue: Int32

  /// Opens a path; nil with the reason in `errno`.
  init?(opening path: String, flags: Int32, mode: mode_t = 0) {
    let descriptor = open(path, flags | O_CLOEXEC, mode)
    guard descriptor >= 0 else { return nil }
    rawValue = descriptor
  }

  /// Takes over a descriptor that is open.
  init(adopting descriptor: Int32) {
    rawValue = descriptor
  }

  deinit { _ = close(rawValue) }

  /// Kind, permissions and size of the open file; nil with the reason in `errno`.
  borrowing func status() -> stat? {
    var status = stat()
    return fstat(rawValue, &status) == 0 ? status : nil
  }

  /// Sets the permission bits; a file system without them is no error.
  borrowing func setPermissions(_ mode: mode_t) {
    _ = fchmod(rawValue, mode)
  }

  /// Reads to the end of the file or to `maximum` bytes; nil with the reason in `errno`.
  borrowing func read(upTo maximum: Int) -> [UInt8]? {
    var failed = false
    let bytes = [UInt8](unsafeUninitializedCapacity: maximum) { buffer, filled in
      guard let start = buffer.baseAddress else { return }
      while filled < maximum {
        let count = Foundation.read(rawValue, start + filled, maximum - filled)
        if count < 0, errno == EINTR { continue }
        failed = count < 0
        if count <= 0 { return }
        filled += count
      }
    }
    return failed ? nil : bytes
  }

  /// Writes all the bytes; the `errno` value, 0 for success.
  borrowing func write(_ bytes: [UInt8]) -> Int32 {
    bytes.withUnsafeBytes { buffer -> Int32 in
      guard let start = buffer.baseAddress else { return 0 }
      var written = 0
      while written < buffer.count {
        let count = Foundation.write(rawValue, start + written, buffer.count - written)
        if count < 0, errno == EINTR { continue }
        if count < 0 { return errno }
        // A write of nothing would repeat for ever; a disk without room is what it means.
        if count == 0 { return ENOSPC }
        written += count
      }
      return 0
    }
  }

  /// Writes all the bytes over those at a place; the `errno` value, 0 for success.
  borrowing func write(_ bytes: [UInt8], at offset: Int) -> Int32 {
    guard lseek(rawValue, off_t(offset), SEEK_SET) >= 0 else { return errno }
    return write(bytes)
  }

  /// Closes the file, as a full disk may be reported only then; the `errno` value, 0 for success.
  consuming func closed() -> Int32 {
    let descriptor = rawValue
    discard self
    return close(descriptor) == 0 ? 0 : errno
  }

  /// Writes all the bytes and closes the file; the `errno` value, 0 for success.
  consuming func writeAndClose(_ bytes: [UInt8]) -> Int32 {
    let writeError = write(bytes)
    let closeError = closed()
    return writeError != 0 ? writeError : closeError
  }
}

/// The use of a path.
package enum PathUse {
  /// It is read, or used as it is.
  case reading
  /// It is made or written.
  case writing
}

/// The text after "found" for a path that cannot be used.
///
/// - Parameters:
///   - code: the `errno` value. Unusual ones give the system's text, in quotation marks.
///   - use: the failed use.
package func pathProblem(_ code: Int32, _ use: PathUse) -> String {
  switch (code, use) {
  case (ENOENT, .reading), (ENOTDIR, .reading): "nothing at this path"
  case (ENOENT, .writing), (ENOTDIR, .writing): "no such folder"
  case (EACCES, .reading), (EPERM, .reading): "no permission to read it"
  case (EACCES, .writing), (EPERM, .writing): "no permission to write there"
  case (EROFS, _): "a read-only file system"
  default: "\"\(systemMessage(code))\""
  }
}

/// The operating system's words for an `errno` value.
func systemMessage(_ code: Int32) -> String {
  String(cString: strerror(code))
}
