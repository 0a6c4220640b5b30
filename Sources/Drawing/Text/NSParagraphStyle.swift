// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import Foundation
import MultiplaneGraphics

// UIKit's and AppKit's objects for what Core Text calls `CTParagraphStyle`: attributes of text take
// both.

/// The alignment of lines. Raw values are UIKit's.
public enum NSTextAlignment: Int, Sendable {
  /// Left-aligned.
  case left
  /// Centred.
  case center
  /// Right-aligned.
  case right
  /// Justified; the last line as `natural`.
  case justified
  /// Aligned at the leading side of the paragraph.
  case natural
}

/// The treatment of lines that are too long. Raw values are Apple's.
public enum NSLineBreakMode: Int, Sendable {
  /// Wraps after the last word that fits.
  case byWordWrapping
  /// Wraps after the last character that fits.
  case byCharWrapping
  /// A single line, clipped at the edge.
  case byClipping
  /// A single line, truncated at the beginning.
  case byTruncatingHead
  /// A single line, truncated at the end.
  case byTruncatingTail
  /// A single line, truncated in the middle.
  case byTruncatingMiddle
}

/// The direction of a paragraph. Raw values are Apple's.
public enum NSWritingDirection: Int, Sendable {
  /// The direction of its first letter that has one.
  case natural = -1
  /// Left to right.
  case leftToRight = 0
  /// Right to left.
  case rightToLeft = 1
}

/// A paragraph style. Lengths are in points.
///
/// It is no `NSObject`, because Foundation on Linux ends the program if two ranges of an attributed
/// string have `NSObject` values of one key.
public class NSParagraphStyle: NSCopying, NSMutableCopying {
  fileprivate var values: Values

  /// The values of a style, at first its defaults.
  fileprivate struct Values: Hashable {
    var alignment = NSTextAlignment.natural
    var lineBreakMode = NSLineBreakMode.byWordWrapping
    var baseWritingDirection = NSWritingDirection.natural
    var lineSpacing: CGFloat = 0
    var paragraphSpacing: CGFloat = 0
    var paragraphSpacingBefore: CGFloat = 0
    var firstLineHeadIndent: CGFloat = 0
    var headIndent: CGFloat = 0
    var tailIndent: CGFloat = 0
    var minimumLineHeight: CGFloat = 0
    var maximumLineHeight: CGFloat = 0
    var lineHeightMultiple: CGFloat = 0
    var tabStops = ParagraphStyle.defaultTabStops.map { NSTextTab(textAlignment: .natural, location: $0.location) }
    var defaultTabInterval: CGFloat = 0
    var hyphenationFactor: Float = 0
    var allowsDefaultTighteningForTruncation = false
  }

  fileprivate init(_ values: Values) { self.values = values }

  /// Creates a style with default values.
  public init() { values = Values() }

  /// A style with default values.
  public class var `default`: NSParagraphStyle { NSParagraphStyle() }

  /// The default direction: natural, regardless of the language.
  public class func defaultWritingDirection(forLanguage languageName: String?) -> NSWritingDirection { .natural }

  /// The alignment. Default natural.
  public var alignment: NSTextAlignment { values.alignment }
  /// The line break mode, for frames; text layers have their own properties. Default by words.
  public var lineBreakMode: NSLineBreakMode { values.lineBreakMode }
  /// The direction. Default natural.
  public var baseWritingDirection: NSWritingDirection { values.baseWritingDirection }
  /// The space below each line, in addition to the font's leading. Default 0.
  public var lineSpacing: CGFloat { values.lineSpacing }
  /// The space below the paragraph. Default 0.
  public var paragraphSpacing: CGFloat { values.paragraphSpacing }
  /// The space above the paragraph, unless it is the first. Default 0.
  public var paragraphSpacingBefore: CGFloat { values.paragraphSpacingBefore }
  /// The indentation of the first line from the leading margin. Default 0.
  public var firstLineHeadIndent: CGFloat { values.firstLineHeadIndent }
  /// The indentation of the other lines from the leading margin. Default 0.
  public var headIndent: CGFloat { values.headIndent }
  /// The end of lines: from the leading margin if above 0, from the trailing one if below. Default
  /// 0.
  public var tailIndent: CGFloat { values.tailIndent }
  /// The minimum line height; space is added above the letters. Default 0.
  public var minimumLineHeight: CGFloat { values.minimumLineHeight }
  /// The maximum line height. Default 0: no limit.
  public var maximumLineHeight: CGFloat { values.maximumLineHeight }
  /// A factor of the font's line height. Default 0, which means 1.
  public var lineHeightMultiple: CGFloat { values.lineHeightMultiple }
  /// The tab stops. Default twelve, at intervals of 28 points.
  public var tabStops: [NSTextTab]! { values.tabStops }
  /// The interval of tab stops after the last of `tabStops`. Default 0: the distance of the last
  /// two.
  public var defaultTabInterval: CGFloat { values.defaultTabInterval }
  /// The hyphenation. Ignored: a text layer has its own, with a language. Default 0.
  public var hyphenationFactor: Float { values.hyphenationFactor }
  /// Tightening before truncation. Ignored. Default false.
  public var allowsDefaultTighteningForTruncation: Bool { values.allowsDefaultTighteningForTruncation }

