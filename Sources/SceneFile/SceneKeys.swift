import RenderTree

/// The keys and classes of the scene format that the tables of keys do not hold.
enum SceneKeys {
  /// Of the top level.
  static let scene = ["version", "size", "scale", "background", "images", "root"]
  /// Of a layer, beside the rows of `LayerProperties` and `TimingProperty`.
  static let layer = ["class", "name", "frame", "sublayers", "mask", "animations"]
  /// Of each class of animation, beside the rows of `TimingProperty`.
  private static let animation = ["class", "timingFunction", "removedOnCompletion"]
  private static let propertyAnimation = animation + ["keyPath", "additive", "cumulative", "valueFunction"]
  private static let basicAnimation = propertyAnimation + ["fromValue", "toValue", "byValue"]
  private static let animations: [String: [String]] = [
    "CABasicAnimation": basicAnimation,
    "CASpringAnimation": basicAnimation + ["mass", "stiffness", "damping", "initialVelocity", "allowsOverdamping"],
    "CAKeyframeAnimation": propertyAnimation + [
      "values", "path", "keyTimes", "timingFunctions", "calculationMode", "rotationMode", "tensionValues",
      "continuityValues", "biasValues",
    ],
    "CAAnimationGroup": animation + ["animations"],
  ]
  static let animationClasses = ["CABasicAnimation", "CAKeyframeAnimation", "CASpringAnimation", "CAAnimationGroup"]

  /// All keys of an animation class.
  static func animation(ofClass name: String) -> [String] {
    (animations[name] ?? []) + TimingProperty.all.map(\.key)
  }

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
  static let animationClassesToCome = ["CATransition"]

  /// All keys of a layer class that can be drawn.
  static func layer(of kind: LayerKind) -> [String] {
    layer + LayerProperties.rows(of: kind).map(\.key) + TimingProperty.all.map(\.key)
  }
}
