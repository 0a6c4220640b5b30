import Foundation

/// Which parts of a layer's place give way when the size of its superlayer changes. (Source: CALayer.h.)
public struct CAAutoresizingMask: OptionSet, Hashable, Sendable {
  /// One bit a part.
  public let rawValue: UInt32
  /// Takes any bits; those that name no part have no effect.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The margin on the side of the least x.
  public static let layerMinXMargin = CAAutoresizingMask(rawValue: 1)
  /// The width.
  public static let layerWidthSizable = CAAutoresizingMask(rawValue: 2)
  /// The margin on the side of the greatest x.
  public static let layerMaxXMargin = CAAutoresizingMask(rawValue: 4)
  /// The margin on the side of the least y.
  public static let layerMinYMargin = CAAutoresizingMask(rawValue: 8)
  /// The height.
  public static let layerHeightSizable = CAAutoresizingMask(rawValue: 16)
  /// The margin on the side of the greatest y.
  public static let layerMaxYMargin = CAAutoresizingMask(rawValue: 32)
}
