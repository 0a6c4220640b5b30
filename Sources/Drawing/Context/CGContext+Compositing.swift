import MultiplaneCCairo
import MultiplaneGraphics

// How a mark gets into the bitmap: its shadow first, then the mark itself, each by the blend mode
// and within the clip.

extension CGContext {
  /// The drawing target: the innermost transparency layer, or the bitmap.
  var target: DrawingSurface {
    for entry in stack.reversed() {
      if let layer = entry.layer { return layer }
    }
    return cellSurface ?? storage.surface
  }

  /// Clear pixels of the target's kind, for a part of it that is drawn on its own; nil without
  /// memory.
  func makeSurface(_ area: PixelArea) -> DrawingSurface? {
    storage.surface.halves == nil ? DrawingSurface(area) : DrawingSurface(halves: area)
  }

  var antialiasing: cairo_antialias_t {
    allowsAntialiasing && state.shouldAntialias ? CAIRO_ANTIALIAS_BEST : CAIRO_ANTIALIAS_NONE
  }

  /// Draws a mark with all that the state says, its shadow too.
  func paint(_ mark: Mark) {
    // Between pages nothing is drawn.
    if let document, !document.isPageOpen { return }
    func paintBoth() {
      if let shadow = state.shadow { paintShadow(shadow.scaled(by: pixelScale), of: mark) }
      composite(mark)
    }
    if target === storage.surface { storage.draw(paintBoth) } else { paintBoth() }
  }

  /// Draws a mark without a shadow.
  private func composite(_ mark: Mark) {
    let area = mark.bounds(within: pixels(of: state.clipBounds))
    guard !area.isEmpty else { return }
    if let halves = target.halves { return blend(mark, area, into: halves) }
    guard let mask = state.clipMask else { return blend(mark, area) }
    if target.isPage { return blendOnPage(through: mask) { blend(mark, area) } }
    // Whatever the blend mode does, the mask says how much of it is seen.
    let before = target.copyPixels(of: area)
    blend(mark, area)
    target.fade(to: before, area, through: mask)
  }

  private func blend(_ mark: Mark, _ area: PixelArea) {
    if target.isPage {
      let mode = state.blendMode
      return draw(mark, on: target.cairo, mode.pageOperator, isLinear: mode.isLinearInSource)
    }
    guard let cairoOperator = state.blendMode.cairoOperator else { return blendInSoftware(mark, area) }
    draw(mark, on: target.cairo, cairoOperator, isLinear: state.blendMode.isLinearInSource)
  }

  /// Draws on a page what a mask of pixels lets pass.
  private func blendOnPage(through mask: DrawingSurface, _ draw: () -> Void) {
    cairo_push_group(target.cairo)
    draw()
    cairo_pop_group_to_source(target.cairo)
    cairo_mask_surface(target.cairo, mask.surface, 0, 0)
  }

  /// Has Cairo draw a mark. With an operator that is not linear in its source, alpha must not be
  /// made a matter of coverage.
  private func draw(_ mark: Mark, on cairo: OpaquePointer, _ cairoOperator: cairo_operator_t, isLinear: Bool = true) {
    cairo_save(cairo)
    cairo_set_antialias(cairo, antialiasing)
    cairo_set_source(cairo, mark.source.pattern)
    var alpha = mark.alpha
    if !isLinear, alpha < 1 {
      cairo_push_group(cairo)
      cairo_paint_with_alpha(cairo, alpha)
      cairo_pop_group_to_source(cairo)
      alpha = 1
    }
    cairo_set_operator(cairo, cairoOperator)
    if let shape = mark.shape {
      shape.outline.setPath(of: cairo)
      cairo_set_fill_rule(cairo, shape.rule.cairo)
    }
    if mark.shape != nil, alpha == 1 {
      cairo_fill(cairo)
    } else {
      if mark.shape != nil { cairo_clip(cairo) }
      cairo_paint_with_alpha(cairo, alpha)
    }
    cairo_restore(cairo)
    cairo_new_path(cairo)
  }

