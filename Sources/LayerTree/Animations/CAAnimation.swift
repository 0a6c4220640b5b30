import MultiplaneGraphics
import MultiplaneMotion

/// The base class of animations: timing, timing function, delegate, and removal on completion.
///
/// A layer copies an animation when it is added. Later changes of the original have no effect.
/// (Source: CAAnimation.h.)
open class CAAnimation: KeyValueObject, NSCopying, NSSecureCoding, CAMediaTiming, CAAction {
  var timing = MediaTiming.animation

  /// The pacing of the animation. Default nil: linear.
  open var timingFunction: CAMediaTimingFunction?

  /// Whether the layer removes the animation when it ends, regardless of its fill mode. Default
  /// true.
  open var isRemovedOnCompletion = true

  /// The delegate, notified of start and end. Retained. Default nil.
  open var delegate: (any CAAnimationDelegate)?

  /// The preferred frame rate: a hint. Default `CAFrameRateRange.default`.
  open var preferredFrameRateRange = CAFrameRateRange.default

  /// Creates an animation with default values.
  public override init() {
    super.init()
  }

  /// Decodes an animation. Subclasses override it to decode properties that have no key.
  public required init?(coder: NSCoder) {
    super.init()
    decode(from: coder)
  }

  /// Encodes all values that differ from the defaults, except the delegate.
  open func encode(with coder: NSCoder) { encodeValues(with: coder) }

  /// Always true: the class supports secure coding.
  open class var supportsSecureCoding: Bool { true }

  /// Whether archives contain a key: true if its value differs from the default.
  open func shouldArchiveValue(forKey key: String) -> Bool { hasOwnValue(forKey: key) }

  /// Returns a copy with all properties. Subclasses override it to copy their own.
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

  /// The start time, in the layer's time space, in seconds. Default 0: the time of the commit. The
  /// layer's copy then stores that time, so that it continues from there if it is added again.
  open var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { timing.beginTime = newValue }
  }
  /// The duration of one cycle, in seconds. Default 0: the transaction's duration, 0.25 s.
  open var duration: CFTimeInterval {
    get { timing.duration }
    set { timing.duration = newValue }
  }
  /// The rate of the animation's time relative to the layer's. Default 1.
  open var speed: Float {
    get { Float(timing.speed) }
    set { timing.speed = Double(newValue) }
  }
  /// An offset that is added to the animation's local time, in seconds. Default 0.
  open var timeOffset: CFTimeInterval {
    get { timing.timeOffset }
    set { timing.timeOffset = newValue }
  }
  /// The number of cycles, which may be a fraction. Default 0, which counts as 1.
  open var repeatCount: Float {
    get { Float(timing.repeatCount) }
    set { timing.repeatCount = Double(newValue) }
  }
  /// The total duration of all cycles, in seconds. Above 0 it overrides `repeatCount`. Default 0.
  open var repeatDuration: CFTimeInterval {
    get { timing.repeatDuration }
    set { timing.repeatDuration = newValue }
  }
  /// Whether each cycle also plays backwards, which doubles its duration. Default false.
  open var autoreverses: Bool {
    get { timing.autoreverses }
    set { timing.autoreverses = newValue }
  }
  /// The effect of the animation before its start and after its end. Default `removed`.
  open var fillMode: CAMediaTimingFillMode {
    get { CAMediaTimingFillMode(timing.fillMode) }
    set { timing.fillMode = newValue.motion }
  }

  /// Adds the animation to the layer, as the action of an event.
  ///
  /// A property animation without a key path uses the event's key. A basic animation without values
  /// starts at the value that is currently shown.
  ///
  /// - Parameters:
  ///   - event: the key for the animation.
  ///   - anObject: the layer; any other object is ignored.
  ///   - dict: ignored.
  open func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
    guard let layer = anObject as? CALayer else { return }
    layer.add(completed(forKey: event, of: layer), forKey: event)
  }

  open override func value(forKey key: String) -> Any? { keyedValue(key) }
  open override func setValue(_ value: Any?, forKey key: String) { setKeyedValue(value, key) }

  /// The default value of a property, by its key; nil if that is zero or nil, and for unknown keys.
  open class func defaultValue(forKey key: String) -> Any? { typedDefault(forKey: key) }
}
