import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneRenderTree

// Text is drawn by `draw(in:)` and so becomes the contents, as of any layer that draws itself.
// While `string`, `fontSize` or `foregroundColor` is animated, evaluation asks for other pictures
// (`LayerTextPictures`): only of layers of the very class, since what `draw(in:)` of a subclass
// draws only the program knows.

extension CATextLayer {
  /// String and font; an empty string for what is no text.
  var source: TextSource {
    let content: TextSource.Content
    switch string {
    case let attributed as NSAttributedString: content = .styled(StyledText(attributed))
    case let string as String: content = .plain(string)
    default: content = .plain("")
    }
    let (font, fonts) = fontSource
    return TextSource(content: content, font: font, fonts: fonts)
  }

  /// The requested font, and the collection in which it is looked up.
  private var fontSource: (descriptor: FontDescriptor, fonts: FontCollection) {
    switch font {
    case let font as CTFont: (font.descriptor, font.fonts)
    case let font as CGFont: (font.descriptor, font.fonts)
    case let name as String: (FontDescriptor(name: name), fonts)
    default: (FontDescriptor(name: Self.defaultFont), fonts)
    }
  }

  /// Draws the text in the layer's own coordinates.
  func drawText(in context: CGContext) {
    let text = source.text(values.text)
    guard text.text.length > 0 else { return }
    guard FontCollection.isAvailable else {
      guard !isMadeByScene else { return }
      return Warnings.log(
        "layers",
        "The text of \(self) is not drawn: there is no Pango 1.50 or newer; install libpangocairo-1.0-0.")
    }
    let known = measuredText.flatMap { $0.text == text && $0.size == bounds.size ? $0.layout : nil }
    measuredText = nil
    context.draw(text, known, in: bounds, isFlipped: !liesInFlippedGeometry)
  }

  /// The bounds with the ink that reaches beyond them.
  func inkBounds() -> CGRect {
    let text = source.text(values.text)
    guard text.text.length > 0, FontCollection.isAvailable, bounds.isFinite, !bounds.isEmpty else { return bounds }
    let layout = text.layout(in: bounds.size)
    // Drawing follows, which needs it too.
    measuredText = (text, bounds.size, layout)
    return text.inkBounds(of: layout, in: bounds, isFlipped: !liesInFlippedGeometry)
  }

  /// The lines of the text in the bounds, and its ink.
  package func measuredLines() -> MeasuredText { source.text(values.text).measured(in: bounds.size) }

  /// The size of all of the text, rounded up to whole points so that the text fits; zero without
  /// text.
  var textSize: CGSize {
    var text = source.text(values.text)
    guard text.text.length > 0 else { return .zero }
    (text.truncation, text.fitting, text.verticalAlignment) = (.none, nil, .top)
    text.isWrapped = isWrapped && bounds.width > 0
    let width = text.isWrapped ? bounds.width : .infinity
    let size = text.layout(in: CGSize(width: width, height: .infinity)).size
    return CGSize(width: size.width.rounded(.up), height: size.height.rounded(.up))
  }

  // MARK: Commit

  /// The text that a commit passes to the renderer.
  func shownText(_ animations: [CommittedAnimation]) -> ShownText {
    let name = font as? String
    var text: TextString?
    if case .text(let shown)? = LayerValue(string, as: .text) { text = shown }
    return ShownText(
      text: text, fontName: name == Self.defaultFont ? nil : name, isDrawn: showsText,
      pictures: changeText(animations) ? pictures(scale: nil) : nil)
  }

  /// Draws the text for values that are handed over without a commit, displayed or not.
  func drawText(at scale: CGFloat, in values: inout LayerValues) {
    guard let pictures = pictures(scale: scale) else { return }
    values.text.shown?.pictures = pictures
    values.contentsScale = scale
  }

  /// Whether the contents are the text, here or of the layer that this one presents.
  private var showsText: Bool {
    guard let model = presentationOrigin?.model else { return showsOwnDrawing }
    return model.showsOwnDrawing && model.values.contents === values.contents
  }

  private func changeText(_ animations: [CommittedAnimation]) -> Bool {
    animations.contains { $0.properties.contains { Self.animatedKeys.contains($0.key) } }
  }

  private static let animatedKeys = [
    LayerProperty.textString.key, "fontSize", "foregroundColor", "adjustsFontSizeToFitWidth", "minimumScaleFactor",
    "letterSpacing", "lineSpacing", "lineHeight", "maximumLines",
  ]

  /// Draws the text instead of the contents; nil where a program says what is shown.
  private func pictures(scale: CGFloat?) -> LayerTextPictures? {
    guard type(of: self) == CATextLayer.self, values.contents == nil || showsText else { return nil }
    let common = LayerTextPictures.Common(
      source: source, format: contentsFormat, isFlipped: liesInFlippedGeometry, scale: scale)
    if let textPictures, textPictures.common == common { return textPictures }
    let made = LayerTextPictures(common)
    textPictures = made
    return made
  }
}
