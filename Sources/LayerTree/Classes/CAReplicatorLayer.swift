import MultiplaneGraphics
import MultiplaneRenderTree

/// A layer that draws copies of its sublayers, each with a further transform, colour and delay.
///
/// (Source: CAReplicatorLayer.h.)
///
/// ```swift
/// let dots = CAReplicatorLayer()
/// dots.instanceCount = 8
/// dots.instanceTransform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
/// dots.instanceDelay = 0.1  // seconds
/// dots.addSublayer(layer)
/// root.addSublayer(dots)
/// ```
open class CAReplicatorLayer: CALayer {
  package override var kind: LayerKind { .replicator }

  open override class func defaultValue(forKey key: String) -> Any? { typedDefault(forKey: key, of: .replicator) }

  /// The maximum number of drawn instances, as in scene files.
  package static let mostInstances = ReplicatorValues.mostInstances

  /// The number of copies, including the original; 0 draws none. Default 1. Animatable.
  open var instanceCount: Int {
    get { values.replicator.instanceCount }
    set { change(\.replicator.instanceCount, to: newValue) }
  }

  /// Whether the sublayers are placed in the 3D space of the superlayer, as in a
  /// `CATransformLayer`. Default false.
  open var preservesDepth: Bool {
    get { values.replicator.preservesDepth }
    set { change(\.replicator.preservesDepth, to: newValue) }
  }

  /// The time delay between consecutive copies, in seconds. Default 0. Animatable.
  open var instanceDelay: CFTimeInterval {
    get { values.replicator.instanceDelay }
    set { change(\.replicator.instanceDelay, to: newValue) }
  }

  /// The transform of each copy relative to the previous one, about the anchor point. Default the
  /// identity. Animatable.
  open var instanceTransform: CATransform3D {
    get { values.replicator.instanceTransform }
    set { change(\.replicator.instanceTransform, to: newValue) }
  }

  /// The colour that multiplies the first copy. Default opaque white. Animatable.
  open var instanceColor: CGColor? {
    get { values.replicator.instanceColor }
    set { change(\.replicator.instanceColor, to: newValue) }
  }

  /// Added to the red component of `instanceColor` per copy. Default 0. Animatable.
  open var instanceRedOffset: Float {
    get { values.replicator.redOffset }
    set { change(\.replicator.redOffset, to: newValue) }
  }

  /// Added to the green component of `instanceColor` per copy. Default 0. Animatable.
  open var instanceGreenOffset: Float {
    get { values.replicator.greenOffset }
    set { change(\.replicator.greenOffset, to: newValue) }
  }

  /// Added to the blue component of `instanceColor` per copy. Default 0. Animatable.
  open var instanceBlueOffset: Float {
    get { values.replicator.blueOffset }
    set { change(\.replicator.blueOffset, to: newValue) }
  }

  /// Added to the alpha of `instanceColor` per copy. Default 0. Animatable.
  open var instanceAlphaOffset: Float {
    get { values.replicator.alphaOffset }
    set { change(\.replicator.alphaOffset, to: newValue) }
  }
}
