import Foundation

/// Writes a file whole or not at all.
///
/// The bytes go to a temporary name in the same folder, which then takes the place of `path` in one step. Whatever
/// fails, the temporary is removed and an older file at `path` is as it was. A replaced file keeps its permissions, a
/// link stays a link, a read-only file is refused. A device or a pipe (`/dev/stdout`) cannot be replaced and is
/// written straight. Nothing is forced to the disk: a power cut may lose the newest file.
///
/// Throws `ImageError.unwritable`.
package func writeFileAtomically(_ bytes: [UInt8], to path: String) throws(ImageError) {
  guard !path.utf8.contains(0) else {
    throw .unwritable(path: path, found: "a zero byte in the path", remedy: "take it out")
  }
  var existing = stat()
  // A failure other than "there is none yet" shows again, with its reason, when the temporary is opened.
  guard stat(path, &existing) == 0 else {
    return try replaceFile(at: path, with: bytes, permissions: nil, path: path)
  }
  switch existing.st_mode & S_IFMT {
  case S_IFDIR:
    throw .unwritable(path: path, found: "a folder", remedy: "name a file in it")
  case S_IFREG:
    guard access(path, W_OK) == 0 else { throw unwritable(path, errno, size: bytes.count) }
    try replaceFile(at: resolvingLinks(path), with: bytes, permissions: existing.st_mode & 0o777, path: path)
  default:
    try writeInPlace(bytes, to: path)
  }
}

/// Writes a temporary beside `target` and renames it; `path` is the name that errors use.
private func replaceFile(
  at target: String, with bytes: [UInt8], permissions: mode_t?, path: String
) throws(ImageError) {
  // Random, because two programs may write into one folder; O_EXCL refuses what exists, a planted link included.
  let random = String(UInt64.random(in: .min ... .max), radix: 36)
  let temporary = folder(of: target) + ".\(random).partial"
  guard let file = FileDescriptor(opening: temporary, flags: O_WRONLY | O_CREAT | O_EXCL, mode: 0o666) else {
    throw unwritable(path, errno, size: bytes.count)
  }
  if let permissions { file.setPermissions(permissions) }
  var code = file.writeAndClose(bytes)
  if code == 0, rename(temporary, target) != 0 { code = errno }
  guard code == 0 else {
    unlink(temporary)
    throw unwritable(path, code, size: bytes.count)
  }
}

private func writeInPlace(_ bytes: [UInt8], to path: String) throws(ImageError) {
  guard let device = FileDescriptor(opening: path, flags: O_WRONLY) else {
    throw unwritable(path, errno, size: bytes.count)
  }
  let code = device.writeAndClose(bytes)
  guard code == 0 else { throw unwritable(path, code, size: bytes.count) }
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

private func unwritable(_ path: String, _ code: Int32, size: Int) -> ImageError {
  let folder = folder(of: path)
  return switch code {
  case ENOENT, ENOTDIR:
    .unwritable(path: path, found: "no folder \(folder)", remedy: "make the folder first")
  case EACCES, EPERM, EROFS:
    .unwritable(
      path: path, found: "no permission to write there (\(systemMessage(code)))",
      remedy: "change the permissions of the file and of folder \(folder)")
  case ENOSPC, EDQUOT:
    .unwritable(
      path: path, found: "no room for its \(size) bytes (\(systemMessage(code)))",
      remedy: "free some space in \(folder)")
  default:
    .unwritable(path: path, found: "\"\(systemMessage(code))\"", remedy: "check the path and the disk")
  }
}
