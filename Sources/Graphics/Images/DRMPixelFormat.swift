import Foundation

/// A pixel format of dma-bufs: a FourCC code of `drm_fourcc.h`.
public struct DRMPixelFormat: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The code, first letter in the lowest byte.
  public let rawValue: UInt32

  /// Creates a format from a code of `drm_fourcc.h`.
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
  /// AR30: 32 bits, from the lowest: 10 blue, 10 green, 10 red, 2 alpha.
  public static let argb2101010 = DRMPixelFormat("AR30")
  /// XR30: 32 bits, from the lowest: 10 blue, 10 green, 10 red, 2 unused.
  public static let xrgb2101010 = DRMPixelFormat("XR30")
  /// AB30: 32 bits, from the lowest: 10 red, 10 green, 10 blue, 2 alpha.
  public static let abgr2101010 = DRMPixelFormat("AB30")
  /// XB30: 32 bits, from the lowest: 10 red, 10 green, 10 blue, 2 unused.
  public static let xbgr2101010 = DRMPixelFormat("XB30")
  /// NV12: a luma plane, and a half-size plane of interleaved Cb and Cr.
  public static let nv12 = DRMPixelFormat("NV12")
  /// NV21: a luma plane, and a half-size plane of interleaved Cr and Cb.
  public static let nv21 = DRMPixelFormat("NV21")
  /// YU12: a luma plane, and half-size planes of Cb and Cr.
  public static let yuv420 = DRMPixelFormat("YU12")

  /// P010: as NV12, with 10 bits in the upper part of 16-bit samples.
  public static let p010 = DRMPixelFormat("P010")

  /// The four letters of the code.
  public var description: String {
    String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: rawValue >> (8 * UInt32($0))) }, as: UTF8.self)
  }

  /// Whether the format is RGB, which OpenGL samples directly.
  package var isRGB: Bool { components != nil }

  /// The places of red, green, blue and alpha in a pixel's 32 bits; nil for other formats.
  var components: PackedComponents? {
    switch self {
    case .argb8888: PackedComponents(red: 16, green: 8, blue: 0, bits: 8, alphaBits: 8)
    case .xrgb8888: PackedComponents(red: 16, green: 8, blue: 0, bits: 8, alphaBits: 0)
    case .abgr8888: PackedComponents(red: 0, green: 8, blue: 16, bits: 8, alphaBits: 8)
    case .xbgr8888: PackedComponents(red: 0, green: 8, blue: 16, bits: 8, alphaBits: 0)
    case .argb2101010: PackedComponents(red: 20, green: 10, blue: 0, bits: 10, alphaBits: 2)
    case .xrgb2101010: PackedComponents(red: 20, green: 10, blue: 0, bits: 10, alphaBits: 0)
    case .abgr2101010: PackedComponents(red: 0, green: 10, blue: 20, bits: 10, alphaBits: 2)
    case .xbgr2101010: PackedComponents(red: 0, green: 10, blue: 20, bits: 10, alphaBits: 0)
    default: nil
    }
  }

  /// The bits of a luma or chroma sample; more than 8 are the upper ones of 16.
  var videoBits: Int { self == .p010 ? 10 : 8 }

  /// The width in bytes of the rows of each plane; nil for formats that we know nothing of.
  func rowBytes(width: Int) -> [Int]? {
    let half = (width + 1) / 2
    return switch self {
    case _ where components != nil: [width * 4]
    case .nv12, .nv21: [width, half * 2]
    case .p010: [width * 2, half * 4]
    case .yuv420: [width, half, half]
    default: nil
    }
  }

  /// Makes sure that planes are as the format has them. A modifier may ask for more planes than
  /// that.
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

/// The places of red, green, blue and alpha in a pixel of 32 bits, little-endian.
struct PackedComponents {
  /// The lowest bit of each.
  let red: Int
  let green: Int
  let blue: Int
  /// The bits of each of them.
  let bits: Int
  /// The bits of alpha, which are the highest; 0 for a format without alpha.
  let alphaBits: Int

  /// A pixel as bytes; no premultiplied colour is above its alpha.
  func bytes(of pixel: UInt32) -> (red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8) {
    let alpha = alphaBits > 0 ? Self.byte(pixel, 32 - alphaBits, alphaBits) : 255
    func part(_ shift: Int) -> UInt8 { min(Self.byte(pixel, shift, bits), alpha) }
    return (part(red), part(green), part(blue), alpha)
  }

  /// A number of some bits as the nearest of 8 bits.
  private static func byte(_ pixel: UInt32, _ shift: Int, _ bits: Int) -> UInt8 {
    let most: UInt32 = 1 << UInt32(bits) - 1
    return UInt8(((pixel >> UInt32(shift) & most) * 255 + most / 2) / most)
  }
}

/// The conversion matrix of luma and chroma.
public enum YCbCrMatrix: Sendable {
  /// ITU-R BT.601: standard-definition video, JPEG.
  case bt601
  /// ITU-R BT.709: high-definition video.
  case bt709
  /// ITU-R BT.2020, constant or non-constant luminance: ultra-high-definition video.
  case bt2020

  /// The weights of red and blue in luma.
  var weights: (red: Double, blue: Double) {
    switch self {
    case .bt601: (0.299, 0.114)
    case .bt709: (0.2126, 0.0722)
    case .bt2020: (0.2627, 0.0593)
    }
  }
}

/// The numeric range of luma and chroma.
public enum YCbCrRange: Sendable {
  /// Luma 16…235, chroma 16…240: video.
  case limited
  /// 0…255: JPEG, cameras.
  case full
}

/// Why external pixels cannot be imported; `description` is one line.
public enum ImportedImageError: Error, CustomStringConvertible, Sendable {
  /// A size that is not positive or above 32768 pixels.
  case size(width: Int, height: Int)
  /// The wrong number of planes for the format.
  case planes(format: DRMPixelFormat, expected: Int?, found: Int)
  /// A plane with too short rows or a negative offset.
  case rows(format: DRMPixelFormat, plane: Int, expected: Int, found: ImportedImage.Plane)
  /// Not an open file descriptor.
  case descriptor(Int32)
  /// Pixels that the processor cannot read.
  case unreadable(format: DRMPixelFormat, modifier: UInt64?, found: String)

  /// One line: where, what was expected, what was found.
  public var description: String {
    switch self {
    case .size(let width, let height):
      "imported image: expected 1…32768 pixels per side, found \(width)x\(height)"
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
  /// `DRM_FORMAT_MOD_LINEAR` of `drm_fourcc.h`: linear rows.
  package static let linear: UInt64 = 0

  /// The name of a modifier, for messages.
  package static func name(ofModifier modifier: UInt64?) -> String {
    switch modifier {
    case nil: "layout of the driver"
    case linear: "linear"
    case let modifier?: "modifier 0x" + String(modifier, radix: 16)
    }
  }
}
