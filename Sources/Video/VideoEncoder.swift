import Foundation
import MultiplaneDrawing

/// A video file that `ffmpeg` makes of raw frames, written whole or not at all.
package final class VideoEncoder: FrameWriter, @unchecked Sendable {
  // Proof of Sendable: everything is set up by `init`; one thread writes, and when it has ended another finishes.
  // `abort` may come at any time, and calls only what may be called so.
  package let threads = 1
  private let width: Int
  private let height: Int
  private let alpha: Bool
  private let replacement: FileReplacement
  private let process = Process()
  private let frames = Pipe()
  private let complaints: LastLine

  /// Starts `ffmpeg`.
  ///
  /// - Parameters:
  ///   - transparent: whether the frames may have pixels that are not opaque; a format that cannot keep these shows them
  ///     over black.
  /// - Throws: `VideoError` if there is no `ffmpeg`, `ImageError` if no file can be written there.
  package init(
    _ format: VideoFormat, path: String, width: Int, height: Int, fps: Double, transparent: Bool
  ) throws {
    guard let program = findProgram("ffmpeg") else { throw VideoError.noEncoder(path: path) }
    self.width = width
    self.height = height
    alpha = transparent && format.hasAlpha
    replacement = try FileReplacement(of: path)
    try replacement.reserve()
    let errors = Pipe()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = format.arguments(
      width: width, height: height, fps: fps, alpha: alpha, output: replacement.temporary)
    process.standardInput = frames
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    do {
      try process.run()
    } catch {
      replacement.discard()
      throw VideoError.encoder(path: path, found: "\"\(error.localizedDescription)\" when it was started")
    }
    complaints = LastLine(of: errors.fileHandleForReading)
  }

  package func write(_ pixels: [UInt8], frame: Int) throws {
    // Premultiplied colours are those over black, and without alpha ffmpeg takes them so.
    let bytes = alpha ? straightRGBA8(premultiplied: pixels, width: width, height: height) : pixels
    let descriptor = frames.fileHandleForWriting.fileDescriptor
    try bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Foundation.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else {
          let code = errno
          // Who reads no more has ended, and says why.
          throw VideoError.encoder(
            path: replacement.path, found: ending() ?? "\"\(String(cString: strerror(code)))\"")
        }
        rest = rest.dropFirst(count)
      }
    }
  }

  /// Waits until `ffmpeg` has written its file, and puts that into its place.
  package func finish() throws {
    if let found = ending() { throw VideoError.encoder(path: replacement.path, found: found) }
    var status = stat()
    guard stat(replacement.temporary, &status) == 0, status.st_size > 0 else {
      throw VideoError.encoder(path: replacement.path, found: "success without a word, and no file")
    }
    try replacement.commit()
  }

  package func discard() {
    abort()
    _ = ending()
    replacement.discard()
  }

  package func abort() {
    if process.isRunning { Foundation.kill(process.processIdentifier, SIGKILL) }
  }

  /// Tells `ffmpeg` that this was all and waits for its end.
  ///
  /// - Returns: what went wrong; nil if nothing did.
  private func ending() -> String? {
    try? frames.fileHandleForWriting.close()
    let line = complaints.wait()
    process.waitUntilExit()
    switch (process.terminationReason, process.terminationStatus) {
    // A file that cannot be closed was not written, whatever the status says.
    case (.exit, 0): return line.flatMap { $0.hasPrefix("Error closing") ? "\"\($0)\"" : nil }
    case (.exit, let status): return line.map { "\"\($0)\"" } ?? "exit status \(status) without a word"
    case (_, let signal): return "its end by signal \(signal)"
    }
  }
}

/// The last line that says something of what a process writes.
private final class LastLine: @unchecked Sendable {
  // Proof of Sendable: `text` is written before the group is left, and read after.
  private let group = DispatchGroup()
  private var text = ""

  init(of handle: FileHandle) {
    group.enter()
    Thread.detachNewThread { [self] in
      while let data = try? handle.read(upToCount: 4096), !data.isEmpty {
        // More than a line's length; a program that complains for ever must not fill the memory.
        text = String((text + String(decoding: data, as: UTF8.self)).suffix(4096))
      }
      group.leave()
    }
  }

  /// Waits for the end; nil if nothing was said.
  func wait() -> String? {
    group.wait()
    // With these ffmpeg ends a failure, after the line that says which.
    let endings = ["Conversion failed!", "Error initializing output stream"]
    let lines = text.split(whereSeparator: \.isNewline).filter { line in !endings.contains(where: line.hasPrefix) }
    return lines.last.map(String.init)
  }
}
