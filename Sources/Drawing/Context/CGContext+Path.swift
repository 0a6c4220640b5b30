import MultiplaneGraphics

// The path at hand. Its points go through the CTM when they are added, as Core Graphics does it.

extension CGContext {
  /// Begins a new, empty path.
  public func beginPath() { currentPath = CGMutablePath() }

  /// Begins a subpath at a point, in user space.
  public func move(to point: CGPoint) { currentPath.move(to: point, transform: state.ctm) }

  /// Appends a line. Does nothing without a current point.
  public func addLine(to point: CGPoint) { currentPath.addLine(to: point, transform: state.ctm) }

  /// Moves to the first point, and appends lines to the others.
  public func addLines(between points: [CGPoint]) { currentPath.addLines(between: points, transform: state.ctm) }

  /// Appends a cubic Bézier curve. Does nothing without a current point.
  public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    currentPath.addCurve(to: end, control1: control1, control2: control2, transform: state.ctm)
  }

  /// Appends a quadratic Bézier curve. Does nothing without a current point.
  public func addQuadCurve(to end: CGPoint, control: CGPoint) {
    currentPath.addQuadCurve(to: end, control: control, transform: state.ctm)
  }

  /// Closes the subpath with a line to its start.
  public func closePath() { currentPath.closeSubpath() }

  /// Appends a rectangle as a closed subpath.
  public func addRect(_ rect: CGRect) { currentPath.addRect(rect, transform: state.ctm) }

  /// Appends rectangles as closed subpaths.
  public func addRects(_ rects: [CGRect]) { currentPath.addRects(rects, transform: state.ctm) }

  /// Appends the ellipse in a rectangle as a closed subpath.
  public func addEllipse(in rect: CGRect) { currentPath.addEllipse(in: rect, transform: state.ctm) }

  /// Appends a circular arc, and a line to its start. Angles are in radians; `clockwise` is defined
  /// for y up.
  public func addArc(center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool) {
    currentPath.addArc(
      center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise,
      transform: state.ctm)
  }

  /// Appends an arc that is tangent to the lines from the current point to `tangent1End` and from
  /// there to `tangent2End`.
  public func addArc(tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat) {
    currentPath.addArc(
      tangent1End: tangent1End, tangent2End: tangent2End, radius: radius, transform: state.ctm)
  }

  /// Appends a path.
  public func addPath(_ path: CGPath) { currentPath.addPath(path, transform: state.ctm) }

  /// Whether the current path has no elements.
  public var isPathEmpty: Bool { currentPath.isEmpty }

  /// The current point, in user space; zero for an empty path.
  public var currentPointOfPath: CGPoint {
    isPathEmpty ? .zero : currentPath.currentPoint.applying(state.ctm.inverted())
  }

  /// The bounding box of all points, including control points, in user space; null for an empty
  /// path.
  public var boundingBoxOfPath: CGRect {
    currentPath.outline.applying(state.ctm.inverted()).controlBounds
  }

  /// A copy of the current path, in user space; nil if it is empty.
  public var path: CGPath? {
    isPathEmpty ? nil : CGPath(outline: currentPath.outline.applying(state.ctm.inverted()))
  }

  /// Whether drawing the current path would cover a point, in user space.
  public func pathContains(_ point: CGPoint, mode: CGPathDrawingMode) -> Bool {
    let point = point.applying(state.ctm)
    let rule: CGPathFillRule = mode == .eoFill || mode == .eoFillStroke ? .evenOdd : .winding
    let isStroked = mode == .stroke || mode == .fillStroke || mode == .eoFillStroke
    if mode != .stroke, currentPath.outline.contains(point, using: rule) { return true }
    return isStroked && strokeOutline(of: currentPath.outline).contains(point, using: .winding)
  }

  /// Replaces the current path by the outline of its stroke.
  public func replacePathWithStrokedPath() {
    currentPath = CGMutablePath(outline: strokeOutline(of: currentPath.outline))
  }

  /// The outline, in base space, of an outline in base space stroked with the line style in user
  /// space.
  func strokeOutline(of outline: PathOutline) -> PathOutline {
    let (ctm, inverse) = (state.ctm, state.ctm.inverted())
    // An upper bound of the CTM's scale; the actual scale may be less.
    let scale = hypot(hypot(ctm.a, ctm.b), hypot(ctm.c, ctm.d))
    guard ctm.determinant != 0, scale > 0, scale.isFinite else { return PathOutline() }
    let width = state.lineWidth > 0 ? state.lineWidth : 1 / abs(ctm.determinant).squareRoot()
    return outline.applying(inverse)
      .dashed(phase: state.dashPhase, lengths: state.dashLengths)
      .strokeOutline(
        width: width, cap: state.lineCap, join: state.lineJoin, miterLimit: state.miterLimit,
        tolerance: CGFloat(DrawingSurface.tolerance) / scale
      )
      .applying(ctm)
  }
}
