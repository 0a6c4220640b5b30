import MultiplaneGraphics
import MultiplaneMotion

/// A function from animated numbers to a transform, for property animations of a transform.
/// (Source: CAValueFunction.h.)
open class CAValueFunction: NSObject, NSSecureCoding {
  /// The name of the function.
  open var name: CAValueFunctionName { ownName }
  private var ownName: CAValueFunctionName
  /// Nil for one without a name, which changes nothing.
  private(set) final var function: ValueFunction?

  /// Creates a function without a name, which has no effect.
  public override init() {
    ownName = CAValueFunctionName(rawValue: "")
    function = nil
  }

  /// Creates a function by name; nil for an unknown name.
  public convenience init?(name: CAValueFunctionName) {
    guard let function = ValueFunction(rawValue: name.rawValue) else { return nil }
    self.init()
    ownName = name
    self.function = function
  }

  /// Always true: the class supports secure coding.
  open class var supportsSecureCoding: Bool { true }

  /// Decodes a function; nil for an unknown name.
  public required init?(coder: NSCoder) {
    guard coder.containsValue(forKey: "name"), let name = coder.decodeObject(of: NSString.self, forKey: "name"),
      let function = ValueFunction(rawValue: String(name))
    else { return nil }
    ownName = CAValueFunctionName(rawValue: function.rawValue)
    self.function = function
  }

  /// Encodes the name.
  open func encode(with coder: NSCoder) { coder.encode(NSString(string: name.rawValue), forKey: "name") }

  /// Whether another object is a function with the same name.
  open override func isEqual(_ object: Any?) -> Bool { (object as? CAValueFunction)?.name == name }

  /// The hash value; equal functions have the same.
  open override var hash: Int { name.hashValue }
}

/// The predefined value functions. `scale` and `translate` need a list of three numbers, the others
/// a number.
public struct CAValueFunctionName: RawRepresentable, Hashable, Sendable {
  /// The name of the constant in Core Animation.
  public let rawValue: String
  /// Creates a value with any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Rotation about the x axis, in radians.
  public static let rotateX = CAValueFunctionName(rawValue: "rotateX")
  /// Rotation about the y axis, in radians.
  public static let rotateY = CAValueFunctionName(rawValue: "rotateY")
  /// Rotation about the z axis, in radians.
  public static let rotateZ = CAValueFunctionName(rawValue: "rotateZ")
  /// Scaling along x, y and z.
  public static let scale = CAValueFunctionName(rawValue: "scale")
  /// Scaling along x.
  public static let scaleX = CAValueFunctionName(rawValue: "scaleX")
  /// Scaling along y.
  public static let scaleY = CAValueFunctionName(rawValue: "scaleY")
  /// Scaling along z.
  public static let scaleZ = CAValueFunctionName(rawValue: "scaleZ")
  /// Translation along x, y and z, in points.
  public static let translate = CAValueFunctionName(rawValue: "translate")
  /// Translation along x, in points.
  public static let translateX = CAValueFunctionName(rawValue: "translateX")
  /// Translation along y, in points.
  public static let translateY = CAValueFunctionName(rawValue: "translateY")
  /// Translation along z, in points.
  public static let translateZ = CAValueFunctionName(rawValue: "translateZ")
}
