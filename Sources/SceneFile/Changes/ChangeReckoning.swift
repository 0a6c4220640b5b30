import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree

/// A layer that is to be changed, and a copy that is so already.
struct LayerAfterChange {
  let layer: CALayer
  /// Without the layer's animations; with those that the change adds.
  let copy: CALayer
}

extension [LayerAfterChange] {
  /// The values of the layers as they would be. A text's contents are those of before, in the place
  /// of the new ones.
  var values: [LayerIdentifier: LayerValues] {
    Dictionary(
      map { change in
        let isText = change.copy is CATextLayer
        return (change.layer.identifier, isText ? change.copy.values : change.copy.committedModel(textScale: 1).values)
      }
    ) { first, _ in first }
  }
}

// The cost of a tree with a change, computed before anything of its size is made: the sums of
// `SceneLimits` over all of its layers, whatever earlier changes have added. A change that asks for
// no more than there is already is never refused, so that a tree beyond the limits can be reduced.

extension SceneReader {
  /// Checks the cost of changes of layers of one or several trees. The reader then
  /// restarts its count of key frames, as the layers themselves are read after their copies.
  mutating func reckon(_ changes: [LayerAfterChange]) throws(SceneError) {
    defer { keyframeCount = 0 }
    let changed = Dictionary(changes.map { (ObjectIdentifier($0.layer), $0) }) { first, _ in first }
    var growsText = false
    for change in changes {
      if (change.copy as? TileFileLayer)?.files != nil { try checkTiles(of: change.copy, .scene) }
      if try addsPixels(change) { growsText = true }
    }
    let addsInstances = changes.contains { $0.instances > SceneReader.instances(of: $0.layer) }
    let addsAnimations = changes.contains { $0.copy.animationKeys() != nil }
    guard growsText || addsInstances || addsAnimations else { return }
    var roots: [ObjectIdentifier: CALayer] = [:]
    for change in changes {
      let root = Self.root(of: change.layer)
      roots[ObjectIdentifier(root)] = root
    }
    for root in roots.values {
      let sums = TreeSums(of: root, changed, mostInstances: limits.maximumLayers)
      if growsText, sums.textPixels + Double(barePixels) > Double(limits.maximumBarePixels) {
        throw tooMuchText(.scene)
      }
      if addsInstances, sums.instances > limits.maximumLayers {
        throw invalid(
          .scene,
          "expected at most \(limits.maximumLayers) layers in a scene, each instance of a replicator counted, found more"
        )
      }
      if addsAnimations, sums.keyframes > limits.maximumKeyframes {
        throw invalid(.scene, "expected at most \(limits.maximumKeyframes) animations and key frames, found more")
      }
    }
  }

  /// Whether a layer's text has more pixels than before.
  ///
  /// - Throws: when one text may not have this many.
  private func addsPixels(_ change: LayerAfterChange) throws(SceneError) -> Bool {
    guard let new = change.textPixels else { return false }
    let old = TextPixels(of: change.layer)
    if let old, new.width <= old.width, new.height <= old.height { return false }
    try checkText(new, .scene)
    return new.count > old?.count ?? 0
  }

  private static func root(of layer: CALayer) -> CALayer {
    var root = layer
    while let superlayer = root.superlayer { root = superlayer }
    return root
  }
}

extension LayerAfterChange {
  fileprivate var textPixels: TextPixels? { TextPixels(of: copy, animated: layer) }

  fileprivate var instances: Int {
    let own = SceneReader.instances(of: copy)
    // An animation of before may show more.
    return layer.animationKeys() == nil ? own : max(own, SceneReader.instances(of: layer))
  }

  /// Animations and key frames, those of before that stay included.
  fileprivate var keyframes: Int {
    copy.keyframes(except: []) + layer.keyframes(except: Set(copy.animationKeys() ?? []))
  }
}

/// The total cost of a tree's layers with a change.
private struct TreeSums {
  var textPixels = 0.0
  /// Layers, each as often as replicators around it show it.
  var instances = 0
  var keyframes = 0

  /// - Parameter mostInstances: where counting stops.
  init(of root: CALayer, _ changed: [ObjectIdentifier: LayerAfterChange], mostInstances: Int) {
    var pending = [(layer: root, copies: 1)]
    while let (layer, copies) = pending.popLast() {
      let change = changed[ObjectIdentifier(layer)]
      textPixels += (change.map(\.textPixels) ?? TextPixels(of: layer))?.count ?? 0
      keyframes += change?.keyframes ?? layer.keyframes(except: [])
      instances = min(instances + copies, mostInstances + 1)
      let inside = min(copies * (change?.instances ?? SceneReader.instances(of: layer)), mostInstances + 1)
      for sublayer in layer.sublayers ?? [] { pending.append((sublayer, inside)) }
      if let mask = layer.mask { pending.append((mask, copies)) }
    }
  }
}

extension CALayer {
  /// Its animations, each counted once and again for each of its key frames.
  func keyframes(except keys: Set<String>) -> Int {
    (animationKeys() ?? []).reduce(0) { sum, key in
      sum + (keys.contains(key) ? 0 : animation(forKey: key)?.keyframes ?? 0)
    }
  }
}

extension CAAnimation {
  fileprivate var keyframes: Int {
    switch self {
    case let group as CAAnimationGroup: 1 + (group.animations ?? []).reduce(0) { $0 + $1.keyframes }
    case let animation as CAKeyframeAnimation:
      1 + (animation.values?.count ?? 0) + (animation.path?.elements.count ?? 0)
    default: 1
    }
  }
}
