/// How a video is made.
public struct VideoOptions: Sendable, Equatable {
  /// Nil for the format of the file's extension.
  public var format: VideoFormat?
  /// 0 (least, the shortest file) to 1 (best); nil for what the format has unless told. GIF and APNG have none.
  ///
  /// | format | unless told | a quality q is |
  /// | --- | --- | --- |
  /// | `.mp4` | crf 18 | x264's crf 51 (1 - q), 1 at least |
  /// | `.webm` | crf 24 | libvpx's crf 63 (1 - q) |
  /// | `.mov` | the data rate of ProRes 4444 | ProRes's quantizer 64^(1 - q) |
  /// | `.webp` | every byte is kept | libwebp's 100q for colours; every byte at 1 |
  public var quality: Double?
  /// How many threads `ffmpeg` encodes with; nil for as many as it thinks fit. What pixels become may depend on it.
  public var threads: Int?

  /// - Parameters:
  ///   - format: nil for that of the file's extension.
  ///   - quality: 0 (least) to 1 (best); nil for what the format has unless told.
  ///   - threads: of `ffmpeg`; nil for as many as it thinks fit.
  public init(format: VideoFormat? = nil, quality: Double? = nil, threads: Int? = nil) {
    (self.format, self.quality, self.threads) = (format, quality, threads)
  }
}
