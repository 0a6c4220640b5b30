import Foundation
import MultiplaneDrawing
import Synchronization

/// Frames into a GIF with one palette for all of them.
///
/// The palette is known when all frames are: until then they are kept without loss in a file beside
/// the GIF, some bytes for each pixel that changes and at most four for each pixel.
final class GIFWriter: FrameWriter, @unchecked Sendable {
  // Proof of Sendable: one thread writes, and when it has ended another finishes or discards;
  // `abort` calls only what may be called from any.
  let threads = 1
  private let path: String
  private let rate: FrameRate
  private let replacement: FileReplacement
  /// The temporary file of the frames.
  private let kept: String
  private let keeper: VideoEncoder
  private let assembly = GIFAssembly()
  private var count = 0

  init(path: String, width: Int, height: Int, rate: FrameRate, alpha: Bool, threads: Int?) throws {
    (self.path, self.rate) = (path, rate)
    replacement = try FileReplacement(of: path)
    try replacement.reserve()
    kept = replacement.temporary + "-frames.partial"
    let cores = min(ProcessInfo.processInfo.activeProcessorCount, 8)
    do {
      keeper = try VideoEncoder(
        VideoFormat.gif.partArguments(
          width: width, height: height, rate: rate, alpha: alpha, group: 1, threads: threads ?? cores),
        into: kept, path: path, width: width, height: height, alpha: alpha)
    } catch {
      replacement.discard()
      throw error
    }
  }

  func write(_ pixels: [UInt8], frame: Int) throws {
    try keeper.write(pixels, frame: frame)
    count += 1
  }

  func finish() throws {
    defer { unlink(kept) }
    try keeper.finish()
    try assembly.run(["-i", "file:" + kept], count: count, rate: rate, into: replacement.temporary, path: path)
    try replacement.commit()
  }

  func abort() {
    keeper.abort()
    assembly.abort()
  }

  func discard() {
    keeper.discard()
    unlink(kept)
    replacement.discard()
  }
}

/// The assembly of a GIF from lossless frames.
///
/// `ffmpeg` reads them twice, for a palette from at most a hundred frames, and for the file, so
/// that none stays in memory.
package final class GIFAssembly: Sendable {
  private let state = Mutex<(running: EncoderProcess?, isAborted: Bool)>((nil, false))
  private static let mostSamples = 100
  /// Of a palette: 256 colours, in a square.
  private static let paletteBytes = 16 * 16 * 4

  package init() {}

  /// Runs the assembly.
  ///
  /// - Parameters:
  ///   - frames: the input arguments of `ffmpeg`, such as `-i file:NAME`.
  ///   - count: the number of frames, at least 1.
  ///   - file: the file to write.
  ///   - path: the name of the file in errors.
  package func run(_ frames: [String], count: Int, rate: FrameRate, into file: String, path: String) throws(VideoError)
  {
    let step = max(1, (count + Self.mostSamples - 1) / Self.mostSamples)
    // One colour is kept for what is transparent, and for what is as in the frame before.
    // Differences count the earlier frame's colours, so an invisible frame follows the last.
    let sampled = "select='not(mod(n,\(step)))',tpad=stop=1:color=0x01020300"
    let palette = try start(
      frames + [
        "-filter_complex", "\(sampled),palettegen=stats_mode=\(Self.statistics)", "-pix_fmt", "bgra",
        "-f", "rawvideo", "pipe:1",
      ], path, input: false, output: true
    ).output()
    guard palette.count == Self.paletteBytes else {
      throw .encoder(path: path, found: "a palette of \(palette.count) bytes")
    }
    // The times again, exactly: the container of the frames may count in milliseconds.
    let times = "settb=AVTB,setpts=N*\(rate.denominator)/(\(rate.numerator)*TB)"
    let thinning = rate.framesPerSecond > 50 ? ",fps=50" : ""
    let encoder = try start(
      frames + [
        "-f", "rawvideo", "-pixel_format", "bgra", "-video_size", "16x16", "-i", "pipe:0", "-filter_complex",
        "[0]\(times)\(thinning)[f];[f][1]paletteuse=dither=bayer:bayer_scale=4:diff_mode=rectangle:alpha_threshold=128",
        "-loop", "0",
      ] + VideoFormat.sameBytes + ["-f", "gif", "-y", "file:" + file], path, input: true, output: false)
    try encoder.write(palette)
    try encoder.finish()
  }

  /// The part of a frame that the palette is computed from.
  private static let statistics = "diff"

  /// Ends it, from any thread.
  package func abort() {
    state.withLock { state in
      state.isAborted = true
      state.running?.abort()
    }
  }

  private func start(
    _ arguments: [String], _ path: String, input: Bool, output: Bool
  ) throws(VideoError) -> EncoderProcess {
    let process = try EncoderProcess(arguments, making: path, takesBytes: input, givesBytes: output)
    state.withLock { state in
      state.running = process
      // It may have come just before.
      if state.isAborted { process.abort() }
    }
    return process
  }
}
