import Foundation

/// The axes along which a scroll layer scrolls. (Source: CAScrollLayer.h.)
public struct CAScrollLayerScrollMode: RawRepresentable, Hashable, Sendable {
  /// The name of the constant in Core Animation.
  public let rawValue: String
  /// Creates a value with any name; unknown names count as `none`.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// No scrolling.
  public static let none = CAScrollLayerScrollMode(rawValue: "none")
  /// Along the y axis.
  public static let vertically = CAScrollLayerScrollMode(rawValue: "vertically")
  /// Along the x axis.
  public static let horizontally = CAScrollLayerScrollMode(rawValue: "horizontally")
  /// Along both axes. The default.
  public static let both = CAScrollLayerScrollMode(rawValue: "both")

  package static let all: [CAScrollLayerScrollMode] = [.none, .vertically, .horizontally, .both]
}
