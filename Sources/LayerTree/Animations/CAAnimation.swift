import MultiplaneGraphics
import MultiplaneMotion

/// What all animations have in common: a place in time, a curve, and whether they leave the layer when they end.
///
/// A layer copies an animation when it is added; changing it afterwards has no effect. (Source: CAAnimation.h.)
open class CAAnimation: KeyValueObject, NSCopying, NSSecureCoding, CAMediaTiming, CAAction {
  var timing = MediaTiming.animation

  /// Bends the progress of the whole animation; nil is linear.
  open var timingFunction: CAMediaTimingFunction?

  /// Whether the animation is taken off the layer when it ends, whatever its fill mode.
  open var isRemovedOnCompletion = true

  /// Is told when the animation begins and ends; kept alive. Default nil.
  open var delegate: (any CAAnimationDelegate)?

  /// How often a second the animation should be drawn; a hint. Default `CAFrameRateRange.default`.
  open var preferredFrameRateRange = CAFrameRateRange.default

  /// An animation with default values.
  public override init() {
    super.init()
  }

  /// Reads an animation out of an archive. A subclass overrides it to read what it does not keep under keys.
  public required init?(coder: NSCoder) {
    super.init()
    decode(from: coder)
  }

  /// Writes what differs from the defaults, but not the delegate.
  open func encode(with coder: NSCoder) { encodeValues(with: coder) }

  /// True.
  open class var supportsSecureCoding: Bool { true }

  /// Whether a key has another value than its default.
  open func shouldArchiveValue(forKey key: String) -> Bool { hasOwnValue(forKey: key) }

  /// A copy with all properties. A subclass overrides it to copy its own.
  open func copy(with zone: NSZone? = nil) -> Any {
    let copy = instanceOfSameClass()
    copy.timing = timing
    copy.timingFunction = timingFunction
    copy.isRemovedOnCompletion = isRemovedOnCompletion
    copy.delegate = delegate
    copy.preferredFrameRateRange = preferredFrameRateRange
    copy.arbitraryValues = arbitraryValues
    return copy
  }

  /// When the animation begins, in the layer's time; 0, the default, is when it is committed. The layer's copy says that
  /// time once it is: added again, it goes on from there.
  open var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { timing.beginTime = newValue }
  }
  /// Length of one cycle in seconds; 0 takes the transaction's, a quarter of a second.
  open var duration: CFTimeInterval {
    get { timing.duration }
    set { timing.duration = newValue }
  }
  /// How fast the animation's time runs against the layer's; default 1.
  open var speed: Float {
    get { Float(timing.speed) }
    set { timing.speed = Double(newValue) }
  }
  /// Added to the animation's time, in seconds; default 0.
  open var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { timing.timeOffset = newValue }
  }
  /// How often the cycle runs, fractions included; default 0, which counts as 1.
  open var repeatCount: Float {
    get { Float(timing.repeatCount) }
    set { timing.repeatCount = Double(newValue) }
  }
  /// For how long the cycle is repeated, in seconds; above 0 it takes the place of `repeatCount`. Default 0.
  open var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { timing.repeatDuration = newValue }
  }
  /// Whether each cycle runs back again, which doubles it; default false.
  open var autoreverses: Bool {
    get { timing.autoreverses }
    set { timing.autoreverses = newValue }
  }
  /// What shows before the beginning and after the end; default `removed`.
  open var fillMode: CAMediaTimingFillMode {
    get { CAMediaTimingFillMode(timing.fillMode) }
    set { timing.fillMode = newValue.motion }
  }

  /// Adds the animation to the layer as its action.
  ///
  /// A property animation without a key path takes the key, and a basic animation that says no value begins at the one
  /// that is shown.
  ///
  /// - Parameters:
  ///   - event: the key under which it is added.
  ///   - anObject: the layer; nothing happens when it is none.
  ///   - dict: is not looked at.
  open func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    guard let layer = anObject as? CALayer else { return }
    layer.add(completed(forKey: event, of: layer), forKey: event)
  }

  open override func value(forKey key: String) -> Any? { keyedValue(key) }
  open override func setValue(_ value: Any?, forKey key: String) { setKeyedValue(value, key) }

  /// The value of a property that was never set; nil where that is zero or nil, and for keys that are not known.
  open class func defaultValue(forKey key: String) -> Any? { typedDefault(forKey: key) }
}
