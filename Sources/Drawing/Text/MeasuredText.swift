import MultiplaneGraphics

/// The lines of a layer's text and its ink, in points from the top left corner of the layer, y
/// down.
package struct MeasuredText: Sendable, Equatable {
  package struct Line: Sendable, Equatable {
    /// The part of the text, without the line end.
    package let text: String
    /// The left end of the line.
    package let x: CGFloat
    package let baseline: CGFloat
    /// The width, without spaces that hang at the end of a wrapped line.
    package let width: CGFloat
    package let ascent: CGFloat
    package let descent: CGFloat
    /// Whether dots stand for a part of the text.
    package let isTruncated: Bool
  }

  package let lines: [Line]
  /// The box of the letters' outlines; nil without any. It may reach beyond the layer.
  package let ink: CGRect?
  /// The font size after fitting, of attributed text the largest; 0 without text.
  package let fontSize: CGFloat
  /// Whether ink is cut at the bounds.
  package let isCut: Bool
}

extension LayerText {
  /// Measures the text in a layer of a size in points.
  package func measured(in size: CGSize) -> MeasuredText {
    guard text.length > 0 else { return MeasuredText(lines: [], ink: nil, fontSize: 0, isCut: false) }
    let layout = layout(in: size)
    let down = top(of: layout, in: size.height)
    var ink = CGRect.null
    let units = Array(text.string.utf16)
    let lines = layout.lines.map { line in
      if let box = line.inkBox {
        ink = ink.union(
          CGRect(
            x: line.origin.x + box.minX, y: line.origin.y + down - box.maxY, width: box.width, height: box.height))
      }
      var range = line.range.clamped(to: 0..<units.count)
      while let last = range.last, StyledText.lineEnds.contains(units[last]) { range = range.lowerBound..<last }
      return MeasuredText.Line(
        text: String(decoding: units[range], as: UTF16.self), x: line.origin.x, baseline: line.origin.y + down,
        width: line.width - line.hangingWidth, ascent: line.ascent, descent: line.descent, isTruncated: line.isTruncated
      )
    }
    return MeasuredText(
      lines: lines, ink: ink.isNull ? nil : ink, fontSize: fittedText(in: size).largestFontSize ?? 0,
      isCut: overflow(in: size) != nil)
  }
}
