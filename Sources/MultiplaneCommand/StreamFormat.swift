import ArgumentParser
import MultiplaneDrawing
import MultiplaneVideo

/// What `render -o -` writes to standard output.
enum StreamFormat: String, CaseIterable, ExpressibleByArgument {
  case png, jpg, webp
  /// Straight, 8 bits a channel, rows tight, the top row first: what ffmpeg calls rawvideo of the pixel format rgba.
  case rgba

  /// The bytes of a picture.
  ///
  /// - Parameter pixels: RGBA8 premultiplied, rows tight, the top row first.
  func bytes(_ pixels: [UInt8], width: Int, height: Int) throws(ImageError) -> [UInt8] {
    let format: ImageFileFormat
    switch self {
    case .png: format = .png
    case .jpg: format = .jpeg
    case .webp: format = .webp
    case .rgba: return straightRGBA8(premultiplied: pixels, width: width, height: height)
    }
    return try encodeImage(
      premultipliedRGBA8: pixels, width: width, height: height, format: format, name: "standard output")
  }
}

/// Frames to standard output, one behind another.
struct StreamedFrames: FrameWriter {
  let format: StreamFormat
  let width, height: Int
  let threads = 1

  func write(_ pixels: [UInt8], frame: Int) throws {
    try StandardOutput.write(format.bytes(pixels, width: width, height: height))
  }

  func finish() {}
  func abort() {}
  func discard() {}
}
