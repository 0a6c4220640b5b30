import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
@_spi(Multiplane) import MultiplaneLayerTree
import MultiplaneRenderTree

// Text layers: strings and runs in the fonts of `Scenes/fonts`, with every property of
// `CATextLayer`.

extension RandomTree {
  /// Gives some plain layers the values of a text layer.
  ///
  /// The random numbers are separate, so that the rest of a seed's tree is the same without text.
  ///
  /// - Returns: whether the layer is a text layer now.
  func addText(to values: inout LayerValues) -> Bool {
    var maker = separate(0x5465_7874)
    guard maker.chance(0.2) else { return false }
    return maker.setText(of: &values)
  }

  /// Sets a new text in a new style.
  ///
  /// Half of the texts are the contents of a layer that drew itself, including the ink outside of
  /// its bounds. The others are drawn when the tree is evaluated, as text with animations is: they
  /// follow later changes of their style.
  ///
  /// - Returns: false without fonts.
  mutating func setText(of values: inout LayerValues) -> Bool {
    guard let fonts = Self.fonts else { return false }
    setTextStyle(of: &values)
    let layer = CATextLayer()
    layer.fonts = fonts
    layer.bounds = values.geometry.bounds
    layer.isGeometryFlipped = values.geometry.isGeometryFlipped
    layer.contentsScale = pick([0.5, 1, 1.5, 2])
    layer.font = pick(Self.families) as AnyObject
    layer.string = string().object
    layer.takeStyle(values.text)
    let isDrawnWhenEvaluated = chance(0.5)
    if isDrawnWhenEvaluated {
      let still = CABasicAnimation(keyPath: "fontSize")
      still.toValue = values.text.fontSize
      layer.add(still, forKey: nil)
    }
    let committed = layer.commit(at: 0).values
    values.text = committed.text
    values.contents = isDrawnWhenEvaluated ? nil : committed.contents
    values.contentsScale = committed.contentsScale
    return true
  }

  /// Changes one or two properties of the style, or the string, which the layer then shows instead
  /// of its own.
  mutating func changeText(of values: inout LayerValues) {
    if chance(0.3) {
      values.custom[LayerProperty.textString.key] = chance(0.1) ? nil : .text(string())
      return
    }
    var style = LayerValues()
    setTextStyle(of: &style)
    for _ in 0..<whole(1...2) {
      let row = pick(LayerProperties.text)
      _ = row.set(&values, row.get(style))
    }
  }

  /// Each property is at its default in a third of the texts or more.
  private mutating func setTextStyle(of values: inout LayerValues) {
    var text = TextValues()
    text.fontSize = number(5, 28)
    text.foregroundColor = chance(0.05) ? nil : color()
    text.isWrapped = chance(0.65)
    text.truncationMode = pick(CATextLayerTruncationMode.all)
    text.alignmentMode = pick(CATextLayerAlignmentMode.all)
    text.allowsFontSubpixelQuantization = chance(0.2)
    text.adjustsFontSizeToFitWidth = chance(0.3)
    if chance(0.5) { text.minimumScaleFactor = number(0, 1) }
    text.verticalAlignment = pick(TextVerticalAlignment.all)
    if chance(0.35) { text.letterSpacing = number(-1.5, 6) }
    if chance(0.35) { text.lineSpacing = number(-4, 8) }
    if chance(0.25) { text.lineHeight = number(3, 30) }
    if chance(0.35) { text.maximumLines = whole(1...4) }
    // Without its dictionary, text is the same as without hyphenation.
    if chance(0.3) { text.hyphenation = "en-US" }
    values.text = text
  }

  /// A plain string, runs as scene files have them, or an attributed string of a program.
  mutating func string() -> TextString {
    switch whole(0...9) {
    case 0...5: return TextString(pick(Self.strings))
    case 6...8: return runs { maker in maker.partialAttributes() }
    default: return runs { maker in maker.completeAttributes() }
    }
  }

