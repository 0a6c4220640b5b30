/// Why a case of the oracle is not compared yet. Whoever adds the feature takes its cases off the list.
enum NotYet: Sendable, Equatable {
  /// The scene is refused: this key or class is not supported.
  case refused(String)
  /// The scene is drawn, but not as it should be: this is missing.
  case drawnOtherwise(String)

  static let reasons: [String: NotYet] = [
    // Core Animation multiplies the composed layer by its mask (docs/rendering.md, section 16).
    "mask-shape-circle": .drawnOtherwise(
      "the browser clips each rectangle by itself, so that the lower one's blue shows around the upper one's gold"),
    "text-box-font": .refused("fonts"),
  ]
}
