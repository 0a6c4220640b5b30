import Foundation

/// Along which axes a scroll layer scrolls. (Source: CAScrollLayer.h.)
public struct CAScrollLayerScrollMode: RawRepresentable, Hashable, Sendable {
  /// Core Animation's name.
  public let rawValue: String
  /// Takes any name; one that is not known scrolls as little as `none`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Not at all.
  public static let none = CAScrollLayerScrollMode(rawValue: "none")
  /// Along y.
  public static let vertically = CAScrollLayerScrollMode(rawValue: "vertically")
  /// Along x.
  public static let horizontally = CAScrollLayerScrollMode(rawValue: "horizontally")
  /// Along both: the default.
  public static let both = CAScrollLayerScrollMode(rawValue: "both")

  package static let all: [CAScrollLayerScrollMode] = [.none, .vertically, .horizontally, .both]
}
