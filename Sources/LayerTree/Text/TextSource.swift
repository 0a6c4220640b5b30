import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneRenderTree

/// A string with attributes as a value, and the object that it was made of.
package struct AttributedText: @unchecked Sendable, Hashable {
  /// A copy of its own, which is not changed.
  package let object: NSAttributedString
  /// The text with its attributes.
  package let styled: StyledText

  package init(_ text: NSAttributedString) {
    object = NSAttributedString(attributedString: text)
    styled = StyledText(object)
  }

  package static func == (a: AttributedText, b: AttributedText) -> Bool { a.styled == b.styled }

  package func hash(into hasher: inout Hasher) { hasher.combine(styled) }
}

extension TextString {
  /// The text as a `CATextLayer` and an animation take it.
  package var object: Any { (attributed as? AttributedText)?.object ?? string }
}

/// The source of a layer's text beside the values of the table of keys: its string and its font, as
/// values.
struct TextSource: Sendable, Equatable {
  enum Content: Sendable, Equatable {
    /// In the layer's font, size and colour.
    case plain(String)
    /// With attributes of its own.
    case styled(StyledText)

    /// Of what an animation shows.
    init(_ value: LayerValue) {
      guard case .text(let text) = value else {
        self = .plain("")
        return
      }
      self = (text.attributed as? AttributedText).map { .styled($0.styled) } ?? .plain(text.string)
    }
  }

  let content: Content
  let font: FontDescriptor
  /// The collection in which the font is looked up.
  let fonts: FontCollection

  static func == (a: TextSource, b: TextSource) -> Bool {
    a.content == b.content && a.font == b.font && a.fonts === b.fonts
  }

  /// The text with all that its style depends on; an empty one where no letter can be drawn.
  ///
  /// - Parameter animated: the string that an animation shows instead; nil for none.
  func text(_ values: TextValues, animated: LayerValue? = nil) -> LayerText {
    let alignment = TextAlignment(rawValue: values.alignmentMode.rawValue) ?? .natural
    let truncation = TextTruncation(rawValue: values.truncationMode.rawValue) ?? .none
    let fitting = values.adjustsFontSizeToFitWidth ? TextFitting(minimumScale: values.minimumScaleFactor) : nil
    var text: LayerText
    switch animated.map(Content.init) ?? content {
    case .plain(let string):
      text = LayerText(
        string, font: font, fonts: fonts, fontSize: values.fontSize, color: values.foregroundColor,
        isWrapped: values.isWrapped, alignment: alignment, truncation: truncation, fitting: fitting)
    case .styled(let styled):
      let completed = styled.completed(
        font: font, fonts: fonts, fontSize: values.fontSize, color: values.foregroundColor)
      text = LayerText(
        completed, isWrapped: values.isWrapped, alignment: alignment, truncation: truncation, fitting: fitting)
    }
    text.verticalAlignment = values.verticalAlignment
    text.maximumLines = values.maximumLines > 0 ? values.maximumLines : nil
    if values.isWrapped, let language = values.hyphenation { text.hyphenator = try? Hyphenator.language(language) }
    text.space(letterSpacing: values.letterSpacing, lineSpacing: values.lineSpacing, lineHeight: values.lineHeight)
    return text
  }
}
