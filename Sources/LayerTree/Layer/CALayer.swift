import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneMotion
import MultiplaneRenderTree

/// A rectangle in a tree of rectangles: the unit of everything that is drawn.
///
/// Coordinates are points. A layer is placed in its superlayer by `position`, where its `anchorPoint` lies, and by
/// `transform` about that point. A change marks the layer; it is drawn once the tree is committed.
/// Swift overrides only what stands in a class's body, and a body in one file: so what programs override is all here, in a
/// long file; what it does is in the extensions.
/// (Source of names, defaults and behaviour: CALayer.h and the Core Animation Programming Guide.)
open class CALayer: LayerCopying, CAMediaTiming, NSSecureCoding, KeyValueCoding {
  // MARK: Making

  /// A copy of another layer's values, without its sublayers, mask and animations: what a presentation layer is made with.
  /// A subclass overrides it to copy its own stored properties.
  ///
  /// - Parameter layer: a `CALayer`; anything else gives a layer with default values.
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
    name = original.name
    style = original.style
    layoutState.copyRules(of: original.layoutState)
    displayState.copyRules(of: original.displayState)
  }

  /// A layer with default values, in no tree.
  public override init() {
    super.init()
  }

  /// Reads a layer with its sublayers, its mask and its animations out of an archive; see `CALayer+Coding.swift`.
  public required init?(coder: NSCoder) {
    super.init()
    decode(from: coder)
  }

  /// Writes the layer with its sublayers, its mask and its animations, but not its delegate.
  open func encode(with coder: NSCoder) { encodeValues(with: coder) }

  /// True.
  open class var supportsSecureCoding: Bool { true }

  /// Whether a key has a value of its own: one that was set, rather than the default.
  open func shouldArchiveValue(forKey key: String) -> Bool { hasOwnValue(forKey: key) }

  // MARK: Storage

  package final var arbitraryValues: [String: Any] = [:]
  /// Every property that reaches a renderer.
  package internal(set) final var values = LayerValues()
  /// The layer's place in time: duration infinity.
  var timing = MediaTiming.layer
  /// The contents object as it was given, also when it is none that can be drawn.
  var contentsObject: Any?
  /// The compositing filter as it was given.
  var compositingFilterObject: Any?
  /// The filters and the background filters as they were given.
  var (givenFilters, givenBackgroundFilters) = (GivenFilters(nil), GivenFilters(nil))

  /// Tells the layer from every other.
  package let identifier = LayerIdentifier.next()
  /// In the order in which they were added.
  var attachedAnimations = AttachedAnimations()
  /// Those of a presentation layer are made when they are asked for; see `children`, `maskLayer` and `parent`.
  var storedChildren: [CALayer] = [] { didSet { sublayerChanges = .all } }
  /// Has this layer as its superlayer, and is none of the children.
  var storedMask: CALayer? { didSet { sublayerChanges = .all } }
  weak var storedParent: CALayer?
  /// At least as many as there are levels of layers below this one; see `CALayer+Hierarchy.swift`.
  var levelsBelow = 0
  /// Whether the sublayers are to be put in their places, and by which rules.
  var layoutState = LayoutState()
  /// Which part of the layer is to be drawn again.
  var displayState = DisplayState()
  /// What the last commit made of this subtree; nil when something in it has changed since.
  ///
  /// When a layer has none, none of its ancestors has one: a change stops climbing at the first such ancestor.
  var committed: CommittedLayer?
  /// Whether the layer itself, and not only something in it, may have changed since the last commit.
  var hasOwnChanges = true
  /// Which sublayers changed since the last commit; see `SublayerChanges.swift`.
  var sublayerChanges = SublayerChanges.all
  /// Where it lay among its superlayer's sublayers at that one's last commit.
  var committedIndex = 0
  /// What the last commit made of it, also when it has changed since: what is shown. Nil before the first commit.
  var lastCommitted: CommittedLayer?
  /// Whether it was committed for something that goes on showing it, and not for a picture alone: then changes animate.
  var isShown = false
  /// On which threads' lists it is.
  var membership = TransactionMembership()
  /// What a presentation layer shows; nil for a layer of the program's.
  var presentationOrigin: PresentationOrigin?
  var lastPresentation = LastPresentation()
  /// The frame that was set last, where rounding would make it read back otherwise.
  var frameAsSet: FrameAsSet?

  /// The values as a commit hands them over at a time of the layer's own; nil for no commit. Some classes add to them.
  func committedValues(of animations: [CommittedAnimation], at time: Double?) -> LayerValues {
    valuesWithCustomKeys(of: animations)
  }

  /// The class as renderers know it; a subclass of ours that draws in its own way answers its own.
  package var kind: LayerKind { .layer }

  /// Told when the layer is to be displayed and laid out, and asked for actions. Not kept alive. Default nil.
  open weak var delegate: (any CALayerDelegate)?

  /// Values, by key, of properties that have no other; a dictionary under `style` in it goes on. Default nil.
  open var style: [AnyHashable: Any]? {
    didSet {
      style = style.map(BoxedNumbers.boxed)
      styleDidChange(from: oldValue)
    }
  }

  // MARK: Actions

  /// What to do when an event happens, such as the change of a property, by its key; `NSNull` for nothing. Default nil.
  open var actions: [String: any CAAction]?

  /// The action of an event; nil for none. The first answer of these counts, and `NSNull` is the answer that there is
  /// none: the delegate's, that of `actions`, that of `actions` in `style`, the class's. A property of a layer that was
  /// committed once has an implicit animation when nobody answers.
  open func action(forKey event: String) -> (any CAAction)? { foundAction(forKey: event) }

  /// The action of an event for layers of the class; nil, the default, when it has none.
  open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }

  // MARK: Presentation

  /// A copy of the layer with the values that are shown now: as they were last committed, with the animations applied. Its
  /// sublayers, mask and superlayer are such copies too. Nil before the first commit.
  open func presentation() -> Self? { presentation(atMediaTime: CACurrentMediaTime()) as? Self }

  /// The layer that a presentation is a copy of; the layer itself when it is none.
  open func model() -> Self { presentationOrigin?.model as? Self ?? self }

  // MARK: Hierarchy

  /// The layer's name, for finding it again and for constraints.
  open var name: String? { didSet { if name != oldValue { setNeedsCommit() } } }

  /// The layer that this one is a sublayer or the mask of.
  open var superlayer: CALayer? { parent }

  /// The sublayers from back to front; nil when there are none. Setting it moves the layers here from where they were.
  open var sublayers: [CALayer]? {
    get { children.isEmpty ? nil : children }
    set { replaceSublayers(with: newValue ?? []) }
  }

  /// Puts a layer in front of the sublayers, taking it from where it was.
  ///
  /// As in all methods that place a layer: one that this layer lies in, or that would make the tree deeper than 512
  /// levels, is left where it was, and a warning is logged.
  open func addSublayer(_ layer: CALayer) { insert(layer, at: children.count) }

  /// Puts a layer among the sublayers.
  ///
  /// - Parameters:
  ///   - layer: taken from where it was.
  ///   - index: its index afterwards, also when it was among the sublayers already; beyond the end means at the end.
  open func insertSublayer(_ layer: CALayer, at index: UInt32) { insert(layer, at: Int(index)) }

  /// Puts a layer directly behind a sublayer; when that is none of this layer's, in front of all.
  open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) { insert(layer, beside: sibling, offset: 0) }

  /// Puts a layer directly in front of a sublayer; when that is none of this layer's, in front of all.
  open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) { insert(layer, beside: sibling, offset: 1) }

  /// Puts a layer in the place of a sublayer; nothing happens when that is none of this layer's.
  open func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) { replace(oldLayer, with: newLayer) }

  /// Takes the layer out of its superlayer, whose sublayer or mask it is.
  open func removeFromSuperlayer() { detach() }

  /// The layer whose alpha this one and all within it are multiplied by; it is placed as if it were a sublayer.
  ///
  /// Its `superlayer` is this layer, but it is not among the `sublayers`. A layer that is given is taken from where it
  /// was, as if it were added. Default nil.
  open var mask: CALayer? {
    get { maskLayer }
    set { setMask(newValue) }
  }

  // MARK: Geometry

  /// The layer's rectangle in its own points; a negative size is standardised. Default empty at (0, 0). Animatable.
  open var bounds: CGRect {
    get { values.geometry.bounds }
    set {
      let old = bounds
      change(\.geometry.bounds, to: newValue)
      boundsDidChange(from: old)
    }
  }

  /// Where the anchor point lies in the superlayer's coordinates, in points. Default (0, 0). Animatable.
  open var position: CGPoint {
    get { values.geometry.position }
    set { change(\.geometry.position, to: newValue) }
  }

  /// The point that `position` places and `transform` turns about, in the unit square. Default (0.5, 0.5). Animatable.
  open var anchorPoint: CGPoint {
    get { values.geometry.anchorPoint }
    set { change(\.geometry.anchorPoint, to: newValue) }
  }

  /// The anchor point's z, in points. Default 0. Animatable.
  open var anchorPointZ: CGFloat {
    get { values.geometry.anchorPointZ }
    set { change(\.geometry.anchorPointZ, to: newValue) }
  }

  /// The layer's place along z, in points: siblings with a greater one lie in front. Default 0. Animatable.
  open var zPosition: CGFloat {
    get { values.geometry.zPosition }
    set { change(\.geometry.zPosition, to: newValue) }
  }

  /// Applied to the layer and all within it, about the anchor point. Default the identity. Animatable.
  open var transform: CATransform3D {
    get { values.geometry.transform }
    set { change(\.geometry.transform, to: newValue) }
  }

  /// Applied to the sublayers only, about the anchor point; the place for perspective. Default the identity.
  /// Animatable.
  open var sublayerTransform: CATransform3D {
    get { values.geometry.sublayerTransform }
    set { change(\.geometry.sublayerTransform, to: newValue) }
  }

  /// Whether y runs the other way inside the layer. Images stay upright. Default false.
  open var isGeometryFlipped: Bool {
    get { values.geometry.isGeometryFlipped }
    set { change(\.geometry.isGeometryFlipped, to: newValue) }
  }

  /// The box of the bounds in the superlayer's coordinates, in points; setting it sets `bounds.size` and `position`. It
  /// reads back as it was set unless the transform turns the layer otherwise than by quarters.
  open var frame: CGRect {
    get { frameOfBounds }
    set { setFrame(newValue.standardized) }
  }

  /// The layer's 2D transform; the identity unless `transform` is exactly affine.
  open func affineTransform() -> CGAffineTransform {
    CATransform3DIsAffine(transform) ? CATransform3DGetAffineTransform(transform) : .identity
  }

  /// Replaces all of `transform` by a 2D transform.
  open func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3DMakeAffineTransform(m) }

  /// Whether y runs down in the context that `draw(in:)` gets: true unless an odd number of layers from this one to the
  /// root have flipped geometry, as on iOS. Not asked by the layer itself.
  open func contentsAreFlipped() -> Bool { !liesInFlippedGeometry }

  // MARK: Other layers' coordinates and times

  /// A point of another layer in this one's coordinates; nil is the space above the root. It lies on the layer's plane and is
  /// mapped as it is seen, with perspective; the result is not finite when this layer's projection is degenerate.
  open func convert(_ p: CGPoint, from l: CALayer?) -> CGPoint { Self.convert(p, from: l, to: self) }

  /// A point of this layer in another one's coordinates; nil is the space above the root.
  open func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint { Self.convert(p, from: self, to: l) }

  /// The box around the four corners of another layer's rectangle, as for points; null when one is not finite here.
  open func convert(_ r: CGRect, from l: CALayer?) -> CGRect { Self.convert(r, from: l, to: self) }

  /// The box around the four corners of this layer's rectangle in another one's coordinates.
  open func convert(_ r: CGRect, to l: CALayer?) -> CGRect { Self.convert(r, from: self, to: l) }

  /// A time of another layer in this one's, in seconds; nil is media time, in which the root's own timing takes part.
  open func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval {
    Self.convertTime(t, from: l, to: self)
  }

  /// A time of this layer in another one's, in seconds; nil is media time.
  open func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval {
    Self.convertTime(t, from: self, to: l)
  }

  /// The part of the bounds that the nearest scroll layer's bounds show, in points of the layer's own coordinates; without
  /// a scroll layer all of the bounds. Empty at (0, 0) when nothing is.
  open var visibleRect: CGRect { scrolledVisibleRect }

  /// Scrolls the nearest scroll layer, if any, so that a point of this layer lies at the origin of its bounds.
  open func scroll(_ p: CGPoint) {
    if let scrollLayer = nearestScrollLayer { scrollLayer.scroll(to: convert(p, to: scrollLayer)) }
  }

  /// Scrolls the nearest scroll layer, if any, by as little as shows a rectangle of this layer.
  open func scrollRectToVisible(_ r: CGRect) {
    if let scrollLayer = nearestScrollLayer { scrollLayer.scroll(to: convert(r, to: scrollLayer)) }
  }

  // MARK: Appearance

  /// Whether contents and sublayers are clipped to the rounded bounds. Default false. Animatable, at once.
  open var masksToBounds: Bool {
    get { values.masksToBounds }
    set { change(\.masksToBounds, to: newValue) }
  }

  /// What fills the rounded bounds, beneath contents and sublayers. Default nil, nothing. Animatable.
  open var backgroundColor: CGColor? {
    get { values.backgroundColor }
    set { change(\.backgroundColor, to: newValue) }
  }

  /// Whether the layer is drawn when its back faces the viewer. Default true. Not implicitly animated.
  open var isDoubleSided: Bool {
    get { values.isDoubleSided }
    set { change(\.isDoubleSided, to: newValue) }
  }

  /// Whether the layer and all within it are left out. Default false. Animatable, at once.
  open var isHidden: Bool {
    get { values.isHidden }
    set { change(\.isHidden, to: newValue) }
  }

  /// How opaque the layer is, with its sublayers, as a whole: 0…1. Default 1. Animatable.
  open var opacity: Float {
    get { values.opacity }
    set { change(\.opacity, to: newValue) }
  }

  // MARK: Edges and corners

  /// A promise that the contents which a program draws are opaque; it changes no picture. Default false.
  open var isOpaque: Bool {
    get { values.compositing.isOpaque }
    set { change(\.compositing.isOpaque, to: newValue) }
  }

  /// The curve of the rounded corners; an unknown name is stored as `circular`. Default `circular`.
  open var cornerCurve: CALayerCornerCurve {
    get { values.compositing.cornerCurve }
    set { change(\.compositing.cornerCurve, to: newValue) }
  }

  /// How far along each edge a corner of a curve reaches, in radii: 1 for `circular` and unknown curves, 1.528665 for
  /// `continuous`.
  open class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat {
    curve == .continuous ? CornerRadii.continuousReach : 1
  }

  /// The radius of the corners of background and border, in points, and of the clip with `masksToBounds`. Default 0.
  /// Animatable.
  open var cornerRadius: CGFloat {
    get { values.cornerRadius }
    set { change(\.cornerRadius, to: newValue) }
  }

  /// Which corners are rounded. Bits that name no corner are dropped. Default all four.
  open var maskedCorners: CACornerMask {
    get { values.maskedCorners }
    set { change(\.maskedCorners, to: newValue) }
  }

  /// The width of the line along the inside of the bounds, in points. Default 0, none. Animatable.
  open var borderWidth: CGFloat {
    get { values.borderWidth }
    set { change(\.borderWidth, to: newValue) }
  }

  /// The colour of that line; opaque black by default. Animatable.
  open var borderColor: CGColor? {
    get { values.borderColor }
    set { change(\.borderColor, to: newValue) }
  }

  /// The lengths of the border's dashes and gaps in turn, in points along its middle line, from the corner of least x and y
  /// toward greatest x; nil, the default, is an unbroken border. As a shape's `lineDashPattern`. No part of Core Animation.
  open var borderDashPattern: [NSNumber]? {
    get { values.borderDash.pattern?.map { NSNumber(value: $0) } }
    set { change(\.borderDash.pattern, to: newValue?.map(\.doubleValue)) }
  }

  /// How far into its dash pattern the border begins, in points. Default 0. Animatable. No part of Core Animation.
  open var borderDashPhase: CGFloat {
    get { values.borderDash.phase }
    set { change(\.borderDash.phase, to: newValue) }
  }

  /// Whether edges are anti-aliased at all. Default true.
  open var allowsEdgeAntialiasing: Bool {
    get { values.compositing.allowsEdgeAntialiasing }
    set { change(\.compositing.allowsEdgeAntialiasing, to: newValue) }
  }

  /// Which edges of the bounds are anti-aliased, where that is allowed: switch it off where layers abut. Default all four.
  open var edgeAntialiasingMask: CAEdgeAntialiasingMask {
    get { values.compositing.edgeAntialiasingMask }
    set { change(\.compositing.edgeAntialiasingMask, to: newValue) }
  }

  // MARK: Groups

  /// Whether an opacity below 1 fades the layer with its sublayers as a whole, rather than each of them. Default true.
  open var allowsGroupOpacity: Bool {
    get { values.compositing.allowsGroupOpacity }
    set { change(\.compositing.allowsGroupOpacity, to: newValue) }
  }

  /// Whether the layer with all within it is drawn onto a raster first, and that is then placed. Default false.
  /// Animatable, at once.
  open var shouldRasterize: Bool {
    get { values.compositing.shouldRasterize }
    set { change(\.compositing.shouldRasterize, to: newValue) }
  }

  /// Pixels of that raster per point. Default 1. Animatable.
  open var rasterizationScale: CGFloat {
    get { values.compositing.rasterizationScale }
    set { change(\.compositing.rasterizationScale, to: newValue) }
  }

  // MARK: Shadow

  /// The colour of the shadow that the layer casts with all within it; nil casts none. Default opaque black. Animatable.
  open var shadowColor: CGColor? {
    get { values.shadow.color }
    set { change(\.shadow.color, to: newValue) }
  }

  /// How opaque the shadow is, 0…1; 0, the default, casts none. Animatable.
  open var shadowOpacity: Float {
    get { values.shadow.opacity }
    set { change(\.shadow.opacity, to: newValue) }
  }

  /// How far the shadow is moved, in points of the layer's own coordinates. Default (0, −3). Animatable.
  open var shadowOffset: CGSize {
    get { values.shadow.offset }
    set { change(\.shadow.offset, to: newValue) }
  }

  /// The standard deviation of the shadow's blur, in points; 0 leaves its edges sharp. Default 3. Animatable.
  open var shadowRadius: CGFloat {
    get { values.shadow.radius }
    set { change(\.shadow.radius, to: newValue) }
  }

  /// What casts the shadow, filled, in points of the layer's own coordinates; nil, the default, lets the layer with its
  /// sublayers cast it, an empty path nothing. Setting it keeps a copy. Animatable, not implicitly.
  open var shadowPath: CGPath? {
    get { values.shadow.path }
    set { change(\.shadow.path, to: newValue?.copy()) }
  }

  // MARK: Filters

  /// What the layer's picture goes through, in order: `CIFilter`s. Default nil, nothing. Animatable, at once, and each
  /// input by a key path such as `filters.CIGaussianBlur.inputRadius`.
  ///
  /// The layer keeps the filters' values, and reading gives new filters equal to those given: a filter that is changed
  /// afterwards does not change the layer. Set the list again, or an input by its key path. What is no filter that layers
  /// can draw is kept as it was given and has no effect, and a warning is logged.
  open var filters: [Any]? {
    get { givenFilters.objects(drawing: values.compositing.filters) }
    set {
      givenFilters = GivenFilters(newValue)
      change(\.compositing.filters, to: givenFilters.values)
    }
  }

  /// What the backdrop inside the rounded bounds goes through, in order: `CIFilter`s, kept as in `filters`. Default nil.
  /// Animatable, at once, and each input by a key path such as `backgroundFilters.CIGaussianBlur.inputRadius`.
  open var backgroundFilters: [Any]? {
    get { givenBackgroundFilters.objects(drawing: values.compositing.backgroundFilters) }
    set {
      givenBackgroundFilters = GivenFilters(newValue)
      change(\.compositing.backgroundFilters, to: givenBackgroundFilters.values)
    }
  }

  /// How the layer's picture meets what lies beneath it: the name of a blend mode, such as `"multiplyBlendMode"` or
  /// `"CIMultiplyBlendMode"`, or the `CIFilter` of such a name. Default nil, over it. Animatable, at once.
  ///
  /// A name that is not known is kept, draws as nil, and a warning is logged.
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

  /// What the layer shows: a `CGImage`, or an `ImportedImage` with the pixels of others as they are when it is set.
  /// Another object is kept and not drawn. Default nil. Animatable.
  open var contents: Any? {
    get { contentsObject }
    set {
      contentsObject = newValue
      setImage(CGImage.shown(by: newValue))
    }
  }

  /// The part of the contents that is shown, in the unit square. Default all of it. Animatable.
  open var contentsRect: CGRect {
    get { values.contentsRect }
    set { change(\.contentsRect, to: newValue) }
  }

  /// The part of the contents that stretches when they are resized, in the unit square. Default all of it. Animatable.
  open var contentsCenter: CGRect {
    get { values.contentsCenter }
    set { change(\.contentsCenter, to: newValue) }
  }

  /// Where the contents lie in the bounds. An unknown name counts as `center`. Default `resize`.
  open var contentsGravity: CALayerContentsGravity {
    get { values.contentsGravity }
    set { change(\.contentsGravity, to: newValue) }
  }

  /// Pixels of the contents per point. Default 1. Animatable.
  open var contentsScale: CGFloat {
    get { values.contentsScale }
    set { change(\.contentsScale, to: newValue) }
  }

  /// How contents are sampled when shown smaller than they are. Default `linear`.
  open var minificationFilter: CALayerContentsFilter {
    get { values.minificationFilter }
    set { change(\.minificationFilter, to: newValue) }
  }

  /// How contents are sampled when shown larger than they are. Default `linear`.
  open var magnificationFilter: CALayerContentsFilter {
    get { values.magnificationFilter }
    set { change(\.magnificationFilter, to: newValue) }
  }

  /// Added to the mip level that `trilinear` chooses, in levels. Default 0. Animatable.
  open var minificationFilterBias: Float {
    get { values.minificationFilterBias }
    set { change(\.minificationFilterBias, to: newValue) }
  }

  // MARK: Timing

  /// When the layer's time begins, in its superlayer's time; default 0, no beginning of its own.
  open var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { changeTiming(\.beginTime, to: newValue) }
  }

  /// Length of one cycle, in seconds; default infinity.
  open var duration: CFTimeInterval {
    get { timing.duration }
    set { changeTiming(\.duration, to: newValue) }
  }

  /// How fast the layer's time runs against its superlayer's; 0 stops all within it. Default 1.
  open var speed: Float {
    get { Float(timing.speed) }
    set { changeTiming(\.speed, to: Double(newValue)) }
  }

  /// Added to the layer's time, in seconds; default 0.
  open var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { changeTiming(\.timeOffset, to: newValue) }
  }

  /// How often the cycle runs, fractions included; default 0, which counts as 1.
  open var repeatCount: Float {
    get { Float(timing.repeatCount) }
    set { changeTiming(\.repeatCount, to: Double(newValue)) }
  }

  /// For how long the cycle is repeated, in seconds; above 0 it takes the place of `repeatCount`. Default 0.
  open var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { changeTiming(\.repeatDuration, to: newValue) }
  }

  /// Whether each cycle runs back again, which doubles it; default false.
  open var autoreverses: Bool {
    get { timing.autoreverses }
    set { changeTiming(\.autoreverses, to: newValue) }
  }

  /// What shows before the beginning and after the end; default `removed`.
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

  /// Whether a point of the layer's own coordinates lies in the bounds: on the edges of the least x and y it does, on
  /// the others it does not. Corners and masks do not count.
  open func contains(_ p: CGPoint) -> Bool { boundsContain(p) }

  /// The foremost layer at a point, this one or one within it; nil without any. See `CALayer+HitTesting.swift`.
  ///
  /// - Parameter p: in the superlayer's coordinates, in points.
  open func hitTest(_ p: CGPoint) -> CALayer? { hitTestLayer(p) }

  /// Whether the layer and all within it can be hit. Default true.
  ///
  /// Off, a layer that covers others, such as falling snow, leaves what is beneath it to be touched. Not Core Animation's:
  /// there views decide it (`UIView.isUserInteractionEnabled`).
  open var allowsHitTesting: Bool {
    get { values.allowsHitTesting }
    set { change(\.allowsHitTesting, to: newValue) }
  }

  // MARK: Layout

  /// How the frame follows when the superlayer's size changes; any bits are kept. Default none: it does not.
  open var autoresizingMask: CAAutoresizingMask {
    get { values.autoresizingMask }
    set { change(\.autoresizingMask, to: newValue) }
  }

  /// Puts the sublayers in their places unless the delegate does. Default nil.
  open var layoutManager: (any CALayoutManager)? {
    get { layoutState.manager }
    set { setLayoutManager(newValue) }
  }

  /// What a `CAConstraintLayoutManager` of the superlayer places this layer by. Default nil.
  open var constraints: [CAConstraint]? {
    get { layoutState.constraints }
    set { setConstraints(newValue) }
  }

  /// Adds a constraint to those of the layer.
  open func addConstraint(_ c: CAConstraint) { constraints = (constraints ?? []) + [c] }

  /// Asks for the sublayers to be laid out before the next commit.
  open func setNeedsLayout() { markForLayout() }

  /// Whether the sublayers are still to be laid out.
  open func needsLayout() -> Bool { layoutState.isNeeded }

  /// Lays out at once what is still to be laid out: from the uppermost superlayer in need on, all within it.
  open func layoutIfNeeded() { layOutFromAbove() }

  /// Puts the sublayers in their places: asks the delegate, or without one the layout manager.
  open func layoutSublayers() { layOutSublayers() }

  /// The size that the layer would like its frame to have, in points: the layout manager's answer, or the frame's size.
  open func preferredFrameSize() -> CGSize { layoutManager?.preferredSize(of: self) ?? frame.size }

  /// Tells each sublayer that the size of the bounds was another one.
  open func resizeSublayers(withOldSize size: CGSize) { autoresizeSublayers(from: size) }

  /// Sets the frame by `autoresizingMask` after the superlayer's size changed from another one.
  open func resize(withOldSuperlayerSize size: CGSize) { autoresize(from: size) }

  // MARK: Display

  /// Whether a change of the bounds' size asks for display. Default false, but for text.
  open var needsDisplayOnBoundsChange: Bool {
    get { displayState.isNeededOnBoundsChange ?? (kind == .text) }
    set { displayState.isNeededOnBoundsChange = newValue }
  }

  /// Whether a change of a key asks for display; false for all keys of `CALayer`.
  open class func needsDisplay(forKey key: String) -> Bool { false }

  /// Asks for the whole layer to be displayed before the next commit.
  open func setNeedsDisplay() { markForDisplay(.infinite) }

  /// Asks for a rectangle to be displayed before the next commit: points of the layer's own coordinates.
  open func setNeedsDisplay(_ r: CGRect) { markForDisplay(r) }

  /// Whether the layer is still to be displayed.
  open func needsDisplay() -> Bool { !displayState.dirtyRect.isNull }

  /// Displays the layer at once if it is still to be.
  open func displayIfNeeded() { displayDirtyRect() }

  /// Renews the contents: lets the delegate do it, or makes them of what `draw(in:)` draws.
  open func display() { displayByDelegate() }

  /// Draws the contents, in the layer's own coordinates; lets the delegate do it. See `CALayer+Drawing.swift`.
  open func draw(in ctx: CGContext) { delegate?.draw(self, in: ctx) }

  /// Draws the layer with all within it into a context, in its own coordinates, with the values that the program has set.
  ///
  /// In layers y runs down, in a context of a program's own it runs up, so the picture stands on its head there unless the context is turned
  /// round first:
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
  /// It leaves out the layer's position and transform, animations and transitions that are under way (a `presentation()` shows them), layout and
  /// display that are still due, what the context shows already (to background filters and blend modes), and contents that only a device can
  /// read. An override is asked for the layer that the program renders, not for those within it. docs/drawing.md, "Layers in a context", says
  /// more.
  open func render(in ctx: CGContext) { renderTree(in: ctx) }

  /// What the pixels of the contents that the layer draws itself are made of; an unknown name is stored as `RGBA8Uint`,
  /// the default. Half floats are of extended sRGB: colours below 0 and above 1 are kept for filters.
  open var contentsFormat: CALayerContentsFormat {
    get { displayState.format }
    set { displayState.format = CALayerContentsFormat.all.contains(newValue) ? newValue : .RGBA8Uint }
  }

  /// A wish that drawing be done later, on other threads. Of a `CATiledLayer` it is: tiles are drawn while the program goes
  /// on, and come with a later commit; elsewhere it changes nothing. Default false.
  open var drawsAsynchronously: Bool {
    get { displayState.isAsynchronous }
    set { displayState.isAsynchronous = newValue }
  }

  // MARK: Light brighter than white

  /// How much brighter than white the layer may be; an unknown name is stored as `standard`. Default `standard`.
  open var preferredDynamicRange: DynamicRange {
    get { DynamicRange(rawValue: value(forKey: "preferredDynamicRange") as? String ?? "standard") }
    set { setValue(newValue.knownName, forKey: "preferredDynamicRange") }
  }

  /// Whether contents are toned down; an unknown name is stored as `automatic`. Default `automatic`.
  open var toneMapMode: ToneMapMode {
    get { ToneMapMode(rawValue: value(forKey: "toneMapMode") as? String ?? "automatic") }
    set { setValue(newValue.knownName, forKey: "toneMapMode") }
  }

  /// How many times as bright as white the contents were made for; any number is kept. Default 0.
  open var contentsHeadroom: CGFloat {
    get { CGFloat((value(forKey: "contentsHeadroom") as? NSNumber)?.doubleValue ?? 0) }
    set { setValue(NSNumber(value: Double(newValue)), forKey: "contentsHeadroom") }
  }

  /// Whether contents may be brighter than white. Default false.
  open var wantsExtendedDynamicRangeContent: Bool {
    get { (value(forKey: "wantsExtendedDynamicRangeContent") as? NSNumber)?.boolValue ?? false }
    set { setValue(NSNumber(value: newValue), forKey: "wantsExtendedDynamicRangeContent") }
  }

  // MARK: Animations

  /// Attaches a copy of an animation; one that has the same key already is replaced.
  ///
  /// - Parameters:
  ///   - animation: is copied: changing it afterwards has no effect.
  ///   - key: any name; nil attaches it beside those that have none.
  open func add(_ animation: CAAnimation, forKey key: String?) { attach(animation, forKey: key) }

  /// Takes the animation of a key off.
  open func removeAnimation(forKey key: String) { detachAnimation(forKey: key) }

  /// Takes all animations off.
  open func removeAllAnimations() { detachAnimations { _ in true } }

  /// The keys of the attached animations in the order in which they apply; nil when there are none.
  open func animationKeys() -> [String]? {
    let keys = attachedAnimations.compactMap(\.key)
    return keys.isEmpty ? nil : keys
  }

  /// The attached copy of the animation of a key.
  open func animation(forKey key: String) -> CAAnimation? {
    attachedAnimations.index(forKey: key).map { attachedAnimations[$0].animation }
  }

  // MARK: Keys

  /// The value of a property by its key; `value(forUndefinedKey:)` answers for a key that the class does not know.
  open func value(forKey key: String) -> Any? { keyedValue(key) }

  /// Sets a property by its key; a value of the wrong type changes nothing. `setValue(_:forUndefinedKey:)` takes the value
  /// of a key that the class does not know, `setNilValueForKey(_:)` a nil that the property cannot have.
  open func setValue(_ value: Any?, forKey key: String) { setKeyedValue(value, key) }

  /// The value at a key path such as `transform.rotation.z` or `bounds.size.width`.
  open func value(forKeyPath keyPath: String) -> Any? { keyPathValue(keyPath) }

  /// Sets the value at such a key path.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) { setKeyPathValue(value, keyPath) }

  /// The value that was set for a key that the class does not know, that of the style, or the class's default. A subclass overrides it to
  /// answer for keys of its own.
  open func value(forUndefinedKey key: String) -> Any? { customValue(key) }

  /// Keeps the value of a key that the class does not know. A subclass overrides it to take keys of its own.
  open func setValue(_ value: Any?, forUndefinedKey key: String) { setCustomValue(value, key) }

  /// Told that a number or a structure was to become nil by its key. Nothing happens; Apple's raises an exception. A
  /// subclass overrides it to set another value.
  open func setNilValueForKey(_ key: String) {}

  /// Sets the values of several keys, in the order of the keys; `NSNull` stands for nil.
  open func setValuesForKeys(_ keyedValues: [String: Any]) { setEach(keyedValues) }

  /// The values of several keys; `NSNull` stands for nil.
  open func dictionaryWithValues(forKeys keys: [String]) -> [String: Any] { values(ofEach: keys) }

  /// The value of a property that was never set; nil where that is zero or nil, and for keys that are not known.
  open class func defaultValue(forKey key: String) -> Any? { typedDefault(forKey: key) }
}
