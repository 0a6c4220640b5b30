import ArgumentParser
import MultiplaneDrawing
import MultiplaneVideo

/// The format of `render -o -`.
enum StreamFormat: String, CaseIterable, ExpressibleByArgument {
  case png, jpg, webp, avif
  /// Straight alpha, 8 bits per channel, tight rows, top row first: ffmpeg's rawvideo in rgba.
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

  /// Encodes a picture.
  ///
  /// - Parameters:
  ///   - pixels: RGBA8, premultiplied, tight rows, top row first.
  ///   - quality: see `CompressionQuality`; nil for the format's default.
  ///   - effort: see `CompressionEffort`; nil for the default.
  func bytes(
    _ pixels: [UInt8], width: Int, height: Int, quality: Double?, effort: Double?
  ) throws(ImageError) -> [UInt8] {
    guard let fileFormat else { return straightRGBA8(premultiplied: pixels, width: width, height: height) }
    return try encodeImage(
      premultipliedRGBA8: pixels, width: width, height: height, format: fileFormat, quality: quality,
      effort: effort, name: "standard output")
  }
}

/// Concatenated frames on standard output.
struct StreamedFrames: FrameWriter {
  let format: StreamFormat
  let width, height: Int
  let quality, effort: Double?
  let threads = 1

  func write(_ pixels: [UInt8], frame: Int) throws {
    try StandardOutput.write(format.bytes(pixels, width: width, height: height, quality: quality, effort: effort))
  }

  func finish() {}
  func abort() {}
  func discard() {}
}
