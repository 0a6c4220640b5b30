import MultiplaneGraphics
import MultiplaneRenderTree

// A layer as the program has set it now, for whoever draws it without a commit: nothing is laid
// out, displayed or begun.

extension CALayer {
  /// The layer with its sublayers and without animations. Of a presentation layer, whose own values
  /// are animated, the sublayers keep their animations.
  ///
  /// - Parameter textScale: the pixels per point of text, displayed or not.
  package func committedModel(textScale: CGFloat) -> CommittedLayer {
    committedModel(textScale, committedValues(of: [], at: nil), [])
  }

  /// A sublayer or a mask. That of a presentation is handed over as it was committed: a replicator
  /// shows its copies at other times, and a transition is no value.
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

  /// The media time of a presentation layer, or now, in seconds.
  package var shownMediaTime: Double { presentationOrigin?.mediaTime ?? CACurrentMediaTime() }

  /// The time of the superlayer at a media time, in seconds. For a root it is media time itself.
  package func superlayerTime(atMediaTime mediaTime: Double) -> Double {
    parent?.localTime(atMediaTime: mediaTime) ?? mediaTime
  }
}
