import MultiplaneGraphics

extension CGImage {
  /// The image of a PNG file's bytes, as sRGB with alpha: 8 bits a channel, or half floats where the file has 16 bits; nil if they cannot be
  /// decoded.
  ///
  /// `decode` is not used.
  public convenience init?(
    pngDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
    intent: CGColorRenderingIntent
  ) {
    self.init(source, .png, shouldInterpolate, intent)
  }

  /// The image of a JPEG file's bytes, upright, as 8-bit sRGB; nil if they cannot be decoded.
  ///
  /// `decode` is not used.
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
