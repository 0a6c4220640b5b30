import MultiplaneGraphics
import MultiplaneInteraction
import MultiplaneLayerTree
import MultiplaneRenderTree
import MultiplaneSceneFile

/// A scene with its clock and what people do to it.
final class SceneHandle {
  /// Size, background and images; its root is what `mp_scene_root` gives.
  private(set) var scene: Scene
  /// What the root lies in. Its own time is scene time, wherever media time is.
  private let canvas = CanvasLayer()
  let interaction: Interaction
  /// The tree that was drawn last, and when it is worth drawing again.
  private var drawn: (root: CommittedLayer, nextTime: Double)?
  /// The tree that was asked for last, and of what it was made.
  private var evaluated: (root: CommittedLayer, scale: Double, tree: RenderTree)?

  /// Seconds of scene time.
  var time = 0.0 {
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

  /// The tree as it is now, at the scene's time.
  func commit() -> CommittedLayer {
    CATransaction.flush()
    return canvas.commit(at: CACurrentMediaTime())
  }

  /// Gives the scene's parameters other values.
  ///
  /// - Parameter duration: of the animation from what is shown, in seconds.
  func setParameters(_ values: [String: ParameterValue], duration: Double = 0) throws(SceneError) {
    try scene.setParameters(values, duration: duration)
    evaluated = nil
    drawn = nil
  }

  /// What would be drawn now.
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

  /// What is drawn now.
  ///
  /// - Parameter scale: pixels per point.
  func treeToDraw(scale: Double) -> RenderTree {
    let tree = tree(scale: scale)
    if let root = evaluated?.root { drawn = (root, nextFrameTime(of: root)) }
    return tree
  }

  /// The scene as it is now, in scene time, for pictures of any time.
  ///
  /// - Parameter scale: pixels per point; nil for the scene's own.
  func committed(scale: Double?) -> CommittedTree? {
    commit().sublayers.first.map { root in
      CommittedTree(
        size: scene.size, scale: scale ?? scene.scale, background: scene.background?.straight, root: root)
    }
  }

  /// When the scene is worth drawing again, in scene time.
  var nextFrameTime: Double { nextFrameTime(of: commit()) }

  /// Whether anything may look different from how it was drawn last.
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

/// Stands behind the root of a scene; a program in C does not see it.
final class CanvasLayer: CALayer {}
