// swift-format-ignore-file: AlwaysUseLowerCamelCase

import Foundation
import MultiplaneGraphics

/// A factory of frames: lines of text wrapped to a width, from top to bottom.
public final class CTFramesetter: Sendable {
  let text: StyledText

  init(_ text: StyledText) { self.text = text }

  /// A part of the text; all that follow for a length of 0, none for a place outside.
  func range(_ range: CFRange) -> Range<Int> {
    let start = min(max(range.location, 0), text.length)
    guard range.length > 0 else { return start..<text.length }
    let (end, overflow) = start.addingReportingOverflow(range.length)
    return start..<(overflow ? text.length : min(end, text.length))
  }

  /// The lines of a part of the text that fit into a size.
  func lines(_ range: Range<Int>, in size: CGSize) -> [TextLayout.Line] {
    let width = size.width < 1e9 ? size.width : nil
    var options = TextLayout.Options(width: width, height: size.height, isWrapped: true)
    options.followsLineBreaking = true
    let layout = TextLayout(text.piece(range), options)
    return layout.lines.filter { $0.origin.y + $0.descent <= size.height }
  }
}

/// A frame: the lines of a text that fit into a rectangle, from its top.
public final class CTFrame: Sendable {
  let lines: [CTLine]
  /// The left end of each line's baseline, from the rectangle's corner of least x and y.
  let origins: [CGPoint]
  let range: Range<Int>
  /// In user space, y up.
  let bounds: CGRect
  let path: CGPath

  init(_ framesetter: CTFramesetter, _ range: Range<Int>, _ path: CGPath) {
    self.path = path
    let bounds = path.isEmpty ? .zero : path.boundingBoxOfPath
    let found = framesetter.lines(range, in: bounds.size)
    lines = found.map { line in
      let own = (line.range.lowerBound + range.lowerBound)..<(line.range.upperBound + range.lowerBound)
      return CTLine(line, text: framesetter.text.piece(own), start: own.lowerBound)
    }
    origins = found.map { CGPoint(x: $0.origin.x, y: bounds.height - $0.origin.y) }
    self.range = range
    self.bounds = bounds
  }
}

/// Creates a framesetter for a text.
public func CTFramesetterCreateWithAttributedString(_ attrString: CFAttributedString) -> CTFramesetter {
  CTFramesetter(StyledText(attrString))
}

/// The size of a range of the text inside `constraints`, in points, and the range that fits. A
/// length of 0 means up to the end. Frame attributes are ignored.
public func CTFramesetterSuggestFrameSizeWithConstraints(
  _ framesetter: CTFramesetter, _ stringRange: CFRange, _ frameAttributes: CFDictionary?, _ constraints: CGSize,
  _ fitRange: UnsafeMutablePointer<CFRange>?
) -> CGSize {
  let range = framesetter.range(stringRange)
  let lines = framesetter.lines(range, in: constraints)
  fitRange?.pointee = CFRange(location: range.lowerBound, length: lines.last?.range.upperBound ?? 0)
  return TextLayout(lines: lines, isTruncated: false).size
}

/// Creates a frame with the lines of a range that fit into a path's bounding box; its shape is
/// ignored. A length of 0 means up to the end. Frame attributes are ignored.
public func CTFramesetterCreateFrame(
  _ framesetter: CTFramesetter, _ stringRange: CFRange, _ path: CGPath, _ frameAttributes: CFDictionary?
) -> CTFrame {
  CTFrame(framesetter, framesetter.range(stringRange), path.copy() ?? path)
}

/// The path of the frame.
public func CTFrameGetPath(_ frame: CTFrame) -> CGPath { frame.path }

/// The lines, as `CTLine`s, from top to bottom.
public func CTFrameGetLines(_ frame: CTFrame) -> CFArray { NSArray(array: frame.lines) }

/// Stores the origins of the lines' baselines, relative to the lower left corner of the path's
/// bounding box, in points. A length of 0 means up to the end; the memory must be large enough.
public func CTFrameGetLineOrigins(_ frame: CTFrame, _ range: CFRange, _ origins: UnsafeMutablePointer<CGPoint>) {
  let start = min(max(range.location, 0), frame.origins.count)
  let rest = frame.origins[start...]
  let wanted = range.length > 0 ? rest.prefix(range.length) : rest
  for (index, origin) in wanted.enumerated() { origins[index] = origin }
}

/// The range of the text that the frame was created for.
public func CTFrameGetStringRange(_ frame: CTFrame) -> CFRange {
  CFRange(location: frame.range.lowerBound, length: frame.range.count)
}

/// The range of the text that is in the frame's lines.
public func CTFrameGetVisibleStringRange(_ frame: CTFrame) -> CFRange {
  let last = frame.lines.last.map { CTLineGetStringRange($0) }
  let end = last.map { $0.location + $0.length } ?? frame.range.lowerBound
  return CFRange(location: frame.range.lowerBound, length: end - frame.range.lowerBound)
}

/// Draws the lines in user space, y up, with the context's text matrix. The text position is then
/// at the end of the last line.
public func CTFrameDraw(_ frame: CTFrame, _ context: CGContext) {
  var placed: [CGContext.PlacedLine] = []
  for (line, origin) in zip(frame.lines, frame.origins) {
    context.textPosition = CGPoint(x: frame.bounds.minX + origin.x, y: frame.bounds.minY + origin.y)
    placed.append(CGContext.PlacedLine(line: line.line, place: context.textMatrix))
  }
  context.draw(placed)
  if let last = placed.last {
    context.textPosition = CGPoint(x: last.line.width, y: 0).applying(last.place)
  }
}