  /// Has Cairo draw the mark's source without its shape, and its shape within the clip, and blends
  /// pixel by pixel: the shape is how much of the change is made.
  private func blendInSoftware(_ mark: Mark, _ area: PixelArea) {
    let target = self.target
    guard
      let source = DrawingSurface(area, format: target.format == CAIRO_FORMAT_A8 ? target.format : CAIRO_FORMAT_ARGB32)
    else { return }
    draw(Mark(shape: nil, source: mark.source, alpha: mark.alpha), on: source.cairo, CAIRO_OPERATOR_OVER)
    let coverage = coverage(of: mark, area)
    let order = storage.layout.isRedFirst ? (0, 1, 2, 3) : (2, 1, 0, 3)
    let size = target.pixelSize
    let function = BlendFunction(
      mode: state.blendMode, order: size == 1 ? nil : order, isOpaque: target.isOpaque)
    let pixels = source.copyPixels(of: area)
    pixels.withUnsafeBufferPointer { pixels in
      guard let first = pixels.baseAddress else { return }
      target.forEachRow(of: area) { y, row in
        let start = (y - area.y) * area.width
        for x in 0..<area.width {
          function.blend(first + (start + x) * size, into: row + x * size, coverage: coverage[start + x])
        }
      }
    }
  }

  /// The coverage of an area's pixels by the mark's shape within the clip, row after row.
  private func coverage(of mark: Mark, _ area: PixelArea) -> [UInt8] {
    var coverage = [UInt8](repeating: 0, count: area.width * area.height)
    guard let white = PatternSource(cairo_pattern_create_rgba(1, 1, 1, 1)) else { return coverage }
    cairo_push_group_with_content(target.cairo, CAIRO_CONTENT_ALPHA)
    draw(Mark(shape: mark.shape, source: white), on: target.cairo, CAIRO_OPERATOR_OVER)
    if let group = PatternSource(cairo_pop_group(target.cairo)) { group.copyAlpha(of: area, to: &coverage) }
    return coverage
  }

  /// Blends a mark into half floats; its shape, and the clip, are how much of the change is made.
  private func blend(_ mark: Mark, _ area: PixelArea, into halves: HalfPixels) {
    guard let colors = mark.source.wide?.color else { return }
    var coverage = coverage(of: mark, area)
    state.clipMask?.multiply(&coverage, of: area)
    let function = BlendFunction(mode: state.blendMode, order: nil, isOpaque: false)
    let keepsRange = drawingSpace.isExtended
    for row in 0..<area.height {
      for column in 0..<area.width where coverage[row * area.width + column] > 0 {
        let (x, y) = (area.x + column, area.y + row)
        let s = colors(CGPoint(x: CGFloat(x) + 0.5, y: CGFloat(y) + 0.5)) * Float(mark.alpha)
        let d = halves[x, y]
        let blended = function.blended(BlendFunction.Pixel(s), BlendFunction.Pixel(d))
        let changed = d + (blended.numbers - d) * (Float(coverage[row * area.width + column]) / 255)
        halves[x, y] = keepsRange ? changed : changed.clamped(lowerBound: .zero, upperBound: .one)
      }
    }
  }

  private func paintShadow(_ shadow: GraphicsState.Shadow, of mark: Mark) {
    let blur = GaussianBlur(sigma: Double(shadow.blur) / 2)
    let move = CGAffineTransform(translationX: shadow.offset.width, y: -shadow.offset.height)
    // The caster of a shadow in the clip is at most as far from it as the shadow is offset and
    // blurred.
    let landing = pixels(of: state.clipBounds)
    guard !landing.isEmpty else { return }
    let casting = Self.casting(onto: landing, shadow)
    let area = mark.bounds(within: casting)
    guard let alpha = DrawingSurface(area, format: CAIRO_FORMAT_A8) else { return }
    draw(mark, on: alpha.cairo, CAIRO_OPERATOR_OVER)
    // On a page a shadow is an image, no larger than what casts it: a transparency layer is a group
    // without a shape.
    let caster = target.isPage ? alpha.coveredArea : area
    // Of what it spreads over, only what falls onto the clip is computed.
    let spread = caster.grown(by: blur.reach).intersection(casting.grown(by: -blur.reach))
    guard !caster.isEmpty, !spread.isEmpty else { return }
    let pixels = blur.blurred(alpha.copyPixels(of: caster), of: caster, onto: spread)
    guard let shade = DrawingSurface(spread, format: CAIRO_FORMAT_A8), let colored = DrawingSurface(spread) else {
      return
    }
    shade.forEachRow(of: spread) { y, row in
      for x in 0..<spread.width { row[x] = pixels[(y - spread.y) * spread.width + x] }
    }
    guard let color = solidSource(shadow.color, isFaded: false) else { return }
    cairo_set_source(colored.cairo, color.pattern)
    cairo_mask_surface(colored.cairo, shade.surface, 0, 0)
    guard let source = PatternSource(colored), source.place(by: move) else { return }
    let isWhole = move.tx == move.tx.rounded() && move.ty == move.ty.rounded()
    cairo_pattern_set_filter(source.pattern, isWhole ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_BILINEAR)
    source.wide = wideColors(of: shade, shadow.color, movedBy: move, isSmooth: !isWhole)
    var outline = PathOutline()
    outline.addRect(spread.rect.applying(move))
    composite(Mark(shape: (outline, .winding), source: source))
  }

