import MultiplaneGraphics

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
  package var borderColor: CGColor? = .opaqueBlack
  @Boxed package var borderDash = BorderDashValues()
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
  /// What few layers are given.
  @Boxed package var compositing = CompositingValues()
  /// No renderer reads it: it is kept here for the table of keys.
  package var autoresizingMask: CAAutoresizingMask = []
  /// No renderer reads it: hit tests do.
  package var allowsHitTesting = true
  /// Of `CAGradientLayer`; other classes leave it alone.
  @Boxed package var gradient = GradientValues()
  /// Of `CAShapeLayer`; other classes leave it alone.
  @Boxed package var shape = ShapeValues()
  /// Of `CAReplicatorLayer`; other classes leave it alone.
  @Boxed package var replicator = ReplicatorValues()
  /// Of `CAScrollLayer`; other classes leave it alone.
  @Boxed package var scrollMode = CAScrollLayerScrollMode.both
  /// Of `CATextLayer`; other classes leave it alone.
  @Boxed package var text = TextValues()
  /// Of `CATiledLayer`; other classes leave it alone.
  @Boxed package var tiled = TiledValues()
  /// Of `CAEmitterLayer`; other classes leave it alone.
  @Boxed package var emitter = EmitterValues()

  /// From which image the contents fade while they are animated.
  @Boxed package var contentsFade: ContentsFade? = nil
  /// The values of keys that only a program's own layer class knows, and a text's string, of those that are animated. No
  /// renderer reads them.
  @Boxed package var custom: [String: LayerValue] = [:]

  package init() { self = Self.defaults }

  /// The values of a new layer of a class.
  package init(of kind: LayerKind) {
    self = Self.defaults
    // What is scrolled out of sight is clipped. (Source: CAScrollLayer.h.)
    if kind == .scroll { masksToBounds = true }
  }

  /// All values that were never given share the boxes of these.
  private static let defaults = LayerValues(boxing: ())

  private init(boxing: Void) {}

  /// Whether a layer of a class with these values is only a space: it has no plane of its own.
  package func isSpace(_ kind: LayerKind) -> Bool {
    kind == .transform || kind == .replicator && replicator.preservesDepth
      || kind == .emitter && emitter.preservesDepth
  }

  /// Whether every number that shapes what the layer itself shows is finite. What is not draws nothing of the layer (§12).
  var appearanceIsFinite: Bool {
    placementIsFinite && cornerRadius.isFinite && Border.Numbers(self).isFinite && contentsRect.isFinite
  }

  /// Whether those of them are finite that have no animation channel: how contents lie in the bounds.
  var placementIsFinite: Bool {
    contentsCenter.isFinite && contentsScale.isFinite && minificationFilterBias.isFinite
  }
}

/// How a border is cut into dashes; no part of Core Animation.
package struct BorderDashValues: Sendable, Equatable {
  /// Lengths of dashes and gaps by turns, in points; nil for an unbroken border.
  package var pattern: [Double]?
  /// In points.
  package var phase: CGFloat = 0

  package init() {}
}

/// What a layer's shadow is made of. (Source of defaults: CALayer.h.)
package struct ShadowValues: Sendable, Equatable {
  package var color: CGColor? = .opaqueBlack
  /// 0…1; other values are clamped when drawn.
  package var opacity: Float = 0
  /// In points of the layer.
  package var offset = CGSize(width: 0, height: -3)
  /// The standard deviation of the blur, in points.
  package var radius: CGFloat = 3
  /// What casts it, in points of the layer; nil for the layer with its sublayers.
  package var path: CGPath?

  package init() {}
}

/// How a layer is put together with what lies beneath it, beyond its opacity. (Source of defaults: CALayer.h.)
package struct CompositingValues: Sendable, Equatable {
  /// A promise about contents that a program draws; it changes no picture.
  package var isOpaque = false
  /// An unknown name is stored as `circular`.
  package var cornerCurve = CALayerCornerCurve.circular {
    didSet { if !CALayerCornerCurve.all.contains(cornerCurve) { cornerCurve = .circular } }
  }
  package var allowsGroupOpacity = true
  package var allowsEdgeAntialiasing = true
  package var edgeAntialiasingMask = CAEdgeAntialiasingMask.all
  package var shouldRasterize = false
  /// Pixels per point.
  package var rasterizationScale: CGFloat = 1
  package var filters: [FilterValue]?
  package var backgroundFilters: [FilterValue]?
  /// Nil is `normal`.
  package var blendMode: BlendMode?
  /// Of nodes that a fade is made of. No layer has it, and no key.
  var fadePart: FadePart?

  package init() {}
}

/// What `CAShapeLayer` adds. (Source of defaults: CAShapeLayer.h.)
package struct ShapeValues: Sendable, Equatable {
  /// In points of the layer.
  package var path: CGPath?
  package var fillColor: CGColor? = .opaqueBlack
  package var fillRule = CAShapeLayerFillRule.nonZero
  package var strokeColor: CGColor?
  /// Shares of the path's length; clamped to 0…1 when drawn.
  package var strokeStart: CGFloat = 0
  package var strokeEnd: CGFloat = 1
  /// In points.
  package var lineWidth: CGFloat = 1
  /// In line widths.
  package var miterLimit: CGFloat = 10
  package var lineCap = CAShapeLayerLineCap.butt
  package var lineJoin = CAShapeLayerLineJoin.miter
  /// In points.
  package var dashPhase: CGFloat = 0
  /// Lengths of dashes and gaps by turns, in points.
  package var dashPattern: [Double]?

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
  package var instanceColor: CGColor? = .opaqueWhite
  /// Added to the colour's components with each instance.
  package var redOffset: Float = 0
  package var greenOffset: Float = 0
  package var blueOffset: Float = 0
  package var alphaOffset: Float = 0

  package init() {}
}
