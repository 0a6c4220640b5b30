import Foundation
import MultiplaneGraphics

/// A tab stop.
struct TextTabStop: Sendable, Hashable {
  /// Which side of the text behind the tab is at the stop.
  enum Alignment: Sendable {
    case left, right, center, decimal
  }

  var alignment = Alignment.left
  /// From the leading margin, in points.
  var location: CGFloat
}

/// The style of a paragraph, as in `CTParagraphStyle` and `NSParagraphStyle`. Lengths are in
/// points.
package struct ParagraphStyle: Sendable, Hashable {
  /// The line breaking of a paragraph.
  enum LineBreaking: Sendable, Hashable {
    case betweenWords, betweenLetters
    /// Nowhere: lines that are too long stick out.
    case none
    /// Nowhere: lines that are too long get dots.
    case truncated(TextTruncation)
  }

  var alignment = TextAlignment.natural
  var lineBreaking = LineBreaking.betweenWords
  /// From the leading margin to the first line, and to the others.
  var firstLineHeadIndent: CGFloat = 0
  var headIndent: CGFloat = 0
  /// Above 0 from the leading margin to the end of lines, else from the trailing one, negative.
  var tailIndent: CGFloat = 0
  /// The factor of a line's height; 0 for 1.
  var lineHeightMultiple: CGFloat = 0
  var minimumLineHeight: CGFloat = 0
  /// 0 for any.
  var maximumLineHeight: CGFloat = 0
  /// Space below each line, beside the font's leading.
  var lineSpacing: CGFloat = 0
  /// The least leading of the font, and the greatest.
  var minimumLeading: CGFloat = 0
  var maximumLeading: CGFloat = .infinity
  /// Space below the paragraph, and above.
  var paragraphSpacing: CGFloat = 0
  var paragraphSpacingBefore: CGFloat = 0
  var tabStops = Self.defaultTabStops
  /// Behind the last tab stop.
  var defaultTabInterval: CGFloat = 0
  /// Nil for what the paragraph's first letter with a direction says.
  var isRightToLeft: Bool?

  /// Those of a style that names none: twelve, 28 points apart.
  static let defaultTabStops = (1...12).map { TextTabStop(location: 28 * CGFloat($0)) }

  /// The part of the style that applies to a single line.
  var ofOneLine: ParagraphStyle {
    var style = ParagraphStyle()
    (style.tabStops, style.defaultTabInterval, style.isRightToLeft) = (tabStops, defaultTabInterval, isRightToLeft)
    return style
  }

  /// A style that only spaces lines; nil for one that changes nothing.
  static func spacing(lineSpacing: CGFloat, lineHeight: CGFloat) -> ParagraphStyle? {
    var style = ParagraphStyle()
    style.tabStops = []
    style.lineSpacing = length(lineSpacing)
    if lineHeight > 0 { (style.minimumLineHeight, style.maximumLineHeight) = (length(lineHeight), length(lineHeight)) }
    return style.lineSpacing == 0 && style.minimumLineHeight == 0 ? nil : style
  }

  /// A length that layouts can compute with; 0 for what is no number.
  static func length(_ value: CGFloat) -> CGFloat { value.isNaN ? 0 : min(max(value, -1e6), 1e6) }
}

extension ParagraphStyle {
  /// More stops than a line has room for.
  private static let mostTabStops = 100

  /// The start of Pango's lines from the leading margin: Pango has indents on one side of it only.
  private func start(isContinued: Bool) -> CGFloat { isContinued ? headIndent : min(firstLineHeadIndent, headIndent) }

  /// Pango's settings for paragraphs of this style; `isContinued` for the rest of one, without its
  /// first line.
  func shaping(_ options: TextLayout.Options, isContinued: Bool) -> ShapedText.Paragraph {
    var paragraph = options.shaping
    let start = start(isContinued: isContinued)
    let end = tailIndent > 0 ? tailIndent : options.width.map { $0 + tailIndent }
    paragraph.width = end.map { max($0 - start, 0) }
    paragraph.indent = isContinued ? 0 : firstLineHeadIndent - headIndent
    paragraph.isJustified = options.alignment(of: self) == .justified
    paragraph.isRightToLeft = isRightToLeft
    paragraph.breaksLetters = lineBreaking == .betweenLetters
    if options.followsLineBreaking, options.truncation == .none {
      switch lineBreaking {
      case .betweenWords, .betweenLetters: break
      case .none: paragraph.isWrapped = false
      case .truncated(let truncation): (paragraph.isWrapped, paragraph.truncation) = (false, truncation)
      }
    }
    paragraph.tabStops = allTabStops(within: end).map {
      TextTabStop(alignment: $0.alignment, location: $0.location - start)
    }
    return paragraph
  }

