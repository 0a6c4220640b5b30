import MultiplaneGraphics

// Layout: which layers are to put their sublayers in their places, and when they do.
//
// A layer is marked by `setNeedsLayout`, and by a change of its sublayers, of the size of its
// bounds, of its layout manager or of constraints. A mark also marks for commit, so that a subtree
// that was committed and did not change since has nothing to lay out and is not visited.

extension CALayer {
  /// Most times that a commit or `layoutIfNeeded` goes over a tree in which layout keeps asking for
  /// layoutState.
  static let mostLayoutPasses = 16

  func markForLayout() {
    guard !layoutState.isRunning else { return }
    setNeedsCommit()
    guard !layoutState.isNeeded else { return }
    layoutState.isNeeded = true
    layoutState.manager?.invalidateLayout(of: self)
  }

  /// The consequences of a new size of the bounds; a new origin has none.
  func boundsDidChange(from old: CGRect) {
    guard bounds.size != old.size else { return }
    setNeedsLayout()
    if needsDisplayOnBoundsChange { setNeedsDisplay() }
    resizeSublayers(withOldSize: old.size)
  }

  func layOutSublayers() {
    if let delegate {
      delegate.layoutSublayers(of: self)
    } else {
      layoutManager?.layoutSublayers(of: self)
    }
  }

  /// Lays out the tree from the uppermost superlayer on that is marked, and with it all superlayers
  /// in between.
  func layOutFromAbove() {
    var top = self
    while let superlayer = top.parent, superlayer.layoutState.isNeeded { top = superlayer }
    top.layOutTree()
  }

  /// Lays out this layer and all within it, again while layout asks for layoutState.
  ///
  /// - Returns: whether anything was laid out.
  @discardableResult func layOutTree() -> Bool {
    for pass in 0..<Self.mostLayoutPasses where !layOutOnce() { return pass > 0 }
    Warnings.log(
      "layers",
      "Layout in \(self) asks for layout each time: it was done \(Self.mostLayoutPasses) times and is left as it is.")
    return true
  }

  /// Goes over this layer and all within it that changed since the last commit, superlayers first.
  private func layOutOnce() -> Bool {
    var didLayOut = false
    if layoutState.isNeeded {
      layoutState.isNeeded = false
      layoutState.isRunning = true
      layoutSublayers()
      layoutState.isRunning = false
      didLayOut = true
    }
    forEachChangedLayerWithin { layer in
      if layer.layOutOnce() { didLayOut = true }
    }
    return didLayOut
  }

  // MARK: The rules

  func setLayoutManager(_ manager: (any CALayoutManager)?) {
    guard manager !== layoutState.manager else { return }
    layoutState.manager = manager
    setNeedsLayout()
  }

  func setConstraints(_ constraints: [CAConstraint]?) {
    layoutState.constraints = constraints
    setNeedsLayout()
    // It is the superlayer's layout that reads them.
    parent?.setNeedsLayout()
  }

  // MARK: Autoresizing

  func autoresizeSublayers(from size: CGSize) {
    for sublayer in children { sublayer.resize(withOldSuperlayerSize: size) }
  }

  func autoresize(from size: CGSize) {
    guard !autoresizingMask.isEmpty, let superlayer = parent else { return }
    let (old, new) = (frame, superlayer.bounds.size)
    let x = Autoresizing(horizontally: autoresizingMask).interval(
      origin: old.minX, length: old.width, after: new.width - size.width)
    let y = Autoresizing(vertically: autoresizingMask).interval(
      origin: old.minY, length: old.height, after: new.height - size.height)
    let resized = CGRect(x: x.origin, y: y.origin, width: x.length, height: y.length)
    if resized != old, resized.isFinite { frame = resized }
  }
}
