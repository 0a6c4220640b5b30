import MultiplaneCCairo
import MultiplaneGraphics

/// What `restoreGState` and `endTransparencyLayer` take off again.
struct StackEntry {
  /// The state to return to.
  var state: GraphicsState
  /// The layer that drawing goes to, if one was begun.
  var layer: DrawingSurface?
  /// Whether a layer was begun here, be it without a surface for want of memory.
  var beginsLayer = false
}

extension CGContext {
  /// Keeps the graphics state: CTM, clip, colours, line style, alpha, blend mode, shadow. The path is no part of it.
  public func saveGState() {
    guard stack.count < Self.maximumDepth else {
      refusedDepth += 1
      return
    }
    stack.append(StackEntry(state: state))
    cairo_save(target.cairo)
  }

  /// Returns to the state kept last; nothing if none is, or none since a transparency layer began.
  public func restoreGState() {
    if refusedDepth > 0 {
      refusedDepth -= 1
      return
    }
    guard let last = stack.last, !last.beginsLayer else { return }
    cairo_restore(target.cairo)
    state = last.state
    stack.removeLast()
  }

  /// From user space to base space: pixels, origin in the lower left corner.
  public var ctm: CGAffineTransform { state.ctm }

  /// From user space to base space: for a bitmap the same as `ctm`.
  public var userSpaceToDeviceSpaceTransform: CGAffineTransform { state.ctm }

  /// First `transform`, then the CTM as it was.
  public func concatenate(_ transform: CGAffineTransform) {
    state.ctm = transform.concatenating(state.ctm)
  }

  /// Scales user space.
  public func scaleBy(x sx: CGFloat, y sy: CGFloat) {
    concatenate(CGAffineTransform(scaleX: sx, y: sy))
  }

  /// Moves the origin of user space.
  public func translateBy(x tx: CGFloat, y ty: CGFloat) {
    concatenate(CGAffineTransform(translationX: tx, y: ty))
  }

  /// Turns user space by `angle` radians, from positive x toward positive y.
  public func rotate(by angle: CGFloat) {
    concatenate(CGAffineTransform(rotationAngle: angle))
  }

  /// The width of lines, in user space at the time of stroking; 0 is one pixel. A negative width is ignored.
  public func setLineWidth(_ width: CGFloat) {
    if width >= 0 { state.lineWidth = width }
  }

  /// How open lines end.
  public func setLineCap(_ cap: CGLineCap) { state.lineCap = cap }

  /// How lines meet.
  public func setLineJoin(_ join: CGLineJoin) { state.lineJoin = join }

  /// The length of a miter, in line widths, beyond which it becomes a bevel.
  public func setMiterLimit(_ limit: CGFloat) { state.miterLimit = limit }

  /// Lengths of dashes and gaps by turns; none for solid lines. The pattern begins `phase` into itself.
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
    state.dashPhase = phase
    state.dashLengths = lengths
  }

  /// Kept for source that sets it; curves are always drawn to a hundredth of a pixel.
  public func setFlatness(_ flatness: CGFloat) {}

  /// Multiplies the alpha of all that is painted; cut to 0…1.
  public func setAlpha(_ alpha: CGFloat) {
    state.alpha = alpha.isNaN ? 0 : min(max(Double(alpha), 0), 1)
  }

  /// How what is painted meets what is there.
  public func setBlendMode(_ mode: CGBlendMode) { state.blendMode = mode }

  /// Whether edges are smoothed.
  public func setShouldAntialias(_ shouldAntialias: Bool) { state.shouldAntialias = shouldAntialias }

  /// Whether edges may be smoothed at all, whatever the state says; no part of it.
  public func setAllowsAntialiasing(_ allowsAntialiasing: Bool) { self.allowsAntialiasing = allowsAntialiasing }

  /// How images are sampled when they are drawn larger or smaller than they are.
  public var interpolationQuality: CGInterpolationQuality {
    get { state.interpolationQuality }
    set { state.interpolationQuality = newValue }
  }

  /// Kept for source that sets it; there is one way of converting colours.
  public func setRenderingIntent(_ intent: CGColorRenderingIntent) {}

  /// A shadow beneath all that is painted from now on; none for a nil colour.
  ///
  /// `offset` and `blur` are in base space, whatever the CTM: a positive height moves the shadow up. The blur is twice the
  /// standard deviation of its Gaussian; it is cut at 1000.
  public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {
    guard let color, offset.width.isFinite, offset.height.isFinite, !blur.isNaN else {
      state.shadow = nil
      return
    }
    state.shadow = GraphicsState.Shadow(offset: offset, blur: min(max(blur, 0), 1000), color: color)
  }

  /// A shadow of black with alpha 1/3.
  public func setShadow(offset: CGSize, blur: CGFloat) {
    setShadow(offset: offset, blur: blur, color: CGColor(gray: 0, alpha: 1.0 / 3))
  }
}

extension CGContext {
  /// The point in base space.
  public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(state.ctm) }
  /// The size in base space, as a vector.
  public func convertToDeviceSpace(_ size: CGSize) -> CGSize { size.applying(state.ctm) }
  /// The box around the rectangle in base space.
  public func convertToDeviceSpace(_ rect: CGRect) -> CGRect { rect.applying(state.ctm) }
  /// The point of base space in user space.
  public func convertToUserSpace(_ point: CGPoint) -> CGPoint { point.applying(state.ctm.inverted()) }
  /// The size of base space in user space, as a vector.
  public func convertToUserSpace(_ size: CGSize) -> CGSize { size.applying(state.ctm.inverted()) }
  /// The box around the rectangle of base space in user space.
  public func convertToUserSpace(_ rect: CGRect) -> CGRect { rect.applying(state.ctm.inverted()) }
}
