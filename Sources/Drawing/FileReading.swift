import Foundation

/// Reads a regular file within `limits`, without waiting for pipes.
///
/// - Parameter root: the folder that confines the path; nil for none.
/// - Throws: `ImageError.unreadable` for a file that is missing, not permitted or not regular,
///   `.tooLarge` for a long one.
package func readFile(path: String, limits: ImageLimits, root: FolderRoot? = nil) throws(ImageError) -> [UInt8] {
  guard !path.utf8.contains(0) else {
    throw .unreadable(path: path, found: "a zero byte in the path", remedy: "take it out")
  }
  guard let file = FileDescriptor(reading: path, within: root) else { throw unreadable(path, errno, root) }
  guard let status = file.status() else { throw unreadable(path, errno) }
  switch status.st_mode & S_IFMT {
  case S_IFREG: break
  case S_IFDIR: throw .unreadable(path: path, found: "a folder", remedy: "name a file in it")
  default: throw .unreadable(path: path, found: "a device or a pipe", remedy: "save it to a file first")
  }
  try limits.check(fileBytes: Int(status.st_size), name: path)
  guard let bytes = file.read(upTo: Int(status.st_size)) else { throw unreadable(path, errno) }
  return bytes
}

private func unreadable(_ path: String, _ code: Int32, _ root: FolderRoot? = nil) -> ImageError {
  guard code != EXDEV else {
    return .unreadable(
      path: path, found: "a path that leads out of \(root?.name ?? "its folder")", remedy: "copy the file into it")
  }
  let remedy =
    switch code {
    case ENOENT, ENOTDIR: "check the folder and the name"
    case EACCES, EPERM: "change the permissions of file and folders"
    default: "check the path and the disk"
    }
  return .unreadable(path: path, found: pathProblem(code, .reading), remedy: remedy)
}
