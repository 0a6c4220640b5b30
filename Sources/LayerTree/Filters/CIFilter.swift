import MultiplaneGraphics
import MultiplaneRenderTree

/// A filter for `CALayer`'s `filters`, `backgroundFilters` and `compositingFilter`: Core Image's class as far as layers
/// need it.
///
/// Inputs are set by their keys, such as `kCIInputRadiusKey`: numbers, and `CIVector`s. The input images are the layer's
/// and cannot be set. A layer keeps a filter's values, so changing the filter afterwards does not change the layer.
/// (Source of names and inputs: the Core Image Filter Reference.)
open class CIFilter: KeyValueObject, NSCopying, NSSecureCoding {
  /// The filter as renderers take it; nil for one that only says how two pictures meet.
  package private(set) var filterValue: FilterValue?
  /// Core Image's name, such as `CIGaussianBlur`.
  let filterName: String
  private var ownName: String?

  /// A filter by Core Image's name, with its default inputs; nil when layers can do nothing with such a filter.
  public init?(name: String) {
    if let description = FilterDescription.named(name) {
      filterValue = FilterValue(description)
    } else if !name.hasPrefix("CI") || BlendMode(filterName: name) == nil {
      return nil
    }
    filterName = name
    super.init()
  }

  /// A filter by Core Image's name, with some of its inputs set; nil as with `init(name:)`.
  public convenience init?(name: String, parameters params: [String: Any]?) {
    self.init(name: name)
    for (key, value) in params ?? [:] { setValue(value, forKey: key) }
  }

  /// The filter of a value that a layer holds.
  package init(_ value: FilterValue) {
    filterValue = value
    filterName = value.description.name
    ownName = value.name
    super.init()
  }

  // MARK: Archives

  /// True.
  open class var supportsSecureCoding: Bool { true }

  /// What an archive has Core Image's name under; the rest it has under the keys of the properties.
  private static let archivedName = "filterName"

  /// Reads a filter out of an archive; nil for one that layers can do nothing with.
  public required init?(coder: NSCoder) {
    let values = ArchivedValue.values(in: coder)
    guard let filterName = values.first(where: { $0.key == Self.archivedName })?.value as? String,
      let model = CIFilter(name: filterName)
    else { return nil }
    self.filterName = filterName
    filterValue = model.filterValue
    super.init()
    for (key, value) in values where key != Self.archivedName { setValue(value, forKey: key) }
  }

  /// Writes the filter's names, whether it is enabled, and its inputs.
  open func encode(with coder: NSCoder) {
    var values: [AnyHashable: Any] = [
      Self.archivedName: filterName, "name": name, "enabled": NSNumber(value: isEnabled),
    ]
    for (key, input) in filterValue?.inputs ?? [:] { values[key] = input.numbers }
    ArchivedValue.encode(values, with: coder)
  }

  // MARK: Properties

  /// What key paths of a layer call the filter (`filters.<name>.inputRadius`). Default Core Image's name.
  open var name: String {
    get { ownName ?? filterName }
    set {
      ownName = newValue == filterName ? nil : newValue
      filterValue?.name = ownName
    }
  }

  /// Whether the filter does anything. Default true.
  open var isEnabled: Bool {
    get { filterValue?.isEnabled ?? true }
    set { filterValue?.isEnabled = newValue }
  }

  /// The keys of the inputs that can be set, in the order of the Core Image Filter Reference.
  open var inputKeys: [String] { filterValue?.description.inputs.map(\.key) ?? [] }

  /// The key of the picture that a filter gives; a layer shows it, and it cannot be asked for.
  open var outputKeys: [String] { ["outputImage"] }

  /// Gives all inputs their default values.
  open func setDefaults() { filterValue?.inputs = [:] }

  /// The value of an input, an `NSNumber` or a `CIVector`, or of `name` or `enabled`; nil for any other key.
  open override func value(forKey key: String) -> Any? {
    switch key {
    case "name": name
    case "enabled": NSNumber(value: isEnabled)
    default: filterValue?.input(key).map(\.object) ?? value(forUndefinedKey: key)
    }
  }

