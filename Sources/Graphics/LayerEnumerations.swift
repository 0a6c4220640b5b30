import Foundation

// The enumerations that `CALayer` properties take. They are values, so that the committed tree and the render tree can
// hold them without knowing a layer. Source of names and raw values: CALayer.h.

/// Where contents lie in a layer's bounds. "bottom" is the least y of the layer's own coordinates, "top" the greatest.
public struct CALayerContentsGravity: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let center = CALayerContentsGravity(rawValue: "center")
  public static let top = CALayerContentsGravity(rawValue: "top")
  public static let bottom = CALayerContentsGravity(rawValue: "bottom")
  public static let left = CALayerContentsGravity(rawValue: "left")
  public static let right = CALayerContentsGravity(rawValue: "right")
  public static let topLeft = CALayerContentsGravity(rawValue: "topLeft")
  public static let topRight = CALayerContentsGravity(rawValue: "topRight")
  public static let bottomLeft = CALayerContentsGravity(rawValue: "bottomLeft")
  public static let bottomRight = CALayerContentsGravity(rawValue: "bottomRight")
  public static let resize = CALayerContentsGravity(rawValue: "resize")
  public static let resizeAspect = CALayerContentsGravity(rawValue: "resizeAspect")
  public static let resizeAspectFill = CALayerContentsGravity(rawValue: "resizeAspectFill")

  /// Every gravity that Core Animation knows.
  package static let all: [CALayerContentsGravity] = [
    .center, .top, .bottom, .left, .right, .topLeft, .topRight, .bottomLeft, .bottomRight, .resize, .resizeAspect,
    .resizeAspectFill,
  ]
}

/// How contents are sampled when they are shown smaller or larger than they are.
public struct CALayerContentsFilter: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }

  public static let nearest = CALayerContentsFilter(rawValue: "nearest")
  public static let linear = CALayerContentsFilter(rawValue: "linear")
  /// Linear between mip levels as well; the same as `linear` when magnifying.
  public static let trilinear = CALayerContentsFilter(rawValue: "trilinear")

  package static let all: [CALayerContentsFilter] = [.nearest, .linear, .trilinear]
}

/// Which corners `cornerRadius` rounds, in the layer's own coordinates.
public struct CACornerMask: OptionSet, Hashable, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }

  public static let layerMinXMinYCorner = CACornerMask(rawValue: 1)
  public static let layerMaxXMinYCorner = CACornerMask(rawValue: 2)
  public static let layerMinXMaxYCorner = CACornerMask(rawValue: 4)
  public static let layerMaxXMaxYCorner = CACornerMask(rawValue: 8)

  /// All four corners: the default.
  package static let all: CACornerMask = [
    .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
  ]
}
