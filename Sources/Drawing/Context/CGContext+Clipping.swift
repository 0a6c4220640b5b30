import MultiplaneCCairo
import MultiplaneGraphics

extension CGContext {
  /// Intersects the clip with the current path, which becomes empty.
  public func clip(using rule: CGPathFillRule = .winding) {
    let outline = currentPath.outline
    beginPath()
    clip(outline, rule)
  }

  /// Intersects the clip with a rectangle. The current path becomes empty.
  public func clip(to rect: CGRect) {
    clip(to: [rect])
  }

  /// Intersects the clip with rectangles. The current path becomes empty.
  public func clip(to rects: [CGRect]) {
    beginPath()
    addRects(rects)
    clip()
  }

  /// Intersects the clip with a mask, stretched over a rectangle.
  ///
  /// An image mask (`CGImage.isMask`) passes where its samples are 0, a grey image without alpha
  /// where it is white. Any other image is a mask by its alpha.
  public func clip(to rect: CGRect, mask: CGImage) {
    let area = pixels(of: state.clipBounds)
    clip(to: rect)
    guard let coverage = mask.maskCoverage() ?? alpha(of: mask),
      let image = ImageSurface.alpha(coverage, width: mask.width, height: mask.height),
      let source = PatternSource(image), place(source, mask.width, mask.height, in: rect),
      let clipMask = DrawingSurface(area, format: CAIRO_FORMAT_A8)
    else {
      // A mask without memory clips everything, and so does an empty rectangle.
      return clipAll()
    }
    source.setSampling(sampling(of: mask))
    cairo_set_source(clipMask.cairo, source.pattern)
    // The edges are those of the clip.
    cairo_paint(clipMask.cairo)
    clip(to: clipMask)
  }

  /// Lets be drawn on what a mask of the target's pixels lets pass, in addition to the clip there
  /// is.
  func clip(to mask: DrawingSurface) {
    if let outer = state.clipMask {
      cairo_set_operator(mask.cairo, CAIRO_OPERATOR_DEST_IN)
      cairo_set_source_surface(mask.cairo, outer.surface, 0, 0)
      cairo_paint(mask.cairo)
    }
    state.clipMask = mask
  }

  /// Lets nothing be drawn on any more.
  func clipAll() {
    state.clipMask = nil
    clip(PathOutline(), .winding)
  }

  /// Resets the clip to the edges of the bitmap or of the transparency layer.
  public func resetClip() {
    cairo_reset_clip(target.cairo)
    state.clipMask = nil
    state.clipBounds = target.area.rect.applying(baseToPixels.inverted())
  }

  /// The bounding box of the clip, in user space; null if it is empty.
  public var boundingBoxOfClipPath: CGRect {
    state.clipBounds.applying(state.ctm.inverted())
  }

  /// The pixels that a rectangle of base space touches, within what is drawn into.
  func pixels(of rect: CGRect) -> PixelArea {
    PixelArea(touchedBy: rect.applying(baseToPixels), within: target.area)
  }

  private func clip(_ outline: PathOutline, _ rule: CGPathFillRule) {
    state.clipBounds = state.clipBounds.common(with: outline.tightBounds)
    let cairo = target.cairo
    outline.applying(baseToPixels).setPath(of: cairo)
    cairo_set_fill_rule(cairo, rule.cairo)
    cairo_set_antialias(cairo, antialiasing)
    cairo_clip(cairo)
  }

  func alpha(of image: CGImage) -> [UInt8]? {
    let pixels = image.premultipliedRGBA8()
    return stride(from: 3, to: pixels.count, by: 4).map { pixels[$0] }
  }
}

extension CGRect {
  /// The intersection, null if it is empty; of numbers that are none, too.
  func common(with other: CGRect) -> CGRect {
    let (left, right) = (max(minX, other.minX), min(maxX, other.maxX))
    let (bottom, top) = (max(minY, other.minY), min(maxY, other.maxY))
    guard left < right, bottom < top else { return .null }
    return CGRect(x: left, y: bottom, width: right - left, height: top - bottom)
  }
}

extension CGPathFillRule {
  var cairo: cairo_fill_rule_t { self == .winding ? CAIRO_FILL_RULE_WINDING : CAIRO_FILL_RULE_EVEN_ODD }
}
