import Foundation
import MultiplaneDrawing

/// A writer of a video file by `ffmpeg` from raw frames, completely or not at all.
package final class VideoEncoder: FrameWriter {
  package let threads = 1
  private let width: Int
  private let height: Int
  private let alpha: Bool
  private let path: String
  /// Nil for a file that the caller moves into place.
  private let replacement: FileReplacement?
  /// The temporary file that it is written to.
  private let temporary: String
  private let process: EncoderProcess

  /// Starts `ffmpeg`.
  ///
  /// - Parameters:
  ///   - transparent: whether the frames may have transparent pixels; a format without alpha shows
  ///     them over black.
  /// - Throws: `VideoError` without `ffmpeg`, `ImageError` if the file cannot be written.
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

  /// Starts `ffmpeg` on an existing file that its creator moves into place.
  ///
  /// - Parameters:
  ///   - arguments: before the name of the file.
  ///   - file: the file to write.
  ///   - path: the name of the file in errors.
  ///   - alpha: whether the frames have alpha; `ffmpeg` then reads unpremultiplied colours.
  ///   - others: further arguments with their own outputs.
  package init(
    _ arguments: [String], into file: String, path: String, width: Int, height: Int, alpha: Bool, others: [String] = []
  ) throws(VideoError) {
    (self.width, self.height, self.path, self.alpha, temporary) = (width, height, path, alpha, file)
    replacement = nil
    process = try EncoderProcess(arguments + ["-y", "file:" + file] + others, making: path, takesBytes: true)
  }

  /// The version of `ffmpeg`, once it runs; nil if it ended without one.
  package var version: String? { process.version }

  package func write(_ pixels: [UInt8], frame: Int) throws {
    // Premultiplied colours are those over black, and without alpha ffmpeg takes them so.
    try process.write(alpha ? straightRGBA8(premultiplied: pixels, width: width, height: height) : pixels)
  }

  /// Waits until `ffmpeg` has written its file, and moves it into place.
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
