import Foundation
import MultiplaneGraphics

/// The text of a layer, and how it is drawn into the layer's bounds.
package struct LayerText: Sendable, Hashable {
  package var text: StyledText
  package var isWrapped: Bool
  package var alignment: TextAlignment
  package var truncation: TextTruncation
  /// How it is set smaller where it does not fit; nil for text that keeps its size.
  package var fitting: TextFitting?

  package init(
    _ text: StyledText, isWrapped: Bool = false, alignment: TextAlignment = .natural,
    truncation: TextTruncation = .none, fitting: TextFitting? = nil
  ) {
    (self.text, self.isWrapped) = (text, isWrapped)
    (self.alignment, self.truncation, self.fitting) = (alignment, truncation, fitting)
  }

  /// A text in one font and colour. A font size that is not finite or not above 0 makes an empty text.
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

  /// The lines in a layer of a size in points.
  package func layout(in size: CGSize) -> TextLayout {
    TextLayout(
      fittedText(in: size),
      TextLayout.Options(
        width: size.width, height: size.height, isWrapped: isWrapped, alignment: alignment, truncation: truncation))
  }
}

extension CGContext {
  /// Draws a layer's text into its bounds, the first line at the top. Nothing is cut off.
  ///
  /// - Parameters:
  ///   - bounds: in user space.
  ///   - isFlipped: whether y runs down there, so that the top is the least y.
  package func draw(_ text: LayerText, in bounds: CGRect, isFlipped: Bool) {
    guard text.text.length > 0 else { return }
    let top = isFlipped ? bounds.minY : bounds.maxY
    draw(text.layout(in: bounds.size), topLeft: CGPoint(x: bounds.minX, y: top), isFlipped: isFlipped)
  }
}
