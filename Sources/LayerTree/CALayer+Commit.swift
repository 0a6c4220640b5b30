import Graphics
import Motion
import RenderTree
import Synchronization

extension CALayer {
  /// Marks the layer as changed, so that the next commit looks at it again.
  func setNeedsCommit() {
    var layer: CALayer? = self
    // An ancestor that is marked has only marked ancestors.
    while let current = layer, current.committed != nil {
      current.committed = nil
      layer = current.parent
    }
  }

  /// Hands the tree over as values. What did not change since the last commit is shared with it.
  ///
  /// - Parameter parentTime: the time of the commit in the superlayer's time, in seconds: new animations begin then.
  package func commit(at parentTime: Double) -> CommittedLayer {
    if let committed { return committed }
    let time = timing.localTime(fromParent: parentTime)
    let layer = CommittedLayer(
      identifier: identifier, name: name, kind: kind, values: values, timing: timing,
      animations: commitAnimations(at: time), sublayers: children.map { $0.commit(at: time) },
      mask: maskLayer?.commit(at: time))
    committed = layer
    return layer
  }
}

extension LayerIdentifier {
  private static let last = Atomic<UInt64>(0)

  static func next() -> LayerIdentifier {
    LayerIdentifier(rawValue: last.add(1, ordering: .relaxed).newValue)
  }
}
