/// Why a case of the oracle is not compared yet. Whoever adds the feature takes its cases off the list.
enum NotYet: Sendable, Equatable {
  /// The scene is refused: this key or class is not supported.
  case refused(String)
  /// The scene is drawn, but not as it should be: this is missing.
  case drawnOtherwise(String)

  static let reasons: [String: NotYet] = [
    "animation-analog-clock": .refused("shadowOpacity"),
    "animation-keyframe-rotation": .refused("CAKeyframeAnimation"),
    "blend-multiply-screen": .refused("compositingFilter"),
    "filter-gaussian-blur": .refused("filters"),
    "geometry-bounds-origin-scroll": .refused("CAScrollLayer"),
    "gradient-axial": .refused("CAGradientLayer"),
    "gradient-conic": .refused("CAGradientLayer"),
    "gradient-diagonal": .refused("CAGradientLayer"),
    "gradient-radial": .refused("CAGradientLayer"),
    "mask-gradient": .refused("mask"),
    "mask-shape-circle": .refused("mask"),
    "replicator-ring": .refused("CAReplicatorLayer"),
    "shadow-of-image-alpha": .refused("shadowOpacity"),
    "shadow-opaque-rect": .refused("shadowOpacity"),
    "shadow-path": .refused("shadowPath"),
    "shadow-translucent-background": .refused("shadowOpacity"),
    "shape-dash": .refused("CAShapeLayer"),
    "shape-fill-rules": .refused("CAShapeLayer"),
    "shape-stroke-joins-caps": .refused("CAShapeLayer"),
    "shape-stroke-start-end": .refused("CAShapeLayer"),
    "text-box-font": .refused("fonts"),
    "transform-layer-cube": .drawnOtherwise("faces sorted by depth as the viewer sees them"),
  ]
}
