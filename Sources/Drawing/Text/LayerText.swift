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
    TextLayout(
      fittedText(in: size),
      TextLayout.Options(
        width: size.width, height: size.height, isWrapped: isWrapped, alignment: alignment, truncation: truncation))
  }
}

extension CGContext {
  /// Draws a layer's text into its bounds, from the top, without clipping.
  ///
  /// - Parameters:
  ///   - bounds: in user space.
  ///   - isFlipped: whether y points down there, so that the top is least y.
  package func draw(_ text: LayerText, in bounds: CGRect, isFlipped: Bool) {
    guard text.text.length > 0 else { return }
    let top = isFlipped ? bounds.minY : bounds.maxY
    draw(text.layout(in: bounds.size), topLeft: CGPoint(x: bounds.minX, y: top), isFlipped: isFlipped)
  }
}
