import MultiplaneGraphics

/// The values of all properties of a layer that reach a renderer, with Core Animation's defaults.
///
/// The layer tree stores them, a commit copies them, evaluation changes them and `RenderNode`
/// resolves them. Each has a row in `LayerProperties`. (Source of defaults: CALayer.h.)
package struct LayerValues: Sendable {
  package var geometry = LayerGeometry()
  package var isDoubleSided = true
  package var isHidden = false
  /// The opacity, 0…1; clamped for drawing.
  package var opacity: Float = 1
  package var masksToBounds = false
  package var backgroundColor: CGColor?
  /// The corner radius, in points.
  package var cornerRadius: CGFloat = 0
  /// The rounded corners; unknown bits are dropped when it is stored.
  package var maskedCorners = CACornerMask.all { didSet { maskedCorners.formIntersection(.all) } }
  /// The border width, in points.
  package var borderWidth: CGFloat = 0
  package var borderColor: CGColor? = .opaqueBlack
  @Boxed(sharing: DefaultBoxes.borderDash) package var borderDash: BorderDashValues
  package var contents: CGImage?
  package var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  package var contentsCenter = CGRect(x: 0, y: 0, width: 1, height: 1)
  /// The gravity; unknown names are stored as `center`.
  package var contentsGravity = CALayerContentsGravity.resize {
    didSet { if !CALayerContentsGravity.all.contains(contentsGravity) { contentsGravity = .center } }
  }
  /// Image pixels per point.
  package var contentsScale: CGFloat = 1
  package var minificationFilter = CALayerContentsFilter.linear
  package var magnificationFilter = CALayerContentsFilter.linear
  /// The bias of the mip level, in levels.
  package var minificationFilterBias: Float = 0
  /// What the contents' colours are multiplied by, component by component; nil counts as white.
  package var contentsMultiplyColor: CGColor? = .opaqueWhite
  package var shadow = ShadowValues()
  /// Values that few layers have.
  @Boxed(sharing: DefaultBoxes.compositing) package var compositing: CompositingValues
  /// The autoresizing mask. No renderer reads it; it is here for the table of keys.
  package var autoresizingMask: CAAutoresizingMask = []
  /// Whether hit tests find the layer. No renderer reads it.
  package var allowsHitTesting = true
  /// The values of `CAGradientLayer`; unused by other classes.
  @Boxed(sharing: DefaultBoxes.gradient) package var gradient: GradientValues
  /// The values of `CAShapeLayer`; unused by other classes.
  @Boxed(sharing: DefaultBoxes.shape) package var shape: ShapeValues
  /// The values of `CAReplicatorLayer`; unused by other classes.
  @Boxed(sharing: DefaultBoxes.replicator) package var replicator: ReplicatorValues
  /// The scroll mode of `CAScrollLayer`; unused by other classes.
  @Boxed(sharing: DefaultBoxes.scrollMode) package var scrollMode: CAScrollLayerScrollMode
  /// The values of `CATextLayer`; unused by other classes.
  @Boxed(sharing: DefaultBoxes.text) package var text: TextValues
  /// The values of `CATiledLayer`; unused by other classes.
  @Boxed(sharing: DefaultBoxes.tiled) package var tiled: TiledValues
  /// The values of `CAEmitterLayer`; unused by other classes.
  @Boxed(sharing: DefaultBoxes.emitter) package var emitter: EmitterValues

  /// The previous image of contents that are being animated.
  @Boxed(sharing: DefaultBoxes.contentsFade) package var contentsFade: ContentsFade?
  /// The animated values of custom keys, and a text's animated string. No renderer reads them.
  @Boxed(sharing: DefaultBoxes.custom) package var custom: [String: LayerValue]

  package init() {}

  /// Creates the default values of a class.
  package init(of kind: LayerKind) {
    // What is scrolled out of sight is clipped. (Source: CAScrollLayer.h.)
    if kind == .scroll { masksToBounds = true }
  }

  /// Whether a layer of a class with these values has no plane of its own.
  package func isSpace(_ kind: LayerKind) -> Bool {
    kind == .transform || kind == .replicator && replicator.preservesDepth
      || kind == .emitter && emitter.preservesDepth
  }

  /// Values of a layer that shows an image as these show their contents, and nothing else.
  func showing(_ image: CGImage) -> LayerValues {
    var alone = LayerValues()
    alone.contents = image
    alone.contentsRect = contentsRect
    alone.contentsCenter = contentsCenter
    alone.contentsGravity = contentsGravity
    alone.contentsScale = contentsScale
    alone.minificationFilter = minificationFilter
    alone.magnificationFilter = magnificationFilter
    alone.minificationFilterBias = minificationFilterBias
    alone.contentsMultiplyColor = contentsMultiplyColor
    return alone
  }

  /// Whether the numbers that place contents in the bounds, and have no animation channel, are
  /// finite. With one that is not, nothing of the layer is drawn (§12), as with
  /// `StyleNumbers.isFinite`.
  var placementIsFinite: Bool {
    contentsCenter.isFinite && contentsScale.isFinite && minificationFilterBias.isFinite
  }
}

