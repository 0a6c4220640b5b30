// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import MultiplaneGraphics

/// What the bounds of a line are those of; the numbers are Apple's.
public struct CTLineBoundsOptions: OptionSet, Sendable {
  /// One bit a wish.
  public let rawValue: UInt
  /// Takes any bits; those that are not below change nothing.
  public init(rawValue: UInt) { self.rawValue = rawValue }

  /// Without the leading.
  public static let excludeTypographicLeading = CTLineBoundsOptions(rawValue: 1 << 0)
  /// Without shifts between letters; changes nothing.
  public static let excludeTypographicShifts = CTLineBoundsOptions(rawValue: 1 << 1)
  /// With hanging punctuation; changes nothing.
  public static let useHangingPunctuation = CTLineBoundsOptions(rawValue: 1 << 2)
  /// The box of the glyphs' outlines.
  public static let useGlyphPathBounds = CTLineBoundsOptions(rawValue: 1 << 3)
  /// The box of the glyphs' lines; the same as without it.
  public static let useOpticalBounds = CTLineBoundsOptions(rawValue: 1 << 4)
}

/// The line's box, in points from the left end of its baseline, y up.
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

/// The box of what the line paints, in points from the left end of its baseline, moved by the text position of a context,
/// if there is one; null for a line that paints nothing.
public func CTLineGetImageBounds(_ line: CTLine, _ context: CGContext?) -> CGRect {
  let outline = line.line.outline
  guard !outline.isEmpty else { return .null }
  let move = context?.textPosition ?? .zero
  return outline.boundingBoxOfPath.offsetBy(dx: move.x, dy: move.y)
}

/// The width of the spaces at the line's end, in points.
public func CTLineGetTrailingWhitespaceWidth(_ line: CTLine) -> Double {
  let units = Array(line.text.string.utf16)
  let last = units.lastIndex { $0 != 0x20 && $0 != 0x09 } ?? -1
  let glyphs = line.line.runs.flatMap(\.glyphs)
  return glyphs.reduce(0) { $0 + ($1.textOffset - line.line.range.lowerBound > last ? Double($1.width) : 0) }
}

/// How far a line must be moved to the right within `flushWidth`, in points: not at all for a `flushFactor` of 0, to the
/// middle for a half, to the right end for 1.
public func CTLineGetPenOffsetForFlush(_ line: CTLine, _ flushFactor: CGFloat, _ flushWidth: Double) -> Double {
  max(0, (flushWidth - Double(line.line.width)) * Double(min(max(flushFactor, 0), 1)))
}

/// Where the pen stands before a letter, in points from the left end; the line's end for a place behind its text.
public func CTLineGetOffsetForStringIndex(
  _ line: CTLine, _ charIndex: CFIndex, _ secondaryOffset: UnsafeMutablePointer<CGFloat>?
) -> CGFloat {
  let place = charIndex - line.start + line.line.range.lowerBound
  let glyphs = line.line.runs.flatMap(\.glyphs)
  // The letter may be a part of the glyph that shows the letters before it.
  let glyph = glyphs.filter { $0.textOffset <= place }.max { $0.textOffset < $1.textOffset }
  let isBehind = place >= line.line.range.upperBound
  let offset = isBehind ? line.line.width : glyph?.position.x ?? 0
  secondaryOffset?.pointee = offset
  return offset
}

/// The letter before which the pen stands nearest to a point, by its x from the left end.
public func CTLineGetStringIndexForPosition(_ line: CTLine, _ position: CGPoint) -> CFIndex {
  let toText = line.start - line.line.range.lowerBound
  let glyphs = line.line.runs.flatMap(\.glyphs).sorted { $0.textOffset < $1.textOffset }
  let glyph = glyphs.first { position.x < $0.position.x + $0.width / 2 }
  return (glyph?.textOffset ?? line.line.range.upperBound) + toText
}
