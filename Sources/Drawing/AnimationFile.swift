import Foundation

/// A writer of an animated picture, frame by frame, completely or not at all, with two frames in
/// memory. The animation repeats forever.
///
/// It writes to a temporary file that replaces `path` at the end (`FileReplacement`). Only the
/// damage of each frame is stored; identical frames extend the previous one. Not thread-safe.
package final class AnimationFile {
  private let width: Int
  private let height: Int
  private let framesPerSecond: Double
  private var coder: any AnimationCoder
  private let replacement: FileReplacement
  /// Nil when it is closed.
  private var file: FileDescriptor?
  private var size = 0
  /// The last frame.
  private var last: [UInt8]?
  /// The file's next frame, with its duration, which may still grow.
  private var pending: (difference: AnimationDifference, ticks: Int)?
  private var count = 0

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - width: in pixels, at least 1.
  ///   - height: in pixels, at least 1.
  ///   - framesPerSecond: 0.01 to 1000.
  ///   - quality: see `CompressionQuality`, for WebP; nil is lossless.
  /// - Throws: `ImageError.unwritable`, `.unencodable` for a size that the format does not support.
  package init(
    _ format: AnimationFormat, path: String, width: Int, height: Int, framesPerSecond: Double, quality: Double? = nil
  ) throws(ImageError) {
    let most = format == .webp ? 16383 : Int(Int32.max) / 4
    guard (1...most).contains(width), (1...most).contains(height) else {
      throw .unencodable(
        name: path, expected: "1 to \(most) px per side for an animation", found: "\(width) x \(height) px")
    }
    (self.width, self.height, self.framesPerSecond) = (width, height, framesPerSecond)
    coder =
      switch format {
      case .apng: APNGCoder(width: width, height: height, framesPerSecond: framesPerSecond, name: path)
      case .webp:
        WebPAnimationCoder(width: width, height: height, quality: CompressionQuality.animatedWebP(quality), name: path)
      }
    replacement = try FileReplacement(of: path)
    file = try replacement.create(size: nil)
    do throws(ImageError) {
      try write(coder.head())
    } catch {
      discard()
      throw error
    }
  }

  /// Adds a frame.
  ///
  /// - Parameter frame: RGBA8, premultiplied, sRGB, tight rows, top row first.
  /// - Throws: `ImageError.unwritable`, for instance on a full disk; `.unencodable` for another
  ///   size.
  package func add(premultipliedRGBA8 frame: [UInt8]) throws(ImageError) {
    guard frame.count == width * height * 4 else {
      throw .unencodable(
        name: replacement.path, expected: "4 bytes for each of \(width) x \(height) px", found: "\(frame.count) bytes")
    }
    let ticks = ticks(at: count + 1) - ticks(at: count)
    count += 1
    let difference = AnimationDifference(
      of: frame, from: last, width: width, height: height, grid: coder.grid, mayLieOver: coder.keepsPixels)
    last = frame
    if difference == nil, let waiting = pending, waiting.ticks + ticks <= coder.longest {
      pending = (waiting.difference, waiting.ticks + ticks)
    } else {
      try writePending()
      pending = (difference ?? AnimationDifference(unchanged: frame, width: width), ticks)
    }
  }

  /// The start of a frame: rounded from the file's start, so that rounding errors do not add up.
  private func ticks(at frame: Int) -> Int { Int((Double(frame) * Double(coder.ticks) / framesPerSecond).rounded()) }

  /// Completes the file and moves it into place.
  ///
  /// - Throws: `ImageError.unwritable`; `.unencodable` without frames, and for a file that is too
  ///   long. There is no new file then.
  package func finish() throws(ImageError) {
    guard count > 0 else {
      throw .unencodable(name: replacement.path, expected: "at least one frame", found: "none")
    }
    try writePending()
    try write(coder.tail())
    for (offset, bytes) in try coder.amendments(size: size) {
      try check(file?.write(bytes, at: offset) ?? EBADF)
    }
    try check(file.take()?.closed() ?? EBADF)
    try replacement.commit()
  }

  /// Removes the incomplete file.
  package func discard() {
    file = nil
    replacement.discard()
  }

  private func writePending() throws(ImageError) {
    guard let (difference, ticks) = pending else { return }
    pending = nil
    try write(coder.frame(difference, ticks: ticks))
  }

  private func write(_ bytes: [UInt8]) throws(ImageError) {
    try check(file?.write(bytes) ?? EBADF)
    size += bytes.count
  }

  private func check(_ code: Int32) throws(ImageError) {
    guard code == 0 else { throw unwritable(replacement.path, code) }
  }
}
