import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneMotion
import MultiplaneRenderTree

/// A rectangle with contents, style and sublayers: the basic unit of everything that is drawn.
///
/// Coordinates are in points. `position` places the layer's `anchorPoint` in the superlayer, and
/// `transform` applies about that point. A change marks the layer; a commit of the tree makes it
/// visible. (Source of names, defaults and behaviour: CALayer.h and the Core Animation Programming
/// Guide.)
///
/// ```swift
/// let card = CALayer()
/// card.frame = CGRect(x: 10, y: 5, width: 60, height: 30)  // points
/// card.backgroundColor = CGColor(red: 0.2, green: 0.4, blue: 0.9, alpha: 1)
/// card.cornerRadius = 6
/// card.shadowOpacity = 0.4
/// root.addSublayer(card)
/// ```
///
/// Swift overrides only methods of a class's body, and a body is one file. Therefore this file has
/// all overridable members; their implementations are in extensions.
open class CALayer: LayerCopying, CAMediaTiming, NSSecureCoding, KeyValueCoding {
  // MARK: Making

  /// Creates a copy of another layer's values, without sublayers, mask and animations. Presentation
  /// layers are made with it. Subclasses override it to copy their own stored properties.
  ///
  /// - Parameter layer: a `CALayer`; anything else gives default values.
  public override init(layer: Any) {
    super.init(layer: layer)
    guard let original = layer as? CALayer else { return }
    values = original.values
    timing = original.timing
    contentsObject = original.contentsObject
    compositingFilterObject = original.compositingFilterObject
    givenFilters = original.givenFilters
    givenBackgroundFilters = original.givenBackgroundFilters
    arbitraryValues = original.arbitraryValues
    frameAsSet = original.frameAsSet
    hasOwnCornerCurve = original.hasOwnCornerCurve
    name = original.name
    style = original.style
    layoutState.copyRules(of: original.layoutState)
    displayState.copyRules(of: original.displayState)
  }

  /// Creates a layer with default values and without a superlayer.
  public override init() {
    super.init()
  }

  /// Decodes a layer with its sublayers, mask and animations; see `CALayer+Coding.swift`.
  public required init?(coder: NSCoder) {
    super.init()
    decode(from: coder)
  }

  deinit { noteSurvivors() }

  /// Encodes the layer with its sublayers, mask and animations, but without its delegate.
  open func encode(with coder: NSCoder) { encodeValues(with: coder) }

  /// Always true: the class supports secure coding.
  open class var supportsSecureCoding: Bool { true }

  /// Whether archives contain a key: true if its value was set.
  open func shouldArchiveValue(forKey key: String) -> Bool { hasOwnValue(forKey: key) }

  // MARK: Storage
  //
  // A layer belongs to one thread at a time, and no access to an unchecked property calls anything
  // that reads or writes the same one. What every commit reads is therefore not checked for
  // overlapping accesses at run time, which would cost more than the accesses. Sublayers and masks
  // are checked: to let one go may end a program's subclass.

  package final var arbitraryValues: [String: Any] = [:]
  /// The values of all properties that reach a renderer.
  @exclusivity(unchecked) package internal(set) final var values = LayerValues()
  /// The layer's place in time: duration infinity.
  @exclusivity(unchecked) var timing = MediaTiming.layer
  /// The contents object as it was given, also when it is none that can be drawn.
  var contentsObject: Any?
  /// The compositing filter as it was given.
  var compositingFilterObject: Any?
  /// The filters and the background filters as they were given.
  var (givenFilters, givenBackgroundFilters) = (GivenFilters(nil), GivenFilters(nil))