  /// Sets an input to a number or a `CIVector`, nil for its default, or `name` or `enabled`.
  ///
  /// A key that the filter does not have, and a value of another kind, changes nothing and logs a warning.
  open override func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case "name": if let name = value as? String { self.name = name }
    case "enabled": if case .boolean(let flag) = LayerValue(value, as: .boolean) { isEnabled = flag }
    default:
      guard inputKeys.contains(key) else { return setValue(value, forUndefinedKey: key) }
      if value == nil || value is NSNull {
        filterValue?.inputs[key] = nil
      } else if let input = FilterValue.Input(value), filterValue?.set(input, for: key) == true {
        return
      } else {
        FilterWarning.log("\(filterName) has no \(key) that is \(value ?? "nil"): it stays as it is.")
      }
    }
  }

  /// Logs a warning: a filter keeps no values but its inputs.
  open override func setValue(_ value: Any?, forUndefinedKey key: String) {
    FilterWarning.log("\(filterName) has no input \(key) that can be set.")
  }

  /// A filter of the same name with the same inputs. A subclass overrides it to copy its own properties.
  open func copy(with zone: NSZone? = nil) -> Any {
    guard let copy = CIFilter(name: filterName) else { return self }
    copy.filterValue = filterValue
    copy.ownName = ownName
    return copy
  }

  /// Whether another object is a filter of the same names with the same inputs.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CIFilter else { return false }
    return filterName == other.filterName && ownName == other.ownName && filterValue == other.filterValue
  }

  /// Equal for equal filters.
  open override var hash: Int { filterName.hashValue }
}

/// What is wrong with a filter, for people to read.
enum FilterWarning {
  static func log(_ message: String) {
    Warnings.log("filters", message)
  }
}

// MARK: - Inputs as objects

extension FilterValue.Input {
  /// A number or a vector out of whatever a program passes; nil when it is neither.
  init?(_ object: Any?) {
    if let vector = object as? CIVector {
      self = .vector(vector.components)
    } else if let color = object as? CIColor {
      self = .vector([color.red, color.green, color.blue, color.alpha].map { Double($0) })
    } else if let value = LayerValue(object, as: .number) ?? LayerValue(object, as: .numbers) {
      self.init(value)
    } else {
      return nil
    }
  }

  /// The input as an archive has it: a number, or a list of them.
  fileprivate var numbers: Any {
    switch self {
    case .number(let number): NSNumber(value: number)
    case .vector(let components): components
    }
  }

  /// The input as a program reads it.
  var object: Any {
    switch self {
    case .number(let number): NSNumber(value: number)
    case .vector(let components): CIVector(components)
    }
  }
}

// MARK: - Keys

/// `inputRadius`: how far a blur or a vignette reaches.
public let kCIInputRadiusKey = "inputRadius"
/// `inputScale`: the size of what a filter draws.
public let kCIInputScaleKey = "inputScale"
/// `inputAngle`: in radians.
public let kCIInputAngleKey = "inputAngle"
/// `inputCenter`: a `CIVector` of two components.
public let kCIInputCenterKey = "inputCenter"
/// `inputIntensity`: how much of an effect there is.
public let kCIInputIntensityKey = "inputIntensity"
/// `inputSaturation`: 0 is grey, 1 as it is.
public let kCIInputSaturationKey = "inputSaturation"
/// `inputBrightness`: what is added to each component.
public let kCIInputBrightnessKey = "inputBrightness"
/// `inputContrast`: 1 is as it is.
public let kCIInputContrastKey = "inputContrast"
/// `inputColor`: a `CIColor`.
public let kCIInputColorKey = "inputColor"
/// `inputSharpness`: how much edges are sharpened.
public let kCIInputSharpnessKey = "inputSharpness"
/// `inputWidth`: the width of what a filter draws.
public let kCIInputWidthKey = "inputWidth"
/// `inputImage`: a layer's picture, which cannot be set.
public let kCIInputImageKey = "inputImage"
/// `inputBackgroundImage`: what is beneath a layer, which cannot be set.
public let kCIInputBackgroundImageKey = "inputBackgroundImage"
/// `inputMaskImage`: a picture that says where a filter acts.
public let kCIInputMaskImageKey = "inputMaskImage"
/// `inputTransform`: an affine transform.
public let kCIInputTransformKey = "inputTransform"
/// `inputEV`: the exposure, in stops.
public let kCIInputEVKey = "inputEV"
