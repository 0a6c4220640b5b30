// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import MultiplaneGraphics

/// One line of text, laid out.
public final class CTLine: Sendable {
  /// What the line shows; the range of the whole text that it is taken from begins at `start`.
  let text: StyledText
  let start: Int
  let line: TextLayout.Line

  /// A line of a frame.
  init(_ line: TextLayout.Line, text: StyledText, start: Int) {
    (self.line, self.text, self.start) = (line, text, start)
  }

  /// All of a text as one line. Without Pango it is empty.
  init(_ text: StyledText, start: Int = 0, width: CGFloat? = nil, truncation: TextTruncation = .none) {
    let text = text.onOneLine
    let layout = TextLayout(text, TextLayout.Options(width: width, truncation: truncation))
    (self.text, self.start) = (text, start)
    line = layout.lines.first ?? TextLayout.Line.empty(0..<text.length)
  }
}

/// Which part of a line gives way to dots; the numbers are Apple's.
public enum CTLineTruncationType: UInt32, Sendable {
  /// The beginning.
  case start
  /// The end.
  case end
  /// The middle.
  case middle
}

/// A line of all of the text; line ends in it are spaces.
public func CTLineCreateWithAttributedString(_ attrString: CFAttributedString) -> CTLine {
  CTLine(StyledText(attrString))
}

/// The line cut to a width, in points, with dots for what is left out; the line itself if it fits, nil for a width that
/// is not above 0. The dots are the font's own: `truncationToken` changes nothing.
public func CTLineCreateTruncatedLine(
  _ line: CTLine, _ width: Double, _ truncationType: CTLineTruncationType, _ truncationToken: CTLine?
) -> CTLine? {
  guard width > 0 else { return nil }
  guard line.line.width > width else { return line }
  let truncation: TextTruncation =
    switch truncationType {
    case .start: .start
    case .end: .end
    case .middle: .middle
    }
  return CTLine(line.text, start: line.start, width: width, truncation: truncation)
}

/// The line made as wide as `justificationWidth`, in points, by wider or narrower spaces, or space between all letters where
/// it has none; by a part of what is missing for a factor between 0 and 1. The line itself for a factor that is not above
/// 0, nil for one without anything to move.
public func CTLineCreateJustifiedLine(
  _ line: CTLine, _ justificationFactor: CGFloat, _ justificationWidth: Double
) -> CTLine? {
  guard justificationFactor > 0, justificationWidth.isFinite else { return line }
  let missing = (CGFloat(justificationWidth) - line.line.width) * min(justificationFactor, 1)
  return line.line.widened(by: missing, line.text).map { CTLine($0, text: line.text, start: line.start) }
}

/// How wide the line is, in points, and how far it reaches above and below its baseline.
public func CTLineGetTypographicBounds(
  _ line: CTLine, _ ascent: UnsafeMutablePointer<CGFloat>?, _ descent: UnsafeMutablePointer<CGFloat>?,
  _ leading: UnsafeMutablePointer<CGFloat>?
) -> Double {
  ascent?.pointee = line.line.ascent
  descent?.pointee = line.line.descent
  leading?.pointee = line.line.leading
  return Double(line.line.width)
}

/// The part of the text that the line shows, in UTF-16 code units.
public func CTLineGetStringRange(_ line: CTLine) -> CFRange {
  CFRange(location: line.start, length: line.line.range.count)
}

/// How many glyphs the line has.
public func CTLineGetGlyphCount(_ line: CTLine) -> CFIndex { line.line.glyphCount }

/// Draws the line from the context's text position on, by its text matrix, and moves the text position to its end.
public func CTLineDraw(_ line: CTLine, _ context: CGContext) {
  context.draw([.init(line: line.line, place: context.textMatrix)])
  let end = CGPoint(x: line.line.width, y: 0).applying(context.textMatrix)
  context.textPosition = end
}

extension TextLayout.Line {
  /// A line without glyphs.
  static func empty(_ range: Range<Int>) -> TextLayout.Line {
    TextLayout.Line(
      range: range, width: 0, ascent: 0, descent: 0, leading: 0, isRightToLeft: false, isTruncated: false, runs: [])
  }
}

extension StyledText {
  /// What ends a line or a paragraph: LF, VT, FF, CR, NEL and the two separators.
  static let lineEnds: Set<UInt16> = [0x0A, 0x0B, 0x0C, 0x0D, 0x85, 0x2028, 0x2029]

  /// The text with a space for each line end.
  var onOneLine: StyledText {
    let text = withParagraphsOfOneLine
    guard string.utf16.contains(where: Self.lineEnds.contains) else { return text }
    let units = string.utf16.map { Self.lineEnds.contains($0) ? 0x20 : $0 }
    return StyledText(String(decoding: units, as: UTF16.self), runs: text.runs)
  }

  /// The text without indents, spaces and line breaks that belong to paragraphs.
  var withParagraphsOfOneLine: StyledText {
    guard runs.contains(where: { $0.paragraph != nil }) else { return self }
    var plain = runs
    for index in plain.indices { plain[index].paragraph = plain[index].paragraph?.ofOneLine }
    return StyledText(string, runs: plain)
  }
}