  /// The unique identifier of the layer.
  package let identifier = LayerIdentifier.next()
  /// In the order in which they were added.
  var attachedAnimations = AttachedAnimations()
  /// Those of a presentation layer are made when they are asked for; see `children`, `maskLayer`
  /// and `parent`.
  var storedChildren: [CALayer] = [] { didSet { sublayerChanges = .all } }
  /// Has this layer as its superlayer, and is none of the children.
  var storedMask: CALayer? { didSet { sublayerChanges = .all } }
  @exclusivity(unchecked) weak var storedParent: CALayer?
  /// At least as many as there are levels of layers below this one; see `CALayer+Hierarchy.swift`.
  @exclusivity(unchecked) var levelsBelow = 0
  /// Whether the sublayers are to be put in their places, and by which rules.
  @exclusivity(unchecked) var layoutState = LayoutState()
  /// The dirty part of the layer's contents.
  @exclusivity(unchecked) var displayState = DisplayState()
  /// This subtree as last committed; nil when something in it has changed since.
  ///
  /// When a layer has none, none of its ancestors has one: a change stops climbing at the first
  /// such ancestor.
  @exclusivity(unchecked) var committed: CommittedLayer?
  /// Whether the layer itself, and not only something in it, may have changed since the last
  /// commit.
  @exclusivity(unchecked) var hasOwnChanges = true
  /// The sublayers that changed since the last commit; see `SublayerChanges.swift`.
  @exclusivity(unchecked) var sublayerChanges = SublayerChanges.all
  /// Its index among its superlayer's sublayers at that layer's last commit.
  var committedIndex = 0
  /// The layer as last committed, which is what is shown, even if it has changed since. Nil before
  /// the first commit.
  var lastCommitted: CommittedLayer?
  /// Whether it was committed for something that goes on showing it, and not for a picture alone:
  /// then changes animate.
  @exclusivity(unchecked) var isShown = false
  /// Whether it was taken from its superlayer, and is the root of no tree that is shown since.
  @exclusivity(unchecked) var hasLeftTree = false
  /// On which threads' lists it is.
  @exclusivity(unchecked) var membership = TransactionMembership()
  /// The source of a presentation layer; nil for a model layer.
  @exclusivity(unchecked) var presentationOrigin: PresentationOrigin?
  var lastPresentation = LastPresentation()
  /// The frame that was set last, where rounding would make it read back otherwise.
  var frameAsSet: FrameAsSet?
  /// Whether the corner curve was set, be it to the default.
  var hasOwnCornerCurve = false

  /// The values as a commit hands them over at a time of the layer's own; nil for no commit. Some
  /// classes add to them.
  func committedValues(of animations: [CommittedAnimation], at time: Double?) -> LayerValues {
    valuesWithCustomKeys(of: animations)
  }

  /// The class for renderers; overridden by our subclasses that draw in their own way.
  package var kind: LayerKind { .layer }
  /// The rectangle that the layer's own drawing fills, in its coordinates.
  var drawnRect: CGRect { bounds }

  /// The delegate, called for display, layout and actions. Not retained. Default nil.
  open weak var delegate: (any CALayerDelegate)?

  /// Default values by key. A nested dictionary under `style` is searched next. Default nil.
  open var style: [AnyHashable: Any]? {
    didSet {
      style = style.map(BoxedNumbers.boxed)
      styleDidChange(from: oldValue)
    }
  }

  // MARK: Actions

  /// Actions by event, such as the key of a changed property; `NSNull` for no action. Default nil.
  open var actions: [String: any CAAction]?

  /// The action of an event; nil for none.
  ///
  /// The first answer counts, and `NSNull` means no action: the delegate's, that of `actions`, that
  /// of `actions` in `style`, then the class's. Otherwise a property of a layer that has been
  /// committed gets an implicit animation.
  open func action(forKey event: String) -> (any CAAction)? { foundAction(forKey: event) }