  /// The stops in their order, and those that follow from the interval.
  private func allTabStops(within width: CGFloat?) -> [TextTabStop] {
    var stops = tabStops.filter { $0.location > 0 }.sorted { $0.location < $1.location }
    stops = Array(stops.prefix(Self.mostTabStops))
    guard defaultTabInterval > 0 else { return stops }
    var next = (((stops.last?.location ?? 0) / defaultTabInterval).rounded(.down) + 1) * defaultTabInterval
    while stops.count < Self.mostTabStops, next < (width ?? .infinity) {
      stops.append(TextTabStop(location: next))
      next += defaultTabInterval
    }
    return stops
  }
}

extension TextLayout.Options {
  /// Pango's settings for paragraphs without a style.
  var shaping: ShapedText.Paragraph {
    ShapedText.Paragraph(
      width: width, isWrapped: isWrapped, isJustified: alignment == .justified,
      truncation: isWrapped ? .none : truncation, breaksWords: breaksWords)
  }

  /// The alignment of a style applies if the options have none.
  func alignment(of style: ParagraphStyle?) -> TextAlignment {
    alignment == .natural ? style?.alignment ?? .natural : alignment
  }
}

/// The position of a line in its paragraph.
struct LineSetting: Sendable {
  /// The paragraph's.
  var style: ParagraphStyle?
  var isFirst = true
  var isLast = true
}

extension TextLayout.Line {
  /// From the leading margin to where the line may begin, in points.
  var headInset: CGFloat {
    setting.style.map { setting.isFirst ? $0.firstLineHeadIndent : $0.headIndent } ?? 0
  }

  /// From the end of a line to the trailing margin, in points.
  var tailInset: CGFloat { max(-(setting.style?.tailIndent ?? 0), 0) }

  /// From the leading margin to where lines end, in points; nil for what `tailInset` says.
  private var end: CGFloat? { setting.style.flatMap { $0.tailIndent > 0 ? $0.tailIndent : nil } }

  /// The left end of the line within a width, in points.
  func left(in width: CGFloat, _ alignment: TextAlignment) -> CGFloat {
    let extent = end ?? width - tailInset
    let room = extent - headInset - (self.width - hangingWidth)
    // White space at the end is on the left in lines from right to left.
    let start = (isRightToLeft ? width - extent : headInset) - (isRightToLeft ? hangingWidth : 0)
    return switch alignment {
    case .left: start
    case .right: start + room
    case .center: start + room / 2
    case .natural, .justified: isRightToLeft ? start + room : start
    }
  }

  /// The height that the style adds to the line, above the letters, in points; negative if it
  /// reduces it.
  var extraHeight: CGFloat {
    guard let style = setting.style else { return 0 }
    let own = ascent + descent + leading
    var height = style.lineHeightMultiple > 0 ? own * style.lineHeightMultiple : own
    height = max(height, style.minimumLineHeight)
    if style.maximumLineHeight > 0 { height = min(height, style.maximumLineHeight) }
    return height - own
  }

  /// From the bottom of the line before to the top of this one, in points; 0 for the first.
  func gap(after previous: TextLayout.Line?) -> CGFloat {
    guard let previous else { return 0 }
    var gap = previous.leading
    if let style = previous.setting.style {
      gap = min(max(gap, style.minimumLeading), style.maximumLeading) + style.lineSpacing
      if previous.setting.isLast { gap += style.paragraphSpacing }
    }
    if setting.isFirst { gap += setting.style?.paragraphSpacingBefore ?? 0 }
    return gap
  }

  /// The line's height with what the style adds, in points.
  var height: CGFloat { extraHeight + ascent + descent }
}
