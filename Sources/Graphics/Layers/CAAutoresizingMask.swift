import Foundation

/// The flexible margins and sizes of a layer when its superlayer is resized. (Source: CALayer.h.)
public struct CAAutoresizingMask: OptionSet, Hashable, Sendable {
  /// The raw bits.
  public let rawValue: UInt32
  /// Creates a mask from any bits; unknown ones have no effect.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The margin at least x is flexible.
  public static let layerMinXMargin = CAAutoresizingMask(rawValue: 1)
  /// The width is flexible.
  public static let layerWidthSizable = CAAutoresizingMask(rawValue: 2)
  /// The margin at greatest x is flexible.
  public static let layerMaxXMargin = CAAutoresizingMask(rawValue: 4)
  /// The margin at least y is flexible.
  public static let layerMinYMargin = CAAutoresizingMask(rawValue: 8)
  /// The height is flexible.
  public static let layerHeightSizable = CAAutoresizingMask(rawValue: 16)
  /// The margin at greatest y is flexible.
  public static let layerMaxYMargin = CAAutoresizingMask(rawValue: 32)
}