  /// The default action of an event, for all layers of the class. Default nil.
  open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }

  // MARK: Presentation

  /// A copy of the layer with its current on-screen values: those of the last commit, with the
  /// animations applied. Its sublayers, mask and superlayer are presentation layers, too. Nil
  /// before the first commit.
  open func presentation() -> Self? { presentation(atMediaTime: CACurrentMediaTime()) as? Self }

  /// The model layer of a presentation layer, else the layer itself.
  open func model() -> Self { presentationOrigin?.model as? Self ?? self }

  // MARK: Hierarchy

  /// The name of the layer, for lookups and constraints. Default nil.
  open var name: String? { didSet { if name != oldValue { setNeedsCommit() } } }

  /// The parent: the layer of which this one is a sublayer or the mask.
  open var superlayer: CALayer? { parent }

  /// The sublayers, from back to front; nil if there are none. Setting it moves layers from their
  /// previous superlayers.
  open var sublayers: [CALayer]? {
    get { children.isEmpty ? nil : children }
    set { replaceSublayers(with: newValue ?? []) }
  }

  /// Appends a layer to the sublayers, in front of the others. It leaves its previous superlayer.
  ///
  /// A layer cannot contain itself, and a tree is at most 512 levels deep. This and the other
  /// methods that add a layer then change nothing and log a warning.
  open func addSublayer(_ layer: CALayer) { insert(layer, at: children.count) }

  /// Inserts a layer into the sublayers.
  ///
  /// - Parameters:
  ///   - layer: leaves its previous superlayer.
  ///   - index: its index after the insertion; beyond the end it is appended.
  open func insertSublayer(_ layer: CALayer, at index: UInt32) { insert(layer, at: Int(index)) }

  /// Inserts a layer directly behind a sublayer; appends it if `sibling` is no sublayer.
  open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) { insert(layer, beside: sibling, offset: 0) }

  /// Inserts a layer directly in front of a sublayer; appends it if `sibling` is no sublayer.
  open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) { insert(layer, beside: sibling, offset: 1) }

  /// Replaces a sublayer; does nothing if `oldLayer` is no sublayer.
  open func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) { replace(oldLayer, with: newLayer) }

  /// Removes the layer from its superlayer, as a sublayer or as the mask.
  open func removeFromSuperlayer() { detach() }

  /// The mask: a layer whose alpha multiplies this layer and its sublayers. It is placed like a
  /// sublayer.
  ///
  /// Its `superlayer` is this layer, but it is not in `sublayers`. It leaves its previous
  /// superlayer when set. Default nil.
  open var mask: CALayer? {
    get { maskLayer }
    set { setMask(newValue) }
  }

  // MARK: Geometry

  /// The rectangle of the layer in its own coordinates, in points; negative sizes are standardised.
  /// Default empty at (0, 0). Animatable.
  open var bounds: CGRect {
    get { values.geometry.bounds }
    set {
      let old = bounds
      change(\.geometry.bounds, to: newValue)
      boundsDidChange(from: old)
    }
  }

  /// The position of the anchor point in the superlayer's coordinates, in points. Default (0, 0).
  /// Animatable.
  open var position: CGPoint {
    get { values.geometry.position }
    set { change(\.geometry.position, to: newValue) }
  }

  /// The point of the bounds that `position` places and `transform` applies about, in unit
  /// coordinates. Default (0.5, 0.5), the centre. Animatable.
  open var anchorPoint: CGPoint {
    get { values.geometry.anchorPoint }
    set { change(\.geometry.anchorPoint, to: newValue) }
  }

  /// The z coordinate of the anchor point, in points. Default 0. Animatable.
  open var anchorPointZ: CGFloat {
    get { values.geometry.anchorPointZ }
    set { change(\.geometry.anchorPointZ, to: newValue) }
  }

  /// The position along the z axis, in points; siblings with a greater one are in front. Default 0.
  /// Animatable.
  open var zPosition: CGFloat {
    get { values.geometry.zPosition }
    set { change(\.geometry.zPosition, to: newValue) }
  }

  /// The transform of the layer and its sublayers, about the anchor point. Default the identity.
  /// Animatable.
  open var transform: CATransform3D {
    get { values.geometry.transform }
    set { change(\.geometry.transform, to: newValue) }
  }

  /// A transform of the sublayers only, about the anchor point; used for perspective. Default the
  /// identity. Animatable.
  open var sublayerTransform: CATransform3D {
    get { values.geometry.sublayerTransform }
    set { change(\.geometry.sublayerTransform, to: newValue) }
  }

  /// Whether the y axis of the layer's coordinates is reversed. Images stay upright. Default false.
  open var isGeometryFlipped: Bool {
    get { values.geometry.isGeometryFlipped }
    set { change(\.geometry.isGeometryFlipped, to: newValue) }
  }

  /// The bounding box of the layer in the superlayer's coordinates, in points. Setting it changes
  /// `bounds.size` and `position`. It reads back as set, unless the transform rotates by other
  /// angles than multiples of 90°.
  open var frame: CGRect {
    get { frameOfBounds }
    set { setFrame(newValue.standardized) }
  }

  /// The transform as a 2D transform; the identity if `transform` is not affine.
  open func affineTransform() -> CGAffineTransform {
    CATransform3DIsAffine(transform) ? CATransform3DGetAffineTransform(transform) : .identity
  }

  /// Sets `transform` to a 2D transform.
  open func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3DMakeAffineTransform(m) }

  /// Whether the y axis points down in the context of `draw(in:)`: true unless an odd number of
  /// layers, from this one to the root, have flipped geometry, as on iOS. The layer itself does not
  /// call it.
  open func contentsAreFlipped() -> Bool { !liesInFlippedGeometry }

  // MARK: Other layers' coordinates and times

  /// Converts a point from another layer's coordinates; nil is the space above the root.
  ///
  /// The point is on the layer's plane, and is mapped as seen, with perspective. The result is not
  /// finite if this layer's projection is degenerate.
  open func convert(_ p: CGPoint, from l: CALayer?) -> CGPoint { Self.convert(p, from: l, to: self) }

  /// Converts a point to another layer's coordinates; nil is the space above the root.
  open func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint { Self.convert(p, from: self, to: l) }

  /// Converts a rectangle from another layer's coordinates: the bounding box of its four corners.
  /// Null if a corner is not finite.
  open func convert(_ r: CGRect, from l: CALayer?) -> CGRect { Self.convert(r, from: l, to: self) }

  /// Converts a rectangle to another layer's coordinates: the bounding box of its four corners.
  open func convert(_ r: CGRect, to l: CALayer?) -> CGRect { Self.convert(r, from: self, to: l) }

  /// Converts a time from another layer's time space, in seconds; nil is media time, which is the
  /// parent of the root's time.
  open func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval {
    Self.convertTime(t, from: l, to: self)
  }

  /// Converts a time to another layer's time space, in seconds; nil is media time.
  open func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval {
    Self.convertTime(t, from: self, to: l)
  }

  /// The part of the bounds that is visible in the nearest scroll layer, in the layer's
  /// coordinates, in points; the bounds without a scroll layer. Empty at (0, 0) if nothing is
  /// visible.
  open var visibleRect: CGRect { scrolledVisibleRect }

  /// Scrolls the nearest scroll layer, if any, so that a point of this layer is at the origin of
  /// its bounds.
  open func scroll(_ p: CGPoint) {
    if let scrollLayer = nearestScrollLayer { scrollLayer.scroll(to: convert(p, to: scrollLayer)) }
  }

  /// Scrolls the nearest scroll layer, if any, by the smallest distance that makes a rectangle
  /// visible.
  open func scrollRectToVisible(_ r: CGRect) {
    if let scrollLayer = nearestScrollLayer { scrollLayer.scroll(to: convert(r, to: scrollLayer)) }
  }

  // MARK: Appearance

  /// Whether contents and sublayers are clipped to the rounded bounds. Default false. Animatable,
  /// discretely.
  open var masksToBounds: Bool {
    get { values.masksToBounds }
    set { change(\.masksToBounds, to: newValue) }
  }

  /// The background colour of the rounded bounds, below contents and sublayers. Default nil.
  /// Animatable.
  open var backgroundColor: CGColor? {
    get { values.backgroundColor }
    set { change(\.backgroundColor, to: newValue) }
  }

  /// Whether the layer is drawn when its back faces the viewer. Default true. Not implicitly
  /// animated.
  open var isDoubleSided: Bool {
    get { values.isDoubleSided }
    set { change(\.isDoubleSided, to: newValue) }
  }

  /// Whether the layer and its sublayers are hidden. Default false. Animatable, discretely.
  open var isHidden: Bool {
    get { values.isHidden }
    set { change(\.isHidden, to: newValue) }
  }

  /// The opacity of the layer and its sublayers, 0…1. Default 1. Animatable.
  open var opacity: Float {
    get { values.opacity }
    set { change(\.opacity, to: newValue) }
  }

  // MARK: Edges and corners

  /// A hint that the contents drawn by the program are opaque. It changes no picture. Default
  /// false.
  open var isOpaque: Bool {
    get { values.compositing.isOpaque }
    set { change(\.compositing.isOpaque, to: newValue) }
  }

  /// The curve of rounded corners. Default `circular`, also for unknown names.
  open var cornerCurve: CALayerCornerCurve {
    get { values.compositing.cornerCurve }
    set {
      hasOwnCornerCurve = true
      change(\.compositing.cornerCurve, to: newValue)
    }
  }

  /// The length of a rounded corner along an edge, in corner radii: 1 for `circular` and unknown
  /// curves, 1.528665 for `continuous`.
  open class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat {
    curve == .continuous ? CornerRadii.continuousReach : 1
  }

  /// The corner radius of background, border and, with `masksToBounds`, the clip, in points.
  /// Default 0. Animatable.
  open var cornerRadius: CGFloat {
    get { values.cornerRadius }
    set { change(\.cornerRadius, to: newValue) }
  }

  /// The corners that `cornerRadius` rounds. Bits of no corner are dropped. Default all four.
  open var maskedCorners: CACornerMask {
    get { values.maskedCorners }
    set { change(\.maskedCorners, to: newValue) }
  }

  /// The width of the border inside the bounds, in points; 0 draws none. Default 0. Animatable.
  open var borderWidth: CGFloat {
    get { values.borderWidth }
    set { change(\.borderWidth, to: newValue) }
  }

  /// The colour of the border. Default opaque black. Animatable.
  open var borderColor: CGColor? {
    get { values.borderColor }
    set { change(\.borderColor, to: newValue) }
  }

  /// The lengths of alternating dashes and gaps of the border, in points, along its centre line,
  /// starting at the corner of least x and y towards greater x. Default nil: a solid border. Not
  /// part of Core Animation.
  @_spi(Multiplane) open var borderDashPattern: [NSNumber]? {
    get { values.borderDash.pattern?.map { NSNumber(value: $0) } }
    set { change(\.borderDash.pattern, to: newValue?.map(\.doubleValue)) }
  }

  /// The offset into the border's dash pattern, in points. Default 0. Animatable. Not part of Core
  /// Animation.
  @_spi(Multiplane) open var borderDashPhase: CGFloat {
    get { values.borderDash.phase }
    set { change(\.borderDash.phase, to: newValue) }
  }

  /// Whether edges are anti-aliased. Default true.
  open var allowsEdgeAntialiasing: Bool {
    get { values.compositing.allowsEdgeAntialiasing }
    set { change(\.compositing.allowsEdgeAntialiasing, to: newValue) }
  }

  /// The edges of the bounds that are anti-aliased. Exclude edges where layers abut. Default all
  /// four.
  open var edgeAntialiasingMask: CAEdgeAntialiasingMask {
    get { values.compositing.edgeAntialiasingMask }
    set { change(\.compositing.edgeAntialiasingMask, to: newValue) }
  }

  // MARK: Groups

  /// Whether opacity applies to the layer with its sublayers as a group, rather than to each of
  /// them. Default true.
  open var allowsGroupOpacity: Bool {
    get { values.compositing.allowsGroupOpacity }
    set { change(\.compositing.allowsGroupOpacity, to: newValue) }
  }

  /// Whether the layer and its sublayers are first rendered to a bitmap. Default false. Animatable,
  /// discretely.
  open var shouldRasterize: Bool {
    get { values.compositing.shouldRasterize }
    set { change(\.compositing.shouldRasterize, to: newValue) }
  }

  /// Pixels of that bitmap per point. Default 1. Animatable.
  open var rasterizationScale: CGFloat {
    get { values.compositing.rasterizationScale }
    set { change(\.compositing.rasterizationScale, to: newValue) }
  }

  // MARK: Shadow

  /// The colour of the shadow of the layer and its sublayers; nil draws none. Default opaque black.
  /// Animatable.
  open var shadowColor: CGColor? {
    get { values.shadow.color }
    set { change(\.shadow.color, to: newValue) }
  }

  /// The opacity of the shadow, 0…1; 0 draws none. Default 0. Animatable.
  open var shadowOpacity: Float {
    get { values.shadow.opacity }
    set { change(\.shadow.opacity, to: newValue) }
  }

  /// The offset of the shadow, in points of the layer's coordinates. Default (0, −3). Animatable.
  open var shadowOffset: CGSize {
    get { values.shadow.offset }
    set { change(\.shadow.offset, to: newValue) }
  }

  /// The standard deviation of the shadow's blur, in points; 0 is sharp. Default 3. Animatable.
  open var shadowRadius: CGFloat {
    get { values.shadow.radius }
    set { change(\.shadow.radius, to: newValue) }
  }

  /// The shape of the shadow, in points of the layer's coordinates. Default nil: the alpha of the
  /// layer and its sublayers. An empty path casts no shadow. Copied when set. Animatable, but not
  /// implicitly.
  open var shadowPath: CGPath? {
    get { values.shadow.path }
    set { change(\.shadow.path, to: newValue?.copy()) }
  }

  // MARK: Filters

  /// Filters of the layer's picture, in order: `CIFilter`s. Default nil. Animatable discretely, and
  /// each input by a key path such as `filters.CIGaussianBlur.inputRadius`.
  ///
  /// The layer copies the filters' values; reading returns new, equal filters. Later changes of a
  /// filter do not affect the layer: set the list again, or an input by its key path. An
  /// unsupported object is stored without effect, and logs a warning.
  open var filters: [Any]? {
    get { givenFilters.objects(drawing: values.compositing.filters) }
    set {
      givenFilters = GivenFilters(newValue)
      change(\.compositing.filters, to: givenFilters.values)
    }
  }

  /// Filters of the backdrop inside the rounded bounds, in order: `CIFilter`s, copied as in
  /// `filters`. Default nil. Animatable discretely, and each input by a key path such as
  /// `backgroundFilters.CIGaussianBlur.inputRadius`.
  open var backgroundFilters: [Any]? {
    get { givenBackgroundFilters.objects(drawing: values.compositing.backgroundFilters) }
    set {
      givenBackgroundFilters = GivenFilters(newValue)
      change(\.compositing.backgroundFilters, to: givenBackgroundFilters.values)
    }
  }

  /// The blend mode of the layer with the pixels below: a name such as `"multiplyBlendMode"` or
  /// `"CIMultiplyBlendMode"`, or a `CIFilter` with such a name. Default nil: source-over.
  /// Animatable, discretely.
  ///
  /// An unknown name is stored, drawn as source-over, and logs a warning.
  open var compositingFilter: Any? {
    get {
      let mode = values.compositing.blendMode
      if let object = compositingFilterObject, BlendMode(compositingFilter: object) == mode { return object }
      return mode?.filterName
    }
    set {
      let mode = newValue.flatMap(BlendMode.init(compositingFilter:))
      if let newValue, mode == nil {
        FilterWarning.log("\(newValue) is not the name of a blend mode: it has no effect.")
      }
      compositingFilterObject = (newValue as? CIFilter)?.copy() ?? newValue
      change(\.compositing.blendMode, to: mode)
    }
  }

  // MARK: Contents

  /// The image of the layer: a `CGImage`, or an `ImportedImage`, whose pixels are taken when it is
  /// set. Other objects are stored and not drawn. Default nil. Animatable.
  open var contents: Any? {
    get { contentsObject }
    set {
      contentsObject = newValue
      setImage(CGImage.shown(by: newValue))
    }
  }

  /// The visible part of the contents, in unit coordinates. Default the whole image. Animatable.
  open var contentsRect: CGRect {
    get { values.contentsRect }
    set { change(\.contentsRect, to: newValue) }
  }

  /// The part of the contents that stretches when they are resized (nine-patch), in unit
  /// coordinates. Default the whole image. Animatable.
  open var contentsCenter: CGRect {
    get { values.contentsCenter }
    set { change(\.contentsCenter, to: newValue) }
  }

  /// The placement and scaling of the contents in the bounds. Default `resize`; unknown names count
  /// as `center`.
  open var contentsGravity: CALayerContentsGravity {
    get { values.contentsGravity }
    set { change(\.contentsGravity, to: newValue) }
  }

  /// Pixels of the contents per point. Default 1. Animatable.
  open var contentsScale: CGFloat {
    get { values.contentsScale }
    set { change(\.contentsScale, to: newValue) }
  }

  /// The filter for contents that are drawn smaller than their size. Default `linear`.
  open var minificationFilter: CALayerContentsFilter {
    get { values.minificationFilter }
    set { change(\.minificationFilter, to: newValue) }
  }

  /// The filter for contents that are drawn larger than their size. Default `linear`.
  open var magnificationFilter: CALayerContentsFilter {
    get { values.magnificationFilter }
    set { change(\.magnificationFilter, to: newValue) }
  }

  /// A bias of the mip level for `trilinear`, in levels. Default 0. Animatable.
  open var minificationFilterBias: Float {
    get { values.minificationFilterBias }
    set { change(\.minificationFilterBias, to: newValue) }
  }

  /// The colour that the contents are multiplied by, component by component: white contents become
  /// this colour. Default opaque white; nil counts as white. Animatable.
  open var contentsMultiplyColor: CGColor? {
    get { values.contentsMultiplyColor }
    set { change(\.contentsMultiplyColor, to: newValue) }
  }

  // MARK: Timing

  /// The start time, in the superlayer's time space, in seconds. Default 0.
  open var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { changeTiming(\.beginTime, to: newValue) }
  }

  /// The duration of one cycle, in seconds. Default infinity.
  open var duration: CFTimeInterval {
    get { timing.duration }
    set { changeTiming(\.duration, to: newValue) }
  }

  /// The rate of the layer's time relative to the superlayer's; 0 pauses the layer and its
  /// sublayers. Default 1.
  open var speed: Float {
    get { Float(timing.speed) }
    set { changeTiming(\.speed, to: Double(newValue)) }
  }

  /// An offset that is added to the layer's time, in seconds. Default 0.
  open var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { changeTiming(\.timeOffset, to: newValue) }
  }

  /// The number of cycles, which may be a fraction. Default 0, which counts as 1.
  open var repeatCount: Float {
    get { Float(timing.repeatCount) }
    set { changeTiming(\.repeatCount, to: Double(newValue)) }
  }

  /// The total duration of all cycles, in seconds. Above 0 it overrides `repeatCount`. Default 0.
  open var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { changeTiming(\.repeatDuration, to: newValue) }
  }

  /// Whether each cycle also plays backwards, which doubles its duration. Default false.
  open var autoreverses: Bool {
    get { timing.autoreverses }
    set { changeTiming(\.autoreverses, to: newValue) }
  }

  /// The effect before the start and after the end. Default `removed`.
  open var fillMode: CAMediaTimingFillMode {
    get { CAMediaTimingFillMode(timing.fillMode) }
    set { changeTiming(\.fillMode, to: newValue.motion) }
  }

  private func changeTiming<Value: Equatable>(_ path: WritableKeyPath<MediaTiming, Value>, to value: Value) {
    guard timing[keyPath: path] != value else { return }
    timing[keyPath: path] = value
    setNeedsCommit()
  }

  // MARK: Finding layers

  /// Whether the bounds contain a point of the layer's coordinates. The edges of least x and y are
  /// inside, the others outside. Corners and masks are ignored.
  open func contains(_ p: CGPoint) -> Bool { boundsContain(p) }

  /// The frontmost layer at a point: this one or a descendant; nil if there is none. See
  /// `CALayer+HitTesting.swift`.
  ///
  /// - Parameter p: in the superlayer's coordinates, in points.
  open func hitTest(_ p: CGPoint) -> CALayer? { hitTestLayer(p) }

  /// Whether hit tests find the layer and its sublayers. Default true.
  ///
  /// If false, a layer in front, such as falling snow, lets touches through. Not part of Core
  /// Animation, where views decide it (`UIView.isUserInteractionEnabled`).
  @_spi(Multiplane) open var allowsHitTesting: Bool {
    get { values.allowsHitTesting }
    set { change(\.allowsHitTesting, to: newValue) }
  }

  // MARK: Layout

  /// How the frame adapts when the superlayer is resized; any bits are stored. Default none.
  open var autoresizingMask: CAAutoresizingMask {
    get { values.autoresizingMask }
    set { change(\.autoresizingMask, to: newValue) }
  }

  /// The object that lays out the sublayers, unless the delegate does. Default nil.
  open var layoutManager: (any CALayoutManager)? {
    get { layoutState.manager }
    set { setLayoutManager(newValue) }
  }

  /// The constraints that place this layer, for a superlayer with a `CAConstraintLayoutManager`.
  /// Default nil.
  open var constraints: [CAConstraint]? {
    get { layoutState.constraints }
    set { setConstraints(newValue) }
  }

  /// Appends a constraint to `constraints`.
  open func addConstraint(_ c: CAConstraint) { constraints = (constraints ?? []) + [c] }

  /// Requests layout of the sublayers before the next commit.
  open func setNeedsLayout() { markForLayout() }

  /// Whether layout is pending.
  open func needsLayout() -> Bool { layoutState.isNeeded }

  /// Performs pending layout now, from the topmost superlayer that needs it down.
  open func layoutIfNeeded() { layOutFromAbove() }

  /// Lays out the sublayers: calls the delegate, else the layout manager.
  open func layoutSublayers() { layOutSublayers() }

  /// The preferred size of the frame, in points: the layout manager's answer, else the frame's
  /// size.
  open func preferredFrameSize() -> CGSize { layoutManager?.preferredSize(of: self) ?? frame.size }

  /// Informs the sublayers that the size of the bounds has changed.
  open func resizeSublayers(withOldSize size: CGSize) { autoresizeSublayers(from: size) }

  /// Adapts the frame by `autoresizingMask` to a change of the superlayer's size.
  open func resize(withOldSuperlayerSize size: CGSize) { autoresize(from: size) }

  // MARK: Display

  /// Whether a change of the bounds' size requests display. Default false; true for text layers.
  open var needsDisplayOnBoundsChange: Bool {
    get { displayState.isNeededOnBoundsChange ?? (kind == .text) }
    set { displayState.isNeededOnBoundsChange = newValue }
  }

  /// Whether a change of a key requests display; false for all keys of `CALayer`.
  open class func needsDisplay(forKey key: String) -> Bool { false }

  /// Requests display of the whole layer before the next commit.
  open func setNeedsDisplay() { markForDisplay(.infinite) }

  /// Requests display of a rectangle before the next commit, in points of the layer's coordinates.
  open func setNeedsDisplay(_ r: CGRect) { markForDisplay(r) }

  /// Whether display is pending.
  open func needsDisplay() -> Bool { !displayState.dirtyRect.isNull }

  /// Performs pending display now.
  open func displayIfNeeded() { displayDirtyRect() }

  /// Updates the contents: calls the delegate, else draws with `draw(in:)`.
  open func display() { displayByDelegate() }

  /// Draws the contents, in the layer's coordinates; by default, calls the delegate. See
  /// `CALayer+Drawing.swift`.
  open func draw(in ctx: CGContext) { delegate?.draw(self, in: ctx) }

  /// Renders the layer with its sublayers into a context, in the layer's coordinates, with the
  /// model values.
  ///
  /// Layers have y down, and a program's own bitmap context has y up. Flip the context for an
  /// upright picture:
  ///
  /// ```swift
  /// let context = CGContext(
  ///   data: nil, width: 40, height: 20, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpace(name: CGColorSpace.sRGB)!,
  ///   bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)!
  /// context.translateBy(x: -layer.bounds.minX, y: layer.bounds.maxY)
  /// context.scaleBy(x: 1, y: -1)
  /// layer.render(in: context)
  /// ```
  ///
  /// Not rendered: the layer's position and transform; running animations and transitions (use
  /// `presentation()`); pending layout and display; existing pixels of the context, as a backdrop
  /// of filters and blend modes; and contents that only a device can read. An override is called
  /// for the rendered layer, not for its sublayers. See docs/drawing.md, "Layers in a context".
  open func render(in ctx: CGContext) { renderTree(in: ctx) }

  /// The pixel format of contents that the layer draws itself. Default `RGBA8Uint`, also for
  /// unknown names. Half floats are in extended sRGB, which preserves colours outside 0…1 for
  /// filters.
  open var contentsFormat: CALayerContentsFormat {
    get { displayState.format }
    set { displayState.format = CALayerContentsFormat.all.contains(newValue) ? newValue : .RGBA8Uint }
  }

  /// Whether drawing is deferred to other threads. A `CATiledLayer` then draws its tiles in the
  /// background, and shows them with a later commit. No effect for other layers. Default false.
  open var drawsAsynchronously: Bool {
    get { displayState.isAsynchronous }
    set { displayState.isAsynchronous = newValue }
  }

  // MARK: Light brighter than white

  /// The preferred dynamic range. Default `standard`, also for unknown names.
  open var preferredDynamicRange: DynamicRange {
    get { DynamicRange(rawValue: value(forKey: "preferredDynamicRange") as? String ?? "standard") }
    set { setValue(newValue.knownName, forKey: "preferredDynamicRange") }
  }

  /// The tone mapping of the contents. Default `automatic`, also for unknown names.
  open var toneMapMode: ToneMapMode {
    get { ToneMapMode(rawValue: value(forKey: "toneMapMode") as? String ?? "automatic") }
    set { setValue(newValue.knownName, forKey: "toneMapMode") }
  }

  /// The headroom that the contents were made for, as a multiple of white; any number is stored.
  /// Default 0.
  open var contentsHeadroom: CGFloat {
    get { CGFloat((value(forKey: "contentsHeadroom") as? NSNumber)?.doubleValue ?? 0) }
    set { setValue(NSNumber(value: Double(newValue)), forKey: "contentsHeadroom") }
  }

  /// Whether the contents may be brighter than white. Default false.
  open var wantsExtendedDynamicRangeContent: Bool {
    get { (value(forKey: "wantsExtendedDynamicRangeContent") as? NSNumber)?.boolValue ?? false }
    set { setValue(NSNumber(value: newValue), forKey: "wantsExtendedDynamicRangeContent") }
  }

  // MARK: Animations

  /// Adds a copy of an animation, and replaces one with the same key.
  ///
  /// - Parameters:
  ///   - animation: copied; later changes of it have no effect.
  ///   - key: any name; with nil, the animation replaces no other.
  open func add(_ animation: CAAnimation, forKey key: String?) { attach(animation, forKey: key) }

  /// Removes the animation with a key.
  open func removeAnimation(forKey key: String) { detachAnimation(forKey: key) }

  /// Removes all animations.
  open func removeAllAnimations() { detachAnimations { _ in true } }

  /// The keys of the animations, in the order in which they apply; nil if there are none.
  open func animationKeys() -> [String]? {
    let keys = attachedAnimations.compactMap(\.key)
    return keys.isEmpty ? nil : keys
  }

  /// The layer's copy of the animation with a key; nil if there is none.
  open func animation(forKey key: String) -> CAAnimation? {
    attachedAnimations.index(forKey: key).map { attachedAnimations[$0].animation }
  }

  // MARK: Keys

  /// The value of a property, by its key. Unknown keys go to `value(forUndefinedKey:)`.
  open func value(forKey key: String) -> Any? { keyedValue(key) }

  /// Sets a property by its key. A value of the wrong type changes nothing. Unknown keys go to
  /// `setValue(_:forUndefinedKey:)`, and nil for a property that cannot be nil to
  /// `setNilValueForKey(_:)`.
  open func setValue(_ value: Any?, forKey key: String) { setKeyedValue(value, key) }

  /// The value at a key path, such as `transform.rotation.z` or `bounds.size.width`.
  open func value(forKeyPath keyPath: String) -> Any? { keyPathValue(keyPath) }

  /// Sets the value at a key path, such as `transform.rotation.z`.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) { setKeyPathValue(value, keyPath) }

  /// The value of an unknown key: the stored one, else that of `style`, else the class's default.
  /// Subclasses override it for keys of their own.
  open func value(forUndefinedKey key: String) -> Any? { customValue(key) }

  /// Stores the value of an unknown key. Subclasses override it for keys of their own.
  open func setValue(_ value: Any?, forUndefinedKey key: String) { setCustomValue(value, key) }

  /// Called to set a number or a structure to nil. Does nothing, where Apple's raises an exception.
  /// Subclasses override it to set another value.
  open func setNilValueForKey(_ key: String) {}

  /// Sets several values, in the order of their keys; `NSNull` means nil.
  open func setValuesForKeys(_ keyedValues: [String: Any]) { setEach(keyedValues) }

  /// The values of several keys; `NSNull` means nil.
  open func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] { values(ofEach: keys) }

  /// The default value of a property, by its key; nil if that is zero or nil, and for unknown keys.
  open class func defaultValue(forKey key: String) -> Any? { typedDefault(forKey: key) }
}
