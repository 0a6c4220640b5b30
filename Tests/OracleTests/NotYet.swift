/// Why a case of the oracle is not compared yet. Whoever adds the feature takes its cases off the list.
enum NotYet: Sendable, Equatable {
  /// The scene is refused: this key or class is not supported.
  case refused(String)
  /// The scene is drawn, but not as it should be: this is missing.
  case drawnOtherwise(String)

  static let reasons: [String: NotYet] = [
    "blend-multiply-screen": .refused("compositingFilter"),
    "filter-gaussian-blur": .refused("filters"),
    "geometry-bounds-origin-scroll": .refused("CAScrollLayer"),
    "mask-shape-circle": .refused("CAShapeLayer"),
    "shadow-path": .refused("shadowPath"),
    "shape-dash": .refused("CAShapeLayer"),
    "shape-fill-rules": .refused("CAShapeLayer"),
    "shape-stroke-joins-caps": .refused("CAShapeLayer"),
    "shape-stroke-start-end": .refused("CAShapeLayer"),
    "text-box-font": .refused("fonts"),
  ]
}
