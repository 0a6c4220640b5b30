import Foundation

/// How a camera was held: what must be done to a JPEG's pixels so that they are upright (Exif 2.3,
/// tag 0x0112).
enum JPEGOrientation: Int {
  case upright = 1
  case mirrored
  case turnedHalf
  case mirroredUpsideDown
  case mirroredTurnedLeft
  case turnedRight
  case mirroredTurnedRight
  case turnedLeft

  /// The orientation in a JPEG file's Exif segment; upright without one, or if it is malformed.
  init(ofFile bytes: [UInt8]) {
    let exif = JPEGSegments(of: bytes).contents(of: 0xE1, beginningWith: Array("Exif\0\0".utf8))
    self = exif.flatMap { Self.noted(in: bytes, $0) } ?? .upright
  }

  /// Whether rows become columns.
  private var exchangesSides: Bool { rawValue >= 5 }

  /// The pixels made upright.
  func apply(to pixels: StraightPixels) -> StraightPixels {
    guard self != .upright else { return pixels }
    let (width, height) = exchangesSides ? (pixels.height, pixels.width) : (pixels.width, pixels.height)
    var bytes = Data(count: pixels.bytes.count)
    bytes.withUnsafeMutableBytes { upright in
      pixels.bytes.withUnsafeBytes { stored in
        for y in 0..<height {
          for x in 0..<width {
            let (column, row) = source(ofX: x, y: y, width: width, height: height)
            let pixel = stored.loadUnaligned(fromByteOffset: (row * pixels.width + column) * 4, as: UInt32.self)
            upright.storeBytes(of: pixel, toByteOffset: (y * width + x) * 4, as: UInt32.self)
          }
        }
      }
    }
    return StraightPixels(width: width, height: height, bytes: bytes)
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
  private static func noted(in bytes: [UInt8], _ tiff: Range<Int>) -> JPEGOrientation? {
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
      // One number of 16 bits (type 3) stands in the entry itself.
      if tag == 0x0112, number(place + 2, 2) == 3 { return number(place + 8, 2).flatMap { Self(rawValue: $0) } }
    }
    return nil
  }
}
