import Graphics
import Motion
import RenderTree

/// A rectangle in a tree of rectangles: the unit of everything that is drawn.
///
/// Coordinates are points. A layer is placed in its superlayer by `position`, where its `anchorPoint` lies, and by
/// `transform` about that point. A change marks the layer; it is drawn once the tree is committed.
/// (Source of names, defaults and behaviour: CALayer.h and the Core Animation Programming Guide.)
open class CALayer: NSObject, CAMediaTiming {
  // MARK: Storage

  /// Every property that reaches a renderer.
  package internal(set) var values = LayerValues()
  /// The layer's place in time: duration infinity.
  var timing = MediaTiming.layer
  /// Tells the layer from every other.
  package let identifier = LayerIdentifier.next()
  /// The contents object as it was given, also when it is none that can be drawn.
  var contentsObject: Any?
  /// Values of keys that the class does not know.
  var arbitraryValues: [String: Any] = [:]
  /// In the order in which they were added.
  var attachedAnimations: [AttachedAnimation] = []
  var children: [CALayer] = []
  /// Has this layer as its superlayer, and is none of the children.
  var maskLayer: CALayer?
  weak var parent: CALayer?
  /// At least as many as there are levels of layers below this one; see `CALayer+Hierarchy.swift`.
  var levelsBelow = 0
  /// What the last commit made of this subtree; nil when something in it has changed since.
  ///
  /// When a layer has none, none of its ancestors has one: a change stops climbing at the first such ancestor.
  var committed: CommittedLayer?

  /// The class as renderers know it; a subclass of ours that draws in its own way answers its own.
  package var kind: LayerKind { .layer }

  // MARK: Making

  /// A layer with default values, in no tree.
  public override init() {
    super.init()
  }

  /// A copy of another layer's values, without its sublayers, mask and animations: what a presentation layer is made with.
  /// A subclass overrides it to copy its own stored properties.
  ///
  /// - Parameter layer: a `CALayer`; anything else gives a layer with default values.
  public required init(layer: Any) {
    super.init()
    guard let original = layer as? CALayer else { return }
    values = original.values
    timing = original.timing
    contentsObject = original.contentsObject
    arbitraryValues = original.arbitraryValues
    name = original.name
  }

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

  /// The layer's rectangle in its own coordinates, in points. A negative size is standardised. Default empty at (0, 0).
  /// Animatable.
  open var bounds: CGRect {
    get { values.geometry.bounds }
    set { change(\.geometry.bounds, to: newValue) }
  }

  /// Where the anchor point lies in the superlayer's coordinates, in points. Default (0, 0). Animatable.
  open var position: CGPoint {
    get { values.geometry.position }
    set { change(\.geometry.position, to: newValue) }
  }

  /// The point of the bounds that `position` places and that `transform` turns about, in the unit square. Default the
  /// middle, (0.5, 0.5). Animatable.
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

  /// The box of the bounds in the superlayer's coordinates, in points; setting it sets `bounds.size` and `position`.
  open var frame: CGRect {
    get { frameOfBounds }
    set { setFrame(newValue.standardized) }
  }

  // MARK: Appearance

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

  // MARK: Contents

  /// What the layer shows: a `CGImage`. Another object is kept and not drawn. Default nil. Animatable.
  open var contents: Any? {
    get { contentsObject }
    set {
      contentsObject = newValue
      setImage(newValue as? CGImage)
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
  open func removeAllAnimations() {
    guard !attachedAnimations.isEmpty else { return }
    attachedAnimations = []
    setNeedsCommit()
  }

  /// The keys of the attached animations in the order in which they apply; nil when there are none.
  open func animationKeys() -> [String]? {
    let keys = attachedAnimations.compactMap(\.key)
    return keys.isEmpty ? nil : keys
  }

  /// The attached copy of the animation of a key.
  open func animation(forKey key: String) -> CAAnimation? {
    attachedAnimations.first { $0.key == key }?.animation
  }

  // MARK: Keys

  /// The value of a property by its key, or of any other key that was set; see `CALayer+KeyValue.swift`.
  open func value(forKey key: String) -> Any? { keyedValue(key) }

  /// Sets a property by its key; any other key stores the value as it is.
  open func setValue(_ value: Any?, forKey key: String) { setKeyedValue(value, key) }

  /// The value at a key path such as `transform.rotation.z` or `bounds.size.width`.
  open func value(forKeyPath keyPath: String) -> Any? { keyPathValue(keyPath) }

  /// Sets the value at a key path.
  open func setValue(_ value: Any?, forKeyPath keyPath: String) { setKeyPathValue(value, keyPath) }

  /// The value of a property that was never set; nil where that is zero or nil, and for keys that are not known.
  open class func defaultValue(forKey key: String) -> Any? { typedDefault(forKey: key) }

  // MARK: Media timing

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
}

extension CALayer {
  /// Stores a value and marks the layer; an equal one changes nothing.
  func change<Value: Equatable>(_ path: WritableKeyPath<LayerValues, Value>, to value: Value) {
    let old = values[keyPath: path]
    values[keyPath: path] = value
    // Compared as stored: two values may be standardised to the same one.
    if values[keyPath: path] != old { setNeedsCommit() }
  }

  /// Images are told apart by identity: they never change.
  func setImage(_ image: CGImage?) {
    guard values.contents !== image else { return }
    values.contents = image
    setNeedsCommit()
  }

  private func changeTiming<Value: Equatable>(_ path: WritableKeyPath<MediaTiming, Value>, to value: Value) {
    guard timing[keyPath: path] != value else { return }
    timing[keyPath: path] = value
    setNeedsCommit()
  }
}
