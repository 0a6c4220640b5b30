import MultiplaneGraphics

extension CGImage {
  /// Decodes a PNG file, as sRGB with alpha: 8 bits per channel, or half floats for 16-bit files.
  /// Nil if it cannot be decoded.
  ///
  /// `decode` is ignored.
  public convenience init?(
    pngDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    self.init(source, .png, shouldInterpolate, intent)
  }

  /// Decodes a JPEG file, upright, as 8-bit sRGB. Nil if it cannot be decoded.
  ///
  /// `decode` is ignored.
  public convenience init?(
    jpegDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    self.init(source, .jpeg, shouldInterpolate, intent)
  }

  private convenience init?(
    _ source: CGDataProvider, _ format: ImageFileFormat, _ shouldInterpolate: Bool, _ intent: CGColorRenderingIntent
  ) {
    let bytes = [UInt8](source.bytes)
    guard ImageFileFormat(firstBytes: bytes) == format, let image = try? decodeImage(bytes, name: "data provider"),
      let provider = image.dataProvider
    else { return nil }
    self.init(
      width: image.width, height: image.height, bitsPerComponent: image.bitsPerComponent,
      bitsPerPixel: image.bitsPerPixel, bytesPerRow: image.bytesPerRow,
      space: image.colorSpace ?? CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: image.bitmapInfo, provider: provider, decode: nil, shouldInterpolate: shouldInterpolate,
      intent: intent)
  }
}
