import Graphics

/// The pixels of an opaque image, with the alpha of a mask of as many pixels in place of its own, as `MixedPicture` takes them: blue
/// first, and around them those at the edges once more.
final class MixingPixels: Sendable {
  /// In rows of `stride`; a pixel more than those, as two are read at once.
  let pixels: [UInt32]
  /// Pixels from one row to the next: those of a row and one at either end.
  let stride: Int
  /// Rows, with those above and below.
  let rowCount: Int
  /// Which columns of each row the mask shows anything of; empty without a mask.
  let shown: [Range<Int>]

  var bytes: Int { pixels.count * MemoryLayout<UInt32>.stride + shown.count * MemoryLayout<Range<Int>>.stride }

  /// Nil for an image that is not opaque, and of other sizes than its mask.
  init?(_ image: CGImage, under mask: CGImage?) {
    let (width, height) = (image.width, image.height)
    guard mask.map({ $0.width == width && $0.height == height }) ?? true else { return nil }
    let stride = width + 2
    let pixels: [UInt32]? = image.withPremultipliedRGBA8 { colors in
      guard let mask else { return Self.pixels(colors, alpha: colors, width: width, height: height) }
      return mask.withPremultipliedRGBA8 { Self.pixels(colors, alpha: $0, width: width, height: height) }
    }
    guard let pixels else { return nil }
    (self.pixels, self.stride, rowCount) = (pixels, stride, height + 2)
    shown = mask == nil ? [] : (0..<height + 2).map { Self.shown(in: pixels[$0 * stride..<($0 + 1) * stride]) }
  }

  /// Joins the colours of opaque pixels, red first, with the alpha of others; nil where the first are not opaque.
  private static func pixels(
    _ colors: UnsafeRawBufferPointer, alpha: UnsafeRawBufferPointer, width: Int, height: Int
  ) -> [UInt32]? {
    func row(_ bytes: UnsafeRawBufferPointer, _ number: Int) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(rebasing: bytes[number * width * 4..<(number + 1) * width * 4])
    }
    var pixels: [UInt32] = []
    pixels.reserveCapacity((width + 2) * (height + 2) + 1)
    var least: UInt8 = 255
    for number in -1...height {
      let place = min(max(number, 0), height - 1)
      let (colors, alpha) = (row(colors, place), row(alpha, place))
      for column in -1...width {
        let byte = min(max(column, 0), width - 1) * 4
        least = min(least, colors[byte + 3])
        let pixel =
          UInt32(colors[byte + 2]) | UInt32(colors[byte + 1]) << 8 | UInt32(colors[byte]) << 16
          | UInt32(alpha[byte + 3]) << 24
        pixels.append(pixel.littleEndian)
      }
    }
    pixels.append(0)
    return least == 255 ? pixels : nil
  }

  /// From the first to the last pixel of a row with any alpha; empty without one.
  private static func shown(in row: ArraySlice<UInt32>) -> Range<Int> {
    func hasAlpha(_ pixel: UInt32) -> Bool { UInt32(littleEndian: pixel) >> 24 != 0 }
    guard let first = row.firstIndex(where: hasAlpha), let last = row.lastIndex(where: hasAlpha) else { return 0..<0 }
    return first - row.startIndex..<last + 1 - row.startIndex
  }
}
