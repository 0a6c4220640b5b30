import MultiplaneCCairo
import MultiplaneGraphics

/// An entry of the stack that `restoreGState` and `endTransparencyLayer` pop.
struct StackEntry {
  /// The state to return to.
  var state: GraphicsState
  /// The layer that drawing goes to, if one was begun.
  var layer: DrawingSurface?
  /// Whether a layer was begun here, be it without a surface for want of memory.
  var beginsLayer = false
  /// Whether the layer is a group of a page, which Cairo keeps.
  var isGroup = false
}

extension CGContext {
  /// Saves the graphics state: CTM, clip, colours, line style, alpha, blend mode and shadow, but
  /// not the path.
  public func saveGState() {
    guard stack.count < Self.maximumDepth else {
      refusedDepth += 1
      return
    }
    stack.append(StackEntry(state: state))
    cairo_save(target.cairo)
  }

  /// Restores the graphics state that was saved last; does nothing if none was saved in the current
  /// transparency layer.
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

  /// The transform from user space to base space: pixels, with the origin in the lower left corner.
  public var ctm: CGAffineTransform { state.ctm }

  /// The transform from user space to base space: for a bitmap, the CTM.
  public var userSpaceToDeviceSpaceTransform: CGAffineTransform { state.ctm }

  /// Prepends a transform to the CTM: it applies first.
  public func concatenate(_ transform: CGAffineTransform) {
    state.ctm = transform.concatenating(state.ctm)
  }

  /// Scales user space.
  public func scaleBy(x sx: CGFloat, y sy: CGFloat) {
    concatenate(CGAffineTransform(scaleX: sx, y: sy))
  }

  /// Translates the origin of user space.
  public func translateBy(x tx: CGFloat, y ty: CGFloat) {
    concatenate(CGAffineTransform(translationX: tx, y: ty))
  }

  /// Rotates user space by `angle` radians, from positive x towards positive y.
  public func rotate(by angle: CGFloat) {
    concatenate(CGAffineTransform(rotationAngle: angle))
  }

  /// Sets the line width, in user space at the time of stroking. 0 is one pixel; negative widths
  /// are ignored.
  public func setLineWidth(_ width: CGFloat) {
    if width >= 0 { state.lineWidth = width }
  }

  /// Sets the line cap.
  public func setLineCap(_ cap: CGLineCap) { state.lineCap = cap }

  /// Sets the line join.
  public func setLineJoin(_ join: CGLineJoin) { state.lineJoin = join }

  /// Sets the longest miter, in line widths; longer ones are bevelled.
  public func setMiterLimit(_ limit: CGFloat) { state.miterLimit = limit }

  /// Sets the dash pattern: alternating dashes and gaps, from the offset `phase`; empty for solid
  /// lines.
  public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
    state.dashPhase = phase
    state.dashLengths = lengths
  }

  /// Accepted for compatibility. Curves always have an error of at most a hundredth of a pixel.
  public func setFlatness(_ flatness: CGFloat) {}

  /// Sets the alpha that multiplies all drawing; clamped to 0…1.
  public func setAlpha(_ alpha: CGFloat) {
    state.alpha = alpha.isNaN ? 0 : min(max(Double(alpha), 0), 1)
  }

  /// Sets the blend mode.
  public func setBlendMode(_ mode: CGBlendMode) { state.blendMode = mode }

  /// Sets whether edges are anti-aliased.
  public func setShouldAntialias(_ shouldAntialias: Bool) { state.shouldAntialias = shouldAntialias }

  /// Sets whether anti-aliasing is possible at all, regardless of the graphics state.
  public func setAllowsAntialiasing(_ allowsAntialiasing: Bool) { self.allowsAntialiasing = allowsAntialiasing }

  /// The sampling quality of scaled images.
  public var interpolationQuality: CGInterpolationQuality {
    get { state.interpolationQuality }
    set { state.interpolationQuality = newValue }
  }

  /// Accepted for compatibility, without effect.
  public func setRenderingIntent(_ intent: CGColorRenderingIntent) {}

  /// Sets the shadow of all following drawing; nil for none.
  ///
  /// `offset` and `blur` are in base space and ignore the CTM: a positive height moves the shadow
  /// up. The blur is twice the standard deviation of its Gaussian, at most 1000.
  public func setShadow(offset: CGSize, blur: CGFloat, color: CGColor?) {
    guard let color, offset.width.isFinite, offset.height.isFinite, !blur.isNaN else {
      state.shadow = nil
      return
    }
    state.shadow = GraphicsState.Shadow(offset: offset, blur: min(max(blur, 0), 1000), color: color)
  }

  /// Sets a black shadow with alpha 1/3.
  public func setShadow(offset: CGSize, blur: CGFloat) {
    setShadow(offset: offset, blur: blur, color: CGColor(gray: 0, alpha: 1.0 / 3))
  }
}

extension CGContext {
  /// Converts a point from user space to base space.
  public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(state.ctm) }
  /// Converts a size from user space to base space, as a vector.
  public func convertToDeviceSpace(_ size: CGSize) -> CGSize { size.applying(state.ctm) }
  /// Converts a rectangle from user space to base space: the bounding box of its corners.
  public func convertToDeviceSpace(_ rect: CGRect) -> CGRect { rect.applying(state.ctm) }
  /// Converts a point from base space to user space.
  public func convertToUserSpace(_ point: CGPoint) -> CGPoint { point.applying(state.ctm.inverted()) }
  /// Converts a size from base space to user space, as a vector.
  public func convertToUserSpace(_ size: CGSize) -> CGSize { size.applying(state.ctm.inverted()) }
  /// Converts a rectangle from base space to user space: the bounding box of its corners.
  public func convertToUserSpace(_ rect: CGRect) -> CGRect { rect.applying(state.ctm.inverted()) }
}