/// The boxes of the default values, which all layers share until they are given other values.
private enum DefaultBoxes {
  static let borderDash = Boxed(wrappedValue: BorderDashValues())
  static let compositing = Boxed(wrappedValue: CompositingValues())
  static let gradient = Boxed(wrappedValue: GradientValues())
  static let shape = Boxed(wrappedValue: ShapeValues())
  static let replicator = Boxed(wrappedValue: ReplicatorValues())
  static let scrollMode = Boxed(wrappedValue: CAScrollLayerScrollMode.both)
  static let text = Boxed(wrappedValue: TextValues())
  static let tiled = Boxed(wrappedValue: TiledValues())
  static let emitter = Boxed(wrappedValue: EmitterValues())
  static let contentsFade = Boxed<ContentsFade?>(wrappedValue: nil)
  static let custom = Boxed<[String: LayerValue]>(wrappedValue: [:])
}

/// The dash pattern of a border. Not part of Core Animation.
package struct BorderDashValues: Sendable, Equatable {
  /// The lengths of alternating dashes and gaps, in points; nil for a solid border.
  package var pattern: [Double]?
  /// The offset into the pattern, in points.
  package var phase: CGFloat = 0

  package init() {}
}

/// The shadow of a layer. (Source of defaults: CALayer.h.)
package struct ShadowValues: Sendable, Equatable {
  package var color: CGColor? = .opaqueBlack
  /// The opacity, 0…1; clamped for drawing.
  package var opacity: Float = 0
  /// The offset, in points of the layer.
  package var offset = CGSize(width: 0, height: -3)
  /// The standard deviation of the blur, in points.
  package var radius: CGFloat = 3
  /// The shape of the caster, in points of the layer; nil for the layer with its sublayers.
  package var path: CGPath?

  package init() {}
}

/// Compositing of a layer with the pixels below, beyond its opacity. (Source of defaults:
/// CALayer.h.)
package struct CompositingValues: Sendable, Equatable {
  /// A hint about contents that a program draws. It changes no picture.
  package var isOpaque = false
  /// The corner curve; unknown names are stored as `circular`.
  package var cornerCurve = CALayerCornerCurve.circular {
    didSet { if !CALayerCornerCurve.all.contains(cornerCurve) { cornerCurve = .circular } }
  }
  package var allowsGroupOpacity = true
  package var allowsEdgeAntialiasing = true
  package var edgeAntialiasingMask = CAEdgeAntialiasingMask.all
  package var shouldRasterize = false
  /// Pixels of the bitmap per point.
  package var rasterizationScale: CGFloat = 1
  package var filters: [FilterValue]?
  package var backgroundFilters: [FilterValue]?
  /// The blend mode; nil is `normal`.
  package var blendMode: BlendMode?
  /// Of nodes that a fade is made of. No layer has it, and no key.
  var fadePart: FadePart?

  package init() {}
}

/// The values of `CAShapeLayer`. (Source of defaults: CAShapeLayer.h.)
package struct ShapeValues: Sendable, Equatable {
  /// The path, in points of the layer.
  package var path: CGPath?
  package var fillColor: CGColor? = .opaqueBlack
  package var fillRule = CAShapeLayerFillRule.nonZero
  package var strokeColor: CGColor?
  /// Fractions of the path's length; clamped to 0…1 for drawing.
  package var strokeStart: CGFloat = 0
  package var strokeEnd: CGFloat = 1
  /// The line width, in points.
  package var lineWidth: CGFloat = 1
  /// The longest miter, in line widths.
  package var miterLimit: CGFloat = 10
  package var lineCap = CAShapeLayerLineCap.butt
  package var lineJoin = CAShapeLayerLineJoin.miter
  /// The offset into the dash pattern, in points.
  package var dashPhase: CGFloat = 0
  /// The lengths of alternating dashes and gaps, in points.
  package var dashPattern: [Double]?

  package init() {}
}

/// The values of `CAGradientLayer`. (Source of defaults: CAGradientLayer.h.)
package struct GradientValues: Sendable, Equatable {
  /// The colours of the stops; nil draws nothing.
  package var colors: [CGColor]?
  /// The positions of the stops, in 0…1, one per colour; nil spaces them evenly.
  package var locations: [Double]?
  /// The position of the first stop, in unit coordinates of the bounds.
  package var startPoint = CGPoint(x: 0.5, y: 0)
  package var endPoint = CGPoint(x: 0.5, y: 1)
  package var type = CAGradientLayerType.axial

  package init() {}
}

/// The values of `CAReplicatorLayer`. (Source of defaults: CAReplicatorLayer.h.)
package struct ReplicatorValues: Sendable, Equatable {
  /// The maximum number of drawn instances: a larger number is probably a mistake.
  package static let mostInstances = 100_000

  /// The number of instances, 0…`mostInstances`; clamped for drawing.
  package var instanceCount = 1
  /// The delay between instances, in seconds.
  package var instanceDelay: Double = 0
  package var instanceTransform = CATransform3DIdentity
  package var preservesDepth = false
  package var instanceColor: CGColor? = .opaqueWhite
  /// Added to the colour's components per instance.
  package var redOffset: Float = 0
  package var greenOffset: Float = 0
  package var blueOffset: Float = 0
  package var alphaOffset: Float = 0

  package init() {}
}
