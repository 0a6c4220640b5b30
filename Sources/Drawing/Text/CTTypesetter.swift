// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import MultiplaneGraphics

/// A factory of single lines of a text.
public final class CTTypesetter: Sendable, CFIdentity {
  let text: StyledText

  /// Lines are made one by one, so that paragraphs count as in a line.
  init(_ text: StyledText) { self.text = text.withParagraphsOfOneLine }

  fileprivate func range(_ range: CFRange) -> Range<Int> { CTFramesetter(text).range(range) }
}

/// Creates a typesetter for a text.
public func CTTypesetterCreateWithAttributedString(_ string: CFAttributedString) -> CTTypesetter {
  CTTypesetter(StyledText(string))
}

/// The number of code units from `startIndex` that fit into a width, in points, broken between
/// words; at least one letter.
public func CTTypesetterSuggestLineBreak(
  _ typesetter: CTTypesetter, _ startIndex: CFIndex, _ width: Double
) -> CFIndex {
  let rest = typesetter.range(CFRange(location: startIndex, length: 0))
  guard !rest.isEmpty else { return 0 }
  // Of the rest the first line alone is wanted: with no height little more is laid out.
  let layout = TextLayout(
    typesetter.text.piece(rest), TextLayout.Options(width: CGFloat(width), height: 0, isWrapped: true))
  return layout.lines.first?.range.count ?? rest.count
}

/// The number of code units from `startIndex` that fit into a width, in points, broken between
/// letters; at least one.
public func CTTypesetterSuggestClusterBreak(
  _ typesetter: CTTypesetter, _ startIndex: CFIndex, _ width: Double
) -> CFIndex {
  let rest = typesetter.text.piece(typesetter.range(CFRange(location: startIndex, length: 0)))
  let line = CTLine(rest).line
  var widths = [CGFloat](repeating: 0, count: rest.length)
  for glyph in line.runs.flatMap(\.glyphs) where widths.indices.contains(glyph.textOffset) {
    widths[glyph.textOffset] += glyph.width
  }
  var (end, reach) = (0, CGFloat(0))
  for character in rest.string {
    let next = end + character.utf16.count
    reach += widths[end..<next].reduce(0, +)
    if end > 0, reach > CGFloat(width) { break }
    end = next
  }
  return end
}

/// Creates a line of a range of the text; a length of 0 means up to the end.
public func CTTypesetterCreateLine(_ typesetter: CTTypesetter, _ stringRange: CFRange) -> CTLine {
  let range = typesetter.range(stringRange)
  return CTLine(typesetter.text.piece(range), start: range.lowerBound)
}

/// The typesetter of a framesetter.
public func CTFramesetterGetTypesetter(_ framesetter: CTFramesetter) -> CTTypesetter {
  CTTypesetter(framesetter.text)
}
