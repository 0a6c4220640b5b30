// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import Foundation
import MultiplaneGraphics

/// A tab stop of an `NSParagraphStyle`. Immutable.
public class NSTextTab: NSCopying {
  /// What the options of a tab stop are called.
  public struct OptionKey: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    /// A `CharacterSet` of what ends the text at a right tab; text behind it stands at a decimal point.
    public static let columnTerminators = OptionKey(rawValue: "NSTabColumnTerminatorsAttributeName")
  }

  /// Which side of the text behind the tab is at the stop.
  public let alignment: NSTextAlignment
  /// From the leading margin, in points.
  public let location: CGFloat
  /// The options of the stop; only `columnTerminators` changes anything.
  public let options: [OptionKey: Any]

  /// A tab stop at `loc` points from the leading margin; default without options.
  public init(textAlignment alignment: NSTextAlignment, location loc: CGFloat, options: [OptionKey: Any] = [:]) {
    (self.alignment, location, self.options) = (alignment, loc, options)
  }

  /// The stop itself, which nothing can change.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// What layouts take.
  var stop: TextTabStop {
    let side: TextTabStop.Alignment =
      switch alignment {
      case .right: options[.columnTerminators] == nil ? .right : .decimal
      case .center: .center
      case .left, .justified, .natural: .left
      }
    return TextTabStop(alignment: side, location: ParagraphStyle.length(location))
  }
}

extension NSTextTab: Hashable {
  /// Whether side and place are the same.
  public static func == (a: NSTextTab, b: NSTextTab) -> Bool { a.stop == b.stop }

  /// Hashes side and place.
  public func hash(into hasher: inout Hasher) { hasher.combine(stop) }
}

/// A tab stop of a `CTParagraphStyle`. Immutable.
public final class CTTextTab: Sendable, CFIdentity {
  fileprivate let alignment: CTTextAlignment
  fileprivate let location: Double
  let stop: TextTabStop

  init(_ alignment: CTTextAlignment, _ location: Double, isDecimal: Bool) {
    (self.alignment, self.location) = (alignment, location)
    let side: TextTabStop.Alignment =
      switch alignment {
      case .right: isDecimal ? .decimal : .right
      case .center: .center
      case .left, .justified, .natural: .left
      }
    stop = TextTabStop(alignment: side, location: ParagraphStyle.length(CGFloat(location)))
  }
}

/// The key of a `CharacterSet` that ends the text at a right tab; text behind it stands at a decimal point.
public var kCTTabColumnTerminatorsAttributeName: CFString { "NSTabColumnTerminatorsAttributeName" }

/// A tab stop, in points from the leading margin.
public func CTTextTabCreate(_ alignment: CTTextAlignment, _ location: Double, _ options: CFDictionary?) -> CTTextTab {
  CTTextTab(alignment, location, isDecimal: options?[kCTTabColumnTerminatorsAttributeName] != nil)
}

/// Which side of the text behind the tab is at the stop.
public func CTTextTabGetAlignment(_ tab: CTTextTab) -> CTTextAlignment { tab.alignment }

/// From the leading margin, in points.
public func CTTextTabGetLocation(_ tab: CTTextTab) -> Double { tab.location }
