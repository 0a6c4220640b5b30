import Drawing

/// Where the frames of a sequence go.
protocol FrameWriter: Sendable {
  /// How many threads may write at once; with one, the frames come in their order.
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

/// A picture a frame, each written whole or not at all.
struct PictureFiles: FrameWriter {
  let pattern: FramePattern
  let width: Int
  let height: Int
  let threads: Int

  func write(_ pixels: [UInt8], frame: Int) throws {
    try writeImage(premultipliedRGBA8: pixels, width: width, height: height, to: pattern.path(of: frame))
  }

  func finish() {}
  func abort() {}
  func discard() {}
}
