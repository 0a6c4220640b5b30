import Foundation
import MultiplaneGraphics

/// An option of a `CIContext`. Accepted for compatibility, without effect.
public struct CIContextOption: RawRepresentable, Hashable, Sendable {
  /// The name of the option.
  public let rawValue: String

  /// Creates an option from its name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// The space in which filters work: always encoded sRGB.
  public static let workingColorSpace = CIContextOption(rawValue: "working_color_space")
  /// The space of pictures: always sRGB.
  public static let outputColorSpace = CIContextOption(rawValue: "output_color_space")
  /// Whether the processor draws: always.
  public static let useSoftwareRenderer = CIContextOption(rawValue: "software_renderer")
}

/// Draws images of Core Image, on the processor.
open class CIContext: NSObject {
  /// Creates a context.
  public override init() { super.init() }

  /// Creates a context; options have no effect.
  public convenience init(options: [CIContextOption: Any]?) { self.init() }

  /// The pixels of an image in a rectangle, one per unit, in sRGB with premultiplied alpha. The
  /// rectangle is expanded to whole units. Nil for a rectangle that is empty, infinite, or above
  /// 16384 pixels per side.
  open func createCGImage(_ image: CIImage, from fromRect: CGRect) -> CGImage? {
    guard !fromRect.isInfinite, !fromRect.isNull else { return nil }
    return image.bitmap(of: fromRect.integral)
  }
}
