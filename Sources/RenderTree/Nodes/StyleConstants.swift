import MultiplaneGraphics

/// The inputs of a layer's style that have no animation channel, prepared once.
///
/// With `StyleNumbers`, the inputs that have one, they make the style: `resolve` is the only
/// function that does, for a layer without animations as for each frame of a plan.
struct StyleConstants: Sendable {
  let isSpace: Bool
  /// Whether the numbers among them that shape what the layer shows are finite.
  private let isFinite: Bool
  private let hasContinuousCorners: Bool
  private let maskedCorners: CACornerMask
  private let borderDashes: [Double]
  /// Those of the whole image; nil also where images fade into each other.
  private let contents: Contents?
  private let contentsCenter: CGRect
  /// Between two corners of the bounds.
  private let gradient: Gradient?
  private let shape: ShapeConstants?
  /// Nil inside for a shadow without a path of its own, nil outside for a path that casts no
  /// shadow.
  private let shadowPath: CGPath??

  init(kind: LayerKind, values: LayerValues) {
    isSpace = values.isSpace(kind)
    maskedCorners = values.maskedCorners
    hasContinuousCorners = values.compositing.cornerCurve == .continuous
    borderDashes = Shape.dashes(values.borderDash.pattern)
    isFinite = values.placementIsFinite
    contents = isFinite && values.contentsFade == nil ? Contents(whole: values) : nil
    contentsCenter = values.contentsCenter
    gradient = kind == .gradient ? Gradient(anywhere: values.gradient) : nil
    shape = kind == .shape ? ShapeConstants(values.shape) : nil
    shadowPath = values.shadow.path.map { Shadow.mayCast($0) ? $0 : nil } ?? .some(nil)
  }

  /// Makes a style what the numbers make of it.
  ///
  /// - Parameter dirties: which numbers may differ from those that the style was last resolved
  ///   with.
  func resolve(
    _ numbers: StyleNumbers, in bounds: CGRect, changing dirties: DirtyMask, into style: RenderNode.Style
  ) {
    let isFinite = isFinite && numbers.isFinite
    let draws = !isSpace && !bounds.isEmpty && isFinite
    // What does not change is left alone: it is spread over the style, and holds references.
    let (startsOrEnds, isOtherwiseFinite) = (draws != style.draws, isFinite != style.isFinite)
    (style.draws, style.isFinite) = (draws, isFinite)
    func changes(_ mask: DirtyMask) -> Bool { !dirties.isDisjoint(with: mask) }
    if changes(.corners) {
      style.corners = CornerRadii(
        radius: numbers.cornerRadius, of: maskedCorners, isContinuous: hasContinuousCorners, in: bounds)
    }
    if changes(.border) || startsOrEnds { style.border = draws ? Border(numbers.border, dashes: borderDashes) : nil }
    if changes([.corners, .border]) || startsOrEnds {
      style.fillInset = style.border?.hiddenInset(style.corners) ?? 0
      style.noteEdges()
    }
    if changes(.contents) || startsOrEnds { resolveContents(numbers.contentsRect, into: style, isSame: !startsOrEnds) }
    if changes(.gradient) || startsOrEnds { style.gradient = draws ? gradient?.moved(to: numbers.gradient) : nil }
    if changes(.shape) || isOtherwiseFinite {
      style.shape = isFinite ? shape.flatMap { Shape($0, numbers.shape) } : nil
    }
    if changes(.shadow) || isOtherwiseFinite {
      style.shadow = isFinite && !isSpace ? shadowPath.flatMap { Shadow(numbers.shadow, path: $0) } : nil
    }
    if changes([.contents, .gradient, .shape, .shadow]) || startsOrEnds || isOtherwiseFinite { style.settle() }
  }

  /// - Parameter isSame: whether the style's contents, if any, are of the same image already.
  private func resolveContents(_ rect: CGRect, into style: RenderNode.Style, isSame: Bool) {
    guard style.draws, let contents, let rect = Contents.shown(rect) else {
      style.contents = nil
      return
    }
    if !isSame || style.contents == nil { style.contents = contents }
    style.contents?.show(rect, center: contentsCenter)
  }
}
