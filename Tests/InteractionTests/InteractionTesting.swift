import MultiplaneGraphics
import MultiplaneInteraction
import MultiplaneLayerTree

/// A root of 400 × 300 points on an output of 800 × 600 pixels, and what is told of it.
final class TestStage {
  let root = CALayer()
  let interaction: Interaction
  /// "kind layer", as the observer is told.
  private(set) var log: [String] = []
  private(set) var events: [LayerEvent] = []

  init(mapping: OutputMapping = OutputMapping(size: CGSize(width: 800, height: 600), transform: .scale(2))) {
    root.name = "root"
    root.frame = CGRect(x: 0, y: 0, width: 400, height: 300)
    interaction = Interaction(root: root, mapping: mapping)
    interaction.observer = { [unowned self] event in
      events.append(event)
      log.append("\(event.kind) \(event.layer.name ?? "-")")
    }
  }

  @discardableResult func add(_ name: String, _ frame: CGRect, to superlayer: CALayer? = nil) -> CALayer {
    let layer = CALayer()
    layer.name = name
    layer.frame = frame
    (superlayer ?? root).addSublayer(layer)
    return layer
  }

  /// Does something at a time, after the tree was committed; what was told of it.
  @discardableResult func send(_ kinds: InputEvent.Kind..., at time: Double = 0) -> [String] {
    _ = root.commit(at: 0)
    log = []
    events = []
    interaction.handle(kinds.map { InputEvent($0, time: time) }, at: time)
    return log
  }

  /// A place of the unit square for a point of the canvas.
  func place(_ x: Double, _ y: Double) -> CGPoint {
    let pixel = CGPoint(x: x, y: y).applying(interaction.mapping.transform)
    let size = interaction.mapping.size
    return CGPoint(x: pixel.x / size.width, y: pixel.y / size.height)
  }
}

extension CGAffineTransform {
  static func scale(_ factor: Double) -> CGAffineTransform { CGAffineTransform(scaleX: factor, y: factor) }
}

func isNear(_ point: CGPoint?, _ x: Double, _ y: Double) -> Bool {
  guard let point else { return false }
  return abs(point.x - x) < 1e-6 && abs(point.y - y) < 1e-6
}
