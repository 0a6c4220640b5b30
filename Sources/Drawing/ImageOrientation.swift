import Foundation

/// How a camera was held: what must be done to an image's pixels so that they are upright (Exif
/// 2.3, tag 0x0112).
enum ImageOrientation: Int {
  case upright = 1
  case mirrored
  case turnedHalf
  case mirroredUpsideDown
  case mirroredTurnedLeft
  case turnedRight
  case mirroredTurnedRight
  case turnedLeft

  /// The orientation in a file's Exif data; upright without them, or if they are malformed.
  init(of bytes: [UInt8], format: ImageFileFormat) {
    self = Self.exif(in: bytes, format: format)?.orientation ?? .upright
  }

  /// The Exif data of a file, which are a TIFF structure; nil without them, or if they are
  /// malformed.
  static func exif(in bytes: [UInt8], format: ImageFileFormat) -> ExifDirectory? {
    let range: Range<Int>? =
      switch format {
      case .jpeg: JPEGSegments(of: bytes).contents(of: 0xE1, beginningWith: exifName)
      case .png: exif(inPNG: bytes)
      case .webp: exif(inWebP: bytes)
      case .avif: nil
      }
    return range.flatMap { ExifDirectory(of: bytes, $0) }
  }

  /// A PNG's `eXIf` chunk, before or after the pixels. (Source: Portable Network Graphics
  /// Specification, third edition, section 11.3.3.2.)
  private static func exif(inPNG bytes: [UInt8]) -> Range<Int>? {
    var start = PNGCodec.signature.count
    while start + 12 <= bytes.count {
      let end = start + 12 + PNGCodec.bigEndian(bytes, at: start)
      guard end <= bytes.count else { break }
      if bytes[start + 4..<start + 8].elementsEqual("eXIf".utf8) { return start + 8..<end - 4 }
      start = end
    }
    return nil
  }

  /// An extended WebP's `EXIF` chunk. (Source: RFC 9649, section 2.7.1.5.)
  private static func exif(inWebP bytes: [UInt8]) -> Range<Int>? {
    var start = 12
    while let chunk = WebPCodec.chunk(at: start, in: bytes) {
      if bytes[start..<start + 4].elementsEqual("EXIF".utf8) {
        // Some programs store the contents of a JPEG's segment, with its name.
        return bytes[chunk].starts(with: exifName) ? chunk.dropFirst(exifName.count) : chunk
      }
      // Chunks have an even length.
      start = chunk.upperBound + chunk.count % 2
    }
    return nil
  }

  private static let exifName = Array("Exif\0\0".utf8)

  /// Whether rows become columns.
  private var exchangesSides: Bool { rawValue >= 5 }

  /// The pixels made upright.
  func apply(to pixels: StraightPixels) -> StraightPixels {
    guard self != .upright else { return pixels }
    let (width, height) = size(ofStored: pixels.width, pixels.height)
    let bytes = upright(pixels.bytes, width: pixels.width, height: pixels.height, as: UInt32.self)
    return StraightPixels(width: width, height: height, bytes: bytes)
  }

  /// Width and height of the upright picture.
  func size(ofStored width: Int, _ height: Int) -> (width: Int, height: Int) {
    exchangesSides ? (height, width) : (width, height)
  }

  /// The stored pixels, rows tight, made upright.
  ///
  /// - Parameter type: as long as a pixel.
  func upright<Pixel: BitwiseCopyable>(_ stored: Data, width: Int, height: Int, as type: Pixel.Type) -> Data {
    let target = size(ofStored: width, height)
    let length = MemoryLayout<Pixel>.size
    var bytes = Data(count: stored.count)
    bytes.withUnsafeMutableBytes { upright in
      stored.withUnsafeBytes { stored in
        for y in 0..<target.height {
          for x in 0..<target.width {
            let (column, row) = source(ofX: x, y: y, width: target.width, height: target.height)
            let pixel = stored.loadUnaligned(fromByteOffset: (row * width + column) * length, as: Pixel.self)
            upright.storeBytes(of: pixel, toByteOffset: (y * target.width + x) * length, as: Pixel.self)
          }
        }
      }
    }
    return bytes
  }

  /// Column and row of the stored pixel that belongs at a place of the upright picture, whose size
  /// is given.
  private func source(ofX x: Int, y: Int, width: Int, height: Int) -> (column: Int, row: Int) {
    let (right, bottom) = (width - 1 - x, height - 1 - y)
    return switch self {
    case .upright: (x, y)
    case .mirrored: (right, y)
    case .turnedHalf: (right, bottom)
    case .mirroredUpsideDown: (x, bottom)
    case .mirroredTurnedLeft: (y, x)
    case .turnedRight: (y, right)
    case .mirroredTurnedRight: (bottom, right)
    case .turnedLeft: (bottom, x)
    }
  }
}
