import MultiplaneCCairo
import MultiplaneGraphics

extension CGContext {
  /// Draws an image in a rectangle, upright with y up; tiled over the clip if `byTiling` is true.
  ///
  /// An image mask (`CGImage.isMask`) is painted with the fill colour. Images of more than 32767
  /// pixels per side are not drawn.
  public func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool = false) {
    if image.isMask, state.fillColor.pattern != nil { return paintPattern(through: image, in: rect) }
    guard let surface = surface(of: image), let source = PatternSource(surface),
      place(source, image.width, image.height, in: rect)
    else { return }
    source.setSampling(sampling(of: image))
    // Of an image with edges that continue Cairo embeds a copy per use.
    if target.isPage { cairo_pattern_set_extend(source.pattern, CAIRO_EXTEND_NONE) }
    source.wide = wideColors(of: image, in: rect, beyond: byTiling ? .again : .edge)
    if byTiling {
      cairo_pattern_set_extend(source.pattern, CAIRO_EXTEND_REPEAT)
      return paint(Mark(shape: nil, source: source, alpha: state.alpha))
    }
    var outline = PathOutline()
    outline.addRect(rect)
    paint(Mark(shape: (outline.applying(userToPixels), .winding), source: source, alpha: state.alpha))
  }

  /// Draws an image, tone-mapped by a method. The method and the options have no effect: colours
  /// brighter than white are handled as `draw(_:in:)` does. Returns true.
  @discardableResult
  public func draw(_ image: CGImage, in rect: CGRect, by method: CGToneMapping, options: CFDictionary?) -> Bool {
    draw(image, in: rect)
    return true
  }

  /// How an image is sampled: as the context asks for, unless the image does not want to be
  /// smoothed.
  func sampling(of image: CGImage) -> cairo_filter_t {
    guard image.shouldInterpolate else { return CAIRO_FILTER_NEAREST }
    return switch state.interpolationQuality {
    case .none: CAIRO_FILTER_NEAREST
    case .low: CAIRO_FILTER_BILINEAR
    case .default, .medium: CAIRO_FILTER_GOOD
    case .high: CAIRO_FILTER_BEST
    }
  }

  /// Stretches a source of the given size in pixels, top row first, over a rectangle of user space;
  /// false if that is impossible.
  func place(_ source: PatternSource, _ width: Int, _ height: Int, in rect: CGRect) -> Bool {
    source.place(by: placement(width, height, in: rect))
  }

  /// From a source of the given size in pixels, top row first, to the context's pixels, where they
  /// fill a rectangle of user space.
  private func placement(_ width: Int, _ height: Int, in rect: CGRect) -> CGAffineTransform {
    let (stretchX, stretchY) = (rect.width / CGFloat(width), rect.height / CGFloat(height))
    let toUser = CGAffineTransform(a: stretchX, b: 0, c: 0, d: -stretchY, tx: rect.minX, ty: rect.maxY)
    return toUser.concatenating(userToPixels)
  }

  /// An image's colours for a bitmap of half floats, stretched over a rectangle; nil where there is
  /// none to draw into.
  private func wideColors(of image: CGImage, in rect: CGRect, beyond: WideGrid.Beyond) -> WideColors? {
    guard target.halves != nil else { return nil }
    let pixel: (Int, Int) -> SIMD4<Float>
    if image.isMask, let coverage = image.maskCoverage() {
      let (red, green, blue) = cairoComponents(of: state.fillColor)
      let color = WideColors(red: red, green: green, blue: blue, alpha: Double(state.fillColor.alpha)).color(.zero)
      pixel = { color * (Float(coverage[$1 * image.width + $0]) / 255) }
    } else {
      let numbers = image.premultipliedFloats(in: drawingSpace)
      pixel = { numbers[$1 * image.width + $0] }
    }
    return WideGrid(width: image.width, height: image.height, beyond: beyond, pixel: pixel)
      .colors(
        placedBy: placement(image.width, image.height, in: rect), isSmooth: sampling(of: image) != CAIRO_FILTER_NEAREST)
  }

  /// Fills a rectangle with the fill colour's pattern, seen through a stencil.
  private func paintPattern(through stencil: CGImage, in rect: CGRect) {
    let kept = currentPath
    saveGState()
    clip(to: rect, mask: stencil)
    fill(rect)
    restoreGState()
    currentPath = kept
  }

  private func surface(of image: CGImage) -> DrawingSurface? {
    guard image.isMask else {
      let surface = ImageSurface.color(
        image.premultipliedRGBA8(in: drawingSpace), width: image.width, height: image.height,
        exchangesRedAndBlue: !storage.layout.isRedFirst)
      if let surface { document?.identify(surface, as: image) }
      return surface
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
