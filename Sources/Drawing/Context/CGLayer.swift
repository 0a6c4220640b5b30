import MultiplaneGraphics

/// An offscreen context for content that is drawn once and painted many times.
public final class CGLayer {
  /// The size, in user space of the context that the layer was created for.
  public let size: CGSize
  /// The context that draws into the layer. One unit is a unit of `size`; the origin is in the
  /// lower left corner. Never nil; optional as in Apple's API.
  public let context: CGContext?

  /// Creates a layer with the pixel format of `context` plus alpha, and the current resolution of
  /// its user space.
  ///
  /// Nil for an empty size, and for the same reasons as a bitmap context. `auxiliaryInfo` is
  /// ignored.
  public init?(_ context: CGContext, size: CGSize, auxiliaryInfo: CFDictionary?) {
    let scale = CGSize(
      width: hypot(context.ctm.a, context.ctm.b), height: hypot(context.ctm.c, context.ctm.d))
    // Up, but for what rounding has added to a whole number of pixels.
    let width = (size.width * scale.width - 1e-6).rounded(.up)
    let height = (size.height * scale.height - 1e-6).rounded(.up)
    let limit = CGFloat(CGContext.maximumSide)
    guard width >= 1, height >= 1, width <= limit, height <= limit,
      let drawn = context.makeLayerContext(width: Int(width), height: Int(height))
    else { return nil }
    drawn.scaleBy(x: width / size.width, y: height / size.height)
    self.size = size
    self.context = drawn
  }

  /// A picture of what was drawn.
  fileprivate var image: CGImage? { context?.makeImage() }
}

extension CGContext {
  /// Draws a layer, stretched to a rectangle.
  public func draw(_ layer: CGLayer, in rect: CGRect) {
    if let image = layer.image { draw(image, in: rect) }
  }

  /// Draws a layer in its own size, with its lower left corner at a point.
  public func draw(_ layer: CGLayer, at point: CGPoint) {
    draw(layer, in: CGRect(origin: point, size: layer.size))
  }

  /// A bitmap of the same kind of pixels and colour space, with alpha.
  fileprivate func makeLayerContext(width: Int, height: Int) -> CGContext? {
    let isGray = colorSpace?.model == .monochrome
    let isHalf = storage.layout.half != nil
    let alpha: CGImageAlphaInfo = colorSpace == nil ? .alphaOnly : .premultipliedLast
    let order: CGBitmapInfo = isHalf ? [.floatComponents, .byteOrder16Little] : []
    // Grey has no layout with alpha: its colours are kept as sRGB.
    let space = isGray && colorSpace != nil ? CGColorSpaceCreateDeviceRGB() : drawingSpace
    return CGContext(
      data: nil, width: width, height: height, bitsPerComponent: isHalf ? 16 : 8, bytesPerRow: 0, space: space,
      bitmapInfo: alpha.rawValue | order.rawValue)
  }
}
