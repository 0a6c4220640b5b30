import MultiplaneCCairo
import MultiplaneGraphics

/// How the pixels of a bitmap context lie in memory, and what Cairo takes them for.
///
/// Cairo draws straight into four bytes per pixel with alpha last or unused, and into alpha alone.
/// It believes blue to come first; for a bitmap of red-first bytes every colour is handed to it
/// with red and blue exchanged. Other layouts of bytes are drawn as those and converted
/// (`BitmapConversion`); half floats are drawn by ourselves (`HalfPixels`).
struct BitmapLayout {
  /// Bytes from one pixel to the next.
  let bytesPerPixel: Int
  /// The offsets in a pixel's bytes of red, green, blue (or three times grey) and alpha; alpha
  /// alone has no colours.
  let colorOffsets: [Int]
  let alphaOffset: Int?
  /// Whether components are halves, and if so whether their least byte comes first; else they are
  /// bytes.
  let half: Half?
  /// The format that is drawn into, be it the memory itself or what is converted to it; of half
  /// floats that of the shapes.
  let format: cairo_format_t
  /// Whether red and blue are exchanged in what is drawn into.
  let isRedFirst: Bool
  /// Whether the memory can be drawn into as it is, if its address and rows are aligned.
  let isDirect: Bool

  enum Half {
    case littleEndian
    case bigEndian
  }

  /// Nil for what `CGContext` does not draw into: straight alpha, three bytes per pixel, inks,
  /// other numbers of bits.
  init?(bitsPerComponent: Int, bitmapInfo: CGBitmapInfo, model: CGColorSpaceModel) {
    guard let alpha = bitmapInfo.alphaInfo, let order = bitmapInfo.knownByteOrder, bitmapInfo.isPacked else {
      return nil
    }
    let isFloat = bitmapInfo.contains(.floatComponents)
    switch (bitsPerComponent, isFloat, alpha) {
    case (8, false, .alphaOnly):
      self.init(size: 1, colors: [], alpha: 0, format: CAIRO_FORMAT_A8, isDirect: true)
    case (8, false, .none) where model == .monochrome:
      self.init(size: 1, colors: [0, 0, 0], alpha: nil, format: CAIRO_FORMAT_RGB24, isDirect: false)
    case (8, false, .premultipliedFirst), (8, false, .premultipliedLast), (8, false, .noneSkipFirst),
      (8, false, .noneSkipLast):
      guard model == .rgb, order != .order16Little, order != .order16Big else { return nil }
      let isFirst = alpha == .premultipliedFirst || alpha == .noneSkipFirst
      let bigEndian = isFirst ? [1, 2, 3, 0] : [0, 1, 2, 3]
      let offsets = order == .order32Little ? bigEndian.map { 3 - $0 } : bigEndian
      self.init(
        size: 4, colors: Array(offsets.prefix(3)), alpha: alpha.hasAlpha ? offsets[3] : nil,
        format: alpha.hasAlpha ? CAIRO_FORMAT_ARGB32 : CAIRO_FORMAT_RGB24, isDirect: offsets[3] == 3)
    case (16, true, .premultipliedLast):
      guard model == .rgb, order != .order32Little, order != .order32Big else { return nil }
      self.init(
        size: 8, colors: [0, 2, 4], alpha: 6, half: order == .order16Little ? .littleEndian : .bigEndian,
        format: CAIRO_FORMAT_A8, isDirect: false)
    default: return nil
    }
  }

  private init(
    size: Int, colors: [Int], alpha: Int?, half: Half? = nil, format: cairo_format_t, isDirect: Bool
  ) {
    bytesPerPixel = size
    colorOffsets = colors
    alphaOffset = alpha
    self.half = half
    self.format = format
    isRedFirst = isDirect && colors.first == 0
    self.isDirect = isDirect
  }
}
