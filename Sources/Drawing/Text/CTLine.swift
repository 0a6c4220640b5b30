// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import MultiplaneGraphics

/// A line of laid-out text.
public final class CTLine: Sendable {
  /// The text of the line; its range in the whole text begins at `start`.
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

/// The truncated part of a line. Raw values are Apple's.
public enum CTLineTruncationType: UInt32, Sendable {
  /// The beginning.
  case start
  /// The end.
  case end
  /// The middle.
  case middle
}

/// Creates a line from the whole text; line breaks become spaces.
public func CTLineCreateWithAttributedString(_ attrString: CFAttributedString) -> CTLine {
  CTLine(StyledText(attrString))
}

/// Creates a line truncated to a width, in points, with an ellipsis; the line itself if it fits,
/// nil if the width is not above 0. The ellipsis is the font's: `truncationToken` is ignored.
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

/// Creates a line justified to a width, in points, by its spaces, or by all letters if it has none.
/// A factor between 0 and 1 justifies partially. The line itself if the factor is not above 0; nil
/// if nothing can be adjusted.
public func CTLineCreateJustifiedLine(
  _ line: CTLine, _ justificationFactor: CGFloat, _ justificationWidth: Double
) -> CTLine? {
  guard justificationFactor > 0, justificationWidth.isFinite else { return line }
  let missing = (CGFloat(justificationWidth) - line.line.width) * min(justificationFactor, 1)
  return line.line.widened(by: missing, line.text).map { CTLine($0, text: line.text, start: line.start) }
}

/// Returns the width of a line, and stores ascent, descent and leading, in points.
public func CTLineGetTypographicBounds(
  _ line: CTLine, _ ascent: UnsafeMutablePointer<CGFloat>?, _ descent: UnsafeMutablePointer<CGFloat>?,
  _ leading: UnsafeMutablePointer<CGFloat>?
) -> Double {
  ascent?.pointee = line.line.ascent
  descent?.pointee = line.line.descent
  leading?.pointee = line.line.leading
  return Double(line.line.width)
}

/// The range of the text in the line, in UTF-16 code units.
public func CTLineGetStringRange(_ line: CTLine) -> CFRange {
  CFRange(location: line.start, length: line.line.range.count)
}

/// The number of glyphs.
public func CTLineGetGlyphCount(_ line: CTLine) -> CFIndex { line.line.glyphCount }

/// Draws a line at the context's text position, with its text matrix, and moves the text position
/// to its end.
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
  /// The characters that end a line or a paragraph: LF, VT, FF, CR, NEL and the two separators.
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
