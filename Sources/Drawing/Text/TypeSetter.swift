import Foundation
import MultiplaneGraphics

/// Makes the lines of a `TextLayout`: Pango breaks and shapes, here they are cut to the height and
/// placed.
struct TypeSetter {
  let text: StyledText
  let options: TextLayout.Options
  let fonts: FontMap

  init(_ text: StyledText, _ options: TextLayout.Options, _ fonts: FontMap) {
    (self.text, self.options, self.fonts) = (text, options, fonts)
  }

  func layout() -> TextLayout? {
    guard var lines = TextPieces(text, options, fonts).lines() else { return nil }
    let kept = countThatFits(lines)
    let isCut = kept < lines.count
    if isCut { lines = Array(lines.prefix(kept - 1)) + [truncated(lines[kept - 1])] }
    place(&lines)
    return TextLayout(lines: lines, isTruncated: isCut || lines.contains { $0.isTruncated })
  }

  /// Half a pixel of the common scale may stick out, as rounding of bounds made from a text's own
  /// size does. In points.
  static let heightTolerance: CGFloat = 0.5

  /// The number of lines that fit into the height, at least one; all if no line may be left out.
  private func countThatFits(_ lines: [TextLayout.Line]) -> Int {
    guard options.isWrapped, options.truncation != .none, let height = options.height else { return lines.count }
    var bottom: CGFloat = 0
    for (index, line) in lines.enumerated() {
      bottom += line.gap(after: index == 0 ? nil : lines[index - 1]) + line.height
      if bottom > height + Self.heightTolerance { return max(index, 1) }
    }
    return lines.count
  }

  /// The last line that is kept, made of all that is left of its paragraph, with dots where text is
  /// left out.
  private func truncated(_ line: TextLayout.Line) -> TextLayout.Line {
    let rest = text.piece(line.range.lowerBound..<text.length)
    let lineEnd = rest.string.utf16.firstIndex { StyledText.lineEnds.contains($0) }
    let end = lineEnd.map { rest.string.utf16.distance(from: rest.string.utf16.startIndex, to: $0) } ?? rest.length
    var paragraph = line.setting.style?.shaping(options, isContinued: !line.setting.isFirst) ?? options.shaping
    (paragraph.isWrapped, paragraph.isJustified) = (false, false)
    (paragraph.truncation, paragraph.isRightToLeft) = (options.truncation, line.isRightToLeft)
    func shaped(_ text: StyledText) -> TextLayout.Line? {
      ShapedText.lines(of: text, paragraph, fonts)?.first
    }
    let own = rest.piece(0..<end)
    var found = shaped(own)
    // All of the paragraph fits, but others follow: the dots stand for them.
    if found?.isTruncated == false { found = shaped(own.appending("…")) }
    guard let found else { return line }
    return TextLayout.Line(
      range: line.range.lowerBound..<text.length, width: found.width, ascent: found.ascent, descent: found.descent,
      leading: found.leading, isRightToLeft: line.isRightToLeft, isTruncated: true,
      runs: found.runs.map { $0.moved(by: line.range.lowerBound) }, setting: line.setting)
  }

  /// Puts lines below each other and to their side.
  private func place(_ lines: inout [TextLayout.Line]) {
    let width = options.width ?? lines.reduce(0) { max($0, $1.indentedWidth) }
    var y: CGFloat = 0
    for (index, line) in lines.enumerated() {
      y += line.gap(after: index == 0 ? nil : lines[index - 1]) + line.extraHeight + line.ascent
      lines[index].origin = CGPoint(x: line.left(in: width, options.alignment(of: line.setting.style)), y: y)
      y += line.descent
    }
  }
}

extension TextLayout.Run {
  /// The run of a piece of text as one of the whole text, which begins the given number of code
  /// units before it.
  func moved(by offset: Int) -> TextLayout.Run {
    var moved = self
    for index in moved.glyphs.indices { moved.glyphs[index].textOffset += offset }
    return moved
  }
}
