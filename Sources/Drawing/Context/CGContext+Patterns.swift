import MultiplaneCCairo
import MultiplaneGraphics

// Patterns. A cell is drawn once, with pixels of its own, by the pattern's callback, and repeated
// from there.

extension CGContext {
  /// Sets the fill pattern. `components` are alpha for a coloured pattern, and those of the fill
  /// colour space's base (`setFillColorSpace(_:)`) followed by alpha for an uncoloured one. Does
  /// nothing if numbers are missing.
  public func setFillPattern(_ pattern: CGPattern, colorComponents components: [CGFloat]) {
    if let color = Self.color(pattern, in: state.fillSpace, components) { setFillColor(color) }
  }

  /// Sets the fill pattern, with a pointer to all components (`&components`).
  @_disfavoredOverload  // Arrays are for the other, which knows how many there are.
  public func setFillPattern(_ pattern: CGPattern, colorComponents components: UnsafePointer<CGFloat>) {
    setFillPattern(pattern, colorComponents: Self.numbers(at: components, of: pattern, in: state.fillSpace))
  }

  /// Sets the stroke pattern; `components` are as for `setFillPattern(_:colorComponents:)`.
  public func setStrokePattern(_ pattern: CGPattern, colorComponents components: [CGFloat]) {
    if let color = Self.color(pattern, in: state.strokeSpace, components) { setStrokeColor(color) }
  }

  /// Sets the stroke pattern, with a pointer to all components (`&components`).
  @_disfavoredOverload
  public func setStrokePattern(_ pattern: CGPattern, colorComponents components: UnsafePointer<CGFloat>) {
    setStrokePattern(pattern, colorComponents: Self.numbers(at: components, of: pattern, in: state.strokeSpace))
  }

  /// Sets the offset of patterns, in base space: a positive height moves them up.
  public func setPatternPhase(_ phase: CGSize) { state.patternPhase = phase }

  private static func numbers(
    at start: UnsafePointer<CGFloat>, of pattern: CGPattern, in space: CGColorSpace
  ) -> [CGFloat] {
    let count = pattern.isColored || space.model != .pattern ? 0 : space.numberOfComponents
    return Array(UnsafeBufferPointer(start: start, count: count + 1))
  }

  private static func color(
    _ pattern: CGPattern, in space: CGColorSpace, _ components: [CGFloat]
  ) -> CGColor? {
    // A coloured pattern needs no space; Core Graphics wants one of patterns set, and forgives
    // another.
    guard pattern.isColored, space.model != .pattern else {
      return CGColor(patternSpace: space, pattern: pattern, components: components)
    }
    return CGColorSpace(patternBaseSpace: nil).flatMap {
      CGColor(patternSpace: $0, pattern: pattern, components: components)
    }
  }

  /// The source of a colour: the colour itself, or its pattern.
  func source(of color: CGColor) -> PatternSource? {
    guard let pattern = color.pattern else { return solidSource(color) }
    guard let cell = cell(of: pattern, tint: color.patternTint), let source = PatternSource(pixelsOf: cell.surface),
      source.place(by: cell.toPixels)
    else { return nil }
    cairo_pattern_set_extend(source.pattern, CAIRO_EXTEND_REPEAT)
    let isSmooth = !cell.isWhole && pattern.tiling != .noDistortion
    cairo_pattern_set_filter(source.pattern, isSmooth ? CAIRO_FILTER_GOOD : CAIRO_FILTER_NEAREST)
    if let halves = cell.surface.halves {
      let area = halves.area
      let grid = WideGrid(width: area.width, height: area.height, beyond: .again) { halves[$0, $1] }
      source.wide = grid.colors(placedBy: cell.toPixels, isSmooth: isSmooth)
    }
    return source
  }

  /// One step of a pattern in pixels, with what its neighbours lay over it.
  private struct Cell {
    let surface: DrawingSurface
    /// From the cell's pixels to the context's.
    let toPixels: CGAffineTransform
    /// Whether cells lie on whole pixels.
    let isWhole: Bool
  }

