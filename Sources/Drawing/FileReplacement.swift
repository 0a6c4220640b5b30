import Foundation

/// The atomic replacement of a file: it is written to a temporary name in the same folder, and then
/// renamed.
///
/// Until `commit()` the old file is unchanged. Permissions are preserved, a link stays a link, and
/// a read-only file is refused.
package struct FileReplacement: Sendable {
  /// The name in errors.
  package let path: String
  /// The path to write.
  package let temporary: String
  /// The file to replace or create: the target of `path`, if it is a link.
  private let target: String
  private let permissions: mode_t?
  private let isMarked: Bool

  /// Inspects the path, without writing.
  ///
  /// - Parameter mark: letters and digits in the temporary name, so that a stale file of a killed
  ///   process is recognised (`removeLeftover`) and replaced. No other process may write to the
  ///   folder with the same mark meanwhile. Nil for a unique one.
  /// - Throws: `ImageError.unwritable` for a folder, a device, a pipe, a loop of links, and a file
  ///   without permission.
  package init(of path: String, mark: String? = nil) throws(ImageError) {
    guard !path.utf8.contains(0) else {
      throw .unwritable(path: path, found: "a zero byte in the path", remedy: "take it out")
    }
    self.path = path
    var existing = stat()
    // A failure other than "there is none yet" shows again, with its reason, when the temporary is
    // opened.
    let code = stat(path, &existing) == 0 ? 0 : errno
    if code == 0 {
      switch existing.st_mode & S_IFMT {
      case S_IFDIR: throw .unwritable(path: path, found: "a folder", remedy: "name a file in it")
      case S_IFREG: break
      default: throw .unwritable(path: path, found: "a device or a pipe", remedy: "name a file")
      }
      guard access(path, W_OK) == 0 else { throw unwritable(path, errno) }
      target = resolvingLinks(path)
      permissions = existing.st_mode & 0o777
    } else if code == ELOOP {
      throw .unwritable(path: path, found: "a link that leads back to itself", remedy: "remove the link")
    } else {
      target = followingLinks(path)
      permissions = nil
    }
    isMarked = mark != nil
    // Random, because two programs may write into one folder.
    let mark = mark ?? String(UInt64.random(in: .min ... .max), radix: 36)
    temporary = folder(of: target) + ".\(mark).partial"
  }

  /// Creates the empty temporary file, so that an unwritable folder is reported before the work.
  package func reserve() throws(ImageError) {
    _ = try create(size: nil)
  }

  /// Makes and opens the temporary file.
  ///
  /// - Parameter size: the bytes that errors speak of, if known.
  func create(size: Int?) throws(ImageError) -> FileDescriptor {
    if isMarked { discard() }
    // O_EXCL refuses what exists, a planted link included.
    guard let file = FileDescriptor(opening: temporary, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o666) else {
      throw unwritable(path, errno, in: folder(of: temporary), size: size)
    }
    if let permissions { file.setPermissions(permissions) }
    return file
  }

  /// Moves the temporary file into place; removes it on failure.
  package func commit() throws(ImageError) {
    guard rename(temporary, target) == 0 else {
      let code = errno
      discard()
      throw unwritable(path, code)
    }
  }

  /// Removes the temporary file, if it exists.
  package func discard() {
    unlink(temporary)
  }

  /// Removes the stale temporary file of a killed process.
  ///
  /// - Parameter mark: the mark of its temporary name.
  package static func removeLeftover(of path: String, mark: String) {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else {
      unlink(folder(of: path) + ".\(mark).partial")
      return
    }
    try? FileReplacement(of: path, mark: mark).discard()
  }
}

/// The path up to and with its last slash, `./` if it has none.
private func folder(of path: String) -> String {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "./" }
  return String(decoding: path.utf8[...slash], as: UTF8.self)
}

/// The file that an existing path leads to, so that a link is kept and its file replaced.
private func resolvingLinks(_ path: String) -> String {
  guard let resolved = realpath(path, nil) else { return path }
  defer { free(resolved) }
  return String(cString: resolved)
}

/// The target of a path whose file does not exist yet: the name in the last of its links, each
/// relative to the link's own folder.
private func followingLinks(_ path: String) -> String {
  var path = path
  // The limit of Linux; it has refused a loop before.
  for _ in 0..<40 {
    guard let next = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
    path = next.hasPrefix("/") ? next : folder(of: path) + next
  }
  return path
}

private func isFolder(_ path: String) -> Bool {
  var there = stat()
  return stat(path, &there) == 0 && there.st_mode & S_IFMT == S_IFDIR
}

/// The error for an `errno` value.
///
/// - Parameters:
///   - place: the folder of the file, if `path` is a link into another one.
///   - size: bytes that were to be written, if known.
func unwritable(_ path: String, _ code: Int32, in place: String? = nil, size: Int? = nil) -> ImageError {
  let folder = place ?? folder(of: path)
  return switch code {
  case ENOENT where !isFolder(folder), ENOTDIR:
    .unwritable(path: path, found: "no folder \(folder)", remedy: "make the folder first")
  case EACCES, EPERM, EROFS:
    .unwritable(
      path: path, found: pathProblem(code, .writing),
      remedy: "change the permissions of the file and of folder \(folder)")
  case EXDEV:
    .unwritable(path: path, found: "a path that leads out of the root", remedy: "name a file in it")
  case ENOSPC, EDQUOT:
    .unwritable(
      path: path, found: "no room for \(size.map { "its \($0) bytes" } ?? "it") (\(systemMessage(code)))",
      remedy: "free some space in \(folder)", mayPass: true)
  case EFBIG:
    .unwritable(
      path: path, found: "a limit of files' sizes below \(size.map { "its \($0) bytes" } ?? "its size")",
      remedy: "raise it (ulimit -f)")
  default:
    .unwritable(
      path: path, found: "\"\(systemMessage(code))\"", remedy: "check the path and the disk", mayPass: mayPass(code))
  }
}

/// Whether an error of writing may be temporary, or not occur on another machine: disk space,
/// descriptors, memory, and unresponsive disks.
package func mayPass(_ code: Int32) -> Bool {
  switch code {
  case ENOSPC, EDQUOT, EMFILE, ENFILE, ENOMEM, ENOBUFS, EIO, EAGAIN, EINTR, EBUSY, ETXTBSY, ESTALE, ETIMEDOUT: true
  default: false
  }
}
