import MultiplaneGraphics
import MultiplaneRenderTree

// A layer as the program has set it now, for whoever draws it without a commit: nothing is laid out, displayed or
// begun.

extension CALayer {
  /// The layer with all within it, without animations; of a presentation, whose own values are those that are shown, what
  /// is within it has its animations.
  ///
  /// - Parameter textScale: pixels that a point of text is drawn with, displayed or not.
  package func committedModel(textScale: CGFloat) -> CommittedLayer {
    committedModel(textScale, committedValues(of: [], at: nil), [])
  }

  /// A sublayer or a mask. That of a presentation is handed over as it was committed: a replicator shows its copies at other
  /// times, and a transition is no value.
  private func committedPart(_ textScale: CGFloat) -> CommittedLayer {
    guard let committed = presentationOrigin?.committed else { return committedModel(textScale: textScale) }
    return committedModel(textScale, committed.values, committed.animations)
  }

  private func committedModel(
    _ textScale: CGFloat, _ values: LayerValues, _ animations: [CommittedAnimation]
  ) -> CommittedLayer {
    var values = values
    if kind == .text { (self as? CATextLayer)?.drawText(at: textScale, in: &values) }
    return CommittedLayer(
      identifier: identifier, name: name, kind: kind, values: values, timing: timing, animations: animations,
      sublayers: children.map { $0.committedPart(textScale) }, mask: maskLayer?.committedPart(textScale))
  }

  /// The media time that a presentation shows, or now, in seconds.
  package var shownMediaTime: Double { presentationOrigin?.mediaTime ?? CACurrentMediaTime() }

  /// The time of the superlayer at a media time; both in seconds. That of a root is media time itself.
  package func superlayerTime(atMediaTime mediaTime: Double) -> Double {
    parent?.localTime(atMediaTime: mediaTime) ?? mediaTime
  }
}
