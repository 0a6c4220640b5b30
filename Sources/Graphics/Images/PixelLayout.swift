import Foundation

/// The places of the components in a pixel's bytes. Only supported layouts can be created.
struct PixelLayout: Sendable, Equatable {
  /// The storage of a component.
  enum Component: Sendable {
    /// One byte, 0…255 for 0…1.
    case byte
    /// Two bytes, an IEEE 754 half, least byte first.
    case halfLittle
    /// Two bytes, an IEEE 754 half, greatest byte first.
    case halfBig
  }

  /// The storage of the components, the same for all.
  let component: Component
  /// Bytes from one pixel to the next.
  let bytesPerPixel: Int
  /// The byte at which each colour component begins; none in an alpha-only image.
  let colorOffsets: [Int]
  /// The byte at which alpha begins; nil for opaque pixels.
  let alphaOffset: Int?
  /// Whether colours are multiplied by alpha.
  let isPremultiplied: Bool

  /// The layout that the numbers of `CGImage`'s initialiser describe, or nil for one that is not
  /// supported.
  ///
  /// Supported: 8-bit grey, indices of a colour table, grey and alpha, RGB, RGB with alpha or a
  /// skipped byte, alpha only; 16-bit float RGBA.
  init?(bitsPerComponent: Int, bitsPerPixel: Int, bitmapInfo: CGBitmapInfo, model: CGColorSpaceModel) {
    guard let alpha = bitmapInfo.alphaInfo, let order = bitmapInfo.knownByteOrder, bitmapInfo.isPacked
    else { return nil }
    let colors: Int
    switch model {
    case .monochrome, .indexed: colors = 1
    case .rgb: colors = 3
    default:
      guard alpha == .alphaOnly else { return nil }
      colors = 0
    }
    let slots = alpha == .alphaOnly ? 1 : colors + (alpha == .none ? 0 : 1)
    let isFloat = bitmapInfo.contains(.floatComponents)
    switch (bitsPerComponent, isFloat) {
    case (8, false): component = .byte
    case (16, true) where slots == 4: component = order == .order16Little ? .halfLittle : .halfBig
    default: return nil
    }
    let componentSize = component == .byte ? 1 : 2
    bytesPerPixel = slots * componentSize
    guard bitsPerPixel == 8 * bytesPerPixel,
      PixelLayout.supports(order, component: component, bytesPerPixel: bytesPerPixel)
    else { return nil }

    // Little-endian units of several 8-bit components hold these backwards.
    let isReversed = component == .byte && slots > 1 && (order == .order32Little || order == .order16Little)
    func offset(ofSlot slot: Int) -> Int { (isReversed ? slots - 1 - slot : slot) * componentSize }
    if alpha == .alphaOnly {
      colorOffsets = []
      alphaOffset = 0
    } else {
      let firstColor = alpha.isFirst ? 1 : 0
      colorOffsets = (0..<colors).map { offset(ofSlot: firstColor + $0) }
      alphaOffset = alpha.hasAlpha ? offset(ofSlot: alpha.isFirst ? 0 : slots - 1) : nil
    }
    isPremultiplied = alpha.isPremultiplied
  }

  /// Bytes red, green, blue and alpha, alpha multiplied in.
  static let premultipliedRGBA8 = PixelLayout(
    component: .byte, bytesPerPixel: 4, colorOffsets: [0, 1, 2], alphaOffset: 3, isPremultiplied: true)

  /// Half floats red, green, blue and alpha, the least byte first, alpha multiplied in.
  static let premultipliedHalves = PixelLayout(
    component: .halfLittle, bytesPerPixel: 8, colorOffsets: [0, 2, 4], alphaOffset: 6, isPremultiplied: true)

  private init(
    component: Component, bytesPerPixel: Int, colorOffsets: [Int], alphaOffset: Int?, isPremultiplied: Bool
  ) {
    self.component = component
    self.bytesPerPixel = bytesPerPixel
    self.colorOffsets = colorOffsets
    self.alphaOffset = alphaOffset
    self.isPremultiplied = isPremultiplied
  }

  /// Whether a byte order's unit is a pixel of bytes, or a component of two bytes.
  private static func supports(_ order: CGImageByteOrderInfo, component: Component, bytesPerPixel: Int) -> Bool {
    switch order {
    case .orderDefault: true
    case .order16Little, .order16Big: component != .byte || bytesPerPixel == 2
    case .order32Little, .order32Big: component == .byte && bytesPerPixel == 4
    case .orderMask: false
    }
  }

  /// Whether pixels are the bytes red, green, blue, alpha (or opaque with a skipped byte last).
  var isRGBAOrder: Bool { component == .byte && bytesPerPixel == 4 && colorOffsets == [0, 1, 2] }
}
