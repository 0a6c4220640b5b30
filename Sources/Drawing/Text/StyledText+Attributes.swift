import Foundation
import Graphics

extension StyledText {
  /// A string with attributes, as Core Text reads them: its own keys, and those that UIKit and AppKit have for the same.
  ///
  /// Text without a font is in Helvetica, 12 points, text without a colour black. What a value says that is of an unknown
  /// type is left out. A collection of fonts is used only where a font names none of its own.
  package init(_ attributed: NSAttributedString) {
    var runs: [Run] = []
    let all = NSRange(location: 0, length: attributed.length)
    attributed.enumerateAttributes(in: all, options: []) { values, range, _ in
      runs.append(
        Run(range: range.location..<range.location + range.length, attributes: TextAttributes(values)))
    }
    if runs.isEmpty { runs = [Run(range: 0..<Int.max, attributes: TextAttributes([:]))] }
    self.init(attributed.string, runs: runs)
  }
}

extension TextAttributes {
  fileprivate init(_ values: [NSAttributedString.Key: Any]) {
    func value(_ key: CFString) -> Any? { values[NSAttributedString.Key(key as String)] }
    func number(_ key: CFString) -> Double? { (value(key) as? NSNumber)?.doubleValue ?? value(key) as? Double }
    self.init(font: value(kCTFontAttributeName) as? CTFont ?? Self.defaultFont)
    let own = (value(kCTForegroundColorAttributeName) ?? values[.foregroundColor]) as? CGColor
    let isFromContext =
      value(kCTForegroundColorFromContextAttributeName) as? Bool
      ?? (number(kCTForegroundColorFromContextAttributeName).map { $0 != 0 }) ?? false
    color = isFromContext ? nil : own ?? .black
    isUnderlined = (number(kCTUnderlineStyleAttributeName) ?? Double(values[.underlineStyle] as? Int ?? 0)) != 0
    isStruckThrough = Self.isOn(values[.strikethroughStyle])
    kern = CGFloat(number(kCTKernAttributeName) ?? 0)
    baselineOffset = CGFloat(number(kCTBaselineOffsetAttributeName) ?? 0)
  }

  private static let defaultFont = CTFont(FontDescriptor(name: "Helvetica"), size: 12)

  private static func isOn(_ value: Any?) -> Bool {
    ((value as? NSNumber)?.intValue ?? value as? Int ?? 0) != 0
  }
}

// MARK: - Core Text's keys

/// A `CTFont`; Helvetica, 12 points without one.
public var kCTFontAttributeName: CFString { "NSFont" }
/// A `CGColor`; black without one.
public var kCTForegroundColorAttributeName: CFString { "CTForegroundColor" }
/// Whether the context's fill colour is taken; false without it.
public var kCTForegroundColorFromContextAttributeName: CFString { "CTForegroundColorFromContext" }
/// Extra space between letters, in points; 0 without it.
public var kCTKernAttributeName: CFString { "NSKern" }
/// A line under the text for any number but 0.
public var kCTUnderlineStyleAttributeName: CFString { "NSUnderline" }
/// How far above the baseline the text stands, in points; 0 without it.
public var kCTBaselineOffsetAttributeName: CFString { "NSBaselineOffset" }

extension NSAttributedString.Key {
  /// The same as `kCTFontAttributeName`: a `CTFont`.
  public static let font = NSAttributedString.Key("NSFont")
  /// A `CGColor`, where `kCTForegroundColorAttributeName` gives none.
  public static let foregroundColor = NSAttributedString.Key("NSColor")
  /// The same as `kCTKernAttributeName`.
  public static let kern = NSAttributedString.Key("NSKern")
  /// The same as `kCTUnderlineStyleAttributeName`.
  public static let underlineStyle = NSAttributedString.Key("NSUnderline")
  /// A line through the text for any number but 0.
  public static let strikethroughStyle = NSAttributedString.Key("NSStrikethrough")
  /// The same as `kCTBaselineOffsetAttributeName`.
  public static let baselineOffset = NSAttributedString.Key("NSBaselineOffset")
}
