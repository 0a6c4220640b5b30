// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import MultiplaneGraphics

/// Underline styles. Raw values are Apple's. Add `CTUnderlineStyleModifiers` to the raw value.
public struct CTUnderlineStyle: OptionSet, Hashable, Sendable {
  /// The line style in the low byte, the pattern in the next.
  public let rawValue: Int32
  /// Creates a style from any bits.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// A single line of the font's thickness.
  public static let single = CTUnderlineStyle(rawValue: 0x01)
  /// A single line of twice the thickness.
  public static let thick = CTUnderlineStyle(rawValue: 0x02)
  /// A double line.
  public static let double = CTUnderlineStyle(rawValue: 0x09)

  /// The style of a number as attributes hold it; without a line for one that is none.
  init(number: Double) {
    self.init(rawValue: Int32(exactly: number) ?? (number.isNaN || number == 0 ? 0 : Self.single.rawValue))
  }
}

/// The patterns of underlines. Raw values are Apple's.
public struct CTUnderlineStyleModifiers: OptionSet, Hashable, Sendable {
  /// The raw bits, equal to Apple's.
  public let rawValue: Int32
  /// Creates a pattern from any bits.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// A solid line.
  public static let patternSolid: CTUnderlineStyleModifiers = []
  /// Dots.
  public static let patternDot = CTUnderlineStyleModifiers(rawValue: 0x100)
  /// Dashes.
  public static let patternDash = CTUnderlineStyleModifiers(rawValue: 0x200)
  /// Alternating dashes and dots.
  public static let patternDashDot = CTUnderlineStyleModifiers(rawValue: 0x300)
  /// Alternating dashes and two dots.
  public static let patternDashDotDot = CTUnderlineStyleModifiers(rawValue: 0x400)
}

/// Line styles and patterns as in UIKit and AppKit. Raw values are Apple's.
public struct NSUnderlineStyle: OptionSet, Hashable, Sendable {
  /// The line style in the low byte, the pattern in the next: the value of `.underlineStyle` and
  /// `.strikethroughStyle`.
  public let rawValue: Int
  /// Creates a style from any bits; unknown ones are ignored.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// A single line of the font's thickness.
  public static let single = NSUnderlineStyle(rawValue: 0x01)
  /// A single line of twice the thickness.
  public static let thick = NSUnderlineStyle(rawValue: 0x02)
  /// A double line.
  public static let double = NSUnderlineStyle(rawValue: 0x09)
  /// Dots.
  public static let patternDot = NSUnderlineStyle(rawValue: 0x100)
  /// Dashes.
  public static let patternDash = NSUnderlineStyle(rawValue: 0x200)
  /// Alternating dashes and dots.
  public static let patternDashDot = NSUnderlineStyle(rawValue: 0x300)
  /// Alternating dashes and two dots.
  public static let patternDashDotDot = NSUnderlineStyle(rawValue: 0x400)
  /// No line under spaces. Ignored.
  public static let byWord = NSUnderlineStyle(rawValue: 0x8000)
}

extension CTUnderlineStyle {
  /// The lines: how far the middle of each lies below the font's own place for one, and how thick
  /// it is, both in the font's thicknesses.
  var lines: [(below: CGFloat, thickness: CGFloat)] {
    if isEmpty { return [] }
    if isSuperset(of: .double) { return [(0, 1), (2, 1)] }
    return contains(.thick) ? [(0.5, 2)] : [(0, 1)]
  }

  /// Lengths that are drawn and left out by turns, in the line's thicknesses; none for a whole
  /// line.
  var pattern: [CGFloat] {
    switch rawValue & 0x700 {
    case CTUnderlineStyleModifiers.patternDot.rawValue: [1, 1]
    case CTUnderlineStyleModifiers.patternDash.rawValue: [4, 2]
    case CTUnderlineStyleModifiers.patternDashDot.rawValue: [4, 2, 1, 2]
    case CTUnderlineStyleModifiers.patternDashDotDot.rawValue: [4, 2, 1, 2, 1, 2]
    default: []
    }
  }
}
