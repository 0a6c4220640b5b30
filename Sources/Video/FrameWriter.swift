import MultiplaneDrawing

/// The destination of a sequence's frames.
package protocol FrameWriter: Sendable {
  /// The most threads that may write at once; with one, the frames come in order.
  var threads: Int { get }
  /// Encodes and writes a frame: RGBA8 premultiplied, rows tight, the top row first.
  func write(_ pixels: [UInt8], frame: Int) throws
  /// Called once, when all frames are written.
  func finish() throws
  /// Ends what a thread may be waiting for in `write`; called from any thread when a signal comes.
  func abort()
  /// Called instead of `finish`, when something failed: takes back what is not whole.
  func discard()
}

/// A writer of one picture per frame, each complete or absent.
package struct PictureFiles: FrameWriter {
  private let path: @Sendable (_ frame: Int) -> String
  private let width, height: Int
  private let quality, effort: Double?
  package let threads: Int

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - quality: see `CompressionQuality`; nil for the format's default.
  ///   - effort: see `CompressionEffort`; nil for the default.
  ///   - path: the path of a frame; its extension selects the format.
  package init(
    width: Int, height: Int, threads: Int, quality: Double? = nil, effort: Double? = nil,
    path: @escaping @Sendable (_ frame: Int) -> String
  ) {
    (self.width, self.height, self.threads) = (width, height, threads)
    (self.quality, self.effort, self.path) = (quality, effort, path)
  }

  package func write(_ pixels: [UInt8], frame: Int) throws {
    try writeImage(
      premultipliedRGBA8: pixels, width: width, height: height, to: path(frame), quality: quality, effort: effort)
  }

  package func finish() {}
  package func abort() {}
  package func discard() {}
}
