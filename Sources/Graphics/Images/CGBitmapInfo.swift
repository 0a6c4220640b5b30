/// Where alpha is in a pixel, and whether colours are multiplied by it; the numbers are Apple's.
public enum CGImageAlphaInfo: UInt32, Sendable {
  /// No alpha, no room for it.
  case none
  /// Last, colours multiplied by it: RGBA.
  case premultipliedLast
  /// First, colours multiplied by it: ARGB.
  case premultipliedFirst
  /// Last, colours straight.
  case last
  /// First, colours straight.
  case first
  /// Room for it last, but not used: RGBX.
  case noneSkipLast
  /// Room for it first, but not used: XRGB.
  case noneSkipFirst
  /// Alpha and nothing else.
  case alphaOnly

  /// Whether pixels have an alpha that counts.
  package var hasAlpha: Bool {
    switch self {
    case .none, .noneSkipLast, .noneSkipFirst: false
    case .premultipliedLast, .premultipliedFirst, .last, .first, .alphaOnly: true
    }
  }

  /// Whether the alpha, or the room for it, comes first.
  var isFirst: Bool { self == .premultipliedFirst || self == .first || self == .noneSkipFirst }

  /// Whether colours are multiplied by alpha.
  var isPremultiplied: Bool { self == .premultipliedFirst || self == .premultipliedLast }
}

/// How the bytes of a pixel are ordered; the numbers are Apple's.
public enum CGImageByteOrderInfo: UInt32, Sendable {
  /// The bits of `CGBitmapInfo` that tell the order.
  case orderMask = 0x7000
  /// The default order: components as they follow each other in memory.
  case orderDefault = 0
  /// Units of 16 bits, the lowest byte first.
  case order16Little = 0x1000
  /// Units of 32 bits, the lowest byte first.
  case order32Little = 0x2000
  /// Units of 16 bits, the highest byte first.
  case order16Big = 0x3000
  /// Units of 32 bits, the highest byte first.
  case order32Big = 0x4000
}

/// The layout of an image's pixels: a `CGImageAlphaInfo`, a byte order, and whether components are floating-point.
public struct CGBitmapInfo: OptionSet, Sendable {
  /// Apple's bits.
  public let rawValue: UInt32

  /// A layout of Apple's bits.
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// A layout of its alpha, its byte order and its kind of number.
  package init(
    alpha: CGImageAlphaInfo, byteOrder: CGImageByteOrderInfo = .orderDefault, isFloat: Bool = false
  ) {
    self.init(
      rawValue: alpha.rawValue | byteOrder.rawValue | (isFloat ? CGBitmapInfo.floatComponents.rawValue : 0))
  }

  /// The bits of the `CGImageAlphaInfo`.
  public static let alphaInfoMask = CGBitmapInfo(rawValue: 0x1F)
  /// The bits of the kind of number.
  public static let floatInfoMask = CGBitmapInfo(rawValue: 0xF00)
  /// Components are floating-point numbers.
  public static let floatComponents = CGBitmapInfo(rawValue: 1 << 8)
  /// The bits of the byte order.
  public static let byteOrderMask = CGBitmapInfo(rawValue: CGImageByteOrderInfo.orderMask.rawValue)
  /// 16-bit units, least byte first.
  public static let byteOrder16Little = CGBitmapInfo(rawValue: CGImageByteOrderInfo.order16Little.rawValue)
  /// 32-bit units, least byte first: with `premultipliedFirst` the bytes are B, G, R, A.
  public static let byteOrder32Little = CGBitmapInfo(rawValue: CGImageByteOrderInfo.order32Little.rawValue)
  /// 16-bit units, greatest byte first.
  public static let byteOrder16Big = CGBitmapInfo(rawValue: CGImageByteOrderInfo.order16Big.rawValue)
  /// 32-bit units, greatest byte first: the bytes stand as the alpha's name says.
  public static let byteOrder32Big = CGBitmapInfo(rawValue: CGImageByteOrderInfo.order32Big.rawValue)

  /// Where alpha is; nil for bits that name nothing.
  package var alphaInfo: CGImageAlphaInfo? {
    CGImageAlphaInfo(rawValue: rawValue & CGBitmapInfo.alphaInfoMask.rawValue)
  }

  /// How bytes are ordered; nil for bits that name nothing.
  package var byteOrder: CGImageByteOrderInfo? {
    let order = CGImageByteOrderInfo(rawValue: rawValue & CGBitmapInfo.byteOrderMask.rawValue)
    return order == .orderMask ? nil : order
  }
}
