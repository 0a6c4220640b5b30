import MultiplaneGraphics

// The rules of sublayers and masks: a layer has one superlayer; adding it elsewhere, as a sublayer
// or as a mask, takes it from there; a tree has no cycles, and no more than `maximumLevels` levels.

extension CALayer {
  /// The maximum depth of a tree, including the root.
  ///
  /// Committing, evaluating, drawing and freeing a tree are recursive, with up to a few kilobytes
  /// of stack per level, so that a deeper tree could overflow the stack. Scene files have the same
  /// limit.
  package static let maximumLevels = 512

  /// Puts a layer among the children.
  ///
  /// - Parameter index: where it lies afterwards; one beyond the end means at the end.
  func insert(_ layer: CALayer, at index: Int) {
    guard mayAdopt(layer) else { return }
    let isNew = layer.parent !== self || layer === maskLayer
    if !isNew {
      guard let old = position(of: layer), old != min(index, children.count - 1) else { return }
      children.remove(at: old)
    } else {
      layer.detach()
      layer.parent = self
      noteLevels(below: layer)
    }
    children.insert(layer, at: min(index, children.count))
    sublayersDidChange()
    if isNew { layer.runAction(forEvent: kCAOnOrderIn) }
  }

  /// Puts a layer directly behind a sublayer (offset 0) or in front of it (1); in front of all when
  /// that is none of ours.
  func insert(_ layer: CALayer, beside sibling: CALayer?, offset: Int) {
    guard sibling !== layer else { return }
    guard let sibling, let place = position(of: sibling) else {
      insert(layer, at: children.count)
      return
    }
    // Taking a sibling out from before the place moves the place.
    let comesFromBefore = position(of: layer).map { $0 < place } ?? false
    insert(layer, at: place + offset - (comesFromBefore ? 1 : 0))
  }

  func replace(_ old: CALayer, with new: CALayer) {
    guard old !== new, position(of: old) != nil, mayAdopt(new) else { return }
    new.detach()
    guard let index = position(of: old) else { return }
    old.parent = nil
    children[index] = new
    new.parent = self
    noteLevels(below: new)
    sublayersDidChange()
    old.runAction(forEvent: kCAOnOrderOut)
    new.runAction(forEvent: kCAOnOrderIn)
  }

  func replaceSublayers(with layers: [CALayer]) {
    if layers.elementsEqual(children, by: ===) { return }
    let adopted = layers.filter(mayAdopt)
    let old = children
    for child in children { child.parent = nil }
    children = []
    // A layer that is given twice has us as its superlayer by then.
    for layer in adopted where layer.parent !== self || layer === maskLayer {
      layer.detach()
      layer.parent = self
      children.append(layer)
      noteLevels(below: layer)
    }
    sublayersDidChange()
    for layer in old where layer.parent !== self { layer.runAction(forEvent: kCAOnOrderOut) }
    let new = children.filter { layer in !old.contains { $0 === layer } }
    for layer in new { layer.runAction(forEvent: kCAOnOrderIn) }
  }

  func setMask(_ layer: CALayer?) {
    guard layer !== maskLayer else { return }
    if let layer {
      guard mayAdopt(layer) else { return }
      layer.detach()
    }
    maskLayer?.parent = nil
    maskLayer = layer
    if let layer {
      layer.parent = self
      noteLevels(below: layer)
    }
    setNeedsCommit()
  }

  func detach() {
    guard let superlayer = parent else { return }
    parent = nil
    if superlayer.maskLayer === self {
      superlayer.maskLayer = nil
      superlayer.setNeedsCommit()
    } else {
      superlayer.children.removeAll { $0 === self }
      superlayer.sublayersDidChange()
    }
    runAction(forEvent: kCAOnOrderOut)
  }

  /// The layout may depend on the set of sublayers.
  private func sublayersDidChange() {
    setNeedsCommit()
    setNeedsLayout()
    runAction(forEvent: "sublayers")
  }

  /// The sublayers and the mask.
  var layersWithin: [CALayer] { maskLayer.map { children + [$0] } ?? children }

  private func position(of layer: CALayer) -> Int? {
    layer.parent === self ? children.firstIndex { $0 === layer } : nil
  }

  /// Whether a layer may become a sublayer or the mask: it must be neither this layer nor one of
  /// its ancestors, and must not make the tree too deep. What may not is logged.
  private func mayAdopt(_ layer: CALayer) -> Bool {
    var levels = 0
    var ancestor: CALayer? = self
    while let current = ancestor {
      if current === layer {
        Warnings.log(
          "layers",
          "A layer cannot become a sublayer or the mask of itself or of a layer within it: \(layer) is left where it was."
        )
        return false
      }
      levels += 1
      ancestor = current.parent
    }
    // The layer and what is below it. The bound is cheap and may be too high; only then are the
    // layers counted.
    if levels + 1 + layer.levelsBelow > Self.maximumLevels { layer.countLevelsBelow() }
    guard levels + 1 + layer.levelsBelow <= Self.maximumLevels else {
      Warnings.log(
        "layers",
        """
        Layers can be nested \(Self.maximumLevels) deep: \(layer), which has \(layer.levelsBelow) levels within it, would \
        be \(levels + 1) levels down and is left where it was.
        """)
      return false
    }
    return true
  }

  /// Makes the bounds on the levels below this layer and its ancestors hold with a new sublayer.
  /// Removing a layer leaves them as they are, too high perhaps, so that it costs nothing.
  private func noteLevels(below sublayer: CALayer) {
    noteTiles(in: sublayer)
    var levels = sublayer.levelsBelow + 1
    var layer: CALayer? = self
    while let current = layer, current.levelsBelow < levels {
      current.levelsBelow = levels
      levels += 1
      layer = current.parent
    }
  }

  /// Sets `levelsBelow` of this layer and of all below it to exactly what it is. All, because
  /// `noteLevels` stops at the first layer whose bound holds, and so relies on its ancestors'
  /// bounds being higher still.
  private func countLevelsBelow() {
    var levels = [[self]]
    while let next = levels.last?.flatMap(\.layersWithin), !next.isEmpty { levels.append(next) }
    for layer in levels.reversed().joined() {
      layer.levelsBelow = (layer.layersWithin.map(\.levelsBelow).max() ?? -1) + 1
    }
  }
}
