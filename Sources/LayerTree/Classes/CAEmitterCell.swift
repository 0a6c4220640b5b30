import MultiplaneGraphics
import MultiplaneMotion

/// A source of particles of one kind, in an emitter layer or another cell.
///
/// A property with a range is random per particle, uniformly distributed in the value ± half the
/// range. (Source of names, types and defaults: CAEmitterCell.h.)
open class CAEmitterCell: KeyValueObject, NSSecureCoding, CAMediaTiming {
  var timing = MediaTiming.layer

  /// Creates a cell with default values.
  public override init() {
    super.init()
  }

  /// The name of the cell, for key paths. Default nil.
  open var name: String?
  /// Whether the cell emits particles. Default true.
  open var isEnabled = true
  /// The number of particles per second. Default 0.
  open var birthRate: Float = 0
  /// The lifetime of a particle, in seconds. Default 0.
  open var lifetime: Float = 0
  /// The range of the lifetime, in seconds. Default 0.
  open var lifetimeRange: Float = 0
  /// The direction of emission out of the layer's plane, in radians. Default 0.
  open var emissionLatitude: CGFloat = 0
  /// The direction of emission in the layer's plane, from x to y, in radians. Default 0.
  open var emissionLongitude: CGFloat = 0
  /// The angle of the emission cone around that direction, in radians. Default 0.
  open var emissionRange: CGFloat = 0
  /// The initial speed of a particle, in points per second. Default 0.
  open var velocity: CGFloat = 0
  /// The range of the speed, in points per second. Default 0.
  open var velocityRange: CGFloat = 0
  /// The acceleration along x, in points per second squared. Default 0.
  open var xAcceleration: CGFloat = 0
  /// The acceleration along y, in points per second squared. Default 0.
  open var yAcceleration: CGFloat = 0
  /// The acceleration along z, in points per second squared. Default 0.
  open var zAcceleration: CGFloat = 0
  /// The initial scale of a particle. Default 1.
  open var scale: CGFloat = 1
  /// The range of the scale. Default 0.
  open var scaleRange: CGFloat = 0
  /// The change of the scale per second. Default 0.
  open var scaleSpeed: CGFloat = 0
  /// The rotation of a particle, in radians per second. Default 0.
  open var spin: CGFloat = 0
  /// The range of the rotation, in radians per second. Default 0.
  open var spinRange: CGFloat = 0
  /// The colour that multiplies a particle's contents. Default opaque white.
  open var color: CGColor? = .opaqueWhite
  /// The range of the colour's red component. Default 0.
  open var redRange: Float = 0
  /// The range of the colour's green component. Default 0.
  open var greenRange: Float = 0
  /// The range of the colour's blue component. Default 0.
  open var blueRange: Float = 0
  /// The range of the colour's alpha. Default 0.
  open var alphaRange: Float = 0
  /// The change of the colour's red component per second. Default 0.
  open var redSpeed: Float = 0
  /// The change of the colour's green component per second. Default 0.
  open var greenSpeed: Float = 0
  /// The change of the colour's blue component per second. Default 0.
  open var blueSpeed: Float = 0
  /// The change of the colour's alpha per second. Default 0.
  open var alphaSpeed: Float = 0
  /// The image of a particle, a `CGImage`. Default nil: nothing is drawn.
  open var contents: Any?
  /// The visible part of the contents, in unit coordinates. Default the whole image.
  open var contentsRect = CGRect(x: 0, y: 0, width: 1, height: 1)
  /// Pixels of the contents per point. Default 1.
  open var contentsScale: CGFloat = 1
  /// The filter for contents that are drawn smaller than their size. Default `linear`.
  open var minificationFilter = "linear"
  /// The filter for contents that are drawn larger than their size. Default `linear`.
  open var magnificationFilter = "linear"
  /// A bias of the mip level for `trilinear`, in levels. Default 0.
  open var minificationFilterBias: Float = 0
  /// Cells that emit particles from each particle of this cell. Default nil.
  open var emitterCells: [CAEmitterCell]?
  /// Default values by key. A nested dictionary under `style` is searched next. Default nil.
  open var style: [AnyHashable: Any]? { didSet { style = style.map(BoxedNumbers.boxed) } }

  // MARK: Keys

  open override func value(forKey key: String) -> Any? { keyedValue(key) }
  open override func setValue(_ value: Any?, forKey key: String) { setKeyedValue(value, key) }

  /// The value at a key path: of a property, or of a cell (`emitterCells.<name>.…`).
  open override func value(forKeyPath keyPath: String) -> Any? { keyPathValue(keyPath) }
  open override func setValue(_ value: Any?, forKeyPath keyPath: String) { setKeyPathValue(value, keyPath) }

  /// The default value of a property, by its key; nil if that is zero or nil, and for unknown keys.
  open class func defaultValue(forKey key: String) -> Any? { typedDefault(forKey: key) }

  /// Whether archives contain a key: true if its value differs from the default.
  open func shouldArchiveValue(forKey key: String) -> Bool { hasOwnValue(forKey: key) }

  // MARK: Archives

  /// Always true: the class supports secure coding.
  open class var supportsSecureCoding: Bool { true }

  /// Decodes a cell.
  public required init?(coder: NSCoder) {
    super.init()
    decode(from: coder)
  }

  /// Encodes the cell with its own cells.
  open func encode(with coder: NSCoder) { encodeValues(with: coder) }

  // MARK: Media timing

  /// The start time of the cell, in the layer's time space, in seconds. Default 0.
  open var beginTime: CFTimeInterval {
    get { timing.beginTime }
    set { timing.beginTime = newValue }
  }
  /// The duration of one cycle, in seconds. Default infinity.
  open var duration: CFTimeInterval {
    get { timing.duration }
    set { timing.duration = newValue }
  }
  /// The rate of the cell's time relative to the layer's. Default 1.
  open var speed: Float {
    get { Float(timing.speed) }
    set { timing.speed = Double(newValue) }
  }
  /// An offset that is added to the cell's time, in seconds. Default 0.
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
  /// The effect before the start and after the end. Default `removed`.
  open var fillMode: CAMediaTimingFillMode {
    get { CAMediaTimingFillMode(timing.fillMode) }
    set { timing.fillMode = newValue.motion }
  }
}
