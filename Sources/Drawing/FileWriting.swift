import Foundation

/// Writes a file completely or not at all.
///
/// The bytes are written to a temporary name in the same folder, which then replaces `path`
/// (`FileReplacement`). After any failure the temporary file is removed, and an old file is
/// unchanged. A device or a pipe (`/dev/stdout`) is written directly. There is no `fsync`: a power
/// failure may lose the newest file.
///
/// - Parameter mark: of the temporary name (`FileReplacement`).
/// - Throws: `ImageError.unwritable`.
package func writeFileAtomically(_ bytes: [UInt8], to path: String, mark: String? = nil) throws(ImageError) {
  if isDeviceOrPipe(path) { return try writeInPlace(bytes, to: path) }
  let replacement = try FileReplacement(of: path, mark: mark)
  let code = try replacement.create(size: bytes.count).writeAndClose(bytes)
  guard code == 0 else {
    replacement.discard()
    throw unwritable(path, code, size: bytes.count)
  }
  try replacement.commit()
}

/// Whether a path leads to what cannot be replaced and is written straight.
package func isDeviceOrPipe(_ path: String) -> Bool {
  // C would take a path with a zero byte for another one.
  guard !path.utf8.contains(0) else { return false }
  var existing = stat()
  guard stat(path, &existing) == 0 else { return false }
  return ![S_IFDIR, S_IFREG].contains(existing.st_mode & S_IFMT)
}

private func writeInPlace(_ bytes: [UInt8], to path: String) throws(ImageError) {
  guard let device = FileDescriptor(opening: path, flags: O_WRONLY) else {
    throw unwritable(path, errno, size: bytes.count)
  }
  let code = device.writeAndClose(bytes)
  guard code == 0 else { throw unwritable(path, code, size: bytes.count) }
}
