import MultiplaneGraphics

// Layers that leave their tree. With the next commit their animations end, and those within them,
// unless `isRemovedOnCompletion` is false; and they are no longer shown: changes animate implicitly
// only after they have been committed in a tree again. A layer that is elsewhere in a tree by then
// has only moved, and its animations go on.

extension CALayer {
  /// Notes that the layer has lost its superlayer, or has a new one after that.
  func superlayerDidChange() {
    guard (parent == nil) != hasLeftTree else { return }
    hasLeftTree = parent == nil
    TransactionThread.current.noteMove(of: self)
  }

  /// Whether the tree around the layer, or the layer itself, was taken from a superlayer.
  var isOutsideTree: Bool { root.hasLeftTree }

  /// Takes up what has become of a layer that moved since the last commit.
  func endMove() {
    if isOutsideTree {
      leaveTree()
    } else {
      returnToTree()
    }
  }

  /// Ends the animations of the layer and of those within it, but for those that are to stay when
  /// they are over.
  private func leaveTree() {
    forEachWithin { layer in
      layer.isShown = false
      layer.detachAnimations { $0.animation.isRemovedOnCompletion }
    }
  }

  /// The next commit shows what an earlier one made while it was outside.
  private func returnToTree() {
    guard !isShown else { return }
    forEachWithin { layer in
      if !layer.isShown { layer.setNeedsCommit() }
    }
  }

  /// The layers within and this one; depth costs no stack.
  private func forEachWithin(_ body: (CALayer) -> Void) {
    var pending = [self]
    while let layer = pending.popLast() {
      body(layer)
      pending += layer.layersWithin
    }
  }

  /// Notes the layers that outlive the layer, their superlayer.
  func noteSurvivors() {
    guard isShown else { return }
    for index in storedChildren.indices where !isKnownUniquelyReferenced(&storedChildren[index]) {
      storedChildren[index].hasLeftTree = true
      TransactionThread.current.noteMove(of: storedChildren[index])
    }
    if storedMask != nil, !isKnownUniquelyReferenced(&storedMask), let mask = storedMask {
      mask.hasLeftTree = true
      TransactionThread.current.noteMove(of: mask)
    }
  }
}
