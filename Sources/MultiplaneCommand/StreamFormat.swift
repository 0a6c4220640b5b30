import ArgumentParser
import MultiplaneDrawing
import MultiplaneVideo

/// What `render -o -` writes to standard output.
enum StreamFormat: String, CaseIterable, ExpressibleByArgument {
  case png, jpg, webp, avif
  /// Straight, 8 bits a channel, rows tight, the top row first: what ffmpeg calls rawvideo of the pixel format rgba.
  case rgba

  /// Nil for raw pixels.
  var fileFormat: ImageFileFormat? {
    switch self {
    case .png: .png
    case .jpg: .jpeg
    case .webp: .webp
    case .avif: .avif
    case .rgba: nil
    }
  }

  /// The bytes of a picture.
  ///
  /// - Parameters:
  ///   - pixels: RGBA8 premultiplied, rows tight, the top row first.
  ///   - quality: of `CompressionQuality`; nil for the format's own.
  func bytes(_ pixels: [UInt8], width: Int, height: Int, quality: Double?) throws(ImageError) -> [UInt8] {
    guard let fileFormat else { return straightRGBA8(premultiplied: pixels, width: width, height: height) }
    return try encodeImage(
      premultipliedRGBA8: pixels, width: width, height: height, format: fileFormat, quality: quality,
      name: "standard output")
  }
}

/// Frames to standard output, one behind another.
struct StreamedFrames: FrameWriter {
  let format: StreamFormat
  let width, height: Int
  let quality: Double?
  let threads = 1

  func write(_ pixels: [UInt8], frame: Int) throws {
    try StandardOutput.write(format.bytes(pixels, width: width, height: height, quality: quality))
  }

  func finish() {}
  func abort() {}
  func discard() {}
}
