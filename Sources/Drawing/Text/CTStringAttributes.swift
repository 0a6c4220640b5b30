// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import MultiplaneGraphics

// What the attributes of a text are called: Core Text's keys, and those of UIKit and AppKit for the same.

/// A `CTFont`; Helvetica, 12 points without one.
public var kCTFontAttributeName: CFString { "NSFont" }
/// A `CGColor`; black without one.
public var kCTForegroundColorAttributeName: CFString { "CTForegroundColor" }
/// Whether the context's fill colour is taken; false without it.
public var kCTForegroundColorFromContextAttributeName: CFString { "CTForegroundColorFromContext" }
/// A `CGColor` that is painted behind the letters, from the top of their font to its bottom; none without it.
public var kCTBackgroundColorAttributeName: CFString { "CTBackgroundColor" }
/// How wide a line is drawn around the letters, in hundredths of the font's size: above 0 the letters are not filled,
/// below 0 they are filled first; 0 without it.
public var kCTStrokeWidthAttributeName: CFString { "NSStrokeWidth" }
/// A `CGColor` for the line around letters; that of the text without one.
public var kCTStrokeColorAttributeName: CFString { "CTStrokeColor" }
/// Extra space between letters, in points, beside what the font says of each pair; 0 takes that away too. What the font
/// says alone without it.
public var kCTKernAttributeName: CFString { "NSKern" }
/// Extra space between letters, in points, in place of a `kCTKernAttributeName` that is not 0. Other than 0 it leaves
/// letters unjoined for which no `kCTLigatureAttributeName` asks.
public var kCTTrackingAttributeName: CFString { "CTTracking" }
/// Which letters are drawn as one: 0 those that the script needs, 1 those that are usual, 2 all that the font has; 1
/// without it.
public var kCTLigatureAttributeName: CFString { "NSLigature" }
/// A `CTUnderlineStyle`, with `CTUnderlineStyleModifiers`; no line under the text without it.
public var kCTUnderlineStyleAttributeName: CFString { "NSUnderline" }
/// A `CGColor` for the line under the text; that of the text without one.
public var kCTUnderlineColorAttributeName: CFString { "CTUnderlineColor" }
/// How far above the baseline the text stands, in points; 0 without it.
public var kCTBaselineOffsetAttributeName: CFString { "NSBaselineOffset" }

extension NSAttributedString.Key {
  /// The same as `kCTFontAttributeName`: a `CTFont`.
  public static let font = NSAttributedString.Key("NSFont")
  /// A `CGColor`, where `kCTForegroundColorAttributeName` gives none.
  public static let foregroundColor = NSAttributedString.Key("NSColor")
  /// A `CGColor`, where `kCTBackgroundColorAttributeName` gives none.
  public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
  /// The same as `kCTStrokeWidthAttributeName`.
  public static let strokeWidth = NSAttributedString.Key("NSStrokeWidth")
  /// A `CGColor`, where `kCTStrokeColorAttributeName` gives none.
  public static let strokeColor = NSAttributedString.Key("NSStrokeColor")
  /// The same as `kCTKernAttributeName`.
  public static let kern = NSAttributedString.Key("NSKern")
  /// The same as `kCTTrackingAttributeName`.
  public static let tracking = NSAttributedString.Key("CTTracking")
  /// The same as `kCTLigatureAttributeName`.
  public static let ligature = NSAttributedString.Key("NSLigature")
  /// The same as `kCTUnderlineStyleAttributeName`.
  public static let underlineStyle = NSAttributedString.Key("NSUnderline")
  /// A `CGColor`, where `kCTUnderlineColorAttributeName` gives none.
  public static let underlineColor = NSAttributedString.Key("NSUnderlineColor")
  /// An `NSUnderlineStyle`'s number for a line through the text; none without it.
  public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
  /// A `CGColor` for the line through the text; that of the text without one.
  public static let strikethroughColor = NSAttributedString.Key("NSStrikethroughColor")
  /// The same as `kCTBaselineOffsetAttributeName`.
  public static let baselineOffset = NSAttributedString.Key("NSBaselineOffset")
  /// The same as `kCTParagraphStyleAttributeName`: an `NSParagraphStyle` or a `CTParagraphStyle`.
  public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")
}
