import Foundation

extension VideoFormat {
  /// Joins parts; but for GIF without decoding them.
  ///
  /// - Parameters:
  ///   - parts: the files in their order, and how many frames each has.
  ///   - alpha: whether the frames' alpha counts.
  ///   - file: where `ffmpeg` writes.
  ///   - path: what errors call that.
  package func join(
    _ parts: [(path: String, frames: Int)], rate: FrameRate, alpha: Bool, into file: String, path: String
  ) throws(VideoError) {
    let list = NSTemporaryDirectory() + ".multiplane-\(UUID().uuidString).ffconcat"
    defer { unlink(list) }
    do {
      try Data(Self.list(of: parts, rate: rate).utf8).write(to: URL(fileURLWithPath: list))
    } catch {
      throw .encoder(path: path, found: "no room for the list of its parts: \(error.localizedDescription)")
    }
    try EncoderProcess(
      ["-f", "concat", "-safe", "0", "-i", "file:" + list] + joinArguments(rate: rate, alpha: alpha) + [
        "-y", "file:" + file,
      ],
      making: path, takesBytes: false
    ).finish()
  }

  /// The list as `ffmpeg`'s concat demuxer reads it. Files in milliseconds round their lengths; these are given exactly, so that what comes late is where it
  /// belongs.
  static func list(of parts: [(path: String, frames: Int)], rate: FrameRate) -> String {
    var text = "ffconcat version 1.0\n"
    var (frame, start) = (0, 0)
    for part in parts {
      frame += part.frames
      let end = Int((Double(frame) * 1e6 * Double(rate.denominator) / Double(rate.numerator)).rounded())
      let absolute = part.path.hasPrefix("/") ? part.path : FileManager.default.currentDirectoryPath + "/" + part.path
      text += "file 'file:\(absolute.replacingOccurrences(of: "'", with: "'\\''"))'\n"
      text += "duration \(end - start)us\n"
      start = end
    }
    return text
  }
}
