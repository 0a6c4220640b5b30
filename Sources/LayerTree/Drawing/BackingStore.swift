import MultiplaneDrawing
import MultiplaneGraphics

/// The contents that a layer has drawn itself.
struct BackingStore {
  let shape: BackingShape
  let image: CGImage
}

/// The bitmap that a layer draws its contents into: its pixels, and where the layer's coordinates
/// lie on them.
struct BackingShape: Equatable {
  /// The most pixels of a bitmap, 2²⁶: a square of 8192 a side.
  static let mostPixels = CGContext.maximumPixels

  /// In the layer's own coordinates, in points.
  let bounds: CGRect
  /// In pixels, at least 1.
  let width: Int
  let height: Int
  let format: CALayerContentsFormat
  let isOpaque: Bool
  /// Whether the bitmap's top row is at the greatest y of the layer, rather than at the least
  /// (rendering rules §9).
  let isFlipped: Bool
  /// Whether the layer's scale would have made it larger than a bitmap may be.
  let isReduced: Bool
  /// The pixels outside of the layer's bounds, which `bounds` contains.
  private(set) var overhang = ImageOverhang.none

  /// `ceil(bounds × contentsScale)` pixels, or as many as are allowed at a smaller scale. Nil for
  /// empty bounds, and for such as are not finite.
  init?(of layer: CALayer) {
    let asked = Double(layer.contentsScale)
    self.init(
      bounds: layer.bounds, scale: asked > 0 && asked.isFinite ? asked : 1, format: layer.contentsFormat,
      // Letters do not fill the bounds, whatever the program says: they lie over the background.
      isOpaque: layer.isOpaque && layer.kind != .text, isFlipped: layer.liesInFlippedGeometry)
    self = enlarged(to: layer.drawnRect)
  }

  /// Of a tile of a layer.
  init?(bounds: CGRect, scale: Double, _ tile: TileShape) {
    self.init(
      bounds: bounds, scale: scale, format: tile.format, isOpaque: tile.isOpaque, isFlipped: tile.isFlipped)
  }

  init?(
    bounds: CGRect, scale: Double, format: CALayerContentsFormat, isOpaque: Bool, isFlipped: Bool
  ) {
    guard bounds.isFinite, bounds.width > 0, bounds.height > 0 else { return nil }
    let (wide, high) = (bounds.width * scale, bounds.height * scale)
    let side = Double(CGContext.maximumSide)
    let limit = min(1, side / wide, side / high, (Double(Self.mostPixels) / wide / high).squareRoot())
    // Up, but for what rounding has added to a whole number of pixels; or down to the limit.
    func pixels(_ length: Double) -> Int {
      Int(min(max(limit < 1 ? (length * limit + 1e-6).rounded(.down) : (length - 1e-6).rounded(.up), 1), side))
    }
    (width, height) = (pixels(wide), pixels(high))
    self.bounds = bounds
    self.format = format
    self.isOpaque = isOpaque
    self.isFlipped = isFlipped
    isReduced = limit < 1
  }

  /// The shape with whole pixels more on each side, so that it contains a rectangle; itself if that
  /// would be too large. The pixels of the layer's bounds stay where they are.
  func enlarged(to rect: CGRect) -> BackingShape {
    guard !isReduced, rect != bounds, rect.isFinite else { return self }
    let (scaleX, scaleY) = (Double(width) / bounds.width, Double(height) / bounds.height)
    func pixels(_ length: Double) -> Int { Int(max((length - 1e-6).rounded(.up), 0)) }
    let more = ImageOverhang(
      minX: pixels((bounds.minX - rect.minX) * scaleX), minY: pixels((bounds.minY - rect.minY) * scaleY),
      maxX: pixels((rect.maxX - bounds.maxX) * scaleX), maxY: pixels((rect.maxY - bounds.maxY) * scaleY))
    let (wide, high) = (width + more.minX + more.maxX, height + more.minY + more.maxY)
    guard more != .none, max(wide, high) <= CGContext.maximumSide, wide <= Self.mostPixels / high else { return self }
    let larger = CGRect(
      x: bounds.minX - Double(more.minX) / scaleX, y: bounds.minY - Double(more.minY) / scaleY,
      width: Double(wide) / scaleX, height: Double(high) / scaleY)
    return BackingShape(self, bounds: larger, width: wide, height: high, overhang: more)
  }

  private init(_ shape: BackingShape, bounds: CGRect, width: Int, height: Int, overhang: ImageOverhang) {
    (self.bounds, self.width, self.height, self.overhang) = (bounds, width, height, overhang)
    (format, isOpaque, isFlipped, isReduced) = (shape.format, shape.isOpaque, shape.isFlipped, false)
  }

  /// A clear bitmap; an opaque one is black.
  func makeContext() -> CGContext? {
    let grey = format == .gray8Uint
    let isFloat = format == .RGBA16Float
    let alpha: CGImageAlphaInfo = grey ? .none : isOpaque && !isFloat ? .noneSkipLast : .premultipliedLast
    var info = CGBitmapInfo(rawValue: alpha.rawValue)
    if isFloat { info.formUnion([.floatComponents, .byteOrder16Little]) }
    let space = isFloat ? CGColorSpace.extendedSRGBSpace : CGColorSpaceCreateDeviceRGB()
    return CGContext(
      data: nil, width: width, height: height, bitsPerComponent: isFloat ? 16 : 8, bytesPerRow: 0,
      space: grey ? CGColorSpaceCreateDeviceGray() : space, bitmapInfo: info.rawValue)
  }

  /// From the layer's coordinates to the bitmap's base space (pixels, y up): the bounds fill the
  /// bitmap, so that what is drawn lies where its coordinates say also where the pixels were
  /// rounded up.
  var toBase: CGAffineTransform {
    let (scaleX, scaleY) = (CGFloat(width) / bounds.width, CGFloat(height) / bounds.height)
    return isFlipped
      ? CGAffineTransform(a: scaleX, b: 0, c: 0, d: scaleY, tx: -bounds.minX * scaleX, ty: -bounds.minY * scaleY)
      : CGAffineTransform(a: scaleX, b: 0, c: 0, d: -scaleY, tx: -bounds.minX * scaleX, ty: bounds.maxY * scaleY)
  }

  /// All pixels, in base space.
  var pixels: CGRect { CGRect(x: 0, y: 0, width: width, height: height) }

  /// The whole pixels that a rectangle of the layer touches, in base space; empty for none.
  func pixels(of rect: CGRect) -> CGRect {
    let inside = rect.intersection(bounds)
    guard !inside.isNull else { return .zero }
    // Not those of which only rounding has a share.
    let touched = inside.applying(toBase).insetBy(dx: 1e-6, dy: 1e-6)
    return touched.isNull ? .zero : touched.integral.intersection(pixels)
  }
}