  /// Returns an immutable copy.
  public func copy(with zone: NSZone? = nil) -> Any { NSParagraphStyle(values) }

  /// Returns a mutable copy.
  public func mutableCopy(with zone: NSZone? = nil) -> Any {
    let copy = NSMutableParagraphStyle()
    copy.values = values
    return copy
  }

  /// Whether all settings are equal.
  public func isEqual(_ object: Any?) -> Bool { (object as? NSParagraphStyle)?.values == values }
}

extension NSParagraphStyle: Hashable {
  /// Whether all settings are equal.
  public static func == (a: NSParagraphStyle, b: NSParagraphStyle) -> Bool { a.values == b.values }

  /// Hashes all settings.
  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

/// A mutable paragraph style. Text uses its settings at the time of layout.
public class NSMutableParagraphStyle: NSParagraphStyle {
  public override var alignment: NSTextAlignment {
    get { values.alignment }
    set { values.alignment = newValue }
  }
  public override var lineBreakMode: NSLineBreakMode {
    get { values.lineBreakMode }
    set { values.lineBreakMode = newValue }
  }
  public override var baseWritingDirection: NSWritingDirection {
    get { values.baseWritingDirection }
    set { values.baseWritingDirection = newValue }
  }
  public override var lineSpacing: CGFloat {
    get { values.lineSpacing }
    set { values.lineSpacing = newValue }
  }
  public override var paragraphSpacing: CGFloat {
    get { values.paragraphSpacing }
    set { values.paragraphSpacing = newValue }
  }
  public override var paragraphSpacingBefore: CGFloat {
    get { values.paragraphSpacingBefore }
    set { values.paragraphSpacingBefore = newValue }
  }
  public override var firstLineHeadIndent: CGFloat {
    get { values.firstLineHeadIndent }
    set { values.firstLineHeadIndent = newValue }
  }
  public override var headIndent: CGFloat {
    get { values.headIndent }
    set { values.headIndent = newValue }
  }
  public override var tailIndent: CGFloat {
    get { values.tailIndent }
    set { values.tailIndent = newValue }
  }
  public override var minimumLineHeight: CGFloat {
    get { values.minimumLineHeight }
    set { values.minimumLineHeight = newValue }
  }
  public override var maximumLineHeight: CGFloat {
    get { values.maximumLineHeight }
    set { values.maximumLineHeight = newValue }
  }
  public override var lineHeightMultiple: CGFloat {
    get { values.lineHeightMultiple }
    set { values.lineHeightMultiple = newValue }
  }
  /// The tab stops; nil means none.
  public override var tabStops: [NSTextTab]! {
    get { values.tabStops }
    set { values.tabStops = newValue ?? [] }
  }
  public override var defaultTabInterval: CGFloat {
    get { values.defaultTabInterval }
    set { values.defaultTabInterval = newValue }
  }
  public override var hyphenationFactor: Float {
    get { values.hyphenationFactor }
    set { values.hyphenationFactor = newValue }
  }
  public override var allowsDefaultTighteningForTruncation: Bool {
    get { values.allowsDefaultTighteningForTruncation }
    set { values.allowsDefaultTighteningForTruncation = newValue }
  }

  /// Adds a tab stop, sorted by location.
  public func addTabStop(_ anObject: NSTextTab) {
    values.tabStops = (values.tabStops + [anObject]).sorted { $0.location < $1.location }
  }

  /// Removes the first equal tab stop.
  public func removeTabStop(_ anObject: NSTextTab) {
    if let index = values.tabStops.firstIndex(of: anObject) { values.tabStops.remove(at: index) }
  }

  /// Copies all settings of another style.
  public func setParagraphStyle(_ obj: NSParagraphStyle) { values = obj.values }
}

extension NSParagraphStyle {
  /// The style as a layout's value.
  var style: ParagraphStyle {
    var style = ParagraphStyle()
    func length(_ value: CGFloat) -> CGFloat { ParagraphStyle.length(value) }
    style.alignment =
      switch alignment {
      case .left: .left
      case .center: .center
      case .right: .right
      case .justified: .justified
      case .natural: .natural
      }
    style.lineBreaking = ParagraphStyle.LineBreaking(number: lineBreakMode.rawValue)
    style.isRightToLeft = baseWritingDirection == .natural ? nil : baseWritingDirection == .rightToLeft
    style.firstLineHeadIndent = length(firstLineHeadIndent)
    style.headIndent = length(headIndent)
    style.tailIndent = length(tailIndent)
    style.lineHeightMultiple = length(lineHeightMultiple)
    style.minimumLineHeight = length(minimumLineHeight)
    style.maximumLineHeight = length(maximumLineHeight)
    style.lineSpacing = length(lineSpacing)
    style.paragraphSpacing = length(paragraphSpacing)
    style.paragraphSpacingBefore = length(paragraphSpacingBefore)
    style.tabStops = values.tabStops.map(\.stop)
    style.defaultTabInterval = length(defaultTabInterval)
    return style
  }
}

extension ParagraphStyle.LineBreaking {
  /// That of a mode, whose numbers Core Text, UIKit and AppKit share.
  init(number: Int) {
    self =
      switch number {
      case 1: .betweenLetters
      case 2: .none
      case 3: .truncated(.start)
      case 4: .truncated(.end)
      case 5: .truncated(.middle)
      default: .betweenWords
      }
  }
}
