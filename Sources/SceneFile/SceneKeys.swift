import RenderTree

/// The keys and classes of the scene format that the tables of keys do not hold.
enum SceneKeys {
  /// Of the top level.
  static let scene = ["version", "size", "scale", "background", "images", "root"]
  /// Of a layer, beside the rows of `LayerProperties` and `TimingProperty`.
  static let layer = ["class", "name", "frame", "sublayers", "mask", "animations"]
  /// Of a basic animation, beside the rows of `TimingProperty`.
  static let basicAnimation = [
    "class", "keyPath", "fromValue", "toValue", "byValue", "additive", "cumulative", "timingFunction",
    "removedOnCompletion",
  ]
  static let animationClasses = ["CABasicAnimation"]

  // MARK: Not supported yet
  //
  // What the format has and this program cannot draw yet. Such a key or class is refused by name rather than as
  // unknown. Whoever adds one takes it off here.

  static let sceneToCome = ["fonts"]
  static let layerToCome = [
    "opaque", "cornerCurve", "shadowPath", "allowsGroupOpacity", "allowsEdgeAntialiasing", "shouldRasterize",
    "rasterizationScale", "filters", "backgroundFilters", "compositingFilter", "autoresizingMask", "layoutManager",
    "constraints",
  ]
  static let layerClassesToCome = [
    "CAShapeLayer", "CATextLayer", "CAScrollLayer", "CATiledLayer", "CAEmitterLayer",
  ]
  static let animationClassesToCome = [
    "CAKeyframeAnimation", "CASpringAnimation", "CAAnimationGroup", "CATransition",
  ]

  /// All keys of a layer class that can be drawn.
  static func layer(of kind: LayerKind) -> [String] {
    layer + LayerProperties.rows(of: kind).map(\.key) + TimingProperty.all.map(\.key)
  }
}
