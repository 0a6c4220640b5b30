import MultiplaneGraphics

/// What the two states of a layer that fade into each other do alike to what lies beneath them.
///
/// The fade as a whole does it for them: on its surface there is nothing beneath the two. What only
/// one of them does shows at its end of the fade alone.
struct FadeEffects {
  /// A state of the layer that can be seen.
  struct State {
    let values: LayerValues
    let hasMask: Bool

    fileprivate var blendMode: BlendMode { values.compositing.blendMode ?? .normal }
    fileprivate var backgroundFilters: [FilterValue] { values.compositing.backgroundFilters ?? [] }
    /// Whether the whole of a fade can have its opacity.
    fileprivate var fadesAtOnce: Bool { values.opacity >= 1 || values.compositing.allowsGroupOpacity }
  }

  private let blendMode: BlendMode
  private let backgroundFilters: [FilterValue]
  private let opacity: Float

  /// Nil where they do nothing alike.
  init?(of old: State?, and new: State?) {
    let states = [old, new].compactMap { $0 }
    guard let first = states.first, let last = states.last else { return nil }
    blendMode = first.blendMode == last.blendMode ? first.blendMode : .normal
    // A backdrop is filtered as far as mask and opacity let it.
    let filtersAlike =
      first.backgroundFilters == last.backgroundFilters && first.values.opacity == last.values.opacity
      && states.allSatisfy { !$0.hasMask && $0.fadesAtOnce }
    backgroundFilters = filtersAlike ? first.backgroundFilters : []
    opacity = first.values.opacity
    guard blendMode != .normal || !backgroundFilters.isEmpty else { return nil }
  }

  /// Takes it from one of the two.
  func remove(from values: inout LayerValues) {
    if blendMode != .normal { values.compositing.blendMode = nil }
    guard !backgroundFilters.isEmpty else { return }
    values.compositing.backgroundFilters = nil
    values.opacity = 1
  }

  /// Gives it to the whole.
  ///
  /// - Parameter values: the layer's, whose rounded bounds the backdrop is filtered in.
  func add(to whole: inout LayerValues, of values: LayerValues) {
    if blendMode != .normal { whole.compositing.blendMode = blendMode }
    guard !backgroundFilters.isEmpty else { return }
    whole.compositing.backgroundFilters = backgroundFilters
    whole.opacity = opacity
    whole.cornerRadius = values.cornerRadius
    whole.maskedCorners = values.maskedCorners
    whole.compositing.cornerCurve = values.compositing.cornerCurve
    whole.compositing.allowsEdgeAntialiasing = values.compositing.allowsEdgeAntialiasing
    whole.compositing.edgeAntialiasingMask = values.compositing.edgeAntialiasingMask
  }
}