  /// The longest side of a cell in pixels; larger ones are drawn coarser.
  private static var mostCellPixels: CGFloat { 4096 }
  /// The most neighbours on each side that are drawn over a step, if the bounds are larger than the
  /// step.
  private static var mostNeighbors: Int { 8 }

  private func cell(of pattern: CGPattern, tint: CGColor?) -> Cell? {
    let phase = state.patternPhase
    let toContext = pattern.matrix
      .concatenating(CGAffineTransform(translationX: phase.width, y: phase.height))
      .concatenating(baseToPixels)
    let step = pattern.step
    let (wide, high) = (step.width * hypot(toContext.a, toContext.b), step.height * hypot(toContext.c, toContext.d))
    guard wide.isFinite, high.isFinite, toContext.determinant != 0 else { return nil }
    let (width, height) = (
      min(max(wide.rounded(), 1), Self.mostCellPixels), min(max(high.rounded(), 1), Self.mostCellPixels)
    )
    guard let surface = makeSurface(PixelArea(x: 0, y: 0, width: Int(width), height: Int(height))) else { return nil }
    // The cell's pixels have y down, as the context's; its lower left corner is that of the bounds.
    let fromCell = CGAffineTransform(
      a: step.width / width, b: 0, c: 0, d: -step.height / height, tx: pattern.bounds.minX,
      ty: pattern.bounds.minY + step.height)
    draw(pattern, tint: tint, into: surface, by: fromCell.inverted())
    let toPixels = fromCell.concatenating(toContext)
    let isUpright = toContext.b == 0 && toContext.c == 0
    let isWhole =
      isUpright
      && [wide - width, high - height, toPixels.tx, toPixels.ty].allSatisfy {
        abs($0 - $0.rounded()) < 1e-6
      }
    return Cell(surface: surface, toPixels: toPixels, isWhole: isWhole)
  }

  /// Draws a pattern's cell, and its neighbours that lap over, into a surface; `toCell` maps
  /// pattern space to its pixels.
  private func draw(_ pattern: CGPattern, tint: CGColor?, into surface: DrawingSurface, by toCell: CGAffineTransform) {
    let (bounds, step) = (pattern.bounds, pattern.step)
    func neighbors(_ extent: CGFloat, _ step: CGFloat) -> Int {
      Int(min(max((extent / step).rounded(.up) - 1, 0), CGFloat(Self.mostNeighbors)))
    }
    let (columns, rows) = (neighbors(bounds.width, step.width), neighbors(bounds.height, step.height))
    draw(into: surface) {
      for row in -rows...0 {
        for column in -columns...0 {
          saveGState()
          concatenate(toCell.concatenating(baseToPixels.inverted()))
          translateBy(x: CGFloat(column) * step.width, y: CGFloat(row) * step.height)
          clip(to: bounds)
          if let tint {
            setFillColor(tint)
            setStrokeColor(tint)
            locksColors = true
          }
          pattern.draw(self)
          locksColors = false
          closeWhatIsOpen()
        }
      }
    }
  }

  /// Ends all states and layers that a callback has left open.
  private func closeWhatIsOpen() {
    while refusedDepth > 0 || !stack.isEmpty {
      if stack.last?.beginsLayer == true { endTransparencyLayer() } else { restoreGState() }
    }
  }

  /// Has `body` draw into a surface with a state of its own, as a context of its own would.
  private func draw(into surface: DrawingSurface, _ body: () -> Void) {
    let kept = (stack, state, refusedDepth, currentPath, textTransform, cellSurface, locksColors)
    (stack, refusedDepth, currentPath, textTransform) = ([], 0, CGMutablePath(), .identity)
    cellSurface = surface
    locksColors = false
    state = GraphicsState(clipBounds: surface.area.rect.applying(baseToPixels.inverted()))
    body()
    (stack, state, refusedDepth, currentPath, textTransform, cellSurface, locksColors) = kept
  }
}
