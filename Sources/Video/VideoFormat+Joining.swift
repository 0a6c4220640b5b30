import Foundation
import MultiplaneDrawing

extension VideoFormat {
  /// Joins parts, without decoding them unless they have lossless frames (`keepsFrames`).
  ///
  /// - Parameters:
  ///   - parts: the files in order, with their numbers of frames.
  ///   - width: of the frames, in pixels.
  ///   - alpha: whether the frames have alpha.
  ///   - quality: see `VideoOptions`; for parts with lossless frames.
  ///   - file: the file to write.
  ///   - path: the name of the file in errors.
  package func join(
    _ parts: [(path: String, frames: Int)], width: Int, height: Int, rate: FrameRate, alpha: Bool,
    quality: Double? = nil,
    into file: String, path: String
  ) throws(VideoError) {
    guard let list = MemoryFile(Self.list(of: parts, rate: rate).utf8) else {
      throw .encoder(path: path, found: "no memory for the list of its parts: \(String(cString: strerror(errno)))")
    }
    defer { withExtendedLifetime(list) {} }
    let frames = ["-f", "concat", "-safe", "0", "-i", "file:" + list.path]
    switch self {
    case .mp4, .webm, .mov:
      try EncoderProcess(frames + joinArguments(rate: rate) + ["-y", "file:" + file], making: path, takesBytes: false)
        .finish()
    case .gif:
      try GIFAssembly().run(frames, count: parts.reduce(0) { $0 + $1.frames }, rate: rate, into: file, path: path)
    case .apng, .webp:
      try AnimationAssembly.run(
        frames, width: width, height: height, rate: rate, alpha: alpha, quality: quality, as: self, into: file,
        path: path)
    }
  }

  /// The list as `ffmpeg`'s concat demuxer reads it. Files in milliseconds round their lengths;
  /// these are given exactly, so that what comes late is where it belongs.
  static func list(of parts: [(path: String, frames: Int)], rate: FrameRate) -> String {
    var text = "ffconcat version 1.0\n"
    var (frame, start) = (0, 0)
    for part in parts {
      frame += part.frames
      let end = Int((Double(frame) * 1e6 * Double(rate.denominator) / Double(rate.numerator)).rounded())
      let absolute = part.path.hasPrefix("/") ? part.path : FileManager.default.currentDirectoryPath + "/" + part.path
      // Not by characters, which an accent behind the sign would make another one of.
      let quoted = absolute.unicodeScalars.map { $0 == "'" ? "'\\''" : String($0) }.joined()
      text += "file 'file:\(quoted)'\n"
      text += "duration \(end - start)us\n"
      start = end
    }
    return text
  }
}
