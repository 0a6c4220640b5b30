import Foundation
import MultiplaneDrawing

/// A video file that `ffmpeg` makes of raw frames, written whole or not at all.
package final class VideoEncoder: FrameWriter {
  package let threads = 1
  private let width: Int
  private let height: Int
  private let alpha: Bool
  private let path: String
  /// Nil for a file that somebody else puts into its place.
  private let replacement: FileReplacement?
  /// Where it is written.
  private let temporary: String
  private let process: EncoderProcess

  /// Starts `ffmpeg`.
  ///
  /// - Parameters:
  ///   - transparent: whether the frames may have pixels that are not opaque; a format that cannot keep these shows them
  ///     over black.
  /// - Throws: `VideoError` if there is no `ffmpeg`, `ImageError` if no file can be written there.
  package init(
    _ format: VideoFormat, path: String, width: Int, height: Int, rate: FrameRate, transparent: Bool,
    options: VideoOptions
  ) throws {
    guard findProgram("ffmpeg") != nil else { throw VideoError.noEncoder(path: path) }
    let replacement = try FileReplacement(of: path)
    try replacement.reserve()
    (self.width, self.height, self.path, self.replacement) = (width, height, path, replacement)
    alpha = transparent && format.hasAlpha
    temporary = replacement.temporary
    let arguments = format.arguments(width: width, height: height, rate: rate, alpha: alpha, options: options)
    do {
      process = try EncoderProcess(arguments + ["-y", "file:" + temporary], making: path, takesBytes: true)
    } catch {
      replacement.discard()
      throw error
    }
  }

  /// Starts `ffmpeg` on a file that is there already, and that somebody else puts into its place.
  ///
  /// - Parameters:
  ///   - arguments: what it is told before the name of the file.
  ///   - file: where it writes.
  ///   - path: what errors call that.
  ///   - alpha: whether the frames' alpha counts; `ffmpeg` then gets straight colours.
  ///   - others: what it is told besides, with outputs of its own.
  package init(
    _ arguments: [String], into file: String, path: String, width: Int, height: Int, alpha: Bool, others: [String] = []
  ) throws(VideoError) {
    (self.width, self.height, self.path, self.alpha, temporary) = (width, height, path, alpha, file)
    replacement = nil
    process = try EncoderProcess(arguments + ["-y", "file:" + file] + others, making: path, takesBytes: true)
  }

  /// The version of `ffmpeg`, as soon as it has begun; nil where it ended without a word.
  package var version: String? { process.version }

  package func write(_ pixels: [UInt8], frame: Int) throws {
    // Premultiplied colours are those over black, and without alpha ffmpeg takes them so.
    try process.write(alpha ? straightRGBA8(premultiplied: pixels, width: width, height: height) : pixels)
  }

  /// Waits until `ffmpeg` has written its file, and puts that into its place.
  package func finish() throws {
    try process.finish()
    var status = stat()
    guard stat(temporary, &status) == 0, status.st_size > 0 else {
      throw VideoError.encoder(path: path, found: "success without a word, and no file")
    }
    try replacement?.commit()
  }

  package func discard() {
    abort()
    try? process.finish()
    replacement?.discard()
  }

  package func abort() { process.abort() }
}
