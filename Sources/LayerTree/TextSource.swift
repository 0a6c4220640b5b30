import Drawing
import Graphics
import RenderTree

/// What a layer's text is made of beside the values of the table of keys: its string and its font, as values.
struct TextSource: Sendable, Equatable {
  enum Content: Sendable, Equatable {
    /// In the layer's font, size and colour.
    case plain(String)
    /// Looks as its own attributes say.
    case styled(StyledText)
  }

  let content: Content
  let font: FontDescriptor
  /// Where the font is looked up.
  let fonts: FontCollection

  static func == (a: TextSource, b: TextSource) -> Bool {
    a.content == b.content && a.font == b.font && a.fonts === b.fonts
  }

  /// The text with all that its look depends on; an empty one where no letter can be drawn.
  func text(_ values: TextValues) -> LayerText {
    let alignment = TextAlignment(rawValue: values.alignmentMode.rawValue) ?? .natural
    let truncation = TextTruncation(rawValue: values.truncationMode.rawValue) ?? .none
    switch content {
    case .plain(let string):
      return LayerText(
        string, font: font, fonts: fonts, fontSize: values.fontSize, color: values.foregroundColor,
        isWrapped: values.isWrapped, alignment: alignment, truncation: truncation)
    case .styled(let text):
      return LayerText(text, isWrapped: values.isWrapped, alignment: alignment, truncation: truncation)
    }
  }
}
