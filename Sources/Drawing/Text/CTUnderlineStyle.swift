// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import MultiplaneGraphics

/// Which line is drawn under a text; the numbers are Apple's. `CTUnderlineStyleModifiers` are added to its `rawValue`.
public struct CTUnderlineStyle: OptionSet, Hashable, Sendable {
  /// The line in the low byte, what breaks it in the next.
  public let rawValue: Int32
  /// Takes any bits.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// One line as thick as the font says.
  public static let single = CTUnderlineStyle(rawValue: 0x01)
  /// One line, twice as thick.
  public static let thick = CTUnderlineStyle(rawValue: 0x02)
  /// Two lines.
  public static let double = CTUnderlineStyle(rawValue: 0x09)

  /// The style of a number as attributes hold it; without a line for one that is none.
  init(number: Double) {
    self.init(rawValue: Int32(exactly: number) ?? (number.isNaN || number == 0 ? 0 : Self.single.rawValue))
  }
}

/// What breaks the line under a text; the numbers are Apple's.
public struct CTUnderlineStyleModifiers: OptionSet, Hashable, Sendable {
  public let rawValue: Int32
  /// Takes any bits.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The line is whole.
  public static let patternSolid: CTUnderlineStyleModifiers = []
  /// Dots.
  public static let patternDot = CTUnderlineStyleModifiers(rawValue: 0x100)
  /// Dashes.
  public static let patternDash = CTUnderlineStyleModifiers(rawValue: 0x200)
  /// A dash and a dot by turns.
  public static let patternDashDot = CTUnderlineStyleModifiers(rawValue: 0x300)
  /// A dash and two dots by turns.
  public static let patternDashDotDot = CTUnderlineStyleModifiers(rawValue: 0x400)
}

/// UIKit's and AppKit's name for `CTUnderlineStyle` and its modifiers in one; the numbers are Apple's.
public struct NSUnderlineStyle: OptionSet, Hashable, Sendable {
  /// The line in the low byte, what breaks it in the next: what `.underlineStyle` and `.strikethroughStyle` take.
  public let rawValue: Int
  /// Takes any bits; those that are not below change nothing.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// One line as thick as the font says.
  public static let single = NSUnderlineStyle(rawValue: 0x01)
  /// One line, twice as thick.
  public static let thick = NSUnderlineStyle(rawValue: 0x02)
  /// Two lines.
  public static let double = NSUnderlineStyle(rawValue: 0x09)
  /// Dots.
  public static let patternDot = NSUnderlineStyle(rawValue: 0x100)
  /// Dashes.
  public static let patternDash = NSUnderlineStyle(rawValue: 0x200)
  /// A dash and a dot by turns.
  public static let patternDashDot = NSUnderlineStyle(rawValue: 0x300)
  /// A dash and two dots by turns.
  public static let patternDashDotDot = NSUnderlineStyle(rawValue: 0x400)
  /// No line under spaces; changes nothing here.
  public static let byWord = NSUnderlineStyle(rawValue: 0x8000)
}

extension CTUnderlineStyle {
  /// The lines: how far the middle of each lies below the font's own place for one, and how thick it is, both in the
  /// font's thicknesses.
  var lines: [(below: CGFloat, thickness: CGFloat)] {
    if isEmpty { return [] }
    if isSuperset(of: .double) { return [(0, 1), (2, 1)] }
    return contains(.thick) ? [(0.5, 2)] : [(0, 1)]
  }

  /// Lengths that are drawn and left out by turns, in the line's thicknesses; none for a whole line.
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
