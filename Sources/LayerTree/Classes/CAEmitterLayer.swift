import MultiplaneGraphics
import MultiplaneRenderTree

/// A layer that particles come from.
///
/// They are a closed function of the layer's time: what was chosen for a particle follows from `seed`, and the birth
/// rates say when it was born. A change, such as `birthRate = 0`, has an effect on those that are born after the
/// commit. docs/emitters.md has the rules. (Source: CAEmitterLayer.h.)
open class CAEmitterLayer: CALayer {
  package override var kind: LayerKind { .emitter }

  override func committedValues(of animations: [CommittedAnimation], at time: Double?) -> LayerValues {
    var values = super.committedValues(of: animations, at: time)
    values.emitter.cells = CAEmitterCell.values(of: emitterCells)
    values.emitter.past =
      if let time {
        lastCommitted?.emissionPast(before: values.emitter, animations, at: time)
      } else {
        lastCommitted?.values.emitter.past
      }
    return values
  }

  open override class func defaultValue(forKey key: String) -> Any? { typedDefault(forKey: key, of: .emitter) }

  /// The value at a key path, such as `emitterPosition.x` or `emitterCells.<name>.birthRate`.
  open override func value(forKeyPath keyPath: String) -> Any? {
    guard let (cell, rest) = CAEmitterCell.cell(on: keyPath, of: emitterCells) else {
      return super.value(forKeyPath: keyPath)
    }
    return rest.map { cell.value(forKeyPath: $0) } ?? cell
  }

  /// Sets the value at a key path.
  open override func setValue(_ value: Any?, forKeyPath keyPath: String) {
    guard let (cell, rest) = CAEmitterCell.cell(on: keyPath, of: emitterCells) else {
      return super.setValue(value, forKeyPath: keyPath)
    }
    guard let rest else { return }
    cell.setValue(value, forKeyPath: rest)
    setNeedsCommit()
  }

  /// Sets a value of a cell, at a key path such as `emitterCells.<name>.birthRate`.
  package func setCellValue(_ value: LayerValue, forKeyPath keyPath: String) {
    setValue(value.foundationValue, forKeyPath: keyPath)
  }

  /// Gives the layer copies of its cells, so that a change of one is none of the layer that it was copied from.
  package func separateCells() {
    guard let cells = emitterCells else { return }
    emitterCells = CAEmitterCell.values(of: cells).map(CAEmitterCell.init)
  }

  /// What the particles are made by; default nil. A cell that is changed afterwards is looked at again with the layer's
  /// next commit: change it by a key path such as `emitterCells.<name>.birthRate`, which asks for one.
  open var emitterCells: [CAEmitterCell]? {
    get { value(forKey: "emitterCells") as? [CAEmitterCell] }
    set { setValue(newValue, forKey: "emitterCells") }
  }

  /// Multiplies the cells' birth rates; default 1. Animatable.
  open var birthRate: Float {
    get { values.emitter.birthRate }
    set { change(\.emitter.birthRate, to: newValue) }
  }

  /// Multiplies the cells' lifetimes; default 1. Animatable.
  open var lifetime: Float {
    get { values.emitter.lifetime }
    set { change(\.emitter.lifetime, to: newValue) }
  }

  /// The middle of the emitter, in points of the layer; default (0, 0). Animatable.
  open var emitterPosition: CGPoint {
    get { values.emitter.position }
    set { change(\.emitter.position, to: newValue) }
  }

  /// The middle of the emitter along z, in points; default 0. Animatable.
  open var emitterZPosition: CGFloat {
    get { values.emitter.zPosition }
    set { change(\.emitter.zPosition, to: newValue) }
  }

  /// The size of the emitter in points, as its shape has use for it; default empty. Animatable.
  open var emitterSize: CGSize {
    get { values.emitter.size }
    set { change(\.emitter.size, to: newValue) }
  }

  /// The size of the emitter along z in points; default 0. Animatable.
  open var emitterDepth: CGFloat {
    get { values.emitter.depth }
    set { change(\.emitter.depth, to: newValue) }
  }

  /// The shape that particles come from; default `point`.
  open var emitterShape: CAEmitterLayerEmitterShape {
    get { values.emitter.shape }
    set { change(\.emitter.shape, to: newValue) }
  }

  /// Which part of the shape they come from; default `volume`.
  open var emitterMode: CAEmitterLayerEmitterMode {
    get { values.emitter.mode }
    set { change(\.emitter.mode, to: newValue) }
  }

  /// In which order they are drawn; default `unordered`.
  open var renderMode: CAEmitterLayerRenderMode {
    get { values.emitter.renderMode }
    set { change(\.emitter.renderMode, to: newValue) }
  }

  /// Whether particles keep their depth; default false.
  open var preservesDepth: Bool {
    get { values.emitter.preservesDepth }
    set { change(\.emitter.preservesDepth, to: newValue) }
  }

  /// Multiplies the cells' velocities; default 1. Animatable.
  open var velocity: Float {
    get { values.emitter.velocity }
    set { change(\.emitter.velocity, to: newValue) }
  }

  /// Multiplies the cells' scales; default 1. Animatable.
  open var scale: Float {
    get { values.emitter.scale }
    set { change(\.emitter.scale, to: newValue) }
  }

  /// Multiplies the cells' spins; default 1. Animatable.
  open var spin: Float {
    get { values.emitter.spin }
    set { change(\.emitter.spin, to: newValue) }
  }

  /// What the random numbers begin with; default 0.
  open var seed: UInt32 {
    get { UInt32(clamping: values.emitter.seed) }
    set { change(\.emitter.seed, to: Int(newValue)) }
  }
}
