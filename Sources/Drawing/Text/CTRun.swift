// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import MultiplaneGraphics

/// Consecutive glyphs of a line with the same attributes, from left to right.
public final class CTRun: Sendable {
  let run: TextLayout.Run
  /// The code units of the whole text that it shows.
  let range: Range<Int>
  let isRightToLeft: Bool

  init(_ run: TextLayout.Run, range: Range<Int>, isRightToLeft: Bool) {
    (self.run, self.range, self.isRightToLeft) = (run, range, isRightToLeft)
  }

  /// The glyphs of a range; all that follow for a length of 0.
  fileprivate func glyphs(_ range: CFRange) -> ArraySlice<TextLayout.Glyph> {
    let rest = run.glyphs[min(max(range.location, 0), run.glyphs.count)...]
    return range.length > 0 ? rest.prefix(range.length) : rest
  }
}

/// The status of a run. Raw values are Apple's.
public struct CTRunStatus: OptionSet, Sendable {
  /// The raw bits.
  public let rawValue: UInt32
  /// Creates a status from any bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Left to right, in the order of the text.
  public static let noStatus: CTRunStatus = []
  /// Right to left.
  public static let rightToLeft = CTRunStatus(rawValue: 1)
  /// Glyphs are not in the order of the text.
  public static let nonMonotonic = CTRunStatus(rawValue: 2)
  /// Glyphs have a matrix.
  public static let hasNonIdentityMatrix = CTRunStatus(rawValue: 4)
}

extension CTLine {
  /// The line's runs. A run's text begins at its first glyph's code unit and ends where another
  /// run's begins.
  var glyphRuns: [CTRun] {
    let starts = line.runs.map { run in run.glyphs.map(\.textOffset).min() ?? line.range.lowerBound }
    let order = (starts + [line.range.upperBound]).sorted()
    return zip(line.runs, starts).map { run, first in
      let end = max(order.first { $0 > first } ?? first, first)
      let offset = start - line.range.lowerBound
      return CTRun(run, range: first + offset..<end + offset, isRightToLeft: run.runsRightToLeft)
    }
  }
}

extension TextLayout.Run {
  /// Whether later letters stand further left.
  var runsRightToLeft: Bool {
    guard let first = glyphs.first, let last = glyphs.last else { return false }
    return first.textOffset > last.textOffset
  }
}

/// The `CTRun`s of a line, from left to right.
public func CTLineGetGlyphRuns(_ line: CTLine) -> CFArray { NSArray(array: line.glyphRuns) }

/// The number of glyphs.
public func CTRunGetGlyphCount(_ run: CTRun) -> CFIndex { run.run.glyphs.count }

/// The attributes of the text, and the font of the glyphs, under Core Text's keys.
public func CTRunGetAttributes(_ run: CTRun) -> CFDictionary {
  let attributes = run.run.attributes
  let values = NSMutableDictionary()
  values.setObject(CTFont(attributes.font, laidOutGlyphs: run.run.font), forKey: kCTFontAttributeName)
  if let color = attributes.color {
    values.setObject(color, forKey: kCTForegroundColorAttributeName)
  } else {
    values.setObject(NSNumber(value: true), forKey: kCTForegroundColorFromContextAttributeName)
  }
  let colors = [
    (attributes.backgroundColor, kCTBackgroundColorAttributeName),
    (attributes.strokeColor, kCTStrokeColorAttributeName),
    (attributes.underlineColor, kCTUnderlineColorAttributeName),
  ]
  for case (let color?, let key) in colors { values.setObject(color, forKey: key) }
  let numbers: [(Double, CFString)] = [
    (Double(attributes.underline.rawValue), kCTUnderlineStyleAttributeName),
    (Double(attributes.strokeWidth), kCTStrokeWidthAttributeName),
    (Double(attributes.baselineOffset), kCTBaselineOffsetAttributeName),
  ]
  for (number, key) in numbers where number != 0 { values.setObject(NSNumber(value: number), forKey: key) }
  // For these a 0 says something.
  let given: [(Double?, CFString)] = [
    (attributes.kern.map { Double($0) }, kCTKernAttributeName),
    (attributes.tracking.map { Double($0) }, kCTTrackingAttributeName),
    (attributes.ligatures.map { Double($0.rawValue) }, kCTLigatureAttributeName),
  ]
  for case (let number?, let key) in given { values.setObject(NSNumber(value: number), forKey: key) }
  return values
}

/// The status of the run, such as its direction.
public func CTRunGetStatus(_ run: CTRun) -> CTRunStatus { run.isRightToLeft ? .rightToLeft : .noStatus }

/// Stores the glyphs of a range, 0 for missing ones. A length of 0 means up to the end.
public func CTRunGetGlyphs(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGGlyph>) {
  for (index, glyph) in run.glyphs(range).enumerated() {
    buffer[index] = CGGlyph(truncatingIfNeeded: glyph.id ?? 0)
  }
}

/// Stores the positions of a range's glyphs, in points from the left end of the line's baseline, y
/// up.
public func CTRunGetPositions(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGPoint>) {
  for (index, glyph) in run.glyphs(range).enumerated() { buffer[index] = glyph.position }
}

/// Stores the advances of a range's glyphs, in points.
public func CTRunGetAdvances(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGSize>) {
  for (index, glyph) in run.glyphs(range).enumerated() { buffer[index] = CGSize(width: glyph.width, height: 0) }
}

/// Stores the index of the first UTF-16 code unit of each glyph in a range.
public func CTRunGetStringIndices(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CFIndex>) {
  let first = run.run.glyphs.map(\.textOffset).min() ?? 0
  for (index, glyph) in run.glyphs(range).enumerated() {
    buffer[index] = glyph.textOffset - first + run.range.lowerBound
  }
}

/// The range of the text in the run, in UTF-16 code units.
public func CTRunGetStringRange(_ run: CTRun) -> CFRange {
  CFRange(location: run.range.lowerBound, length: run.range.count)
}

/// Returns the width of a range's glyphs, and stores ascent, descent and leading, in points.
public func CTRunGetTypographicBounds(
  _ run: CTRun, _ range: CFRange, _ ascent: UnsafeMutablePointer<CGFloat>?, _ descent: UnsafeMutablePointer<CGFloat>?,
  _ leading: UnsafeMutablePointer<CGFloat>?
) -> Double {
  let metrics = run.run.font.metrics.scaled(by: run.run.attributes.font.size)
  ascent?.pointee = metrics.ascent
  descent?.pointee = metrics.descent
  leading?.pointee = metrics.leading
  return run.glyphs(range).reduce(0) { $0 + Double($1.width) }
}

/// Draws a range's glyphs at their positions in the line, with the context's text matrix.
public func CTRunDraw(_ run: CTRun, _ context: CGContext, _ range: CFRange) {
  var part = run.run
  part.glyphs = Array(run.glyphs(range))
  let metrics = run.run.font.metrics.scaled(by: run.run.attributes.font.size)
  let line = TextLayout.Line(
    range: run.range, width: part.width, ascent: metrics.ascent, descent: metrics.descent, leading: metrics.leading,
    isRightToLeft: run.isRightToLeft, isTruncated: false, runs: [part])
  context.draw([.init(line: line, place: context.textMatrix)])
}
