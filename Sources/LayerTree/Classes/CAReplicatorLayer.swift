import MultiplaneGraphics
import MultiplaneRenderTree

/// A layer that draws its sublayers several times, each time moved, coloured and delayed further.
///
/// (Source: CAReplicatorLayer.h.)
open class CAReplicatorLayer: CALayer {
  package override var kind: LayerKind { .replicator }

  open override class func defaultValue(forKey key: String) -> Any? { typedDefault(forKey: key, of: .replicator) }

  /// No more instances than this are drawn. It is the limit of scene files too.
  package static let mostInstances = ReplicatorValues.mostInstances

  /// How many times the sublayers are drawn, the original included; 0 draws none. Default 1. Animatable.
  open var instanceCount: Int {
    get { values.replicator.instanceCount }
    set { change(\.replicator.instanceCount, to: newValue) }
  }

  /// Whether the sublayers keep their depth, as those of a `CATransformLayer` do. Default false.
  open var preservesDepth: Bool {
    get { values.replicator.preservesDepth }
    set { change(\.replicator.preservesDepth, to: newValue) }
  }

  /// How many seconds each instance is behind the one before. Default 0. Animatable.
  open var instanceDelay: CFTimeInterval {
    get { values.replicator.instanceDelay }
    set { change(\.replicator.instanceDelay, to: newValue) }
  }

  /// What places each instance relative to the one before, about the anchor point. Default the identity. Animatable.
  open var instanceTransform: CATransform3D {
    get { values.replicator.instanceTransform }
    set { change(\.replicator.instanceTransform, to: newValue) }
  }

  /// What the first instance's colours are multiplied by. Default opaque white. Animatable.
  open var instanceColor: CGColor? {
    get { values.replicator.instanceColor }
    set { change(\.replicator.instanceColor, to: newValue) }
  }

  /// Added to the red of `instanceColor` with each instance. Default 0. Animatable.
  open var instanceRedOffset: Float {
    get { values.replicator.redOffset }
    set { change(\.replicator.redOffset, to: newValue) }
  }

  /// Added to the green of `instanceColor` with each instance. Default 0. Animatable.
  open var instanceGreenOffset: Float {
    get { values.replicator.greenOffset }
    set { change(\.replicator.greenOffset, to: newValue) }
  }

  /// Added to the blue of `instanceColor` with each instance. Default 0. Animatable.
  open var instanceBlueOffset: Float {
    get { values.replicator.blueOffset }
    set { change(\.replicator.blueOffset, to: newValue) }
  }

  /// Added to the alpha of `instanceColor` with each instance. Default 0. Animatable.
  open var instanceAlphaOffset: Float {
    get { values.replicator.alphaOffset }
    set { change(\.replicator.alphaOffset, to: newValue) }
  }
}