  /// The pixels from which a shadow can fall onto an area.
  static func casting(onto landing: PixelArea, _ shadow: GraphicsState.Shadow) -> PixelArea {
    let reach = GaussianBlur(sigma: Double(shadow.blur) / 2).reach + 1
    // A shadow moved further than any bitmap is wide falls nowhere.
    let limit = CGFloat(maximumSide) + 2000
    let dx = min(max(shadow.offset.width, -limit), limit).rounded()
    let dy = min(max(shadow.offset.height, -limit), limit).rounded()
    return PixelArea(
      x: landing.x - Int(dx), y: landing.y + Int(dy), width: landing.width, height: landing.height
    ).grown(by: reach)
  }

  /// A colour as a source, by default with the state's alpha.
  func solidSource(_ color: CGColor, isFaded: Bool = true) -> PatternSource? {
    let (red, green, blue) = cairoComponents(of: color)
    let alpha = Double(color.alpha) * (isFaded ? state.alpha : 1)
    let source = PatternSource(cairo_pattern_create_rgba(red, green, blue, alpha))
    source?.wide = WideColors(red: red, green: green, blue: blue, alpha: alpha)
    return source
  }

  /// A colour seen through a shape's coverage, both moved; nil where there are no half floats to
  /// draw into.
  private func wideColors(
    of shade: DrawingSurface, _ color: CGColor, movedBy move: CGAffineTransform, isSmooth: Bool
  ) -> WideColors? {
    guard target.halves != nil else { return nil }
    let area = shade.area
    let (red, green, blue) = cairoComponents(of: color)
    let whole = WideColors(red: red, green: green, blue: blue, alpha: Double(color.alpha)).color(.zero)
    let shades = shade.copyPixels(of: area)
    let grid = WideGrid(width: area.width, height: area.height, beyond: .edge) { x, y in
      whole * (Float(shades[y * area.width + x]) / 255)
    }
    let place = CGAffineTransform(translationX: CGFloat(area.x), y: CGFloat(area.y)).concatenating(move)
    return grid.colors(placedBy: place, isSmooth: isSmooth)
  }

  /// A colour's components in the bitmap's space, in the order that Cairo must be given.
  func cairoComponents(of color: CGColor) -> (Double, Double, Double) {
    let own = color.components(in: drawingSpace)
    let rgb = own.count >= 3 ? (own[0], own[1], own[2]) : (own[0], own[0], own[0])
    return storage.layout.isRedFirst ? (rgb.2, rgb.1, rgb.0) : rgb
  }
}

extension DrawingSurface {
  /// Multiplies the coverage of an area, row after row, by what this mask lets pass.
  fileprivate func multiply(_ coverage: inout [UInt8], of part: PixelArea) {
    let passed = passed(of: part)
    for index in coverage.indices {
      coverage[index] = UInt8((UInt32(coverage[index]) * UInt32(passed[index]) + 127) / 255)
    }
  }

  /// The values of this mask in an area, row after row; 0 beyond the mask.
  private func passed(of part: PixelArea) -> [UInt8] {
    let inMask = part.intersection(area)
    var passed = [UInt8](repeating: 0, count: part.width * part.height)
    forEachRow(of: inMask) { y, row in
      let start = (y - part.y) * part.width + inMask.x - part.x
      for x in 0..<inMask.width { passed[start + x] = row[x] }
    }
    return passed
  }

  /// Mixes what an area holds with what it held before: a mask says how much of what it holds is
  /// kept.
  fileprivate func fade(to before: [UInt8], _ part: PixelArea, through mask: DrawingSurface) {
    let coverage = mask.passed(of: part)
    let size = pixelSize
    forEachRow(of: part) { y, row in
      let start = (y - part.y) * part.width
      for index in 0..<part.width * size {
        let kept = UInt32(coverage[start + index / size])
        let mixed = UInt32(row[index]) * kept + UInt32(before[start * size + index]) * (255 - kept)
        row[index] = UInt8((mixed + 127) / 255)
      }
    }
  }
}
