import MultiplaneGraphics
import MultiplaneMotion
import MultiplaneRenderTree

/// The source of a presentation layer: a model layer, as it was last committed, at one time.
///
/// A presentation keeps those above it alive and makes those within it when they are asked for, so
/// that one of a large tree costs no more than it has to.
final class PresentationOrigin {
  let model: CALayer
  /// Seconds of `CACurrentMediaTime`.
  let mediaTime: Double
  /// The committed layer that the values are from.
  let committed: CommittedLayer

  init(model: CALayer, mediaTime: Double, committed: CommittedLayer) {
    self.model = model
    self.mediaTime = mediaTime
    self.committed = committed
  }

  private(set) lazy var superlayer = model.storedParent?.presentation(atMediaTime: mediaTime)
  var sublayers: [CALayer] { model.storedChildren.compactMap { $0.presentation(atMediaTime: mediaTime) } }
  var mask: CALayer? { model.storedMask?.presentation(atMediaTime: mediaTime) }
}

/// The last presentation of a layer, held weakly.
struct LastPresentation {
  weak var layer: CALayer?
}

extension CALayer {
  /// The sublayers in array order.
  var children: [CALayer] {
    get { presentationOrigin?.sublayers ?? storedChildren }
    _modify { yield &storedChildren }
  }

  /// The mask. It has this layer as its superlayer, and is none of the children.
  var maskLayer: CALayer? {
    get { presentationOrigin == nil ? storedMask : presentationOrigin?.mask }
    set { storedMask = newValue }
  }

  /// The layer that this one is a sublayer or the mask of.
  var parent: CALayer? {
    get { presentationOrigin == nil ? storedParent : presentationOrigin?.superlayer }
    set {
      storedParent = newValue
      superlayerDidChange()
    }
  }

  /// The layer at the top of the tree, which may be this one.
  var root: CALayer {
    var root = self
    while let superlayer = root.parent { root = superlayer }
    return root
  }

  /// A presentation layer at a media time; nil before the first commit.
  package func presentation(atMediaTime mediaTime: Double) -> CALayer? {
    guard presentationOrigin == nil else { return self }
    guard let lastCommitted else { return nil }
    if let last = lastPresentation.layer, let origin = last.presentationOrigin, origin.mediaTime == mediaTime,
      origin.committed === lastCommitted
    {
      return last
    }
    let copy = copyOfSameClass()
    copy.presentationOrigin = PresentationOrigin(model: self, mediaTime: mediaTime, committed: lastCommitted)
    copy.show(lastCommitted.values(at: localTime(atMediaTime: mediaTime)), timing: lastCommitted.timing)
    lastPresentation.layer = copy
    return copy
  }

  /// The committed values with their animations at the current media time; nil before the first
  /// commit.
  var shownValues: LayerValues? {
    lastCommitted?.values(at: localTime(atMediaTime: CACurrentMediaTime()))
  }

  private func show(_ shown: LayerValues, timing: MediaTiming) {
    if shown.contents !== values.contents { contentsObject = shown.contents }
    for (key, value) in shown.custom { arbitraryValues[key] = value.foundationValue }
    values = shown
    self.timing = timing
  }
}
