import MultiplaneGraphics
import MultiplaneMotion

/// Makes a transform of animated numbers, for a property animation of a transform. (Source: CAValueFunction.h.)
open class CAValueFunction: NSObject, NSSecureCoding {
  /// Which function it is.
  public let name: CAValueFunctionName
  let function: ValueFunction

  /// A function by name; nil for a name that is not known.
  public init?(name: CAValueFunctionName) {
    guard let function = ValueFunction(rawValue: name.rawValue) else { return nil }
    self.name = name
    self.function = function
  }

  /// True.
  open class var supportsSecureCoding: Bool { true }

  /// Reads a function out of an archive; nil for a name that is not known.
  public required init?(coder: NSCoder) {
    guard coder.containsValue(forKey: "name"), let name = coder.decodeObject(of: NSString.self, forKey: "name"),
      let function = ValueFunction(rawValue: String(name))
    else { return nil }
    self.name = CAValueFunctionName(rawValue: function.rawValue)
    self.function = function
  }

  /// Writes the name.
  open func encode(with coder: NSCoder) { coder.encode(NSString(string: name.rawValue), forKey: "name") }

  /// Functions of one name are equal.
  open override func isEqual(_ object: Any?) -> Bool { (object as? CAValueFunction)?.name == name }

  /// Equal for equal functions.
  open override var hash: Int { name.hashValue }
}

/// The functions that Core Animation names. `scale` and `translate` take a list of three numbers, the others a number.
public struct CAValueFunctionName: RawRepresentable, Hashable, Sendable {
  /// Core Animation's name.
  public let rawValue: String
  /// Takes any name.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A turn about x in radians.
  public static let rotateX = CAValueFunctionName(rawValue: "rotateX")
  /// A turn about y in radians.
  public static let rotateY = CAValueFunctionName(rawValue: "rotateY")
  /// A turn about z in radians.
  public static let rotateZ = CAValueFunctionName(rawValue: "rotateZ")
  /// Factors along x, y and z.
  public static let scale = CAValueFunctionName(rawValue: "scale")
  /// A factor along x.
  public static let scaleX = CAValueFunctionName(rawValue: "scaleX")
  /// A factor along y.
  public static let scaleY = CAValueFunctionName(rawValue: "scaleY")
  /// A factor along z.
  public static let scaleZ = CAValueFunctionName(rawValue: "scaleZ")
  /// A move along x, y and z.
  public static let translate = CAValueFunctionName(rawValue: "translate")
  /// A move along x.
  public static let translateX = CAValueFunctionName(rawValue: "translateX")
  /// A move along y.
  public static let translateY = CAValueFunctionName(rawValue: "translateY")
  /// A move along z.
  public static let translateZ = CAValueFunctionName(rawValue: "translateZ")
}
