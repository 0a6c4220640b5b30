import Foundation

extension TextLayout.Line {
  /// The line with its letters moved apart, at spaces if it has any between its first letter and
  /// its last, so that it is wider by a length in points; nil where there is nowhere to move.
  func widened(by length: CGFloat, _ text: StyledText) -> TextLayout.Line? {
    let units = Array(text.string.utf16)
    let glyphs = runs.flatMap(\.glyphs)
    /// U+0020 and U+00A0; offsets count within the text that the line was made of.
    func isSpace(_ glyph: TextLayout.Glyph) -> Bool {
      let offset = glyph.textOffset - range.lowerBound
      return units.indices.contains(offset) && [0x20, 0xA0].contains(units[offset])
    }
    let places = glyphs.sorted { $0.position.x < $1.position.x }
    guard let first = places.firstIndex(where: { !isSpace($0) }), let last = places.lastIndex(where: { !isSpace($0) }),
      first < last
    else { return nil }
    // Room is added behind these, in the order in which they stand.
    let inner = places[first..<last].filter { $0.width > 0 }
    let spaces = inner.filter(isSpace)
    let gaps = (spaces.isEmpty ? inner : spaces).map { $0.position.x }
    guard !gaps.isEmpty else { return nil }
    let step = length / CGFloat(gaps.count)
    func shift(_ x: CGFloat) -> CGFloat { step * CGFloat(gaps.prefix(while: { $0 < x }).count) }
    var wider = self
    for run in wider.runs.indices {
      let old = runs[run]
      let moved = old.glyphs.map { glyph in
        let opens = glyph.width > 0 && gaps.contains(glyph.position.x)
        return TextLayout.Glyph(
          id: glyph.id, position: CGPoint(x: glyph.position.x + shift(glyph.position.x), y: glyph.position.y),
          width: glyph.width + (opens ? step : 0), textOffset: glyph.textOffset)
      }
      wider.runs[run].glyphs = moved
      wider.runs[run].x = old.x + shift(old.x)
      wider.runs[run].width = old.x + old.width + shift(old.x + old.width) - wider.runs[run].x
    }
    return wider.with(width: width + length)
  }

  private func with(width: CGFloat) -> TextLayout.Line {
    var line = TextLayout.Line(
      range: range, width: width, ascent: ascent, descent: descent, leading: leading, isRightToLeft: isRightToLeft,
      isTruncated: isTruncated, runs: runs)
    (line.origin, line.setting) = (origin, setting)
    return line
  }
}
