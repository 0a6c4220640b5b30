import MultiplaneRenderTree

/// The keys and classes of the scene format that the tables of keys do not hold.
enum SceneKeys {
  /// Of the top level.
  static let scene = [
    "$schema", "version", "size", "scale", "background", "poster", "images", "fonts", "animations", "parameters",
    "root",
  ]
  /// Of a layer, beside the rows of `LayerProperties` and `TimingProperty`.
  static let layer = ["class", "name", "frame", "sublayers", "mask", "animations", "layoutManager", "constraints"]
  /// Of a `CATextLayer`, beside its rows.
  static let text = ["string", "font"]
  /// Of a layer that shows an animation, beside those of a `CALayer`.
  static let animationLayer = ["animation", "values", "progress", "marker", "loop"]
  /// Facts of the animation, which can be read, but not set.
  static let animationFacts = ["markers", "parameters", "keyPaths", "animationDuration", "frameRate"]
  /// The class of layers that show animations.
  static let animationLayerClass = "LottieLayer"
  /// Of a constraint.
  static let constraint = ["attribute", "relativeTo", "sourceAttribute", "scale", "offset"]
  /// Of a `CATiledLayer`, beside its rows.
  static let tiled = ["tiles"]
  /// Of what the tiles of a layer are.
  static let tiles = ["path"]
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

  /// The classes of layers.
  static let layerKinds = LayerKind.allCases
  static let layerClasses = layerKinds.map(\.rawValue) + [animationLayerClass]

  /// All keys of a layer class.
  static func layer(of kind: LayerKind) -> [String] {
    layer + (kind == .emitter ? emitter : []) + (kind == .text ? text : []) + (kind == .tiled ? tiled : [])
      + LayerProperties.rows(of: kind).map(\.key) + TimingProperty.all.map(\.key)
  }

  /// All keys of a layer class, by its name.
  static func layer(ofClass name: String) -> [String] {
    layer(of: LayerKind(rawValue: name) ?? .layer) + (name == animationLayerClass ? animationLayer : [])
  }
}
