import MultiplaneGraphics

/// How the look of a plan's nodes follows from what its animations change of it.
///
/// Each node of such a plan has a look of its own, a copy of the plan's, that is changed in place as the node is. What follows
/// from what does not move is worked out once.
final class MovingLook: Sendable {
  /// Without animations.
  let still: LookNumbers
  // What the animations change.
  private let movesCorners: Bool
  private let movesBorder: Bool
  private let movesShadow: Bool
  private let movesContents: Bool
  private let movesGradient: Bool
  private let movesShape: Bool
  private let isSpace: Bool
  /// Whether the numbers of the appearance that no animation changes are finite.
  private let isFinite: Bool
  private let hasContinuousCorners: Bool
  private let maskedCorners: CACornerMask
  /// Those of all of the image; nil also where it fades.
  private let contents: Contents?
  /// Between two corners of the bounds.
  private let gradient: Gradient?
  private let outline: ShapeOutline?
  /// Nil inside where there is a path that casts no shadow.
  private let shadowPath: CGPath??

  /// - Parameter moves: what the animations change.
  init(kind: LayerKind, values: LayerValues, moves: MovingPart.Places) {
    func change(_ places: MovingPart.Places) -> Bool { !moves.isDisjoint(with: places) }
    movesCorners = change(.cornerRadius) || change(.size) && values.cornerRadius > 0
    movesBorder = change([.borderWidth, .borderColor])
    movesShadow = change(.shadow)
    movesContents = change(.contentsRect)
    movesGradient = change(.gradient)
    movesShape = change(.shape)
    isSpace = values.isSpace(kind)
    still = LookNumbers(values)
    maskedCorners = values.maskedCorners
    hasContinuousCorners = values.compositing.cornerCurve == .continuous
    var plain = values
    plain.contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
    plain.cornerRadius = 0
    plain.borderWidth = 0
    plain.gradient.startPoint = .zero
    plain.gradient.endPoint = CGPoint(x: 1, y: 1)
    isFinite = plain.appearanceIsFinite
    contents = isFinite && plain.contentsFade == nil ? Contents(plain) : nil
    gradient = kind == .gradient ? Gradient(plain) : nil
    outline = kind == .shape ? ShapeOutline(values.shape) : nil
    shadowPath = values.shadow.path.map { Shadow.mayCast($0) ? $0 : nil } ?? .some(nil)
  }

  /// Makes a node's own look what numbers make of it.
  func resolve(_ numbers: LookNumbers, in bounds: CGRect, into own: RenderNode.Look) {
    let isFinite =
      isFinite && numbers.cornerRadius.isFinite && numbers.borderWidth.isFinite && numbers.contentsRect.isFinite
    let draws = !isSpace && !bounds.isEmpty && isFinite
    // What does not change is left alone: it lies all over the look, and holds references.
    let (startsOrEnds, isOtherwiseFinite) = (draws != own.draws, isFinite != own.isFinite)
    (own.draws, own.isFinite) = (draws, isFinite)
    if movesCorners {
      own.corners = CornerRadii(
        radius: numbers.cornerRadius, of: maskedCorners, isContinuous: hasContinuousCorners, in: bounds)
    }
    if movesBorder || startsOrEnds {
      own.border = draws ? Border(width: numbers.borderWidth, color: numbers.borderColor) : nil
    }
    if movesCorners || movesBorder || startsOrEnds {
      own.fillInset = own.border?.hiddenInset(own.corners) ?? 0
      own.noteEdges()
    }
    if movesContents || startsOrEnds { resolveContents(numbers.contentsRect, into: own, isSame: !startsOrEnds) }
    if movesGradient || startsOrEnds {
      own.gradient = draws ? gradient?.moved(from: numbers.startPoint, to: numbers.endPoint) : nil
    }
    if movesShape || isOtherwiseFinite {
      own.shape = isFinite ? outline.flatMap { Shape($0, numbers.shape) } : nil
    }
    if movesShadow || isOtherwiseFinite { own.shadow = isFinite && !isSpace ? shadow(numbers) : nil }
    if movesContents || movesGradient || movesShape || movesShadow || startsOrEnds || isOtherwiseFinite { own.settle() }
  }

  /// - Parameter isSame: whether they are the same image as before, if they show anything of it.
  private func resolveContents(_ rect: CGRect, into own: RenderNode.Look, isSame: Bool) {
    guard own.draws, let contents, let rect = Contents.shown(rect) else {
      own.contents = nil
      return
    }
    if !isSame || own.contents == nil { own.contents = contents }
    own.contents?.rect = rect
  }

  private func shadow(_ numbers: LookNumbers) -> Shadow? {
    guard let shadowPath else { return nil }
    return Shadow(
      color: numbers.shadowColor, opacity: numbers.shadowOpacity, offset: numbers.shadowOffset,
      radius: numbers.shadowRadius, path: shadowPath)
  }
}
