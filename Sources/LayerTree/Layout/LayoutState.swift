import MultiplaneGraphics

/// The layout state of a layer: its rules, and whether layout is needed.
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

/// The display state of a layer.
struct DisplayState {
  /// The dirty rectangle in the layer's own coordinates; null for nothing, infinite for everything.
  var dirtyRect = CGRect.null
  /// The rectangle that is being displayed; null while no requested display runs.
  var displayedRect = CGRect.null
  /// The contents as they were drawn last; nil for a layer that does not draw itself.
  var backingStore: BackingStore?
  /// Whether it was said that the layer is too large to be drawn at its scale.
  var warnedOfSize = false
  /// Whether the layer or one within it may be a `CATiledLayer`.
  var mayHoldTiles = false
  /// Nil for what the class has by default.
  var isNeededOnBoundsChange: Bool?
  var format = CALayerContentsFormat.RGBA8Uint
  var isAsynchronous = false

  /// Takes the rules of another layer, and leaves what is to be done.
  mutating func copyRules(of other: DisplayState) {
    isNeededOnBoundsChange = other.isNeededOnBoundsChange
    format = other.format
    isAsynchronous = other.isAsynchronous
    mayHoldTiles = other.mayHoldTiles
  }
}
