import Foundation
import Graphics

/// Breaks a text into lines piece by piece, until no more can be seen.
///
/// Pango's time grows with the square of a paragraph's length, and of the number of paragraphs. So it gets some paragraphs
/// at a time, and of a long one that is wrapped a part, whose last line begins the next part.
struct TextPieces {
  /// In UTF-16 code units: some lines of a book.
  private static let pieceLength = 512

  private let text: StyledText
  private let options: TextLayout.Options
  private let fonts: FontMap
  private let units: [UInt16]

  init(_ text: StyledText, _ options: TextLayout.Options, _ fonts: FontMap) {
    (self.text, self.options, self.fonts) = (text, options, fonts)
    units = Array(text.string.utf16)
  }

  /// A part of the text, and the direction of the paragraph that it goes on with; nil where it begins one.
  private struct Piece {
    var start = 0
    var length = TextPieces.pieceLength
    var isRightToLeft: Bool?
  }

  /// The lines, from top to bottom, none in its place yet, up to one that reaches below the height; nil for a text without
  /// any font.
  func lines() -> [TextLayout.Line]? {
    var lines: [TextLayout.Line] = []
    var piece = Piece()
    var bottom: CGFloat = 0
    repeat {
      var end = end(of: piece)
      guard var found = shaped(piece.start..<end, piece.isRightToLeft) else { return nil }
      var next = Piece()
      if end < units.count, isParagraphEnd(end) {
        // What follows a line end is the next piece's.
        if found.count > 1 { found.removeLast() }
      } else if end < units.count {
        guard found.count > 1, let last = found.popLast() else {
          piece.length *= 2
          continue
        }
        end = last.range.lowerBound
        next.isRightToLeft = last.isRightToLeft
      }
      for line in found {
        bottom += (lines.last?.leading ?? 0) + line.ascent + line.descent
        lines.append(line)
      }
      next.start = end
      piece = next
    } while piece.start < units.count && !(bottom > (options.height ?? .infinity) + 0.5)
    return lines
  }

  private func shaped(_ range: Range<Int>, _ isRightToLeft: Bool?) -> [TextLayout.Line]? {
    let paragraph = ShapedText.Paragraph(
      width: options.width, isWrapped: options.isWrapped, isJustified: options.alignment == .justified,
      truncation: options.isWrapped ? .none : options.truncation, isRightToLeft: isRightToLeft)
    let isAll = range.count == units.count
    guard var lines = ShapedText(isAll ? text : text.piece(range), paragraph, fonts)?.lines() else { return nil }
    guard range.lowerBound > 0 else { return lines }
    for index in lines.indices {
      let own = lines[index].range
      lines[index].range = own.lowerBound + range.lowerBound..<own.upperBound + range.lowerBound
      lines[index].runs = lines[index].runs.map { $0.moved(by: range.lowerBound) }
    }
    return lines
  }

  /// Behind the last paragraph that lies in the piece as a whole, else in the middle of a paragraph that is wrapped or
  /// behind one that is not.
  private func end(of piece: Piece) -> Int {
    let (limit, overflow) = piece.start.addingReportingOverflow(piece.length)
    guard !overflow, limit < units.count else {
      return piece.isRightToLeft == nil ? units.count : paragraphEnd(after: piece.start)
    }
    if piece.isRightToLeft == nil {
      for end in stride(from: limit, to: piece.start, by: -1) where isParagraphEnd(end) { return end }
    }
    let end = paragraphEnd(after: piece.start)
    guard options.isWrapped, end > limit else { return end }
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
