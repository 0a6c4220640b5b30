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
    if isCut {
      let last = options.truncation == .none ? lines[kept - 1] : truncated(lines[kept - 1])
      lines = Array(lines.prefix(kept - 1)) + [last]
    }
    if options.isWrapped { hangWhitespace(of: &lines) }
    place(&lines)
    return TextLayout(lines: lines, isTruncated: isCut || lines.contains { $0.isTruncated })
  }

  /// Half a pixel of the common scale may stick out, as rounding of bounds made from a text's own
  /// size does. In points.
  static let heightTolerance: CGFloat = 0.5

  /// The number of lines that fit into the height, at least one; all if no line may be left out.
  private func countThatFits(_ lines: [TextLayout.Line]) -> Int {
    let most = max(options.maximumLines ?? .max, 1)
    let count = min(lines.count, most)
    guard options.isWrapped, options.truncation != .none, let height = options.height else { return count }
    var bottom: CGFloat = 0
    for (index, line) in lines.prefix(count).enumerated() {
      bottom += line.gap(after: index == 0 ? nil : lines[index - 1]) + line.height
      if bottom > height + Self.heightTolerance { return max(index, 1) }
    }
    return count
  }

  /// Measures the white space at the end of each line.
  private func hangWhitespace(of lines: inout [TextLayout.Line]) {
    let units = Array(text.string.utf16)
    for index in lines.indices where !lines[index].isTruncated {
      let range = lines[index].range.clamped(to: 0..<units.count)
      var start = range.upperBound
      while start > range.lowerBound, Self.hanging.contains(units[start - 1]) { start -= 1 }
      guard start < range.upperBound else { continue }
      let hanging = start..<range.upperBound
      lines[index].hangingWidth = lines[index].runs.reduce(0) { width, run in
        run.glyphs.reduce(width) { hanging.contains($1.textOffset) ? $0 + $1.width : $0 }
      }
    }
  }

  /// Spaces, tabs and line ends.
  private static let hanging: Set<UInt16> = [0x20, 0x09, 0x0A, 0x0D, 0x2028, 0x2029, 0x3000]

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