  private mutating func runs(_ attributes: (inout RandomTree) -> [NSAttributedString.Key: Any]) -> TextString {
    let text = NSMutableAttributedString(string: "")
    for _ in 0..<whole(2...4) {
      text.append(NSAttributedString(string: pick(Self.strings), attributes: attributes(&self)))
    }
    return text.length == 0 ? TextString("") : TextString(text.string, attributed: AttributedText(text))
  }

  /// The attributes of a run that has the values of the layer by default.
  private mutating func partialAttributes() -> [NSAttributedString.Key: Any] {
    var style = PartialTextStyle()
    if chance(0.4) { style.font = pick(Self.families) }
    if chance(0.4) { style.fontSize = number(4, 24) }
    var attributes = decorations()
    if chance(0.5) { attributes[.foregroundColor] = color() }
    return attributes.merging(style.values) { own, _ in own }
  }

  /// The attributes of a run with a font of its own.
  private mutating func completeAttributes() -> [NSAttributedString.Key: Any] {
    var attributes = decorations()
    attributes[.font] = CTFont(
      FontDescriptor(name: pick(Self.families)), size: number(4, 24), fonts: Self.fonts ?? .system)
    attributes[.foregroundColor] = color()
    if chance(0.3) { attributes[.backgroundColor] = color() }
    if chance(0.3) { attributes[.strikethroughStyle] = CTUnderlineStyle.single.rawValue }
    if chance(0.3) { attributes[.strokeWidth] = number(-6, 6) }
    if chance(0.3) { attributes[.ligature] = whole(0...2) }
    return attributes
  }

  private mutating func decorations() -> [NSAttributedString.Key: Any] {
    var attributes: [NSAttributedString.Key: Any] = [:]
    if chance(0.3) { attributes[.kern] = number(-2, 5) }
    if chance(0.3) { attributes[.underlineStyle] = CTUnderlineStyle.single.rawValue }
    if chance(0.3) { attributes[.baselineOffset] = number(-5, 5) }
    return attributes
  }

  /// Short and long words, accents and descenders, ligatures, soft hyphens, several lines and
  /// paragraphs, spaces at ends, both directions, colour glyphs, and no text.
  private static let strings = [
    "Ada", "\u{c1}\u{c9} \u{1ec5} gjpqy", "four and twenty blackbirds baked in a pie", "office fi ffl",
    "in\u{ad}com\u{ad}pre\u{ad}hen\u{ad}si\u{ad}bil\u{ad}i\u{ad}ties", "one\ntwo\n\nthree", "  spaced   out  ",
    "\u{5e9}\u{5dc}\u{5d5}\u{5dd} world", "A \u{1f600} smile", "Wolfeschlegelsteinhausenbergerdorff",
    "hyphenation of considerable consequence", "",
  ]

  private static let families = ["Sans", "Sans", "Bold", "Latin", "Missing"]

  /// Nil without Pango.
  private static let fonts: FontCollection? = {
    let files = [
      ("Sans", "multiplane-sans.otf"), ("Bold", "multiplane-sans-bold.otf"), ("Latin", "multiplane-latin.ttf"),
      ("Missing", "multiplane-test.ttf"), ("Hebrew", "multiplane-hebrew.ttf"), ("Emoji", "multiplane-emoji.ttf"),
    ]
    return try? FontCollection(
      files.map { family, file in
        FontCollection.Entry(family: family, file: try FontFile(path: SceneLibrary.folder + "/fonts/" + file))
      })
  }()
}

extension CATextLayer {
  fileprivate func takeStyle(_ text: TextValues) {
    (fontSize, foregroundColor, isWrapped) = (text.fontSize, text.foregroundColor, text.isWrapped)
    (truncationMode, alignmentMode) = (text.truncationMode, text.alignmentMode)
    allowsFontSubpixelQuantization = text.allowsFontSubpixelQuantization
    adjustsFontSizeToFitWidth = text.adjustsFontSizeToFitWidth
    minimumScaleFactor = text.minimumScaleFactor
    verticalAlignment = text.verticalAlignment
    (letterSpacing, lineSpacing, lineHeight) = (text.letterSpacing, text.lineSpacing, text.lineHeight)
    (maximumLines, hyphenation) = (text.maximumLines, text.hyphenation)
  }
}
