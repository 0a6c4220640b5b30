// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import MultiplaneGraphics

/// Options of a line's bounds. Raw values are Apple's.
public struct CTLineBoundsOptions: OptionSet, Sendable {
  /// The raw bits.
  public let rawValue: UInt
  /// Creates options from any bits; unknown ones are ignored.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Excludes the leading.
  public static let excludeTypographicLeading = CTLineBoundsOptions(rawValue: 1 << 0)
  /// Excludes tracking and kerning shifts. Ignored.
  public static let excludeTypographicShifts = CTLineBoundsOptions(rawValue: 1 << 1)
  /// Includes hanging punctuation. Ignored.
  public static let useHangingPunctuation = CTLineBoundsOptions(rawValue: 1 << 2)
  /// Uses the bounding box of the glyphs' outlines.
  public static let useGlyphPathBounds = CTLineBoundsOptions(rawValue: 1 << 3)
  /// Uses optical bounds. Ignored.
  public static let useOpticalBounds = CTLineBoundsOptions(rawValue: 1 << 4)
}

/// The bounds of a line, in points from the left end of its baseline, y up.
public func CTLineGetBoundsWithOptions(_ line: CTLine, _ options: CTLineBoundsOptions) -> CGRect {
  let line = line.line
  if options.contains(.useGlyphPathBounds) {
    let outline = line.outline
    return outline.isEmpty ? .zero : outline.boundingBoxOfPath
  }
  let leading = options.contains(.excludeTypographicLeading) ? 0 : line.leading
  return CGRect(
    x: 0, y: -line.descent - leading, width: line.width, height: line.ascent + line.descent + leading)
}

/// The bounding box of a line's drawn pixels, in points from the left end of its baseline, offset
/// by the context's text position if a context is given; null if it draws nothing.
public func CTLineGetImageBounds(_ line: CTLine, _ context: CGContext?) -> CGRect {
  let outline = line.line.outline
  var box = outline.isEmpty ? CGRect.null : outline.boundingBoxOfPath
  for run in line.line.runs where run.font.isColored {
    for glyph in run.glyphs { box = box.union(run.pictureBounds(of: glyph)) }
  }
  guard !box.isNull else { return box }
  let move = context?.textPosition ?? .zero
  return box.offsetBy(dx: move.x, dy: move.y)
}

extension TextLayout.Run {
  /// The bounds of a colour glyph on its line; null for one without a picture.
  fileprivate func pictureBounds(of glyph: TextLayout.Glyph) -> CGRect {
    let size = attributes.font.size
    guard let id = glyph.id,
      let picture = font.picture(of: id, pixelsPerEm: min(max(size.rounded(.up), 1), 512), color: .black)
    else { return .null }
    return picture.rect.applying(CGAffineTransform(scaleX: size, y: size))
      .offsetBy(dx: glyph.position.x, dy: glyph.position.y)
  }
}

/// The width of the trailing spaces, in points.
public func CTLineGetTrailingWhitespaceWidth(_ line: CTLine) -> Double {
  let units = Array(line.text.string.utf16)
  let last = units.lastIndex { $0 != 0x20 && $0 != 0x09 } ?? -1
  let glyphs = line.line.runs.flatMap(\.glyphs)
  return glyphs.reduce(0) { $0 + ($1.textOffset - line.line.range.lowerBound > last ? Double($1.width) : 0) }
}

/// The offset that aligns a line in `flushWidth`, in points: `flushFactor` 0 is left, ½ centred, 1
/// right.
public func CTLineGetPenOffsetForFlush(_ line: CTLine, _ flushFactor: CGFloat, _ flushWidth: Double) -> Double {
  max(0, (flushWidth - Double(line.line.width)) * Double(min(max(flushFactor, 0), 1)))
}

/// The caret position before a character, in points from the left end: on the right of a
/// right-to-left character. Beyond the text it is the end of the line, which is on the left in a
/// right-to-left paragraph.
public func CTLineGetOffsetForStringIndex(
  _ line: CTLine, _ charIndex: CFIndex, _ secondaryOffset: UnsafeMutablePointer<CGFloat>?
) -> CGFloat {
  let place = charIndex - line.start + line.line.range.lowerBound
  // The letter may be a part of the glyph that shows the letters before it.
  let spot = line.spots.filter { $0.text <= place }.max { $0.text < $1.text }
  let isBehind = place >= line.line.range.upperBound
  let end = line.line.isRightToLeft ? 0 : line.line.width
  let offset = isBehind ? end : spot.map { $0.isRightToLeft ? $0.right : $0.left } ?? 0
  secondaryOffset?.pointee = offset
  return offset
}

/// The index of the character whose caret position is nearest to a point, by its x from the left
/// end.
public func CTLineGetStringIndexForPosition(_ line: CTLine, _ position: CGPoint) -> CFIndex {
  let toText = line.start - line.line.range.lowerBound
  let spots = line.spots.filter { $0.right > $0.left }.sorted { $0.left < $1.left }
  guard let spot = spots.first(where: { position.x < $0.right }) ?? spots.last else {
    return line.line.range.upperBound + toText
  }
  let isLeft = position.x < (spot.left + spot.right) / 2
  if isLeft != spot.isRightToLeft { return spot.text + toText }
  return (spots.map(\.text).filter { $0 > spot.text }.min() ?? line.line.range.upperBound) + toText
}

extension CTLine {
  /// The extent of a glyph on the line, and the first code unit that it shows.
  fileprivate struct Spot {
    let text: Int
    let left, right: CGFloat
    let isRightToLeft: Bool
  }

  fileprivate var spots: [Spot] {
    let units = Array(text.string.utf16)
    return line.runs.flatMap { run in
      run.glyphs.map { glyph in
        let offset = glyph.textOffset - line.range.lowerBound
        // One glyph alone does not show the direction of its run; its letter does.
        let isRightToLeft =
          run.glyphs.count == 1 && units.indices.contains(offset)
          ? Self.isRightToLeft(units[offset]) : run.runsRightToLeft
        return Spot(
          text: glyph.textOffset, left: glyph.position.x, right: glyph.position.x + glyph.width,
          isRightToLeft: isRightToLeft)
      }
    }
  }

  /// Whether a code unit is of the blocks of letters that are written from right to left: Hebrew to
  /// Arabic Extended, and their presentation forms, and the first half of what Unicode has of them
  /// beyond 16 bits.
  private static func isRightToLeft(_ unit: UInt16) -> Bool {
    (0x590...0x8FF).contains(unit) || (0xFB1D...0xFDFF).contains(unit) || (0xFE70...0xFEFF).contains(unit)
      || (0xD802...0xD803).contains(unit) || (0xD83A...0xD83B).contains(unit)
  }
}
