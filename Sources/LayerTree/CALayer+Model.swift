import Graphics
import RenderTree

// A layer as the program has set it now, for whoever draws it without a commit: nothing is laid out, displayed or
// begun.

extension CALayer {
  /// The layer with all within it, without animations.
  package func committedModel() -> CommittedLayer {
    // What has changed nothing since the last commit is what it was then.
    if presentationOrigin == nil, let committed, !committed.isAnimated { return committed }
    return CommittedLayer(
      identifier: identifier, name: name, kind: kind, values: committedValues(of: [], at: nil), timing: timing,
      animations: [], sublayers: children.map { $0.committedModel() }, mask: maskLayer?.committedModel())
  }

  /// The time of the superlayer at a media time; both in seconds. That of a root is media time itself.
  package func superlayerTime(atMediaTime mediaTime: Double) -> Double {
    parent?.localTime(atMediaTime: mediaTime) ?? mediaTime
  }
}
