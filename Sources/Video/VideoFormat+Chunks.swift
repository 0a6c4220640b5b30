// Chunked videos: each part is encoded separately and begins with a key frame, so that ffmpeg joins
// the parts without decoding. (The timescale is the numerator of the frame rate: milliseconds would
// leave gaps at 30000/1001 frames per second.)

extension VideoFormat {
  /// The file extension of a part.
  package var partExtension: String { keepsFrames ? "mkv" : rawValue }

  /// Whether parts have lossless frames, and the file is encoded when all parts exist.
  package var keepsFrames: Bool { [.gif, .apng, .webp].contains(self) }

  /// The arguments of `ffmpeg` for a part, before the name of the file.
  ///
  /// - Parameters:
  ///   - alpha: whether the frames have alpha; their colours are then unpremultiplied.
  ///   - group: the interval of key frames, in frames, at least 1.
  ///   - threads: of the encoder; their number changes the bytes.
  ///   - quality: see `VideoOptions`.
  package func partArguments(
    width: Int, height: Int, rate: FrameRate, alpha: Bool, group: Int, threads: Int,
    quality: Double? = nil
  ) -> [String] {
    let filters = ["-filter_complex", filters(width: width, height: height, rate: rate, alpha: alpha)]
    return input(width: width, height: height, rate: rate, alpha: alpha) + (keepsFrames ? [] : filters)
      + partEncoding(rate: rate, alpha: alpha, group: group, threads: threads, quality: quality)
  }

  private func partEncoding(
    rate: FrameRate, alpha: Bool, group: Int, threads: Int, quality: Double?
  ) -> [String] {
    let same =
      ["-threads", "\(threads)", "-g", "\(group)", "-keyint_min", "\(group)"] + Self.sameBytes + [
        "-flags:v", "+bitexact",
      ]
    switch self {
    case .mp4:
      return encoder(alpha: alpha, quality: quality) + [
        "-sc_threshold", "0", "-x264-params", "open-gop=0:scenecut=0:repeat-headers=1:cpu-independent=1",
      ] + same + timescales(rate) + Self.colors + ["-f", "mp4"]
    case .webm:
      return encoder(alpha: alpha, quality: quality) + [
        "-row-mt", "0", "-tile-columns", "0", "-auto-alt-ref", "0",
      ] + same + Self.colors + ["-f", "webm"]
    case .mov:
      return encoder(alpha: alpha, quality: quality) + same + timescales(rate) + Self.colors + ["-f", "mov"]
    case .gif, .apng, .webp:
      return [
        "-c:v", "ffv1", "-level", "3", "-pix_fmt", alpha ? "bgra" : "bgr0", "-threads", "\(threads)", "-g", "1",
      ] + Self.sameBytes + ["-f", "matroska"]
    }
  }

  /// The arguments of `ffmpeg` to encode a small generated video like a part: its bytes identify
  /// the encoder. They may be combined with another output, without changing its bytes.
  ///
  /// - Parameter file: the file to write, which must exist.
  package func probeArguments(into file: String) -> [String] {
    // Sides that are no multiple of a block's, and eight frames, of which two are key frames.
    let (width, height) = (88, 56)
    guard let rate = FrameRate(25) else { preconditionFailure("25 is a rate.") }
    let label = "[probe_\(rawValue)]"
    let frames = "testsrc2=size=\(width)x\(height):rate=\(rate):duration=0.32,format=\(hasAlpha ? "rgba" : "rgb0"),"
    return ["-filter_complex", frames + filters(width: width, height: height, rate: rate, alpha: hasAlpha) + label]
      + ["-map", label] + partEncoding(rate: rate, alpha: hasAlpha, group: 4, threads: 1, quality: nil)
      + ["-y", "file:" + file]
  }

  /// The arguments of `ffmpeg` that join parts, between their list and the name of the file; none
  /// for formats that keep frames.
  func joinArguments(rate: FrameRate) -> [String] {
    switch self {
    case .mov: ["-c", "copy"] + timescales(rate) + Self.sameBytes + ["-f", "mov"]
    case .mp4:
      ["-c", "copy", "-movflags", "+faststart"] + timescales(rate) + Self.sameBytes + ["-f", "mp4"]
    case .webm: ["-c", "copy"] + Self.sameBytes + ["-f", "webm"]
    case .gif, .apng, .webp: []
    }
  }

  static let sameBytes = ["-fflags", "+bitexact", "-map_metadata", "-1"]

  private func timescales(_ rate: FrameRate) -> [String] {
    ["-movie_timescale", "\(rate.numerator)", "-video_track_timescale", "\(rate.numerator)"]
  }
}
