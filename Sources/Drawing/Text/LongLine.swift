import MultiplaneGraphics

// Lines of very many letters, given to Pango in parts. Its time grows with the square of a line's
// items, and each tab, soft hyphen and change of direction begins one: 100,000 of them take a
// minute.

extension ShapedText {
  /// The longest text that is given to Pango as one line, in UTF-16 code units.
  static let longestPart = 4096

  /// The lines of a text; nil without any font, or without memory. A text longer than `longestPart`
  /// that is not wrapped is one paragraph.
  static func lines(of text: StyledText, _ paragraph: Paragraph, _ fonts: FontMap) -> [TextLayout.Line]? {
    guard text.length > longestPart, !paragraph.isWrapped else {
      return ShapedText(text, paragraph, fonts)?.lines()
    }
    let line = LongLine(text, paragraph, fonts)
    return line.truncated() ?? line.joined()
  }
}

/// One line that is not wrapped, and that may end in a line end.
private struct LongLine {
  private let text: StyledText
  private let paragraph: ShapedText.Paragraph
  private let fonts: FontMap
  private let units: [UInt16]

  init(_ text: StyledText, _ paragraph: ShapedText.Paragraph, _ fonts: FontMap) {
    (self.text, self.paragraph, self.fonts) = (text, paragraph, fonts)
    units = Array(text.string.utf16)
  }

  /// The line with dots, made of the letters that can be seen beside them; nil if they fit without
  /// dots.
  func truncated() -> [TextLayout.Line]? {
    let most = ShapedText.longestPart
    let (head, tail): (Int, Int)
    switch paragraph.truncation {
    case .none: return nil
    case .end: (head, tail) = (most, lineEndLength)
    case .start: (head, tail) = (0, most)
    case .middle: (head, tail) = (most / 2, most / 2)
    }
    let (from, to) = (boundary(head), boundary(units.count - tail))
    let seen = text.piece(0..<from).followed(by: text.piece(to..<units.count))
    guard let lines = ShapedText(seen, paragraph, fonts)?.lines(), lines.first?.isTruncated == true else { return nil }
    // Dots at the begin stand for the text from its first letter on.
    return lines.map { $0.skipping(to - from, from: max(from, 1)) }
  }

  /// The line, part by part; until the time limit is exceeded.
  func joined() -> [TextLayout.Line]? {
    var shaping = paragraph
    shaping.truncation = .none
    var parts: [TextLayout.Line] = []
    var others: [TextLayout.Line] = []
    var (start, width) = (0, CGFloat(0))
    while start < units.count, start == 0 || !ContentsWatch.isOutOfTime {
      let end = partEnd(after: start)
      // Tabs are counted from the line's begin.
      shaping.indent = paragraph.indent + width
      guard let lines = ShapedText(text.piece(start..<end), shaping, fonts)?.lines(), let first = lines.first else {
        return nil
      }
      let moved = lines.map { $0.skipping(start, from: 0) }
      parts.append(moved[0])
      others = Array(moved.dropFirst())
      width += first.width
      shaping.isRightToLeft = first.isRightToLeft
      start = end
    }
    return TextLayout.Line(joining: parts, width: width).map { [$0] + others }
  }

  private var lineEndLength: Int {
    guard let last = units.last, StyledText.lineEnds.contains(last) else { return 0 }
    return last == 0x0A && units.count > 1 && units[units.count - 2] == 0x0D ? 2 : 1
  }

  /// The end of a part: behind a space or a tab, if there is one nearby.
  private func partEnd(after start: Int) -> Int {
    let most = start + ShapedText.longestPart
    // A line end that follows belongs to the last part.
    guard most < units.count - 2 else { return units.count }
    for end in stride(from: most, to: most - ShapedText.longestPart / 8, by: -1)
    where units[end - 1] == 0x20 || units[end - 1] == 0x09 {
      return end
    }
    return boundary(most)
  }

  /// The offset, or the next one if a surrogate pair contains it.
  private func boundary(_ offset: Int) -> Int {
    offset > 0 && offset < units.count && UTF16.isTrailSurrogate(units[offset]) ? offset + 1 : offset
  }
}

extension TextLayout.Line {
  /// The line as part of a text with more code units: `count` at the offset `place`.
  fileprivate func skipping(_ count: Int, from place: Int) -> TextLayout.Line {
    guard count > 0 else { return self }
    func moved(_ offset: Int) -> Int { offset < place ? offset : offset + count }
    var line = self
    line.range = moved(range.lowerBound)..<max(moved(range.lowerBound), moved(range.upperBound))
    for run in line.runs.indices {
      for glyph in line.runs[run].glyphs.indices {
        line.runs[run].glyphs[glyph].textOffset = moved(line.runs[run].glyphs[glyph].textOffset)
      }
    }
    return line
  }

  /// A line of parts that follow each other in the text; nil without parts.
  ///
  /// - Parameter width: of all parts.
  fileprivate init?(joining parts: [TextLayout.Line], width: CGFloat) {
    guard let first = parts.first, let last = parts.last else { return nil }
    var runs: [TextLayout.Run] = []
    var x: CGFloat = 0
    // From left to right.
    for part in first.isRightToLeft ? parts.reversed() : parts {
      for run in part.runs {
        let run = run.shifted(by: x)
        if let index = runs.indices.last, runs[index].font === run.font, runs[index].attributes == run.attributes {
          runs[index].glyphs += run.glyphs
          runs[index].width += run.width
        } else {
          runs.append(run)
        }
      }
      x += part.width
    }
    self.init(
      range: first.range.lowerBound..<last.range.upperBound, width: width,
      ascent: parts.reduce(0) { max($0, $1.ascent) }, descent: parts.reduce(0) { max($0, $1.descent) },
      leading: parts.reduce(0) { max($0, $1.leading) }, isRightToLeft: first.isRightToLeft, isTruncated: false,
      runs: runs)
  }
}

extension TextLayout.Run {
  fileprivate func shifted(by x: CGFloat) -> TextLayout.Run {
    let glyphs = glyphs.map {
      TextLayout.Glyph(
        id: $0.id, position: CGPoint(x: $0.position.x + x, y: $0.position.y), width: $0.width,
        textOffset: $0.textOffset)
    }
    return TextLayout.Run(font: font, attributes: attributes, glyphs: glyphs, x: self.x + x, width: width)
  }
}

extension StyledText {
  /// The text with another one behind it.
  fileprivate func followed(by other: StyledText) -> StyledText {
    guard length > 0 else { return other }
    let more = other.runs.map { run in
      var moved = run
      moved.range = run.range.lowerBound + length..<run.range.upperBound + length
      return moved
    }
    return StyledText(string + other.string, runs: runs + more)
  }
}
