import Foundation

/// The video formats that are written with the help of `ffmpeg`.
public enum VideoFormat: String, CaseIterable, Sendable {
  /// H.264.
  case mp4
  /// VP9, with transparency if the scene has some.
  case webm
  /// Pictures of 256 colours; a pixel is opaque or is not.
  case gif

  /// The format that a path's extension asks for, in either case; nil for another.
  package init?(path: String) {
    guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
    self.init(rawValue: path[dot...].dropFirst().lowercased())
  }

  /// Whether a pixel can be other than opaque.
  public var hasAlpha: Bool { self != .mp4 }

  /// Frames a second that a file may have: what ffmpeg and players take. GIF counts in hundredths of a second, and what
  /// is faster than 50 is shown at ten: `filters` leaves frames out.
  package static let speeds = 0.01...1000.0

  /// What `ffmpeg` is to do: read raw frames from its standard input and write a file.
  ///
  /// - Parameters:
  ///   - alpha: whether the frames' alpha counts; their colours are then straight.
  /// - Returns: what stands between `EncoderProcess.usual` and the name of the file, which may have any extension.
  func arguments(width: Int, height: Int, rate: FrameRate, alpha: Bool) -> [String] {
    input(width: width, height: height, rate: rate, alpha: alpha)
      + ["-filter_complex", filters(width: width, height: height, rate: rate, alpha: alpha)]
      + encoding(alpha: alpha) + ["-f", rawValue]
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
      // Unsaid, ffmpeg converts with the matrix of standard definition, and players take that of high definition.
      return evenSides(width, height, alpha: alpha)
        + "scale=out_color_matrix=bt709:out_range=tv:flags=accurate_rnd+full_chroma_int,"
        + "format=\(alpha ? "yuva420p" : "yuv420p")"
    case .gif:
      let thinning = rate.framesPerSecond > 50 ? "fps=50," : ""
      // A palette for each frame: one for all would need all frames in memory first.
      return "\(thinning)split[a][b];[a]palettegen=stats_mode=single:reserve_transparent=\(alpha ? 1 : 0)[p];"
        + "[b][p]paletteuse=new=1:dither=bayer:bayer_scale=4:alpha_threshold=128"
    }
  }

  /// Doubles the last column and row where a side is odd: colour at half the resolution wants even ones, and black pixels
  /// in their place would darken their neighbours.
  private func evenSides(_ width: Int, _ height: Int, alpha: Bool) -> String {
    let (right, bottom) = (width % 2, height % 2)
    guard right + bottom > 0 else { return "" }
    return "pad=iw+\(right):ih+\(bottom),format=\(alpha ? "gbrap" : "gbrp"),"
      + "fillborders=right=\(right):bottom=\(bottom):mode=smear,"
  }

  static let colors = [
    "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv",
  ]

  func encoding(alpha: Bool) -> [String] {
    switch self {
    // The index in front lets a browser begin before it has the whole file.
    case .mp4: ["-c:v", "libx264", "-preset", "medium", "-crf", "18", "-movflags", "+faststart"] + Self.colors
    case .webm:
      ["-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-deadline", "good", "-cpu-used", "4", "-row-mt", "1"]
        + (alpha ? ["-auto-alt-ref", "0"] : []) + Self.colors
    case .gif: ["-loop", "0"]
    }
  }
}
