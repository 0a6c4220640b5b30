/// The pixels of an image outside the bounds of the layer that it was drawn for, on each side of
/// the layer: the ink of letters that reach beyond their lines. As contents that fill the bounds,
/// the image also shows these.
package struct ImageOverhang: Sendable, Equatable {
  /// On the sides of the least x, the least y, the greatest x and the greatest y of the layer.
  package var minX: Int
  package var minY: Int
  package var maxX: Int
  package var maxY: Int

  package init(minX: Int, minY: Int, maxX: Int, maxY: Int) {
    (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
  }

  package static let none = ImageOverhang(minX: 0, minY: 0, maxX: 0, maxY: 0)
}

extension CGImage {
  /// The same pixels as an image with an overhang.
  package func withOverhang(_ overhang: ImageOverhang) -> CGImage {
    guard overhang != .none, let provider = dataProvider else { return self }
    return CGImage(
      width: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel,
      bytesPerRow: bytesPerRow, space: colorSpace ?? CGColorSpaceCreateDeviceGray(), bitmapInfo: bitmapInfo,
      provider: provider, firstByte: firstByte, decode: decodeRange, shouldInterpolate: shouldInterpolate,
      intent: renderingIntent, isMask: isMask, overhang: overhang) ?? self
  }

  /// The part of the image in the bounds of its layer, in unit coordinates with the direction of
  /// the layer's y axis; nil for all of it.
  package var partInBounds: CGRect? {
    guard let overhang else { return nil }
    let (width, height) = (Double(width), Double(height))
    let inner = CGRect(
      x: Double(overhang.minX) / width, y: Double(overhang.minY) / height,
      width: 1 - Double(overhang.minX + overhang.maxX) / width,
      height: 1 - Double(overhang.minY + overhang.maxY) / height)
    return inner.width > 0 && inner.height > 0 ? inner : nil
  }
}
