import Foundation
import MultiplaneGraphics

/// A colour for Core Image filters: unpremultiplied RGB components.
open class CIColor: NSObject, NSCopying {
  /// The colour as a `CGColor`.
  public let cgColor: CGColor
  private let parts: [CGFloat]

  /// Creates a colour from a `CGColor`; a pattern counts as clear black.
  public init(cgColor color: CGColor) {
    cgColor = color
    let straight = color.straight
    parts = [straight.red, straight.green, straight.blue, straight.alpha]
    super.init()
  }

  /// Creates an sRGB colour.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(cgColor: CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha))
  }

  /// Creates an opaque sRGB colour.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: 1)
  }

  /// The red component, 0…1, unpremultiplied.
  open var red: CGFloat { parts[0] }
  /// The green component, 0…1, unpremultiplied.
  open var green: CGFloat { parts[1] }
  /// The blue component, 0…1, unpremultiplied.
  open var blue: CGFloat { parts[2] }
  /// Alpha, 0…1.
  open var alpha: CGFloat { parts[3] }
  /// The colour space of the original colour.
  open var colorSpace: CGColorSpace { cgColor.colorSpace ?? CGColorSpaceCreateDeviceRGB() }
  /// The number of components of the original colour, alpha included.
  open var numberOfComponents: Int { cgColor.numberOfComponents }
  /// The components as text, as in Core Image: "1 0 0 1".
  open var stringRepresentation: String { parts.map { "\(Float($0))" }.joined(separator: " ") }

  /// Opaque black.
  open class var black: CIColor { CIColor(red: 0, green: 0, blue: 0) }
  /// Opaque white.
  open class var white: CIColor { CIColor(red: 1, green: 1, blue: 1) }
  /// Opaque red.
  open class var red: CIColor { CIColor(red: 1, green: 0, blue: 0) }
  /// Opaque green.
  open class var green: CIColor { CIColor(red: 0, green: 1, blue: 0) }
  /// Opaque blue.
  open class var blue: CIColor { CIColor(red: 0, green: 0, blue: 1) }
  /// Transparent black.
  open class var clear: CIColor { CIColor(red: 0, green: 0, blue: 0, alpha: 0) }

  /// Returns the object itself, because it is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
  /// Whether another object is a colour with the same components.
  open override func isEqual(_ object: Any?) -> Bool { (object as? CIColor)?.parts == parts }
  /// The hash value; equal colours have the same.
  open override var hash: Int { parts.hashValue }
}
