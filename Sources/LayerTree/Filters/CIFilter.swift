import MultiplaneGraphics
import MultiplaneRenderTree

/// A filter for `filters`, `backgroundFilters` and `compositingFilter` of `CALayer`: the part of
/// Core Image's class that layers use.
///
/// Inputs are numbers, `CIVector`s and `CIColor`s, set by keys such as `kCIInputRadiusKey`. The
/// input image of a layer's filter is the layer's picture; one that is set counts for `outputImage`
/// of the module CoreImage. A layer copies the filter's values: later changes of the filter do not
/// affect it. (Source of names and inputs: the Core Image Filter
/// Reference.)
///
/// ```swift
/// let blur = CIFilter(name: "CIGaussianBlur")!
/// blur.setValue(4, forKey: kCIInputRadiusKey)
/// layer.filters = [blur]
/// layer.setValue(8, forKeyPath: "filters.CIGaussianBlur.inputRadius")
/// ```
open class CIFilter: KeyValueObject, NSCopying, NSSecureCoding {
  /// The filter's values for renderers; nil for one that is only a blend mode.
  package private(set) var filterValue: FilterValue?
  /// Core Image's name, such as `CIGaussianBlur`.
  let filterName: String
  private var ownName: String?
  /// The images that are set, by the keys of the inputs: of the class `CIImage` of CoreImage.
  package private(set) var images: [String: Any] = [:]

  /// Creates a filter by its Core Image name, with default inputs; nil if layers do not support it.
  public init?(name: String) {
    if let description = FilterDescription.named(name) {
      filterValue = FilterValue(description)
    } else if !name.hasPrefix("CI") || BlendMode(filterName: name) == nil {
      return nil
    }
    filterName = name
    super.init()
  }

  /// Creates a filter by its Core Image name, with some inputs; nil if layers do not support it.
  public convenience init?(name: String, parameters params: [String: Any]?) {
    self.init(name: name)
    for (key, value) in params ?? [:] { setValue(value, forKey: key) }
  }

  /// Creates a filter from a layer's value.
  package init(_ value: FilterValue) {
    filterValue = value
    filterName = value.description.name
    ownName = value.name
    super.init()
  }

  // MARK: Archives

  /// Always true: the class supports secure coding.
  open class var supportsSecureCoding: Bool { true }

  /// The archive key of the filter's Core Image name; other values have the keys of their
  /// properties.
  private static let archivedName = "filterName"

  /// Decodes a filter; nil if layers do not support it.
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

  /// Encodes the filter's names, `isEnabled` and its inputs.
  open func encode(with coder: NSCoder) {
    var values: [AnyHashable: Any] = [
      Self.archivedName: filterName, "name": name, "enabled": NSNumber(value: isEnabled),
    ]
    for (key, input) in filterValue?.inputs ?? [:] { values[key] = input.numbers }
    ArchivedValue.encode(values, with: coder)
  }

  // MARK: Properties

  /// The name of the filter in a layer's key paths (`filters.<name>.inputRadius`). Default its Core
  /// Image name.
  open var name: String {
    get { ownName ?? filterName }
    set {
      ownName = newValue == filterName ? nil : newValue
      filterValue?.name = ownName
    }
  }

  /// Whether the filter is applied. Default true.
  open var isEnabled: Bool {
    get { filterValue?.isEnabled ?? true }
    set { filterValue?.isEnabled = newValue }
  }

  /// The keys of the settable inputs, in the order of the Core Image Filter Reference.
  open var inputKeys: [String] { filterValue?.description.inputs.map(\.key) ?? [] }

  /// The key of the output image.
  open var outputKeys: [String] { ["outputImage"] }

  /// Resets all inputs to their defaults.
  open func setDefaults() { filterValue?.inputs = [:] }

  /// The value of an input (`NSNumber`, `CIVector` or `CIColor`), of `name` or of `enabled`; nil
  /// for any other key.
  open override func value(forKey key: String) -> Any? {
    switch key {
    case "name": name
    case "enabled": NSNumber(value: isEnabled)
    case kCIInputImageKey, kCIInputBackgroundImageKey: images[key]
    default: filterValue?.input(key).map(\.object) ?? value(forUndefinedKey: key)
    }
  }

  /// Sets an input, `name` or `enabled`; nil resets an input to its default.
  ///
  /// An unknown key or a value of the wrong type changes nothing and logs a warning.
  open override func setValue(_ value: Any?, forKey key: String) {
    switch key {
    case kCIInputImageKey, kCIInputBackgroundImageKey: images[key] = value is NSNull ? nil : value
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

  /// Logs a warning: a filter stores no values except its inputs.
  open override func setValue(_ value: Any?, forUndefinedKey key: String) {
    FilterWarning.log("\(filterName) has no input \(key) that can be set.")
  }

  /// Returns a filter with the same name and inputs. Subclasses override it to copy their own
  /// properties.
  open func copy(with zone: NSZone? = nil) -> Any {
    guard let copy = CIFilter(name: filterName) else { return self }
    copy.filterValue = filterValue
    copy.ownName = ownName
    copy.images = images
    return copy
  }

  /// Whether another object is a filter with the same names and inputs.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? CIFilter else { return false }
    return filterName == other.filterName && ownName == other.ownName && filterValue == other.filterValue
  }

  /// The hash value; equal filters have the same.
  open override var hash: Int { filterName.hashValue }
}

/// A problem of a filter, for people to read.
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

/// `inputRadius`: the radius of a blur or a vignette.
public let kCIInputRadiusKey = "inputRadius"
/// `inputScale`: the size of a pattern.
public let kCIInputScaleKey = "inputScale"
/// `inputAngle`: an angle in radians.
public let kCIInputAngleKey = "inputAngle"
/// `inputCenter`: a point as a `CIVector` of two components.
public let kCIInputCenterKey = "inputCenter"
/// `inputIntensity`: the strength of an effect.
public let kCIInputIntensityKey = "inputIntensity"
/// `inputSaturation`: 0 is grey, 1 unchanged.
public let kCIInputSaturationKey = "inputSaturation"
/// `inputBrightness`: a number that is added to each component.
public let kCIInputBrightnessKey = "inputBrightness"
/// `inputContrast`: 1 is unchanged.
public let kCIInputContrastKey = "inputContrast"
/// `inputColor`: a `CIColor`.
public let kCIInputColorKey = "inputColor"
/// `inputSharpness`: the strength of sharpening.
public let kCIInputSharpnessKey = "inputSharpness"
/// `inputWidth`: the width of a pattern.
public let kCIInputWidthKey = "inputWidth"
/// `inputImage`: the image of `outputImage`. A layer's filter has the layer's picture instead.
public let kCIInputImageKey = "inputImage"
/// `inputBackgroundImage`: the image below that of a blend mode. A layer's filter has the picture
/// below the layer instead.
public let kCIInputBackgroundImageKey = "inputBackgroundImage"
/// `inputMaskImage`: an image that limits where a filter applies.
public let kCIInputMaskImageKey = "inputMaskImage"
/// `inputTransform`: an affine transform.
public let kCIInputTransformKey = "inputTransform"
/// `inputEV`: exposure, in stops.
public let kCIInputEVKey = "inputEV"
