import Foundation

/// A writer of a PNG file from a few rows at a time, completely or not at all.
///
/// It writes to a temporary file that replaces `path` at the end (`FileReplacement`). A device or a
/// pipe is written directly.
package final class PNGFileStream {
  private let path: String
  private let width: Int
  private var rowsLeft: Int
  private let stream: PNGStream
  /// Nil when it is closed.
  private var file: FileDescriptor?
  /// Nil for a device or a pipe.
  private let replacement: FileReplacement?
  private var isCommitted = false

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - width: in pixels, at least 1.
  ///   - height: in pixels, at least 1.
  /// - Throws: `ImageError.unwritable`, `.unencodable` for a size that PNG does not support.
  package init(path: String, width: Int, height: Int) throws(ImageError) {
    self.path = path
    self.width = width
    rowsLeft = height
    stream = try PNGStream(width: width, height: height, name: path)
    if isDeviceOrPipe(path) {
      replacement = nil
      guard let device = FileDescriptor(opening: path, flags: O_WRONLY) else { throw unwritable(path, errno) }
      file = consume device
    } else {
      let replacement = try FileReplacement(of: path)
      file = try replacement.create(size: nil)
      self.replacement = replacement
    }
  }

  deinit {
    // An unfinished file leaves nothing behind.
    if !isCommitted { replacement?.discard() }
  }

  /// Adds rows.
  ///
  /// - Parameter rows: premultiplied RGBA8, tight, the next row first. They are unpremultiplied in
  ///   place.
  /// - Throws: `ImageError.unwritable`, for instance on a full disk; `.unencodable` for more rows
  ///   than the picture has.
  package func add(premultipliedRGBA8 rows: inout [UInt8]) throws(ImageError) {
    let count = rows.count / (width * 4)
    guard count * width * 4 == rows.count, count <= rowsLeft else {
      throw .unencodable(
        name: path, expected: "at most \(rowsLeft) rows of \(width) px", found: "\(rows.count) bytes")
    }
    rowsLeft -= count
    rows.withUnsafeMutableBytes { StraightPixels.divideByAlpha($0) }
    // Few enough at a time for the compressed rows to stay small.
    let most = max(1, Self.bytesAtOnce / (width * 4)) * width * 4
    for start in stride(from: 0, to: rows.count, by: most) {
      rows.withUnsafeBytes { stream.add(UnsafeRawBufferPointer(rebasing: $0[start..<min(start + most, $0.count)])) }
      try write()
    }
  }

  private static let bytesAtOnce = 1 << 20

  /// Completes the file and moves it into place.
  ///
  /// - Throws: `ImageError.unencodable` if rows are missing, `.unwritable`; there is no new file
  ///   then.
  package func finish() throws(ImageError) {
    guard rowsLeft == 0 else {
      throw .unencodable(name: path, expected: "\(rowsLeft) rows more", found: "the end")
    }
    stream.end()
    try write()
    let code = file.take()?.closed() ?? EBADF
    guard code == 0 else { throw unwritable(path, code) }
    try replacement?.commit()
    isCommitted = true
  }

  private func write() throws(ImageError) {
    let code = file?.write(stream.takeBytes()) ?? EBADF
    guard code == 0 else { throw unwritable(path, code) }
  }
}
