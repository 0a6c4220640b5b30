import MultiplaneDrawing

extension VideoFormat {
  /// Creates a writer of frames into a file, which is complete or absent.
  ///
  /// - Parameters:
  ///   - transparent: whether the frames may have transparent pixels; a format without alpha shows
  ///     them over black.
  ///   - options: the options, whose format is ignored.
  /// - Throws: `VideoError` without a required `ffmpeg`, `ImageError` if the file cannot be
  ///   written.
  package func makeWriter(
    path: String, width: Int, height: Int, rate: FrameRate, transparent: Bool, options: VideoOptions = VideoOptions()
  ) throws -> any FrameWriter {
    if let problem = problem(withQuality: options.quality) { throw VideoError.quality(path: path, problem: problem) }
    switch self {
    case .mp4, .webm, .mov:
      return try VideoEncoder(
        self, path: path, width: width, height: height, rate: rate, transparent: transparent, options: options)
    case .gif:
      return try GIFWriter(
        path: path, width: width, height: height, rate: rate, alpha: transparent, threads: options.threads)
    case .apng, .webp:
      return try AnimationWriter(
        AnimationFile(
          self == .apng ? .apng : .webp, path: path, width: width, height: height,
          framesPerSecond: rate.framesPerSecond, quality: options.quality))
    }
  }

  /// Whether the format has a quality.
  package var hasQuality: Bool { self != .gif && self != .apng }

  /// Whether the format has lossless files: by itself, or at the best quality.
  package var isLosslessAtBest: Bool { self == .apng || self == .webp }

  /// The problem of a quality for the format, without the value itself; nil if there is none.
  package func problem(withQuality quality: Double?) -> String? {
    CompressionQuality.problem(with: quality, in: "." + rawValue, isTaken: hasQuality)
  }
}

/// Frames into an animated picture, without `ffmpeg`.
final class AnimationWriter: FrameWriter, @unchecked Sendable {
  // Proof of Sendable: one thread writes, and when it has ended another finishes or discards.
  let threads = 1
  private let file: AnimationFile

  init(_ file: AnimationFile) { self.file = file }

  func write(_ pixels: [UInt8], frame: Int) throws { try file.add(premultipliedRGBA8: pixels) }
  func finish() throws { try file.finish() }
  func abort() {}
  func discard() { file.discard() }
}
