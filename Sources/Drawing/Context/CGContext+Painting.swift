import MultiplaneGraphics

extension CGContext {
  /// Draws the current path, which becomes empty.
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

  /// Fills the current path, which becomes empty.
  public func fillPath(using rule: CGPathFillRule = .winding) {
    fill(takePath(), rule)
  }

  /// Strokes the current path, which becomes empty.
  public func strokePath() {
    stroke(takePath())
  }

  /// Fills a rectangle. The current path becomes empty.
  public func fill(_ rect: CGRect) {
    fill([rect])
  }

  /// Fills rectangles. The current path becomes empty.
  public func fill(_ rects: [CGRect]) {
    beginPath()
    addRects(rects)
    fillPath()
  }

  /// Strokes a rectangle. The current path becomes empty.
  public func stroke(_ rect: CGRect) {
    beginPath()
    addRect(rect)
    strokePath()
  }

  /// Strokes a rectangle with another line width. The current path becomes empty.
  public func stroke(_ rect: CGRect, width: CGFloat) {
    let kept = state.lineWidth
    setLineWidth(width)
    stroke(rect)
    state.lineWidth = kept
  }

  /// Fills the ellipse in a rectangle. The current path becomes empty.
  public func fillEllipse(in rect: CGRect) {
    beginPath()
    addEllipse(in: rect)
    fillPath()
  }

  /// Strokes the ellipse in a rectangle. The current path becomes empty.
  public func strokeEllipse(in rect: CGRect) {
    beginPath()
    addEllipse(in: rect)
    strokePath()
  }

  /// Strokes the lines between points 0 and 1, 2 and 3, and so on. The current path becomes empty.
  public func strokeLineSegments(between points: [CGPoint]) {
    beginPath()
    for start in stride(from: 0, to: points.count - 1, by: 2) {
      move(to: points[start])
      addLine(to: points[start + 1])
    }
    strokePath()
  }

  /// Clears a rectangle inside the clip: to transparent, or to black without an alpha channel.
  /// Alpha, shadow and blend mode are ignored.
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
    // A colour's source has all alpha in it, as has the tint of a pattern without colours of its
    // own.
    let alpha = color.pattern.map { state.alpha * ($0.isColored ? Double(color.alpha) : 1) } ?? 1
    paint(Mark(shape: (outline.applying(baseToPixels), rule), source: source, alpha: alpha))
  }
}
