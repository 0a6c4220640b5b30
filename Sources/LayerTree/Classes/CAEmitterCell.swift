import MultiplaneGraphics
import MultiplaneMotion

/// What particles of one sort are made by.
///
/// A number with a range is chosen evenly within half the range to both sides of it, anew for each particle.
/// (Source of names, types and defaults: CAEmitterCell.h.)
open class CAEmitterCell: KeyValueObject, NSSecureCoding, CAMediaTiming {
  var timing = MediaTiming.layer

  /// A cell with default values.
  public override init() {
    super.init()
  }

  /// The cell's name, for key paths. Default nil.
  open var name: String?
  /// Whether particles are made; default true.
  open var isEnabled = true
  /// How many particles are made a second; default 0.
  open var birthRate: Float = 0
  /// How long a particle lives, in seconds; default 0.
  open var lifetime: Float = 0
  /// The range of the lifetime; default 0.
  open var lifetimeRange: Float = 0
  /// The direction out of the plane, in radians; default 0.
  open var emissionLatitude: CGFloat = 0
  /// The direction in the plane from x to y, in radians; default 0.
  open var emissionLongitude: CGFloat = 0
  /// The cone of directions about that one, in radians; default 0.
  open var emissionRange: CGFloat = 0
  /// How fast a particle leaves, in points a second; default 0.
  open var velocity: CGFloat = 0
  /// The range of the velocity; default 0.
  open var velocityRange: CGFloat = 0
  /// How its speed along x changes, in points a second a second; default 0.
  open var xAcceleration: CGFloat = 0
  /// How its speed along y changes; default 0.
  open var yAcceleration: CGFloat = 0
  /// How its speed along z changes; default 0.
  open var zAcceleration: CGFloat = 0
  /// How large a particle is to begin with; default 1.
  open var scale: CGFloat = 1
  /// The range of the scale; default 0.
  open var scaleRange: CGFloat = 0
  /// By how much the scale changes a second; default 0.
  open var scaleSpeed: CGFloat = 0
  /// How fast a particle turns, in radians a second; default 0.
  open var spin: CGFloat = 0
  /// The range of the spin; default 0.
  open var spinRange: CGFloat = 0
  /// What a particle's contents are multiplied by; default opaque white.
  open var color: CGColor? = .opaqueWhite
  /// The range of the colour's red; default 0.
  open var redRange: Float = 0
  /// The range of the colour's green; default 0.
  open var greenRange: Float = 0
  /// The range of the colour's blue; default 0.
  open var blueRange: Float = 0
  /// The range of the colour's alpha; default 0.
  open var alphaRange: Float = 0
  /// By how much the colour's red changes a second; default 0.
  open var redSpeed: Float = 0
  /// By how much the colour's green changes a second; default 0.
  open var greenSpeed: Float = 0
  /// By how much the colour's blue changes a second; default 0.
  open var blueSpeed: Float = 0
  /// By how much the colour's alpha changes a second; default 0.
  open var alphaSpeed: Float = 0
  /// What a particle shows: a `CGImage`; nil, the default, shows nothing.
  open var contents: Any?
  /// The part of the contents that is shown, in the unit square; default all of it.
  open var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  /// Pixels of the contents per point; default 1.
  open var contentsScale: CGFloat = 1
  /// How contents are sampled when shown smaller than they are; default `linear`.
  open var minificationFilter = "linear"
  /// How contents are sampled when shown larger than they are; default `linear`.
  open var magnificationFilter = "linear"
  /// Added to the mip level that `trilinear` chooses; default 0.
  open var minificationFilterBias: Float = 0
  /// What particles are made by that come from each particle; default nil.
  open var emitterCells: [CAEmitterCell]?
  /// Values of keys that have none otherwise; a dictionary under `style` in it goes on. Default nil.
  open var style: [AnyHashable: Any]? { didSet { style = style.map(BoxedNumbers.boxed) } }

  // MARK: Keys

  open override func value(forKey key: String) -> Any? { keyedValue(key) }
  open override func setValue(_ value: Any?, forKey key: String) { setKeyedValue(value, key) }

  /// The value at a key path: of a property, or of `emitterCells.<name>.…`.
  open override func value(forKeyPath keyPath: String) -> Any? { keyPathValue(keyPath) }
  open override func setValue(_ value: Any?, forKeyPath keyPath: String) { setKeyPathValue(value, keyPath) }

  /// The value of a property that was never set; nil where that is zero or nil, and for keys that are not known.
  open class func defaultValue(forKey key: String) -> Any? { typedDefault(forKey: key) }

  /// Whether a key has another value than its default.
  open func shouldArchiveValue(forKey key: String) -> Bool { hasOwnValue(forKey: key) }

  // MARK: Archives

  /// True.
  open class var supportsSecureCoding: Bool { true }

  /// Reads a cell out of an archive.
  public required init?(coder: NSCoder) {
    super.init()
    decode(from: coder)
  }

  /// Writes the cell with the cells within it.
  open func encode(with coder: NSCoder) { encodeValues(with: coder) }

  // MARK: Media timing

  /// When the cell begins, in the layer's time; default 0.
  open var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { timing.beginTime = newValue }
  }
  /// Length of one cycle, in seconds; default infinity.
  open var duration: CFTimeInterval {
    get { timing.duration }
    set { timing.duration = newValue }
  }
  /// How fast the cell's time runs against the layer's; default 1.
  open var speed: Float {
    get { Float(timing.speed) }
    set { timing.speed = Double(newValue) }
  }
  /// Added to the cell's time, in seconds; default 0.
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
}
