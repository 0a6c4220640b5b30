import MultiplaneGraphics
import MultiplaneMotion
import MultiplaneRenderTree
import Synchronization

extension CALayer {
  /// Marks the layer as changed, so that the next commit looks at it again.
  func setNeedsCommit() {
    hasOwnChanges = true
    let thread = TransactionThread.current
    if membership.changes != thread.serial, presentationOrigin == nil { thread.noteChange(of: self) }
    var layer: CALayer? = self
    // An ancestor that is marked has only marked ancestors.
    while let current = layer, current.committed != nil {
      current.committed = nil
      layer = current.parent
      layer?.noteChange(of: current)
    }
  }

  /// Performs pending layout and display, then returns the tree as values. Unchanged parts are
  /// shared with the previous commit.
  ///
  /// - Parameter parentTime: the time of the commit in the superlayer's time space, in seconds: the
  ///   start of new animations.
  package func commit(at parentTime: Double) -> CommittedLayer {
    if hasLeftTree, parent == nil, !PictureCommit.isRunning {
      // The root of a tree of its own by now.
      hasLeftTree = false
      TransactionThread.current.noteMove(of: self)
    }
    return commitChanges(at: parentTime)
  }

  /// The same for a tree that need not be shown.
  func commitChanges(at parentTime: Double) -> CommittedLayer {
    if let committed { return committed }
    prepareForCommit()
    renewTiles(at: parentTime)
    return commitValues(at: parentTime)
  }

  /// Layout of the whole tree first, then display: what is displayed has its final size. What
  /// display asks for is done too, for this many times.
  private func prepareForCommit() {
    for _ in 0..<Self.mostLayoutPasses {
      let didLayOut = layOutTree()
      let didDisplay = displayTree()
      if !didLayOut && !didDisplay { return }
    }
  }

  func commitValues(at parentTime: Double) -> CommittedLayer {
    if let committed { return committed }
    let time = timing.localTime(fromParent: parentTime)
    let animations = commitAnimations(at: time)
    let changes = changedIndices
    let layer = CommittedLayer(
      identifier: identifier, name: name, kind: kind, own: ownValues(of: animations, at: time), timing: timing,
      animations: animations, sublayers: commitSublayers(at: time),
      mask: maskLayer?.commitValues(at: time), earlier: changes.flatMap { lastCommitted?.earlierStill(changes: $0) })
    committed = layer
    lastCommitted = layer
    if !isShown { isShown = !PictureCommit.isRunning && !isOutsideTree }
    hasOwnChanges = false
    return layer
  }

  /// The layer's own values; those of the last commit if only its sublayers have changed since.
  private func ownValues(of animations: [CommittedAnimation], at time: Double) -> CommittedValues {
    if !hasOwnChanges, kind.hasLastingValues, let lastCommitted { return lastCommitted.own }
    return CommittedValues(committedValues(of: animations, at: time))
  }
}

extension LayerKind {
  /// Whether layers of the class are by themselves what they were, as long as they are not changed.
  fileprivate var hasLastingValues: Bool {
    switch self {
    case .layer, .transform, .gradient, .shape, .replicator, .scroll: true
    case .text, .tiled, .emitter: false
    }
  }
}

extension LayerIdentifier {
  private static let last = Atomic<UInt64>(0)

  static func next() -> LayerIdentifier {
    LayerIdentifier(rawValue: last.add(1, ordering: .relaxed).newValue)
  }
}

/// Commits for pictures. The layers are not on a screen, so that changes do not animate implicitly.
package enum PictureCommit {
  @TaskLocal fileprivate static var isRunning = false

  package static func perform<Result>(_ commit: () throws -> Result) rethrows -> Result {
    try $isRunning.withValue(true) { try commit() }
  }
}
