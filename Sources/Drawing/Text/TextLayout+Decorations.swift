import MultiplaneGraphics

/// The background, underline and strikethrough of a run; y up from the left end of the baseline.
extension TextLayout.Run {
  /// More repeats of a dash pattern cannot be distinguished from a solid line.
  private static let mostPeriods: CGFloat = 10_000

  /// The outline of a background: from the font's ascent to its descent.
  var backgroundOutline: PathOutline {
    let metrics = font.metrics.scaled(by: attributes.font.size)
    let bottom = attributes.shift(attributes.baselineOffset) - metrics.descent
    var outline = PathOutline()
    outline.addRect(CGRect(x: x, y: bottom, width: width, height: metrics.ascent + metrics.descent))
    return outline
  }

  /// The lines under the run, of broken ones what lies within a stretch of the line.
  func underlineOutline(_ across: ClosedRange<CGFloat>) -> PathOutline {
    outline(of: attributes.underline, at: font.metrics.underlinePosition, across)
  }

  /// The lines through the run: the middle of two lies where one would.
  func strikethroughOutline(_ across: ClosedRange<CGFloat>) -> PathOutline {
    let metrics = font.metrics
    let style = attributes.strikethrough
    let below = ((style.lines.first?.below ?? 0) + (style.lines.last?.below ?? 0)) / 2
    return outline(of: style, at: metrics.strikethroughPosition + below * metrics.underlineThickness, across)
  }

  /// Lines of a style, the first of which has its middle at a height for a size of one point.
  private func outline(
    of style: CTUnderlineStyle, at height: CGFloat, _ across: ClosedRange<CGFloat>
  ) -> PathOutline {
    var outline = PathOutline()
    let size = attributes.font.size
    let unit = font.metrics.underlineThickness * size
    let pattern = style.pattern
    for line in style.lines {
      let thickness = line.thickness * unit
      let middle = height * size - line.below * unit
      let period = pattern.reduce(0, +) * thickness
      let end = min(x + width, across.upperBound)
      // Counted from the line's left end, so that runs that follow each other go on with the
      // pattern.
      var start = (max(x, across.lowerBound) / period).rounded(.down) * period
      guard period > 0, end - start < period * Self.mostPeriods else {
        outline.addRect(strip(x..<x + max(width, 0), middle, thickness))
        continue
      }
      while start < end {
        var dash = start
        for (index, length) in pattern.enumerated() {
          let seen = max(dash, x)..<max(min(dash + length * thickness, end), max(dash, x))
          if index.isMultiple(of: 2), !seen.isEmpty { outline.addRect(strip(seen, middle, thickness)) }
          dash += length * thickness
        }
        start += period
      }
    }
    return outline
  }

  private func strip(_ across: Range<CGFloat>, _ middle: CGFloat, _ thickness: CGFloat) -> CGRect {
    let y = attributes.shift(attributes.baselineOffset) + middle - thickness / 2
    return CGRect(x: across.lowerBound, y: y, width: across.upperBound - across.lowerBound, height: thickness)
  }
}
