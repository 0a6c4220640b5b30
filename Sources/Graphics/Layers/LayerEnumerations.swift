import Foundation

// The enumerations that `CALayer` properties take. They are values, so that the committed tree and
// the render tree can hold them without knowing a layer. Source of names and raw values: CALayer.h.

/// The placement and scaling of contents in a layer's bounds. "Bottom" is least y in the layer's
/// coordinates, "top" is greatest y.
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
  /// The name of the constant in Core Animation.
  public let rawValue: String
  /// Creates a value with any name; see the property for the meaning of unknown ones.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Original size, centred.
  public static let center = CALayerContentsGravity(rawValue: "center")
  /// Original size, centred at the edge of greatest y.
  public static let top = CALayerContentsGravity(rawValue: "top")
  /// Original size, centred at the edge of least y.
  public static let bottom = CALayerContentsGravity(rawValue: "bottom")
  /// Original size, centred at the edge of least x.
  public static let left = CALayerContentsGravity(rawValue: "left")
  /// Original size, centred at the edge of greatest x.
  public static let right = CALayerContentsGravity(rawValue: "right")
  /// Original size, in the corner of least x and greatest y.
  public static let topLeft = CALayerContentsGravity(rawValue: "topLeft")
  /// Original size, in the corner of greatest x and y.
  public static let topRight = CALayerContentsGravity(rawValue: "topRight")
  /// Original size, in the corner of least x and y.
  public static let bottomLeft = CALayerContentsGravity(rawValue: "bottomLeft")
  /// Original size, in the corner of greatest x and least y.
  public static let bottomRight = CALayerContentsGravity(rawValue: "bottomRight")
  /// Stretched to fill the bounds. The default.
  public static let resize = CALayerContentsGravity(rawValue: "resize")
  /// Scaled to fit the bounds, with its aspect ratio, centred.
  public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
  /// Scaled to fill the bounds, with its aspect ratio, centred; it may extend beyond them.
  public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")

  /// All gravities of Core Animation.
  package static let all: [CALayerContentsGravity] = [
    .center, .top, .bottom, .left, .right, .topLeft, .topRight, .bottomLeft, .bottomRight, .resize, .resizeAspect,
    .resizeAspectFill,
  ]
}

/// The sampling filter of contents.
public struct CALayerContentsFilter: RawRepresentable, Hashable, Sendable {
  /// The name of the constant in Core Animation.
  public let rawValue: String
  /// Creates a value with any name; see the property for the meaning of unknown ones.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Nearest neighbour.
  public static let nearest = CALayerContentsFilter(rawValue: "nearest")
  /// Bilinear. The default.
  public static let linear = CALayerContentsFilter(rawValue: "linear")
  /// Trilinear: bilinear, and linear between mip levels. The same as `linear` for magnification.
  public static let trilinear = CALayerContentsFilter(rawValue: "trilinear")

  package static let all: [CALayerContentsFilter] = [.nearest, .linear, .trilinear]
}

/// The pixel format of contents that a layer draws itself.
public struct CALayerContentsFormat: RawRepresentable, Hashable, Sendable {
  /// The name of the constant in Core Animation.
  public let rawValue: String
  /// Creates a value with any name; unknown ones are stored as `RGBA8Uint`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The system's choice: `RGBA8Uint`.
  public static let automatic = CALayerContentsFormat(rawValue: "Automatic")
  /// 8 bits per channel, with alpha. The default.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static let RGBA8Uint = CALayerContentsFormat(rawValue: "RGBA8")
  /// Half floats, with alpha.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static let RGBA16Float = CALayerContentsFormat(rawValue: "RGBAh")
  /// 8-bit grey, opaque.
  public static let gray8Uint = CALayerContentsFormat(rawValue: "Gray8")

  package static let all: [CALayerContentsFormat] = [.automatic, .RGBA8Uint, .RGBA16Float, .gray8Uint]
}

/// Corners of a layer, in its own coordinates.
public struct CACornerMask: OptionSet, Hashable, Sendable {
  /// The raw bits.
  public let rawValue: UInt
  /// Creates a mask from any bits; layers drop unknown ones.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The corner of least x and y.
  public static let layerMinXMinYCorner = CACornerMask(rawValue: 1)
  /// The corner of greatest x and least y.
  public static let layerMaxXMinYCorner = CACornerMask(rawValue: 2)
  /// The corner of least x and greatest y.
  public static let layerMinXMaxYCorner = CACornerMask(rawValue: 4)
  /// The corner of greatest x and y.
  public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 8)

  /// All four corners: the default.
  package static let all: CACornerMask = [
    .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
  ]
}

/// The kinds of gradients.
public struct CAGradientLayerType: RawRepresentable, Hashable, Sendable {
  /// The name of the constant in Core Animation.
  public let rawValue: String
  /// Creates a value with any name; unknown ones count as `axial`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A linear gradient from `startPoint` to `endPoint`.
  public static let axial = CAGradientLayerType(rawValue: "axial")
  /// A radial gradient from `startPoint` to the ellipse whose half axes are the distances to
  /// `endPoint`.
  public static let radial = CAGradientLayerType(rawValue: "radial")
  /// A conic gradient around `startPoint`, beginning at the ray to `endPoint`.
  public static let conic = CAGradientLayerType(rawValue: "conic")

  package static let all: [CAGradientLayerType] = [.axial, .radial, .conic]
}
