import Graphics

/// The values of every property of a layer that reaches a renderer, with Core Animation's defaults.
///
/// The layer tree stores them, a commit copies them, evaluation changes them and `RenderNode` resolves them. Each has a
/// row in `LayerProperties`. (Source of defaults: CALayer.h.)
package struct LayerValues: Sendable {
  package var geometry = LayerGeometry()
  package var isDoubleSided = true
  package var isHidden = false
  /// 0…1; other values are clamped when drawn.
  package var opacity: Float = 1
  package var masksToBounds = false
  package var backgroundColor: CGColor?
  /// In points.
  package var cornerRadius: CGFloat = 0
  /// Bits that name no corner are dropped when it is stored.
  package var maskedCorners = CACornerMask.all { didSet { maskedCorners.formIntersection(.all) } }
  /// In points.
  package var borderWidth: CGFloat = 0
  package var borderColor: CGColor? = .black
  package var contents: CGImage?
  package var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  package var contentsCenter = CGRect(x: 0, y: 0, width: 1, height: 1)
  /// An unknown name is stored as `center`.
  package var contentsGravity = CALayerContentsGravity.resize {
    didSet { if !CALayerContentsGravity.all.contains(contentsGravity) { contentsGravity = .center } }
  }
  /// Image pixels per point.
  package var contentsScale: CGFloat = 1
  package var minificationFilter = CALayerContentsFilter.linear
  package var magnificationFilter = CALayerContentsFilter.linear
  /// In mip levels.
  package var minificationFilterBias: Float = 0
  package var shadow = ShadowValues()
  /// Of `CAGradientLayer`; other classes leave it alone.
  @Boxed package var gradient = GradientValues()
  /// Of `CAReplicatorLayer`; other classes leave it alone.
  @Boxed package var replicator = ReplicatorValues()

  package init() { self = Self.defaults }

  /// All values that were never given share the boxes of these.
  private static let defaults = LayerValues(boxing: ())

  private init(boxing: Void) {}

  /// Whether every number that shapes what the layer itself shows is finite. What is not draws nothing of the layer (§12).
  var appearanceIsFinite: Bool {
    cornerRadius.isFinite && borderWidth.isFinite && contentsRect.isFinite && contentsCenter.isFinite
      && contentsScale.isFinite && minificationFilterBias.isFinite
  }
}

/// What a layer's shadow is made of. (Source of defaults: CALayer.h.)
package struct ShadowValues: Sendable, Equatable {
  package var color: CGColor? = .black
  /// 0…1; other values are clamped when drawn.
  package var opacity: Float = 0
  /// In points of the layer.
  package var offset = CGSize(width: 0, height: -3)
  /// The standard deviation of the blur, in points.
  package var radius: CGFloat = 3

  package init() {}
}

/// What `CAGradientLayer` adds. (Source of defaults: CAGradientLayer.h.)
package struct GradientValues: Sendable, Equatable {
  /// Nil draws nothing.
  package var colors: [CGColor]?
  /// In 0…1, as many as colours; nil spreads them evenly.
  package var locations: [Double]?
  /// In the unit square of the bounds.
  package var startPoint = CGPoint(x: 0.5, y: 0)
  package var endPoint = CGPoint(x: 0.5, y: 1)
  package var type = CAGradientLayerType.axial

  package init() {}
}

/// What `CAReplicatorLayer` adds. (Source of defaults: CAReplicatorLayer.h.)
package struct ReplicatorValues: Sendable, Equatable {
  /// No more instances than this are drawn: above it a mistake is likelier than a picture.
  package static let mostInstances = 100_000

  /// 0…`mostInstances`; other values are clamped when drawn.
  package var instanceCount = 1
  /// In seconds.
  package var instanceDelay: Double = 0
  package var instanceTransform = CATransform3DIdentity
  package var preservesDepth = false
  package var instanceColor: CGColor? = .white
  /// Added to the colour's components with each instance.
  package var redOffset: Float = 0
  package var greenOffset: Float = 0
  package var blueOffset: Float = 0
  package var alphaOffset: Float = 0

  package init() {}
}
