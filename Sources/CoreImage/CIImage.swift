import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree

/// An image as Core Image has it: how it is made of others, drawn when a `CIContext` asks for
/// pixels. Immutable.
///
/// The origin is in the lower left corner, y points up, and a unit is a pixel. Filters are those of
/// layers, by the same kernels: they work on encoded sRGB, where Core Image works on linear light.
open class CIImage: NSObject, NSCopying {
  /// How an image is made.
  private enum Recipe {
    case nothing
    case pixels(CGImage)
    case color(CIColor)
    case cropped(CIImage)
    case transformed(CIImage, CGAffineTransform)
    case composited(CIImage, over: CIImage, CGBlendMode)
    case filtered(CIImage, CIFilter, reach: CGFloat)
  }

  /// The rectangle outside of which the image is transparent; infinite for a colour, null for
  /// nothing.
  public let extent: CGRect
  private let recipe: Recipe

  private init(_ recipe: Recipe, extent: CGRect) {
    (self.recipe, self.extent) = (recipe, extent)
    super.init()
  }

  /// Creates an image without pixels.
  public override init() {
    (recipe, extent) = (.nothing, .null)
    super.init()
  }

  /// Creates an image of a bitmap, with its lower left corner at the origin.
  public init(cgImage image: CGImage) {
    (recipe, extent) = (.pixels(image), CGRect(x: 0, y: 0, width: image.width, height: image.height))
    super.init()
  }

  /// Creates an infinite image of one colour.
  public init(color: CIColor) {
    (recipe, extent) = (.color(color), .infinite)
    super.init()
  }

  /// An image without pixels.
  open class func empty() -> CIImage { CIImage() }

  /// Returns the part inside a rectangle.
  open func cropped(to rect: CGRect) -> CIImage {
    CIImage(.cropped(self), extent: extent.intersection(rect))
  }

  /// Returns the image mapped by a transform; itself if the transform has no inverse.
  open func transformed(by matrix: CGAffineTransform) -> CIImage {
    let area = matrix.a * matrix.d - matrix.b * matrix.c
    guard area != 0, area.isFinite else { return self }
    let isBounded = !extent.isInfinite && !extent.isNull
    return CIImage(.transformed(self, matrix), extent: isBounded ? extent.applying(matrix) : extent)
  }

  /// Returns the image over another one.
  open func composited(over dest: CIImage) -> CIImage { blended(over: dest, .normal) }

  /// Returns the image with a filter applied: one that layers support, or a blend mode with an
  /// `inputBackgroundImage`. An empty image for other filters.
  open func applyingFilter(_ filterName: String, parameters params: [String: Any]) -> CIImage {
    guard let filter = CIFilter(name: filterName, parameters: params) else { return .empty() }
    filter.setValue(self, forKey: kCIInputImageKey)
    return filter.outputImage ?? .empty()
  }

  /// Returns the image with a filter of default inputs applied; as with parameters.
  open func applyingFilter(_ filterName: String) -> CIImage { applyingFilter(filterName, parameters: [:]) }

  /// Returns the image itself, because it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }

  func blended(over dest: CIImage, _ mode: CGBlendMode) -> CIImage {
    let isEndless = extent.isInfinite || dest.extent.isInfinite
    return CIImage(
      .composited(self, over: dest, mode), extent: isEndless ? .infinite : extent.union(dest.extent))
  }

  /// `reach` is how far from a pixel the filter looks.
  func filtered(by filter: CIFilter, reach: CGFloat) -> CIImage {
    let isBounded = !extent.isInfinite && !extent.isNull
    return CIImage(
      .filtered(self, filter, reach: reach), extent: isBounded ? extent.insetBy(dx: -reach, dy: -reach) : extent)
  }
}

// MARK: - Drawing

extension CIImage {
  /// Draws the part in a rectangle into a context whose user space is that of the image.
  func draw(in context: CGContext, _ rect: CGRect) {
    let area = rect.intersection(extent)
    guard !area.isNull, !area.isEmpty else { return }
    context.saveGState()
    defer { context.restoreGState() }
    switch recipe {
    case .nothing: break
    case .pixels(let image): context.draw(image, in: extent)
    case .color(let color):
      context.setFillColor(color.cgColor)
      context.fill(area)
    case .cropped(let image):
      context.clip(to: area)
      image.draw(in: context, area)
    case .transformed(let image, let matrix):
      context.concatenate(matrix)
      image.draw(in: context, area.applying(matrix.inverted()))
    case .composited(let image, let dest, let mode):
      context.beginTransparencyLayer(in: area, auxiliaryInfo: nil)
      dest.draw(in: context, area)
      context.setBlendMode(mode)
      context.beginTransparencyLayer(in: area, auxiliaryInfo: nil)
      image.draw(in: context, area)
      context.endTransparencyLayer()
      context.endTransparencyLayer()
    case .filtered(let image, let filter, let reach):
      guard let (picture, place) = image.filtered(by: filter, reach, area) else { return }
      context.clip(to: area)
      context.draw(picture, in: place)
    }
  }

  /// The pixels of whole units in a rectangle, in sRGB; nil for a rectangle that no bitmap has.
  func bitmap(of rect: CGRect) -> CGImage? {
    guard !rect.isNull, rect.width >= 1, rect.height >= 1, rect.width <= 16384, rect.height <= 16384,
      let context = CGContext(
        data: nil, width: Int(rect.width), height: Int(rect.height), bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGBitmapInfo(alpha: .premultipliedLast))
    else { return nil }
    context.translateBy(x: -rect.minX, y: -rect.minY)
    draw(in: context, rect)
    return context.makeImage()
  }

  /// The picture of a layer with the filter, whose contents are this image, and its place.
  private func filtered(by filter: CIFilter, _ reach: CGFloat, _ area: CGRect) -> (CGImage, CGRect)? {
    let place = area.insetBy(dx: -reach, dy: -reach).integral
    guard let contents = bitmap(of: place),
      let context = CGContext(
        data: nil, width: Int(place.width), height: Int(place.height), bitsPerComponent: 8, bytesPerRow: 0,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGBitmapInfo(alpha: .premultipliedLast))
    else { return nil }
    let layer = CALayer()
    layer.frame = CGRect(origin: .zero, size: place.size)
    layer.contents = contents
    if let center = filter.value(forKey: kCIInputCenterKey) as? CIVector {
      // Layers have their origin in the upper left corner.
      filter.setValue(CIVector(x: center.x - place.minX, y: place.maxY - center.y), forKey: kCIInputCenterKey)
      defer { filter.setValue(center, forKey: kCIInputCenterKey) }
      layer.filters = [filter]
    } else {
      layer.filters = [filter]
    }
    context.translateBy(x: 0, y: place.height)
    context.scaleBy(x: 1, y: -1)
    layer.render(in: context)
    return context.makeImage().map { ($0, place) }
  }
}
