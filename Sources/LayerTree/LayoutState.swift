import Graphics

/// What a layer knows about its layout: the rules it was given, and whether it is to be done.
struct LayoutState {
  var manager: (any CALayoutManager)?
  var constraints: [CAConstraint]?
  var isNeeded = false
  /// While the layer's own `layoutSublayers` runs, which asks for no layout by what it does.
  var isRunning = false

  /// Takes the rules of another layer, and leaves what is to be done.
  mutating func copyRules(of other: LayoutState) {
    manager = other.manager
    constraints = other.constraints
  }
}

/// What a layer knows about its display.
struct DisplayState {
  /// What is to be displayed, in the layer's own coordinates; null for nothing, infinite for all.
  var dirtyRect = CGRect.null
  var isNeededOnBoundsChange = false
}
