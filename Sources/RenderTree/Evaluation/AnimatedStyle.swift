import MultiplaneGraphics

/// How the style of a plan's nodes follows from what its animations change of it.
///
/// Each node of such a plan has a style of its own, a copy of the plan's, that is changed in place as the node is. What follows
/// from what no animation changes is worked out once.
final class AnimatedStyle: Sendable {
  /// Without animations.
  let still: StyleNumbers
  /// What the animations change.
  private let dirties: DirtyMask
  private let isSpace: Bool
  /// Whether the numbers of the appearance that have no channel are finite.
  private let isFinite: Bool
  private let hasContinuousCorners: Bool
  private let maskedCorners: CACornerMask
  private let borderDashes: [Double]
  /// Those of all of the image; nil also where it fades.
  private let contents: Contents?
  private let contentsCenter: CGRect
  /// Between two corners of the bounds.
  private let gradient: Gradient?
  private let outline: ShapeOutline?
  /// Nil inside where there is a path that casts no shadow.
  private let shadowPath: CGPath??

  /// - Parameter dirties: what the animations change.
  init(kind: LayerKind, values: LayerValues, dirties: DirtyMask) {
    // Corners without a radius stay square whatever the size is.
    self.dirties = dirties.contains(.size) && values.cornerRadius > 0 ? dirties.union(.corners) : dirties
    isSpace = values.isSpace(kind)
    still = StyleNumbers(values)
    maskedCorners = values.maskedCorners
    hasContinuousCorners = values.compositing.cornerCurve == .continuous
    borderDashes = Shape.dashes(values.borderDash.pattern)
    isFinite = values.placementIsFinite
    contents = isFinite && values.contentsFade == nil ? Contents(whole: values) : nil
    contentsCenter = values.contentsCenter
    gradient = kind == .gradient ? Gradient(anywhere: values.gradient) : nil
    outline = kind == .shape ? ShapeOutline(values.shape) : nil
    shadowPath = values.shadow.path.map { Shadow.mayCast($0) ? $0 : nil } ?? .some(nil)
  }

  /// Makes a node's own style what numbers make of it.
  func resolve(_ numbers: StyleNumbers, in bounds: CGRect, into own: RenderNode.Style) {
    let isFinite = isFinite && numbers.isFinite
    let draws = !isSpace && !bounds.isEmpty && isFinite
    // What does not change is left alone: it lies all over the style, and holds references.
    let (startsOrEnds, isOtherwiseFinite) = (draws != own.draws, isFinite != own.isFinite)
    (own.draws, own.isFinite) = (draws, isFinite)
    func changes(_ mask: DirtyMask) -> Bool { !dirties.isDisjoint(with: mask) }
    if changes(.corners) {
      own.corners = CornerRadii(
        radius: numbers.cornerRadius, of: maskedCorners, isContinuous: hasContinuousCorners, in: bounds)
    }
    if changes(.border) || startsOrEnds { own.border = draws ? Border(numbers.border, dashes: borderDashes) : nil }
    if changes([.corners, .border]) || startsOrEnds {
      own.fillInset = own.border?.hiddenInset(own.corners) ?? 0
      own.noteEdges()
    }
    if changes(.contents) || startsOrEnds { resolveContents(numbers.contentsRect, into: own, isSame: !startsOrEnds) }
    if changes(.gradient) || startsOrEnds { own.gradient = draws ? gradient?.moved(to: numbers.gradient) : nil }
    if changes(.shape) || isOtherwiseFinite {
      own.shape = isFinite ? outline.flatMap { Shape($0, numbers.shape) } : nil
    }
    if changes(.shadow) || isOtherwiseFinite {
      own.shadow = isFinite && !isSpace ? shadowPath.flatMap { Shadow(numbers.shadow, path: $0) } : nil
    }
    if changes([.contents, .gradient, .shape, .shadow]) || startsOrEnds || isOtherwiseFinite { own.settle() }
  }

  /// - Parameter isSame: whether they are the same image as before, if they show anything of it.
  private func resolveContents(_ rect: CGRect, into own: RenderNode.Style, isSame: Bool) {
    guard own.draws, let contents, let rect = Contents.shown(rect) else {
      own.contents = nil
      return
    }
    if !isSame || own.contents == nil { own.contents = contents }
    own.contents?.show(rect, center: contentsCenter)
  }
}
