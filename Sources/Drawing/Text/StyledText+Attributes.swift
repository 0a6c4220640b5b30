import Foundation
import MultiplaneGraphics

extension StyledText {
  /// Creates a text from an attributed string, by Core Text's keys and those of UIKit and AppKit.
  ///
  /// Without attributes, text is in Helvetica, 12 points, and black. Values of unknown types are
  /// ignored. The collection applies to fonts that have none.
  package init(_ attributed: NSAttributedString) {
    var runs: [Run] = []
    let all = NSRange(location: 0, length: attributed.length)
    attributed.enumerateAttributes(in: all, options: []) { values, range, _ in
      runs.append(
        Run(
          range: range.location..<range.location + range.length, attributes: TextAttributes(values),
          paragraph: ParagraphStyle(values[.paragraphStyle]), partial: PartialTextStyle(values)))
    }
    if runs.isEmpty { runs = [Run(range: 0..<Int.max, attributes: TextAttributes([:]))] }
    self.init(attributed.string, runs: runs)
  }
}

extension ParagraphStyle {
  /// The style in an attribute's value; nil for other values.
  fileprivate init?(_ value: Any?) {
    switch value {
    case let style as CTParagraphStyle: self = style.style
    case let style as NSParagraphStyle: self = style.style
    default: return nil
    }
  }
}

extension TextAttributes {
  fileprivate init(_ values: [NSAttributedString.Key: Any]) {
    /// Core Text's own key first, then the one that UIKit and AppKit have for the same.
    func value(_ key: CFString, _ other: NSAttributedString.Key? = nil) -> Any? {
      values[NSAttributedString.Key(key as String)] ?? other.flatMap { values[$0] }
    }
    func number(_ key: CFString, _ other: NSAttributedString.Key? = nil) -> Double? {
      Self.number(value(key, other))
    }
    self.init(font: value(kCTFontAttributeName) as? CTFont ?? Self.defaultFont)
    let isFromContext = number(kCTForegroundColorFromContextAttributeName).map { $0 != 0 } ?? false
    color = isFromContext ? nil : value(kCTForegroundColorAttributeName, .foregroundColor) as? CGColor ?? .black
    underline = CTUnderlineStyle(number: number(kCTUnderlineStyleAttributeName) ?? 0)
    underlineColor = value(kCTUnderlineColorAttributeName, .underlineColor) as? CGColor
    strikethrough = CTUnderlineStyle(number: Self.number(values[.strikethroughStyle]) ?? 0)
    strikethroughColor = values[.strikethroughColor] as? CGColor
    backgroundColor = value(kCTBackgroundColorAttributeName, .backgroundColor) as? CGColor
    strokeWidth = CGFloat(number(kCTStrokeWidthAttributeName) ?? 0)
    strokeColor = value(kCTStrokeColorAttributeName, .strokeColor) as? CGColor
    ligatures = number(kCTLigatureAttributeName).flatMap { Int(exactly: $0) }.flatMap(Ligatures.init)
    kern = number(kCTKernAttributeName).map { CGFloat($0) }
    tracking = number(kCTTrackingAttributeName).map { CGFloat($0) }
    baselineOffset = CGFloat(number(kCTBaselineOffsetAttributeName) ?? 0)
  }

  private static let defaultFont = CTFont(FontDescriptor(name: "Helvetica"), size: 12)

  /// A number of any of the types that dictionaries hold.
  static func number(_ value: Any?) -> Double? {
    switch value {
    case let value as NSNumber: value.doubleValue
    case let value as Double: value
    case let value as CGFloat: Double(value)
    case let value as Float: Double(value)
    case let value as Int: Double(value)
    case let value as Int32: Double(value)
    case let value as Bool: value ? 1 : 0
    default: nil
    }
  }
}
