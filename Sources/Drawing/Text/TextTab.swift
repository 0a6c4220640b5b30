// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import Foundation
import MultiplaneGraphics

/// A tab stop of an `NSParagraphStyle`. Immutable.
public class NSTextTab: NSCopying {
  /// The keys of a tab stop's options.
  public struct OptionKey: RawRepresentable, Hashable, Sendable {
    /// The name of the constant in AppKit and UIKit.
    public let rawValue: String
    /// Creates a key with any name; unknown ones have no effect.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The characters that end the text at a right tab, a `CharacterSet`; with them the tab is a
    /// decimal tab.
    public static let columnTerminators = OptionKey(rawValue: "NSTabColumnTerminatorsAttributeName")
  }

  /// The alignment of the text after the tab.
  public let alignment: NSTextAlignment
  /// The distance from the leading margin, in points.
  public let location: CGFloat
  /// The options of the tab stop; only `columnTerminators` has an effect.
  public let options: [OptionKey: Any]

  /// Creates a tab stop at a distance from the leading margin, in points.
  public init(textAlignment alignment: NSTextAlignment, location loc: CGFloat, options: [OptionKey: Any] = [:]) {
    (self.alignment, location, self.options) = (alignment, loc, options)
  }

  /// Returns the tab stop itself, because it is immutable.
  public func copy(with zone: NSZone? = nil) -> Any { self }

  /// The tab stop as a layout's value.
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
  /// Whether alignment and location are equal.
  public static func == (a: NSTextTab, b: NSTextTab) -> Bool { a.stop == b.stop }

  /// Hashes alignment and location.
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

/// The key of the characters that end the text at a right tab, a `CharacterSet`; with them the tab
/// is a decimal tab.
public var kCTTabColumnTerminatorsAttributeName: CFString { "NSTabColumnTerminatorsAttributeName" }

/// Creates a tab stop at a distance from the leading margin, in points.
public func CTTextTabCreate(_ alignment: CTTextAlignment, _ location: Double, _ options: CFDictionary?) -> CTTextTab {
  CTTextTab(alignment, location, isDecimal: options?[kCTTabColumnTerminatorsAttributeName] != nil)
}

/// The alignment of the text after the tab.
public func CTTextTabGetAlignment(_ tab: CTTextTab) -> CTTextAlignment { tab.alignment }

/// The distance from the leading margin, in points.
public func CTTextTabGetLocation(_ tab: CTTextTab) -> Double { tab.location }
