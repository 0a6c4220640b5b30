import Foundation
import MultiplaneGraphics

/// Breaks a text into lines piece by piece, until no more can be seen.
///
/// Pango's time grows with the square of a paragraph's length, and of the number of paragraphs. So
/// it gets some paragraphs at a time, and of a long one that is wrapped a part, whose last line
/// begins the next part. A wrapped line ends after `ShapedText.longestPart` code units at the
/// latest.
struct TextPieces {
  /// In UTF-16 code units: some lines of a book.
  private static let pieceLength = 512

  private let text: StyledText
  private let options: TextLayout.Options
  private let fonts: FontMap
  private let units: [UInt16]
  private let hasStyles: Bool

  init(_ text: StyledText, _ options: TextLayout.Options, _ fonts: FontMap) {
    (self.text, self.options, self.fonts) = (text, options, fonts)
    units = Array(text.string.utf16)
    hasStyles = text.runs.contains { $0.paragraph != nil }
  }

  /// A part of the text whose paragraphs have one style, and the direction of the paragraph that it
  /// goes on with; nil where it begins one.
  private struct Piece {
    var start = 0
    var length = TextPieces.pieceLength
    var isRightToLeft: Bool?
    var style: ParagraphStyle?
  }

  /// The lines, from top to bottom, none in its place yet, up to one that reaches below the height,
  /// or until the time limit is exceeded; nil for a text without any font.
  func lines() -> [TextLayout.Line]? {
    var lines: [TextLayout.Line] = []
    var piece = Piece()
    var bottom: CGFloat = 0
    repeat {
      if hasStyles, piece.isRightToLeft == nil { piece.style = text.run(at: piece.start)?.paragraph }
      let shaping = shaping(of: piece)
      var end = end(of: piece, isWrapped: shaping.isWrapped)
      guard var found = shaped(piece.start..<end, shaping, piece.style) else { return nil }
      var next = Piece()
      if end < units.count, isParagraphEnd(end) {
        // The text after a line end belongs to the next piece.
        if found.count > 1 { found.removeLast() }
      } else if end < units.count {
        guard let last = found.last else { return nil }
        if found.count > 1 {
          found.removeLast()
          end = last.range.lowerBound
        } else if piece.length < ShapedText.longestPart {
          piece.length *= 2
          continue
        }
        (next.isRightToLeft, next.style) = (last.isRightToLeft, piece.style)
      }
      for line in found {
        bottom += line.gap(after: lines.last) + line.height
        lines.append(line)
      }
      next.start = end
      piece = next
    } while piece.start < units.count && !(bottom > (options.height ?? .infinity) + TypeSetter.heightTolerance)
      && lines.count <= options.maximumLines ?? .max && !ContentsWatch.isOutOfTime
    return lines
  }

  private func shaping(of piece: Piece) -> ShapedText.Paragraph {
    let isContinued = piece.isRightToLeft != nil
    var shaping = piece.style?.shaping(options, isContinued: isContinued) ?? options.shaping
    if isContinued { shaping.isRightToLeft = piece.isRightToLeft }
    return shaping
  }

  private func shaped(
    _ range: Range<Int>, _ paragraph: ShapedText.Paragraph, _ style: ParagraphStyle?
  ) -> [TextLayout.Line]? {
    let isAll = range.count == units.count
    guard var lines = ShapedText.lines(of: isAll ? text : text.piece(range), paragraph, fonts) else { return nil }
    for index in lines.indices where range.lowerBound > 0 {
      let own = lines[index].range
      lines[index].range = own.lowerBound + range.lowerBound..<own.upperBound + range.lowerBound
      lines[index].runs = lines[index].runs.map { $0.moved(by: range.lowerBound) }
    }
    guard hasStyles else { return lines }
    for index in lines.indices {
      let (start, end) = (lines[index].range.lowerBound, lines[index].range.upperBound)
      lines[index].setting = LineSetting(
        style: style, isFirst: start == 0 || isParagraphEnd(start), isLast: end == units.count || isParagraphEnd(end))
    }
    return lines
  }

  /// As much as can be, as far as paragraphs have the piece's style.
  private func end(of piece: Piece, isWrapped: Bool) -> Int {
    let most = longestEnd(of: piece, isWrapped: isWrapped)
    guard hasStyles, piece.isRightToLeft == nil else { return most }
    var end = paragraphEnd(after: piece.start)
    while end < most, text.run(at: end)?.paragraph == piece.style { end = paragraphEnd(after: end) }
    return min(end, most)
  }

  /// Behind the last paragraph that lies in the piece as a whole, else in the middle of a paragraph
  /// that is wrapped or behind one that is not.
  private func longestEnd(of piece: Piece, isWrapped: Bool) -> Int {
    let (limit, overflow) = piece.start.addingReportingOverflow(piece.length)
    guard !overflow, limit < units.count else {
      return piece.isRightToLeft == nil ? units.count : paragraphEnd(after: piece.start)
    }
    if piece.isRightToLeft == nil {
      for end in stride(from: limit, to: piece.start, by: -1) where isParagraphEnd(end) { return end }
    }
    let end = paragraphEnd(after: piece.start)
    guard isWrapped, end > limit else { return end }
    return UTF16.isTrailSurrogate(units[limit]) ? limit + 1 : limit
  }

  private func paragraphEnd(after start: Int) -> Int {
    for end in start + 1..<max(units.count, start + 1) where isParagraphEnd(end) { return end }
    return units.count
  }

  /// Whether a paragraph ends before a code unit: U+000A, U+000D, both together, U+2029.
  private func isParagraphEnd(_ offset: Int) -> Bool {
    switch units[offset - 1] {
    case 0x0A, 0x2029: true
    case 0x0D: offset == units.count || units[offset] != 0x0A
    default: false
    }
  }
}
