import Foundation

// The enumerations that `CALayer` properties take. They are values, so that the committed tree and the render tree can
// hold them without knowing a layer. Source of names and raw values: CALayer.h.

/// Where contents lie in a layer's bounds. "bottom" is the least y of the layer's own coordinates, "top" the greatest.
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
  /// Core Animation's name.
  public let rawValue: String
  /// Takes any name; what a name that is not known means stands with the property that takes it.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// At its own size, in the middle.
  public static let center = CALayerContentsGravity(rawValue: "center")
  /// At its own size, in the middle of the edge of the greatest y.
  public static let top = CALayerContentsGravity(rawValue: "top")
  /// At its own size, in the middle of the edge of the least y.
  public static let bottom = CALayerContentsGravity(rawValue: "bottom")
  /// At its own size, in the middle of the edge of the least x.
  public static let left = CALayerContentsGravity(rawValue: "left")
  /// At its own size, in the middle of the edge of the greatest x.
  public static let right = CALayerContentsGravity(rawValue: "right")
  /// At its own size, in the corner of the least x and the greatest y.
  public static let topLeft = CALayerContentsGravity(rawValue: "topLeft")
  /// At its own size, in the corner of the greatest x and y.
  public static let topRight = CALayerContentsGravity(rawValue: "topRight")
  /// At its own size, in the corner of the least x and y.
  public static let bottomLeft = CALayerContentsGravity(rawValue: "bottomLeft")
  /// At its own size, in the corner of the greatest x and the least y.
  public static let bottomRight = CALayerContentsGravity(rawValue: "bottomRight")
  /// Stretched to fill the bounds: the default.
  public static let resize = CALayerContentsGravity(rawValue: "resize")
  /// As large as fits in the bounds in its own shape, in the middle.
  public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
  /// As small as covers the bounds in its own shape, in the middle; it may run over them.
  public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")

  /// Every gravity that Core Animation knows.
  package static let all: [CALayerContentsGravity] = [
    .center, .top, .bottom, .left, .right, .topLeft, .topRight, .bottomLeft, .bottomRight, .resize, .resizeAspect,
    .resizeAspectFill,
  ]
}

/// How contents are sampled when they are shown smaller or larger than they are.
public struct CALayerContentsFilter: RawRepresentable, Hashable, Sendable {
  /// Core Animation's name.
  public let rawValue: String
  /// Takes any name; what a name that is not known means stands with the property that takes it.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// The pixel at the place.
  public static let nearest = CALayerContentsFilter(rawValue: "nearest")
  /// Between the nearest pixels, two along each axis: the default.
  public static let linear = CALayerContentsFilter(rawValue: "linear")
  /// Linear between mip levels as well; the same as `linear` when magnifying.
  public static let trilinear = CALayerContentsFilter(rawValue: "trilinear")

  package static let all: [CALayerContentsFilter] = [.nearest, .linear, .trilinear]
}

/// What the pixels of contents are made of that a layer draws itself.
public struct CALayerContentsFormat: RawRepresentable, Hashable, Sendable {
  /// Core Animation's name.
  public let rawValue: String
  /// Takes any name; one that is not known is stored as `RGBA8Uint`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Left to the system, which takes `RGBA8Uint`.
  public static let automatic = CALayerContentsFormat(rawValue: "Automatic")
  /// Colour and alpha in 8 bits each: the default.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static let RGBA8Uint = CALayerContentsFormat(rawValue: "RGBA8")
  /// Colour and alpha in half floats.
  // swift-format-ignore: AlwaysUseLowerCamelCase
  public static let RGBA16Float = CALayerContentsFormat(rawValue: "RGBAh")
  /// Grey in 8 bits, opaque.
  public static let gray8Uint = CALayerContentsFormat(rawValue: "Gray8")

  package static let all: [CALayerContentsFormat] = [.automatic, .RGBA8Uint, .RGBA16Float, .gray8Uint]
}

/// Which corners `cornerRadius` rounds, in the layer's own coordinates.
public struct CACornerMask: OptionSet, Hashable, Sendable {
  /// One bit a corner.
  public let rawValue: UInt
  /// Takes any bits; those that name no corner are dropped where a layer takes them.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// The corner of the least x and y.
  public static let layerMinXMinYCorner = CACornerMask(rawValue: 1)
  /// The corner of the greatest x and the least y.
  public static let layerMaxXMinYCorner = CACornerMask(rawValue: 2)
  /// The corner of the least x and the greatest y.
  public static let layerMinXMaxYCorner = CACornerMask(rawValue: 4)
  /// The corner of the greatest x and y.
  public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 8)

  /// All four corners: the default.
  package static let all: CACornerMask = [
    .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
  ]
}

/// The shape of a gradient.
public struct CAGradientLayerType: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Along a line, from `startPoint` to `endPoint`.
  public static let axial = CAGradientLayerType(rawValue: "axial")
  /// From `startPoint` outwards to the ellipse whose half axes are the distances to `endPoint`.
  public static let radial = CAGradientLayerType(rawValue: "radial")
  /// Around `startPoint`, from the ray to `endPoint` on.
  public static let conic = CAGradientLayerType(rawValue: "conic")

  package static let all: [CAGradientLayerType] = [.axial, .radial, .conic]
}
