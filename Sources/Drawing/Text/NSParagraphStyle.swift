// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import Foundation
import MultiplaneGraphics

// UIKit's and AppKit's objects for what Core Text calls `CTParagraphStyle`: attributes of text take both.

/// How lines are aligned; the numbers are UIKit's.
public enum NSTextAlignment: Int, Sendable {
  /// At the left margin.
  case left
  /// In the middle.
  case center
  /// At the right margin.
  case right
  /// At both margins, with the spaces widened; the last line as `natural`.
  case justified
  /// To the side where the paragraph begins.
  case natural
}

/// What happens to a line that is too long; the numbers are Apple's.
public enum NSLineBreakMode: Int, Sendable {
  /// Goes on in the next line, behind the last word that fits.
  case byWordWrapping
  /// Goes on in the next line, behind the last character that fits.
  case byCharWrapping
  /// Stays one line and ends at the edge.
  case byClipping
  /// Stays one line, with dots for its beginning.
  case byTruncatingHead
  /// Stays one line, with dots for its end.
  case byTruncatingTail
  /// Stays one line, with dots for its middle.
  case byTruncatingMiddle
}

/// Which way a paragraph runs; the numbers are Apple's.
public enum NSWritingDirection: Int, Sendable {
  /// As its first letter with a direction says.
  case natural = -1
  /// From left to right.
  case leftToRight = 0
  /// From right to left.
  case rightToLeft = 1
}

/// How a paragraph is set. Lengths are in points.
///
/// No `NSObject`: Foundation on Linux ends the program where two pieces of an attributed string have such values of one key.
public class NSParagraphStyle: NSCopying, NSMutableCopying {
  fileprivate var values: Values

  /// What a style says, its defaults if nothing else is set.
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

  /// A style of defaults.
  public init() { values = Values() }

  /// A style of defaults.
  public class var `default`: NSParagraphStyle { NSParagraphStyle() }

  /// Natural, as fonts and line breaks are those of English whatever the language.
  public class func defaultWritingDirection(forLanguage languageName: String?) -> NSWritingDirection { .natural }

  /// Default natural.
  public var alignment: NSTextAlignment { values.alignment }
  /// Counts in frames; a text layer has properties for it. Default between words.
  public var lineBreakMode: NSLineBreakMode { values.lineBreakMode }
  /// Default natural.
  public var baseWritingDirection: NSWritingDirection { values.baseWritingDirection }
  /// Space below each line, beside the font's leading. Default 0.
  public var lineSpacing: CGFloat { values.lineSpacing }
  /// Space below the paragraph. Default 0.
  public var paragraphSpacing: CGFloat { values.paragraphSpacing }
  /// Space above the paragraph, if it is not the first. Default 0.
  public var paragraphSpacingBefore: CGFloat { values.paragraphSpacingBefore }
  /// From the leading margin to the first line. Default 0.
  public var firstLineHeadIndent: CGFloat { values.firstLineHeadIndent }
  /// From the leading margin to the lines behind the first. Default 0.
  public var headIndent: CGFloat { values.headIndent }
  /// Above 0 from the leading margin to the end of lines, below 0 from the trailing one. Default 0.
  public var tailIndent: CGFloat { values.tailIndent }
  /// How high lines are at least; what is missing is added above the letters. Default 0.
  public var minimumLineHeight: CGFloat { values.minimumLineHeight }
  /// How high lines are at most; 0, the default, for any height.
  public var maximumLineHeight: CGFloat { values.maximumLineHeight }
  /// What the font's own line height is multiplied by; 0, the default, for 1.
  public var lineHeightMultiple: CGFloat { values.lineHeightMultiple }
  /// Default twelve, 28 points apart.
  public var tabStops: [NSTextTab]! { values.tabStops }
  /// How far apart tab stops are behind the last of `tabStops`; 0, the default, for as far as the last two.
  public var defaultTabInterval: CGFloat { values.defaultTabInterval }
  /// Changes nothing: words are not hyphenated. Default 0.
  public var hyphenationFactor: Float { values.hyphenationFactor }
  /// Changes nothing. Default false.
  public var allowsDefaultTighteningForTruncation: Bool { values.allowsDefaultTighteningForTruncation }

  /// A style that cannot be changed.
  public func copy(with zone: NSZone? = nil) -> Any { NSParagraphStyle(values) }

  /// A style of its own that can be changed.
  public func mutableCopy(with zone: NSZone? = nil) -> Any {
    let copy = NSMutableParagraphStyle()
    copy.values = values
    return copy
  }

  /// Whether both say the same.
  public func isEqual(_ object: Any?) -> Bool { (object as? NSParagraphStyle)?.values == values }
}

extension NSParagraphStyle: Hashable {
  /// Whether both say the same.
  public static func == (a: NSParagraphStyle, b: NSParagraphStyle) -> Bool { a.values == b.values }

  /// Hashes what the style says.
  public func hash(into hasher: inout Hasher) { hasher.combine(values) }
}

/// A paragraph style that can be changed. Text takes what it says when it is laid out.
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
  /// Nil stands for none.
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

  /// Adds a stop among the others, in order of their places.
  public func addTabStop(_ anObject: NSTextTab) {
    values.tabStops = (values.tabStops + [anObject]).sorted { $0.location < $1.location }
  }

  /// Takes the first stop away that is equal.
  public func removeTabStop(_ anObject: NSTextTab) {
    if let index = values.tabStops.firstIndex(of: anObject) { values.tabStops.remove(at: index) }
  }

  /// Takes over what another style says.
  public func setParagraphStyle(_ obj: NSParagraphStyle) { values = obj.values }
}

extension NSParagraphStyle {
  /// What layouts take.
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
