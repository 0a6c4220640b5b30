import Foundation

/// How the pixels of a dma-buf are stored: a number made of four letters, as in `drm_fourcc.h`.
public struct DRMPixelFormat: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The number: the first letter in the lowest byte.
  public let rawValue: UInt32

  /// A format of a number of `drm_fourcc.h`.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  private init(_ letters: StaticString) {
    rawValue = letters.withUTF8Buffer { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } }
  }

  /// AR24: bytes blue, green, red, alpha.
  public static let argb8888 = DRMPixelFormat("AR24")
  /// XR24: bytes blue, green, red, unused.
  public static let xrgb8888 = DRMPixelFormat("XR24")
  /// AB24: bytes red, green, blue, alpha.
  public static let abgr8888 = DRMPixelFormat("AB24")
  /// XB24: bytes red, green, blue, unused.
  public static let xbgr8888 = DRMPixelFormat("XB24")
  /// NV12: a plane of luma; one of Cb and Cr by turns, half as wide and high.
  public static let nv12 = DRMPixelFormat("NV12")
  /// NV21: a plane of luma; one of Cr and Cb by turns, half as wide and high.
  public static let nv21 = DRMPixelFormat("NV21")
  /// YU12: planes of luma, Cb and Cr, the last two half as wide and high.
  public static let yuv420 = DRMPixelFormat("YU12")

  /// The four letters.
  public var description: String {
    String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (8 * UInt32($0))) }, as: UTF8.self)
  }

  /// Whether pixels are red, green and blue, which OpenGL reads as it does its own.
  package var isRGB: Bool { components != nil }

  /// Where in a pixel's four bytes red, green, blue and alpha are; nil for other formats.
  var components: (red: Int, green: Int, blue: Int, alpha: Int?)? {
    switch self {
    case .argb8888: (2, 1, 0, 3)
    case .xrgb8888: (2, 1, 0, nil)
    case .abgr8888: (0, 1, 2, 3)
    case .xbgr8888: (0, 1, 2, nil)
    default: nil
    }
  }

  /// The width in bytes of the rows of each plane; nil for formats that we know nothing of.
  func rowBytes(width: Int) -> [Int]? {
    let half = (width + 1) / 2
    return switch self {
    case _ where components != nil: [width * 4]
    case .nv12, .nv21: [width, half * 2]
    case .yuv420: [width, half, half]
    default: nil
    }
  }

  /// Makes sure that planes are as the format has them. A modifier may ask for more planes than that.
  func check(_ planes: [ImportedImage.Plane], modifier: UInt64?, width: Int) throws(ImportedImageError) {
    let isLinear = modifier == nil || modifier == ImportedImage.linear
    let rows = rowBytes(width: width)
    let isCount = isLinear ? rows.map { $0.count == planes.count } ?? true : planes.count >= rows?.count ?? 1
    guard isCount, (1...4).contains(planes.count) else {
      throw .planes(format: self, expected: rows?.count, found: planes.count)
    }
    for (index, plane) in planes.enumerated() {
      let needed = isLinear ? rows?[index] ?? 1 : 1
      guard plane.offset >= 0, plane.bytesPerRow >= needed, plane.bytesPerRow <= Int(Int32.max),
        plane.offset <= Int(Int32.max)
      else { throw .rows(format: self, plane: index, expected: needed, found: plane) }
    }
  }
}

/// What luma and chroma mean.
public enum YCbCrMatrix: Sendable {
  /// ITU-R BT.601: standard-definition video, JPEG.
  case bt601
  /// ITU-R BT.709: high-definition video.
  case bt709
  /// ITU-R BT.2020 with constant or without constant luminance: ultra-high-definition video.
  case bt2020

  /// How much red and blue are of luma.
  var weights: (red: Double, blue: Double) {
    switch self {
    case .bt601: (0.299, 0.114)
    case .bt709: (0.2126, 0.0722)
    case .bt2020: (0.2627, 0.0593)
    }
  }
}

/// Which numbers of luma and chroma black, white and the strongest colours are.
public enum YCbCrRange: Sendable {
  /// Luma 16…235, chroma 16…240: video.
  case limited
  /// 0…255: JPEG, cameras.
  case full
}

/// Why pixels of somebody else cannot be taken in; `description` is one line.
public enum ImportedImageError: Error, CustomStringConvertible, Sendable {
  /// A size that is not positive, or above 32768.
  case size(width: Int, height: Int)
  /// Another number of planes than the format has.
  case planes(format: DRMPixelFormat, expected: Int?, found: Int)
  /// A plane's rows are too short, or it begins nowhere.
  case rows(format: DRMPixelFormat, plane: Int, expected: Int, found: ImportedImage.Plane)
  /// What was given is no open file descriptor.
  case descriptor(Int32)
  /// The pixels cannot be read by the processor.
  case unreadable(format: DRMPixelFormat, modifier: UInt64?, found: String)

  /// Where, what was expected, what was found.
  public var description: String {
    switch self {
    case .size(let width, let height):
      "imported image: expected 1…32768 pixels a side, found \(width)x\(height)"
    case .planes(let format, let expected, let found):
      "imported image, \(format): expected \(expected.map(String.init) ?? "1…4") planes, found \(found)"
    case .rows(let format, let plane, let expected, let found):
      "imported image, \(format), plane \(plane): expected rows of at least \(expected) bytes from an offset on that is "
        + "not negative, found \(found.bytesPerRow) bytes from \(found.offset) on"
    case .descriptor(let descriptor):
      "imported image: expected the descriptor of a dma-buf, found \(descriptor), which is not open"
    case .unreadable(let format, let modifier, let found):
      "imported image, \(format), \(ImportedImage.name(ofModifier: modifier)): expected linear pixels of a known format "
        + "in memory that can be mapped, found \(found)"
    }
  }
}

extension ImportedImage {
  /// `DRM_FORMAT_MOD_LINEAR` of `drm_fourcc.h`: row after row.
  package static let linear: UInt64 = 0

  /// A modifier for people.
  package static func name(ofModifier modifier: UInt64?) -> String {
    switch modifier {
    case nil: "layout of the driver"
    case linear: "linear"
    case let modifier?: "modifier 0x" + String(modifier, radix: 16)
    }
  }
}
