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

  /// The orientation in a JPEG's Exif segment; upright without one, or if it is malformed.
  init(ofJPEG bytes: [UInt8]) {
    self.init(exif: JPEGSegments(of: bytes).contents(of: 0xE1, beginningWith: Self.exifName), in: bytes)
  }

  /// The orientation in a PNG's `eXIf` chunk, before or after the pixels; upright without one, or
  /// if it is malformed. (Source: Portable Network Graphics Specification, third edition, section
  /// 11.3.3.2.)
  init(ofPNG bytes: [UInt8]) {
    var exif: Range<Int>?
    var start = PNGCodec.signature.count
    while exif == nil, start + 12 <= bytes.count {
      let end = start + 12 + PNGCodec.bigEndian(bytes, at: start)
      guard end <= bytes.count else { break }
      if bytes[start + 4..<start + 8].elementsEqual("eXIf".utf8) { exif = start + 8..<end - 4 }
      start = end
    }
    self.init(exif: exif, in: bytes)
  }

  /// The orientation in an extended WebP's `EXIF` chunk; upright without one, or if it is
  /// malformed. (Source: RFC 9649, section 2.7.1.5.)
  init(ofWebP bytes: [UInt8]) {
    var exif: Range<Int>?
    var start = 12
    while exif == nil, let chunk = WebPCodec.chunk(at: start, in: bytes) {
      if bytes[start..<start + 4].elementsEqual("EXIF".utf8) { exif = chunk }
      // Chunks have an even length.
      start = chunk.upperBound + chunk.count % 2
    }
    // Some programs store the contents of a JPEG's segment, with its name.
    if let range = exif, bytes[range].starts(with: Self.exifName) {
      exif = range.dropFirst(Self.exifName.count)
    }
    self.init(exif: exif, in: bytes)
  }

  /// - Parameter exif: the range of a TIFF structure; nil for none.
  private init(exif: Range<Int>?, in bytes: [UInt8]) {
    self = exif.flatMap { Self.noted(in: bytes, $0) } ?? .upright
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

  /// The tag in the first directory of a TIFF structure.
  private static func noted(in bytes: [UInt8], _ tiff: Range<Int>) -> ImageOrientation? {
    func number(_ offset: Int, _ size: Int) -> Int? {
      let start = tiff.lowerBound + offset
      guard offset >= 0, start + size <= tiff.upperBound else { return nil }
      let digits = bytes[start..<start + size]
      let isLittleEndian = bytes[tiff.lowerBound] == 0x49
      return (isLittleEndian ? Array(digits.reversed()) : Array(digits)).reduce(0) { $0 << 8 | Int($1) }
    }
    guard number(2, 2) == 42, let directory = number(4, 4), let count = number(directory, 2) else { return nil }
    for entry in 0..<count {
      let place = directory + 2 + 12 * entry
      guard let tag = number(place, 2) else { return nil }
      // A single 16-bit number (type 3) is stored in the entry itself.
      if tag == 0x0112, number(place + 2, 2) == 3 { return number(place + 8, 2).flatMap { Self(rawValue: $0) } }
    }
    return nil
  }
}
