import RenderTree

/// The keys and classes of the scene format that the tables of keys do not hold.
enum SceneKeys {
  /// Of the top level.
  static let scene = ["version", "size", "scale", "background", "images", "root"]
  /// Of a layer, beside the rows of `LayerProperties` and `TimingProperty`.
  static let layer = ["class", "name", "frame", "sublayers", "mask", "animations", "layoutManager", "constraints"]
  /// Of a constraint.
  static let constraint = ["attribute", "relativeTo", "sourceAttribute", "scale", "offset"]
  /// Of an emitter layer, beside those of a layer.
  static let emitter = ["emitterCells"]
  /// Of an emitter cell, beside the rows of `EmitterCellProperty` and `TimingProperty`.
  static let emitterCell = ["name", "emitterCells"]
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
    "CATransition": animation + ["type", "subtype", "startProgress", "endProgress", "from"],
  ]
  static let animationClasses = [
    "CABasicAnimation", "CAKeyframeAnimation", "CASpringAnimation", "CAAnimationGroup", "CATransition",
  ]

  /// All keys of an animation class.
  static func animation(ofClass name: String) -> [String] {
    (animations[name] ?? []) + TimingProperty.all.map(\.key)
  }

  // MARK: Not supported yet
  //
  // What the format has and this program cannot draw yet. Such a key or class is refused by name rather than as
  // unknown. Whoever adds one takes it off here.

  static let sceneToCome = ["fonts"]
  static let layerToCome: [String] = []
  static let layerClassesToCome = ["CATextLayer"]
  /// The classes that can be drawn. The tiles of a `CATiledLayer` a program draws, and a file has none.
  static let layerKinds = LayerKind.allCases.filter { $0 != .tiled && !layerClassesToCome.contains($0.rawValue) }
  static let animationClassesToCome: [String] = []

  /// All keys of a layer class that can be drawn.
  static func layer(of kind: LayerKind) -> [String] {
    layer + (kind == .emitter ? emitter : []) + LayerProperties.rows(of: kind).map(\.key)
      + TimingProperty.all.map(\.key)
  }
}
