import MultiplaneGraphics
import MultiplaneRenderTree

/// A layer that emits particles.
///
/// The particles are a closed function of the layer's time: `seed` decides the random properties of
/// a particle, and the birth rates decide its time of birth. A change, such as `birthRate = 0`,
/// affects only particles that are born after its commit. The rules are in docs/emitters.md.
/// (Source: CAEmitterLayer.h.)
///
/// ```swift
/// let spark = CAEmitterCell()
/// spark.contents = image
/// spark.birthRate = 50  // per second
/// spark.lifetime = 1  // second
/// spark.velocity = 80  // points per second
/// spark.emissionRange = 2 * .pi
/// let emitter = CAEmitterLayer()
/// emitter.emitterPosition = CGPoint(x: 50, y: 20)
/// emitter.emitterCells = [spark]
/// root.addSublayer(emitter)
/// ```
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

  /// Sets the value at a key path, such as `emitterCells.<name>.birthRate`.
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

  /// Replaces the layer's cells by copies, so that changes do not affect the layer that it was
  /// copied from.
  package func separateCells() {
    guard let cells = emitterCells else { return }
    emitterCells = CAEmitterCell.values(of: cells).map(CAEmitterCell.init)
  }

  /// The sources of the particles. Default nil. The layer reads a changed cell at its next commit.
  /// To request one, change the cell by a key path such as `emitterCells.<name>.birthRate`.
  open var emitterCells: [CAEmitterCell]? {
    get { value(forKey: "emitterCells") as? [CAEmitterCell] }
    set { setValue(newValue, forKey: "emitterCells") }
  }

  /// A factor of the cells' birth rates. Default 1. Animatable.
  open var birthRate: Float {
    get { values.emitter.birthRate }
    set { change(\.emitter.birthRate, to: newValue) }
  }

  /// A factor of the cells' lifetimes. Default 1. Animatable.
  open var lifetime: Float {
    get { values.emitter.lifetime }
    set { change(\.emitter.lifetime, to: newValue) }
  }

  /// The centre of the emitter, in points of the layer. Default (0, 0). Animatable.
  open var emitterPosition: CGPoint {
    get { values.emitter.position }
    set { change(\.emitter.position, to: newValue) }
  }

  /// The z coordinate of the emitter's centre, in points. Default 0. Animatable.
  open var emitterZPosition: CGFloat {
    get { values.emitter.zPosition }
    set { change(\.emitter.zPosition, to: newValue) }
  }

  /// The size of the emitter, in points; its meaning depends on the shape. Default empty.
  /// Animatable.
  open var emitterSize: CGSize {
    get { values.emitter.size }
    set { change(\.emitter.size, to: newValue) }
  }

  /// The size of the emitter along z, in points. Default 0. Animatable.
  open var emitterDepth: CGFloat {
    get { values.emitter.depth }
    set { change(\.emitter.depth, to: newValue) }
  }

  /// The shape of the emitter. Default `point`.
  open var emitterShape: CAEmitterLayerEmitterShape {
    get { values.emitter.shape }
    set { change(\.emitter.shape, to: newValue) }
  }

  /// The part of the shape that emits. Default `volume`.
  open var emitterMode: CAEmitterLayerEmitterMode {
    get { values.emitter.mode }
    set { change(\.emitter.mode, to: newValue) }
  }

  /// The drawing order of the particles. Default `unordered`.
  open var renderMode: CAEmitterLayerRenderMode {
    get { values.emitter.renderMode }
    set { change(\.emitter.renderMode, to: newValue) }
  }

  /// Whether particles are placed in the 3D space of the superlayer. Default false: they are
  /// flattened into the layer.
  open var preservesDepth: Bool {
    get { values.emitter.preservesDepth }
    set { change(\.emitter.preservesDepth, to: newValue) }
  }

  /// A factor of the cells' velocities. Default 1. Animatable.
  open var velocity: Float {
    get { values.emitter.velocity }
    set { change(\.emitter.velocity, to: newValue) }
  }

  /// A factor of the cells' scales. Default 1. Animatable.
  open var scale: Float {
    get { values.emitter.scale }
    set { change(\.emitter.scale, to: newValue) }
  }

  /// A factor of the cells' spins. Default 1. Animatable.
  open var spin: Float {
    get { values.emitter.spin }
    set { change(\.emitter.spin, to: newValue) }
  }

  /// The seed of the random numbers. Default 0.
  open var seed: UInt32 {
    get { UInt32(clamping: values.emitter.seed) }
    set { change(\.emitter.seed, to: Int(newValue)) }
  }
}
