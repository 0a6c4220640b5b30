// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

/// The position of alpha in a pixel, and whether colours are premultiplied. Raw values are Apple's.
public enum CGImageAlphaInfo: UInt32, Sendable {
  /// No alpha channel.
  case none
  /// Alpha last, premultiplied: RGBA.
  case premultipliedLast
  /// Alpha first, premultiplied: ARGB.
  case premultipliedFirst
  /// Alpha last, straight: RGBA.
  case last
  /// Alpha first, straight: ARGB.
  case first
  /// An unused last channel: RGBX.
  case noneSkipLast
  /// An unused first channel: XRGB.
  case noneSkipFirst
  /// Only alpha.
  case alphaOnly

  /// Whether pixels have an alpha channel in use.
  package var hasAlpha: Bool {
    switch self {
    case .none, .noneSkipLast, .noneSkipFirst: false
    case .premultipliedLast, .premultipliedFirst, .last, .first, .alphaOnly: true
    }
  }

  /// Whether the alpha or unused channel is first.
  var isFirst: Bool { self == .premultipliedFirst || self == .first || self == .noneSkipFirst }

  /// Whether colours are premultiplied.
  var isPremultiplied: Bool { self == .premultipliedFirst || self == .premultipliedLast }
}

/// The byte order of pixels. Raw values are Apple's.
public enum CGImageByteOrderInfo: UInt32, Sendable {
  /// The mask of the byte order in `CGBitmapInfo`.
  case orderMask = 0x7000
  /// The default: components in memory order.
  case orderDefault = 0
  /// 16-bit units, little-endian.
  case order16Little = 0x1000
  /// 32-bit units, little-endian.
  case order32Little = 0x2000
  /// 16-bit units, big-endian.
  case order16Big = 0x3000
  /// 32-bit units, big-endian.
  case order32Big = 0x4000

  /// 16-bit units in the processor's order: little-endian.
  public static var order16Host: CGImageByteOrderInfo { .order16Little }
  /// 32-bit units in the processor's order: little-endian.
  public static var order32Host: CGImageByteOrderInfo { .order32Little }
}

/// 16-bit units in the processor's byte order: little-endian.
public let kCGBitmapByteOrder16Host = CGBitmapInfo.byteOrder16Little
/// 32-bit units in the processor's byte order: little-endian.
public let kCGBitmapByteOrder32Host = CGBitmapInfo.byteOrder32Little

/// The number format of components. Raw values are Apple's.
public enum CGImageComponentInfo: UInt32, Sendable {
  /// Whole numbers.
  case integer = 0
  /// Floating-point numbers.
  case float = 0x100
}

/// The packing of components into a pixel. Raw values are Apple's. Images and contexts support
/// `packed` only.
public enum CGImagePixelFormatInfo: UInt32, Sendable {
  /// The mask of the packing in `CGBitmapInfo`.
  case mask = 0xF0000
  /// Components of whole bytes.
  case packed = 0
  /// Five bits per component.
  case RGB555 = 0x10000
  /// Five bits of red and blue, six of green.
  case RGB565 = 0x20000
  /// Ten bits per component.
  case RGB101010 = 0x30000
  /// Ten bits per component, as Core Image and displays use them.
  case RGBCIF10 = 0x40000
}

/// The layout of a pixel: a `CGImageAlphaInfo`, a byte order, and whether components are
/// floating-point.
public struct CGBitmapInfo: OptionSet, Sendable {
  /// The raw bits, equal to Apple's.
  public let rawValue: UInt32

  /// Creates a layout from raw bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Creates a layout from the position of alpha, the number format and the byte order.
  public init(
    alpha: CGImageAlphaInfo, component: CGImageComponentInfo = .integer,
    byteOrder: CGImageByteOrderInfo = .orderDefault
  ) {
    self.init(alpha: alpha, component: component, byteOrder: byteOrder, pixelFormat: .packed)
  }

  /// Creates a layout from the position of alpha, the number format, the byte order and the
  /// packing.
  public init(
    alpha: CGImageAlphaInfo, component: CGImageComponentInfo, byteOrder: CGImageByteOrderInfo,
    pixelFormat: CGImagePixelFormatInfo
  ) {
    self.init(rawValue: alpha.rawValue | component.rawValue | byteOrder.rawValue | pixelFormat.rawValue)
  }

  /// The mask of the `CGImageAlphaInfo`.
  public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
  /// The mask of the number format.
  public static let floatInfoMask = CGBitmapInfo(rawValue: 0xF00)
  /// Components are floating-point.
  public static let floatComponents = CGBitmapInfo(rawValue: 1 << 8)
  /// The mask of the byte order.
  public static let byteOrderMask = CGBitmapInfo(rawValue: CGImageByteOrderInfo.orderMask.rawValue)
  /// The default byte order: components in memory order.
  public static let byteOrderDefault = CGBitmapInfo(rawValue: CGImageByteOrderInfo.orderDefault.rawValue)
  /// 16-bit units, little-endian.
  public static let byteOrder16Little = CGBitmapInfo(rawValue: CGImageByteOrderInfo.order16Little.rawValue)
  /// 32-bit units, little-endian: with `premultipliedFirst` the bytes are B, G, R, A.
  public static let byteOrder32Little = CGBitmapInfo(rawValue: CGImageByteOrderInfo.order32Little.rawValue)
  /// 16-bit units, big-endian.
  public static let byteOrder16Big = CGBitmapInfo(rawValue: CGImageByteOrderInfo.order16Big.rawValue)
  /// 32-bit units, big-endian: the bytes are in the order of the alpha info's name.
  public static let byteOrder32Big = CGBitmapInfo(rawValue: CGImageByteOrderInfo.order32Big.rawValue)

  /// The position of alpha; nil for invalid bits.
  package var alphaInfo: CGImageAlphaInfo? {
    CGImageAlphaInfo(rawValue: rawValue & CGBitmapInfo.alphaInfoMask.rawValue)
  }

  /// The position of alpha; `none` for invalid bits.
  public var alpha: CGImageAlphaInfo { alphaInfo ?? .none }

  /// The number format.
  public var component: CGImageComponentInfo { contains(.floatComponents) ? .float : .integer }

  /// The byte order; the default for invalid bits.
  public var byteOrder: CGImageByteOrderInfo { knownByteOrder ?? .orderDefault }

  /// The packing of components; `packed` for invalid bits.
  public var pixelFormat: CGImagePixelFormatInfo {
    CGImagePixelFormatInfo(rawValue: rawValue & CGImagePixelFormatInfo.mask.rawValue) ?? .packed
  }

  /// Whether all components are of whole bytes.
  package var isPacked: Bool { rawValue & CGImagePixelFormatInfo.mask.rawValue == 0 }

  /// The byte order; nil for invalid bits.
  package var knownByteOrder: CGImageByteOrderInfo? {
    let order = CGImageByteOrderInfo(rawValue: rawValue & CGBitmapInfo.byteOrderMask.rawValue)
    return order == .orderMask ? nil : order
  }
}
