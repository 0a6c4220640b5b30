import MultiplaneGraphics

extension CGContext {
  /// Draws the path at hand and begins an empty one.
  public func drawPath(using mode: CGPathDrawingMode) {
    let outline = takePath()
    switch mode {
    case .fill, .fillStroke: fill(outline, .winding)
    case .eoFill, .eoFillStroke: fill(outline, .evenOdd)
    case .stroke: break
    }
    switch mode {
    case .stroke, .fillStroke, .eoFillStroke: stroke(outline)
    case .fill, .eoFill: break
    }
  }

  /// Fills the path at hand and begins an empty one.
  public func fillPath(using rule: CGPathFillRule = .winding) {
    fill(takePath(), rule)
  }

  /// Strokes the path at hand and begins an empty one.
  public func strokePath() {
    stroke(takePath())
  }

  /// Fills a rectangle, and begins an empty path.
  public func fill(_ rect: CGRect) {
    fill([rect])
  }

  /// Fills rectangles, and begins an empty path.
  public func fill(_ rects: [CGRect]) {
    beginPath()
    addRects(rects)
    fillPath()
  }

  /// Strokes a rectangle, and begins an empty path.
  public func stroke(_ rect: CGRect) {
    beginPath()
    addRect(rect)
    strokePath()
  }

  /// Strokes a rectangle with lines of another width, and begins an empty path.
  public func stroke(_ rect: CGRect, width: CGFloat) {
    let kept = state.lineWidth
    setLineWidth(width)
    stroke(rect)
    state.lineWidth = kept
  }

  /// Fills the ellipse in a rectangle, and begins an empty path.
  public func fillEllipse(in rect: CGRect) {
    beginPath()
    addEllipse(in: rect)
    fillPath()
  }

  /// Strokes the ellipse in a rectangle, and begins an empty path.
  public func strokeEllipse(in rect: CGRect) {
    beginPath()
    addEllipse(in: rect)
    strokePath()
  }

  /// Strokes the lines between points 0 and 1, 2 and 3, and so on, and begins an empty path.
  public func strokeLineSegments(between points: [CGPoint]) {
    beginPath()
    for start in stride(from: 0, to: points.count - 1, by: 2) {
      move(to: points[start])
      addLine(to: points[start + 1])
    }
    strokePath()
  }

  /// Makes a rectangle transparent, or black without alpha, within the clip; alpha, shadow and blend mode do not count.
  public func clear(_ rect: CGRect) {
    var outline = PathOutline()
    outline.addRect(rect)
    guard let source = solidSource(.clear) else { return }
    let kept = state
    state.blendMode = .clear
    state.shadow = nil
    state.alpha = 1
    paint(Mark(shape: (outline.applying(userToPixels), .winding), source: source))
    state = kept
  }

  /// The path at hand, in base space; an empty one takes its place.
  private func takePath() -> PathOutline {
    defer { beginPath() }
    return currentPath.outline
  }

  private func fill(_ outline: PathOutline, _ rule: CGPathFillRule) {
    paint(outline, rule, color: state.fillColor)
  }

  private func stroke(_ outline: PathOutline) {
    paint(strokeOutline(of: outline), .winding, color: state.strokeColor)
  }

  private func paint(_ outline: PathOutline, _ rule: CGPathFillRule, color: CGColor) {
    guard !outline.elements.isEmpty, let source = source(of: color) else { return }
    // A colour's source has all alpha in it, as has the tint of a pattern without colours of its own.
    let alpha = color.pattern.map { state.alpha * ($0.isColored ? Double(color.alpha) : 1) } ?? 1
    paint(Mark(shape: (outline.applying(baseToPixels), rule), source: source, alpha: alpha))
  }
}
