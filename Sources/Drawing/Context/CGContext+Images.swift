import CCairo
import Graphics

extension CGContext {
  /// Draws an image upright in a rectangle, its top row at the greatest y; tiled over all of the clip if asked for.
  ///
  /// A stencil (`CGImage.isMask`) is painted with the fill colour. An image of more than 32767 pixels a side is not drawn.
  public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {
    guard let surface = surface(of: image), let source = PatternSource(surface),
      place(source, image.width, image.height, in: rect)
    else { return }
    source.setSampling(sampling(of: image))
    if byTiling {
      cairo_pattern_set_extend(source.pattern, CAIRO_EXTEND_REPEAT)
      return paint(Mark(shape: nil, source: source, alpha: state.alpha))
    }
    var outline = PathOutline()
    outline.addRect(rect)
    paint(Mark(shape: (outline.applying(userToPixels), .winding), source: source, alpha: state.alpha))
  }

  /// How an image is sampled: as the context asks for, unless the image does not want to be smoothed.
  func sampling(of image: CGImage) -> cairo_filter_t {
    guard image.shouldInterpolate else { return CAIRO_FILTER_NEAREST }
    return switch state.interpolationQuality {
    case .none: CAIRO_FILTER_NEAREST
    case .low: CAIRO_FILTER_BILINEAR
    case .default, .medium: CAIRO_FILTER_GOOD
    case .high: CAIRO_FILTER_BEST
    }
  }

  /// Stretches a source of so many pixels, top row first, over a rectangle of user space; false if that is impossible.
  func place(_ source: PatternSource, _ width: Int, _ height: Int, in rect: CGRect) -> Bool {
    let (stretchX, stretchY) = (rect.width / CGFloat(width), rect.height / CGFloat(height))
    let toUser = CGAffineTransform(a: stretchX, b: 0, c: 0, d: -stretchY, tx: rect.minX, ty: rect.maxY)
    return source.place(by: toUser.concatenating(userToPixels))
  }

  private func surface(of image: CGImage) -> DrawingSurface? {
    guard image.isMask else {
      return ImageSurface.color(
        image.premultipliedRGBA8(in: drawingSpace), width: image.width, height: image.height,
        exchangesRedAndBlue: !storage.layout.isRedFirst)
    }
    guard let coverage = image.maskCoverage(),
      let stencil = ImageSurface.alpha(coverage, width: image.width, height: image.height),
      let colored = DrawingSurface(stencil.area), let color = solidSource(state.fillColor, isFaded: false)
    else { return nil }
    cairo_set_source(colored.cairo, color.pattern)
    cairo_mask_surface(colored.cairo, stencil.surface, 0, 0)
    return colored
  }
}
