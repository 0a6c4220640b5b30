import Foundation
import MultiplaneDrawing

/// An animated picture out of frames that were kept without loss, which `ffmpeg` reads.
enum AnimationAssembly {
  /// - Parameters:
  ///   - frames: what `ffmpeg` reads the frames by, such as `-i file:NAME`.
  ///   - alpha: whether they have alpha; colours are then straight.
  ///   - file: where it is written.
  ///   - path: what errors call that.
  static func run(
    _ frames: [String], width: Int, height: Int, rate: FrameRate, alpha: Bool, quality: Double?, as format: VideoFormat,
    into file: String, path: String
  ) throws(VideoError) {
    let process = try EncoderProcess(
      frames + ["-pix_fmt", alpha ? "rgba" : "rgb0", "-fps_mode", "passthrough", "-f", "rawvideo", "pipe:1"],
      making: path, takesBytes: false, givesBytes: true)
    do throws(ImageError) {
      let animation = try AnimationFile(
        format == .apng ? .apng : .webp, path: file, width: width, height: height,
        framesPerSecond: rate.framesPerSecond, quality: quality)
      do throws(ImageError) {
        while let straight = process.read(count: width * height * 4) {
          try animation.add(premultipliedRGBA8: premultipliedRGBA8(straight: straight, isOpaque: !alpha))
        }
        try animation.finish()
      } catch {
        animation.discard()
        throw error
      }
    } catch {
      process.abort()
      try? process.finish()
      throw VideoError.encoder(path: path, found: "\"\(error)\"")
    }
    try process.finish()
  }
}
