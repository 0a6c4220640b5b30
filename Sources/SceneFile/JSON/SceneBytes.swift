import Foundation
import MultiplaneDrawing

/// Reading of scene files.
package enum SceneBytes {
  /// Reads a file within the limits.
  ///
  /// - Parameter kind: the expected kind of file, for messages.
  package static func read(
    path: String, limits: SceneLimits, as kind: String = "a scene file"
  ) throws(SceneError) -> [UInt8] {
    guard !path.utf8.contains(0) else {
      throw .unreadable(file: path, problem: "expected a path, found a zero byte in it")
    }
    // Opening a pipe would wait for a writer; O_NONBLOCK does not, and changes nothing for a plain
    // file.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw unreadable(path, errno, kind) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw unreadable(path, errno, kind) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw .unreadable(file: path, problem: "expected \(kind), found a folder")
    default: throw .unreadable(file: path, problem: "expected \(kind), found a device or a pipe")
    }
    guard status.st_size <= limits.maximumFileBytes else { throw tooLong(path, limits, kind) }
    // One byte more than allowed shows that the file grew beyond the limit in the meantime.
    var bytes = [UInt8](repeating: 0, count: min(Int(status.st_size), limits.maximumFileBytes) + 1)
    var count = 0
    while count < bytes.count {
      let read = bytes.withUnsafeMutableBytes { buffer in
        Foundation.read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
      }
      if read < 0, errno == EINTR { continue }
      guard read >= 0 else { throw unreadable(path, errno, kind) }
      if read == 0 { break }
      count += read
    }
    guard count <= limits.maximumFileBytes else { throw tooLong(path, limits, kind) }
    return Array(bytes[..<count])
  }

  private static func tooLong(_ path: String, _ limits: SceneLimits, _ kind: String) -> SceneError {
    .unreadable(
      file: path, problem: "expected \(kind) of at most \(limits.maximumFileBytes) bytes, found a longer file")
  }

  private static func unreadable(_ path: String, _ code: Int32, _ kind: String) -> SceneError {
    .unreadable(file: path, problem: "expected \(kind), found \(pathProblem(code, .reading))")
  }
}
