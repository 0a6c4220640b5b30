import Foundation
import MultiplaneGraphics

/// A colour for Core Image's filters: its components in a space of three, straight.
open class CIColor: NSObject, NSCopying {
  /// The components, alpha last.
  public let cgColor: CGColor
  private let parts: [CGFloat]

  /// A colour of a `CGColor`; one of a pattern counts as clear black.
  public init(cgColor color: CGColor) {
    cgColor = color
    let straight = color.straight
    parts = [straight.red, straight.green, straight.blue, straight.alpha]
    super.init()
  }

  /// A colour of sRGB.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
    self.init(cgColor: CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha))
  }

  /// An opaque colour of sRGB.
  public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat) {
    self.init(red: red, green: green, blue: blue, alpha: 1)
  }

  /// Red, 0…1.
  open var red: CGFloat { parts[0] }
  /// Green, 0…1.
  open var green: CGFloat { parts[1] }
  /// Blue, 0…1.
  open var blue: CGFloat { parts[2] }
  /// Alpha, 0…1.
  open var alpha: CGFloat { parts[3] }
  /// The space of the colour that it was made of.
  open var colorSpace: CGColorSpace { cgColor.colorSpace ?? CGColorSpaceCreateDeviceRGB() }
  /// The components as the colour that it was made of has them, with alpha.
  open var numberOfComponents: Int { cgColor.numberOfComponents }
  /// The components, as Core Image writes them: "1 0 0 1".
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
  /// Black of alpha 0.
  open class var clear: CIColor { CIColor(red: 0, green: 0, blue: 0, alpha: 0) }

  /// The same object: a colour never changes.
  open func copy(with zone: NSZone? = nil) -> Any { self }
  /// Whether another object is a colour of the same components.
  open override func isEqual(_ object: Any?) -> Bool { (object as? CIColor)?.parts == parts }
  /// Equal for equal colours.
  open override var hash: Int { parts.hashValue }
}
