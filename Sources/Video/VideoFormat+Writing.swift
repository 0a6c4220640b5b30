import MultiplaneDrawing

extension VideoFormat {
  /// What writes frames of a size into a file, whole or not at all.
  ///
  /// - Parameters:
  ///   - transparent: whether frames may have pixels that are not opaque; a format that cannot keep these shows them over black.
  ///   - options: whose format does not count.
  /// - Throws: `VideoError` if there is no `ffmpeg` where it is needed, `ImageError` if no file can be written there.
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

  /// Whether a quality may be chosen.
  package var hasQuality: Bool { self != .gif && self != .apng }

  /// What is wrong with a quality for the format, without what was asked for; nil if nothing is.
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
