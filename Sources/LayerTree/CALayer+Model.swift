import Graphics
import RenderTree

// A layer as the program has set it now, for whoever draws it without a commit: nothing is laid out, displayed or
// begun.

extension CALayer {
  /// The layer with all within it, without animations.
  ///
  /// - Parameter textScale: pixels that a point of text is drawn with, displayed or not.
  package func committedModel(textScale: CGFloat) -> CommittedLayer {
    var values = committedValues(of: [], at: nil)
    if kind == .text { (self as? CATextLayer)?.drawText(at: textScale, in: &values) }
    return CommittedLayer(
      identifier: identifier, name: name, kind: kind, values: values, timing: timing, animations: [],
      sublayers: children.map { $0.committedModel(textScale: textScale) },
      mask: maskLayer?.committedModel(textScale: textScale))
  }

  /// The time of the superlayer at a media time; both in seconds. That of a root is media time itself.
  package func superlayerTime(atMediaTime mediaTime: Double) -> Double {
    parent?.localTime(atMediaTime: mediaTime) ?? mediaTime
  }
}
