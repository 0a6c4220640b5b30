// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import MultiplaneGraphics

// The names of text attributes: Core Text's keys, and those of UIKit and AppKit for the same.

/// The font, a `CTFont`. Default Helvetica, 12 points.
public var kCTFontAttributeName: CFString { "NSFont" }
/// The text colour, a `CGColor`. Default black.
public var kCTForegroundColorAttributeName: CFString { "CTForegroundColor" }
/// Whether the text has the context's fill colour. Default false.
public var kCTForegroundColorFromContextAttributeName: CFString { "CTForegroundColorFromContext" }
/// The background colour, a `CGColor`, from the top to the bottom of the font. Default none.
public var kCTBackgroundColorAttributeName: CFString { "CTBackgroundColor" }
/// The width of outlines, as a percentage of the font size: above 0 the letters are not filled,
/// below 0 they are filled, too. Default 0.
public var kCTStrokeWidthAttributeName: CFString { "NSStrokeWidth" }
/// The colour of outlines, a `CGColor`. Default the text colour.
public var kCTStrokeColorAttributeName: CFString { "CTStrokeColor" }
/// Additional space between letters, in points, on top of the font's kerning; 0 disables kerning.
/// Default: the font's kerning.
public var kCTKernAttributeName: CFString { "NSKern" }
/// Additional space between letters, in points, instead of a non-zero `kCTKernAttributeName`. Other
/// numbers than 0 disable ligatures that are not requested by `kCTLigatureAttributeName`.
public var kCTTrackingAttributeName: CFString { "CTTracking" }
/// The ligatures: 0 only required ones, 1 the usual ones, 2 all. Default 1.
public var kCTLigatureAttributeName: CFString { "NSLigature" }
/// The underline, a `CTUnderlineStyle` with `CTUnderlineStyleModifiers`. Default none.
public var kCTUnderlineStyleAttributeName: CFString { "NSUnderline" }
/// The colour of the underline, a `CGColor`. Default the text colour.
public var kCTUnderlineColorAttributeName: CFString { "CTUnderlineColor" }
/// The offset of the text above the baseline, in points. Default 0.
public var kCTBaselineOffsetAttributeName: CFString { "NSBaselineOffset" }

extension NSAttributedString.Key {
  /// The font, a `CTFont`; the same as `kCTFontAttributeName`.
  public static let font = NSAttributedString.Key("NSFont")
  /// The text colour, a `CGColor`, unless `kCTForegroundColorAttributeName` has one.
  public static let foregroundColor = NSAttributedString.Key("NSColor")
  /// The background colour, a `CGColor`, unless `kCTBackgroundColorAttributeName` has one.
  public static let backgroundColor = NSAttributedString.Key("NSBackgroundColor")
  /// The same as `kCTStrokeWidthAttributeName`.
  public static let strokeWidth = NSAttributedString.Key("NSStrokeWidth")
  /// The colour of outlines, a `CGColor`, unless `kCTStrokeColorAttributeName` has one.
  public static let strokeColor = NSAttributedString.Key("NSStrokeColor")
  /// The same as `kCTKernAttributeName`.
  public static let kern = NSAttributedString.Key("NSKern")
  /// The same as `kCTTrackingAttributeName`.
  public static let tracking = NSAttributedString.Key("CTTracking")
  /// The same as `kCTLigatureAttributeName`.
  public static let ligature = NSAttributedString.Key("NSLigature")
  /// The same as `kCTUnderlineStyleAttributeName`.
  public static let underlineStyle = NSAttributedString.Key("NSUnderline")
  /// The colour of the underline, a `CGColor`, unless `kCTUnderlineColorAttributeName` has one.
  public static let underlineColor = NSAttributedString.Key("NSUnderlineColor")
  /// The strikethrough, an `NSUnderlineStyle`'s raw value. Default none.
  public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
  /// The colour of the strikethrough, a `CGColor`. Default the text colour.
  public static let strikethroughColor = NSAttributedString.Key("NSStrikethroughColor")
  /// The same as `kCTBaselineOffsetAttributeName`.
  public static let baselineOffset = NSAttributedString.Key("NSBaselineOffset")
  /// The paragraph style, an `NSParagraphStyle` or a `CTParagraphStyle`; the same as
  /// `kCTParagraphStyleAttributeName`.
  public static let paragraphStyle = NSAttributedString.Key("NSParagraphStyle")
}
