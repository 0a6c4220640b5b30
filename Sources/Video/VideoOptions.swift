/// The options of a video.
public struct VideoOptions: Sendable, Equatable {
  /// The format; nil for that of the file's extension.
  public var format: VideoFormat?
  /// The quality, from 0 (smallest file) to 1 (best); nil for the format's default. GIF and APNG
  /// have none.
  ///
  /// | format | default | a quality q is |
  /// | --- | --- | --- |
  /// | `.mp4` | crf 18 | x264's crf 51 (1 - q), at least 1 |
  /// | `.webm` | crf 24 | libvpx's crf 63 (1 - q) |
  /// | `.mov` | the data rate of ProRes 4444 | ProRes's quantizer 64^(1 - q) |
  /// | `.webp` | lossless | libwebp's 100q for colours; lossless at 1 |
  public var quality: Double?
  /// The encoder threads of `ffmpeg`; nil for its own choice. They may affect the pixels.
  public var threads: Int?

  /// Creates options.
  ///
  /// - Parameters:
  ///   - format: nil for that of the file's extension.
  ///   - quality: from 0 (smallest file) to 1 (best); nil for the format's default.
  ///   - threads: the encoder threads of `ffmpeg`; nil for its own choice.
  public init(format: VideoFormat? = nil, quality: Double? = nil, threads: Int? = nil) {
    (self.format, self.quality, self.threads) = (format, quality, threads)
  }
}
