// Chunked videos: each part is encoded separately and begins with a key frame, so that ffmpeg joins
// the parts without decoding. (The timescale is the numerator of the frame rate: milliseconds would
// leave gaps at 30000/1001 frames per second.)

extension VideoFormat {
  /// What a part's file is called behind its point.
  package var partExtension: String { keepsFrames ? "mkv" : rawValue }

  /// Whether parts hold frames without loss, and the file is made when all are there.
  package var keepsFrames: Bool { [.gif, .apng, .webp].contains(self) }

  /// What `ffmpeg` is to do for a part, before the name of the file.
  ///
  /// - Parameters:
  ///   - alpha: whether the frames' alpha counts; their colours are then straight.
  ///   - group: frames from one key frame to the next; 1 or more.
  ///   - threads: of the encoder. Other numbers make other bytes.
  ///   - quality: of `VideoOptions`.
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

  /// What `ffmpeg` is to do to encode a small video as a part is, of frames that it makes itself: its bytes tell one encoder from another. It may do so beside
  /// something else, whose bytes that does not change.
  ///
  /// - Parameter file: where it is written, and must be there already.
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

  /// What `ffmpeg` is to do to join parts, between the list of them and the name of the file; nothing for those that keep frames.
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
