import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneInteraction
import MultiplaneLayerTree
import MultiplaneRenderTree
import MultiplaneSceneFile

/// A scene with its clock and input.
final class SceneHandle {
  /// Size, background and images; its root is `mp_scene_root`.
  private(set) var scene: Scene
  /// The superlayer of the root. Its local time is scene time, independent of media time.
  private let canvas = CanvasLayer()
  let interaction: Interaction
  /// Further images that changes of layers may name.
  private(set) var addedImages: [SceneImage] = []
  /// The last drawn tree, and the time of its next change.
  private var drawn: (root: CommittedLayer, nextTime: Double)?
  /// The last evaluated tree, with its inputs.
  private var evaluated: (root: CommittedLayer, scale: Double, tree: RenderTree)?

  /// Scene time, in seconds.
  var time = 0.0 {
    // Changes with an animation begin at the time at which they were made.
    willSet { if newValue != time { _ = commit() } }
    didSet { if time != oldValue { Self.withoutActions { canvas.timeOffset = time } } }
  }

  init(_ scene: Scene) {
    self.scene = scene
    interaction = Interaction(root: scene.root, mapping: OutputMapping(size: scene.size))
    Self.withoutActions {
      canvas.anchorPoint = .zero
      canvas.speed = 0
      canvas.bounds = CGRect(origin: .zero, size: scene.size)
      // The animations of the scene begin at its time 0.
      _ = scene.root.commit(at: 0)
      canvas.addSublayer(scene.root)
    }
  }

  deinit {
    let root = scene.root
    Self.withoutActions { root.removeFromSuperlayer() }
  }

  /// Commits the tree at the scene's time.
  func commit() -> CommittedLayer {
    CATransaction.flush()
    return canvas.commit(at: CACurrentMediaTime())
  }

  /// Changes parameters of the scene.
  ///
  /// - Parameters:
  ///   - assets: the place for relative paths of images; nil for that of the values before.
  ///   - duration: the duration of the animation from the current values, in seconds.
  func setParameters(
    _ values: [String: ParameterValue], assets: FilePlace? = nil, duration: Double = 0
  ) throws(SceneError) {
    try scene.setParameters(values, assets: assets, duration: duration)
    evaluated = nil
    drawn = nil
  }

  /// Adds an image for changes of layers, in place of one of the same name.
  func addImage(_ image: CGImage, name: String) {
    addedImages.removeAll { $0.name == name }
    addedImages.append(SceneImage(name: name, path: "", image: image))
  }

  /// The tree that would be drawn now.
  ///
  /// - Parameter scale: pixels per point.
  func tree(scale: Double) -> RenderTree {
    let root = commit()
    if let evaluated, evaluated.root === root, evaluated.scale == scale { return evaluated.tree }
    let tree = CommittedTree(size: scene.size, scale: scale, background: scene.background?.straight, root: root)
      .evaluate(at: CACurrentMediaTime())
    evaluated = (root, scale, tree)
    return tree
  }

  /// The tree to draw now.
  ///
  /// - Parameter scale: pixels per point.
  func treeToDraw(scale: Double) -> RenderTree {
    let tree = tree(scale: scale)
    if let root = evaluated?.root { drawn = (root, nextFrameTime(of: root)) }
    return tree
  }

  /// The committed tree in scene time, for pictures at any time.
  ///
  /// - Parameter scale: pixels per point; nil for the scene's.
  func committed(scale: Double?) -> CommittedTree? {
    commit().sublayers.first.map { root in
      CommittedTree(
        size: scene.size, scale: scale ?? scene.scale, background: scene.background?.straight, root: root)
    }
  }

  /// The scene time of the next frame that differs.
  var nextFrameTime: Double { nextFrameTime(of: commit()) }

  /// Whether the scene may have changed since it was last drawn.
  var needsDrawing: Bool {
    guard let drawn else { return true }
    // The root itself: the canvas is another one whenever the time is set.
    return drawn.root.sublayers.first !== commit().sublayers.first || time >= drawn.nextTime
  }

  private func nextFrameTime(of canvas: CommittedLayer) -> Double {
    guard let root = canvas.sublayers.first else { return .infinity }
    return CommittedTree(size: scene.size, scale: 1, background: nil, root: root).nextFrameTime(after: time)
  }

  static func withoutActions(_ body: () -> Void) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    body()
    CATransaction.commit()
  }
}

/// The superlayer of a scene's root, hidden from programs in C.
final class CanvasLayer: CALayer {}
