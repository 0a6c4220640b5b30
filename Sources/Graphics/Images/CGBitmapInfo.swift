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

  /// Creates a layout from alpha info, byte order and number format.
  package init(
    alpha: CGImageAlphaInfo, byteOrder: CGImageByteOrderInfo = .orderDefault, isFloat: Bool = false
  ) {
    self.init(
      rawValue: alpha.rawValue | byteOrder.rawValue | (isFloat ? CGBitmapInfo.floatComponents.rawValue : 0))
  }

  /// The mask of the `CGImageAlphaInfo`.
  public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
  /// The mask of the number format.
  public static let floatInfoMask = CGBitmapInfo(rawValue: 0xF00)
  /// Components are floating-point.
  public static let floatComponents = CGBitmapInfo(rawValue: 1 << 8)
  /// The mask of the byte order.
  public static let byteOrderMask = CGBitmapInfo(rawValue: CGImageByteOrderInfo.orderMask.rawValue)
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

  /// The byte order; nil for invalid bits.
  package var byteOrder: CGImageByteOrderInfo? {
    let order = CGImageByteOrderInfo(rawValue: rawValue & CGBitmapInfo.byteOrderMask.rawValue)
    return order == .orderMask ? nil : order
  }
}
