import Foundation
import MultiplaneGraphics

/// The text of a layer, with its layout in the layer's bounds.
package struct LayerText: Sendable, Hashable {
  package var text: StyledText
  package var isWrapped: Bool
  package var alignment: TextAlignment
  package var truncation: TextTruncation
  /// The scaling of text that does not fit; nil for none.
  package var fitting: TextFitting?
  package var verticalAlignment = TextVerticalAlignment.top
  /// The number of lines; nil for any.
  package var maximumLines: Int?
  /// The breaks within words of wrapped lines; nil for none.
  package var hyphenator: Hyphenator?

  package init(
    _ text: StyledText, isWrapped: Bool = false, alignment: TextAlignment = .natural,
    truncation: TextTruncation = .none, fitting: TextFitting? = nil
  ) {
    (self.text, self.isWrapped) = (text, isWrapped)
    (self.alignment, self.truncation, self.fitting) = (alignment, truncation, fitting)
  }

  /// Creates a text in one font and colour; empty for an invalid font size.
  package init(
    _ string: String, font: FontDescriptor, fonts: FontCollection = .system, fontSize: CGFloat, color: CGColor?,
    isWrapped: Bool = false, alignment: TextAlignment = .natural, truncation: TextTruncation = .none,
    fitting: TextFitting? = nil
  ) {
    let isVisible = fontSize.isFinite && fontSize > 0
    let attributes = TextAttributes(
      font: CTFont(font, size: fontSize, fonts: fonts), color: color ?? .clear)
    self.init(
      StyledText(isVisible ? string : "", attributes), isWrapped: isWrapped, alignment: alignment,
      truncation: truncation, fitting: fitting)
  }

  /// The layout in a layer of a size in points.
  package func layout(in size: CGSize) -> TextLayout {
    var options = TextLayout.Options(
      width: size.width, height: size.height, isWrapped: isWrapped, alignment: alignment, truncation: truncation)
    (options.maximumLines, options.hyphenator) = (maximumLines, hyphenator)
    // All lines count for what is not at the top.
    if verticalAlignment != .top, truncation == .none { options.height = nil }
    return TextLayout(fittedText(in: size), options)
  }

  /// The distance of the layout's top from the top of a layer of a height, in points.
  func top(of layout: TextLayout, in height: CGFloat) -> CGFloat {
    guard let last = layout.lines.last else { return 0 }
    let top: CGFloat =
      switch verticalAlignment {
      case .middle: (height - layout.size.height) / 2
      case .bottom: height - layout.size.height
      case .baseline: height - last.origin.y
      default: 0
      }
    return top.isFinite ? top : 0
  }

  /// Gives the text what the layer says of it, where it has nothing of its own.
  ///
  /// - Parameters:
  ///   - letterSpacing: in points.
  ///   - lineSpacing: in points, in addition to the font's.
  ///   - lineHeight: the distance between baselines in points; 0 for the font's.
  package mutating func space(letterSpacing: CGFloat, lineSpacing: CGFloat, lineHeight: CGFloat) {
    let letters = letterSpacing.isFinite && letterSpacing != 0 ? letterSpacing : nil
    let lines = ParagraphStyle.spacing(lineSpacing: lineSpacing, lineHeight: lineHeight)
    guard letters != nil || lines != nil else { return }
    text = StyledText(
      text.string,
      runs: text.runs.map { run in
        var run = run
        if run.attributes.kern == nil, run.attributes.tracking == nil { run.attributes.tracking = letters }
        run.paragraph = run.paragraph ?? lines
        return run
      })
  }
}

extension CGContext {
  /// Draws a layer's text into its bounds, without clipping.
  ///
  /// - Parameters:
  ///   - layout: the text's in the bounds, where it is known already.
  ///   - bounds: in user space.
  ///   - isFlipped: whether y points down there, so that the top is least y.
  package func draw(_ text: LayerText, _ layout: TextLayout? = nil, in bounds: CGRect, isFlipped: Bool) {
    guard text.text.length > 0 else { return }
    let layout = layout ?? text.layout(in: bounds.size)
    let down = text.top(of: layout, in: bounds.height)
    let top = isFlipped ? bounds.minY + down : bounds.maxY - down
    draw(layout, topLeft: CGPoint(x: bounds.minX, y: top), isFlipped: isFlipped)
  }
}
