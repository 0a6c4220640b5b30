import Foundation
import MultiplaneDrawing

/// The video formats: `apng` and `webp` are encoded here, the others by `ffmpeg`.
public enum VideoFormat: String, CaseIterable, Sendable {
  /// H.264.
  case mp4
  /// VP9, with transparency if the scene has any.
  case webm
  /// Animated GIF: 256 colours, transparent or opaque pixels.
  case gif
  /// Apple ProRes 4444 in QuickTime, for video editing; with transparency if the scene has any.
  case mov
  /// Animated PNG; lossless.
  case apng
  /// Animated WebP; lossless without a quality.
  case webp

  /// Creates the format of a path's extension, in upper or lower case; nil for others.
  package init?(path: String) {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
    self.init(rawValue: path[dot...].dropFirst().lowercased())
  }

  /// Creates the video format of an output name; nil for names of pictures. A `.webp` is a video
  /// unless its name has a frame number.
  package init?(ofFrames path: String) {
    if (try? ImageFileFormat(path: path)) != nil, FramePattern.looksLikeOne(path) { return nil }
    self.init(path: path)
  }

  /// The extensions of videos.
  package static let extensions = allCases.map { "." + $0.rawValue }

  /// Whether the format supports partial transparency.
  public var hasAlpha: Bool { self != .mp4 }

  /// The supported frame rates, in frames per second: the limits of ffmpeg and players. GIF counts
  /// in hundredths of a second, and players show more than 50 frames per second at ten:
  /// `GIFAssembly` drops frames.
  package static let speeds = 0.01...1000.0

  /// The arguments of `ffmpeg` that read raw frames from standard input and write a file.
  ///
  /// - Parameters:
  ///   - alpha: whether the frames' alpha counts; their colours are then straight.
  /// - Returns: what stands between `EncoderProcess.usual` and the name of the file, which may have
  ///   any extension.
  func arguments(width: Int, height: Int, rate: FrameRate, alpha: Bool, options: VideoOptions) -> [String] {
    input(width: width, height: height, rate: rate, alpha: alpha)
      + ["-filter_complex", filters(width: width, height: height, rate: rate, alpha: alpha)]
      + encoding(alpha: alpha, quality: options.quality) + (options.threads.map { ["-threads", "\($0)"] } ?? [])
      + ["-f", rawValue]
  }

  /// Raw frames from standard input.
  func input(width: Int, height: Int, rate: FrameRate, alpha: Bool) -> [String] {
    [
      "-f", "rawvideo", "-pixel_format", alpha ? "rgba" : "rgb0", "-video_size", "\(width)x\(height)", "-framerate",
      "\(rate)",
      "-i", "pipe:0",
    ]
  }

  func filters(width: Int, height: Int, rate: FrameRate, alpha: Bool) -> String {
    switch self {
    case .mp4, .webm:
      // Unsaid, ffmpeg converts with the matrix of standard definition, and players take that of
      // high definition.
      return evenSides(width, height, alpha: alpha)
        + "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,"
        + "format=\(alpha ? "yuva420p" : "yuv420p")"
    case .mov:
      // Each frame of ProRes says itself what its colours are.
      return "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,"
        + "format=\(alpha ? "yuva444p10le" : "yuv444p10le"),"
        + "setparams=color_primaries=bt709:color_trc=bt709:colorspace=bt709:range=tv"
    case .gif, .apng, .webp: return "null"
    }
  }

  /// Doubles the last column and row where a side is odd: colour at half the resolution wants even
  /// ones, and black pixels in their place would darken their neighbours.
  private func evenSides(_ width: Int, _ height: Int, alpha: Bool) -> String {
    let (right, bottom) = (width % 2, height % 2)
    guard right + bottom > 0 else { return "" }
    return "pad=iw+\(right):ih+\(bottom),format=\(alpha ? "gbrap" : "gbrp"),"
      + "fillborders=right=\(right):bottom=\(bottom):mode=smear,"
  }

  static let colors = [
    "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv",
  ]

  private func encoding(alpha: Bool, quality: Double?) -> [String] {
    let encoder = encoder(alpha: alpha, quality: quality)
    return switch self {
    // The index in front lets a browser begin before it has the whole file.
    case .mp4: encoder + ["-movflags", "+faststart"] + Self.colors
    case .webm: encoder + ["-row-mt", "1"] + (alpha ? ["-auto-alt-ref", "0"] : []) + Self.colors
    case .mov: encoder + Self.colors
    case .gif, .apng, .webp: []
    }
  }

  /// The encoder and how much it keeps (`VideoOptions.quality`).
  func encoder(alpha: Bool, quality: Double?) -> [String] {
    let loss = quality.map { 1 - $0 }
    switch self {
    case .mp4:
      // 0 would be lossless, which browsers do not play.
      let crf = loss.map { max(1, Int((51 * $0).rounded())) } ?? 18
      return ["-c:v", "libx264", "-preset", "medium", "-crf", "\(crf)"]
    case .webm:
      let crf = loss.map { Int((63 * $0).rounded()) } ?? 24
      return ["-c:v", "libvpx-vp9", "-crf", "\(crf)", "-b:v", "0", "-deadline", "good", "-cpu-used", "4"]
    case .mov:
      let quantizer = loss.map { ["-qscale:v", "\(Int(pow(64, $0).rounded()))"] } ?? []
      return ["-c:v", "prores_ks", "-profile:v", "4444", "-alpha_bits", alpha ? "16" : "0", "-vendor", "apl0"]
        + quantizer
    case .gif, .apng, .webp: return []
    }
  }
}
