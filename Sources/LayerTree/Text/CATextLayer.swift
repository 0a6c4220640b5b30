import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneRenderTree

/// A layer that draws text over its background, from the top of its bounds. Lines that do not fit
/// are cut at the bounds; the ink of those that fit is not, such as accents above the first line.
///
/// The layer redisplays itself when its string or text style changes. The drawn text becomes its
/// contents, at `contentsScale` pixels per point: the default 1 is blurred on a display of a higher
/// scale. A subclass may override `draw(in:)`. See `CATextLayer+Drawing.swift`. (Source:
/// CATextLayer.h.)
///
/// ```swift
/// let title = CATextLayer()
/// title.frame = CGRect(x: 0, y: 0, width: 100, height: 20)
/// title.string = "Hello"
/// title.fontSize = 14  // points
/// title.foregroundColor = CGColor(gray: 0, alpha: 1)
/// title.alignmentMode = .center
/// title.contentsScale = 2
/// root.addSublayer(title)
/// ```
open class CATextLayer: CALayer {
  package override var kind: LayerKind { .text }

  /// Creates a layer with default values and without a superlayer.
  public override init() { super.init() }

  /// Creates a copy of another layer's values, for a presentation layer.
  public override init(layer: Any) {
    super.init(layer: layer)
    guard let other = layer as? CATextLayer else { return }
    fonts = other.fonts
    isMadeByScene = other.isMadeByScene
  }

  /// Decodes a layer.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  override func committedValues(of animations: [CommittedAnimation], at time: Double?) -> LayerValues {
    var values = super.committedValues(of: animations, at: time)
    values.text.shown = shownText(animations)
    return values
  }

  /// The collection in which named fonts are looked up.
  package var fonts = FontCollection.system { didSet { if fonts !== oldValue { setNeedsDisplay() } } }
  /// Whether the layer belongs to a scene file, whose reader reports its warnings, so that they are
  /// not logged.
  package var isMadeByScene = false
  /// The pictures of the last commit, as long as they are valid.
  var textPictures: LayerTextPictures?
  /// The layout of the text from measuring its ink until it is drawn.
  var measuredText: (text: LayerText, size: CGSize, layout: TextLayout)?

  // What a subclass draws is not known.
  override var drawnRect: CGRect { type(of: self) == CATextLayer.self ? inkBounds() : bounds }

  open override class func defaultValue(forKey key: String) -> Any? {
    key == "font" ? defaultFont : typedDefault(forKey: key, of: .text)
  }

  static let defaultFont = "Helvetica"

  private static let displayKeys: Set<String> = [
    "string", "font", "fontSize", "foregroundColor", "wrapped", "truncationMode", "alignmentMode",
    "allowsFontSubpixelQuantization", "adjustsFontSizeToFitWidth", "minimumScaleFactor", "style", "contentsScale",
    "verticalAlignment", "letterSpacing", "lineSpacing", "lineHeight", "maximumLines", "hyphenation",
  ]

  open override class func needsDisplay(forKey key: String) -> Bool {
    displayKeys.contains(key) || super.needsDisplay(forKey: key)
  }

  /// Draws the text, in the layer's coordinates. The delegate is not called.
  open override func draw(in ctx: CGContext) { drawText(in: ctx) }

  /// The preferred size of the frame, in points: the layout manager's answer, else the size of the
  /// text, rounded up. Wrapped text is measured at the width of the bounds, unless that is 0.
  open override func preferredFrameSize() -> CGSize { layoutManager?.preferredSize(of: self) ?? textSize }

  /// Sets a property by its key. Attributed strings are copied.
  open override func setValue(_ value: Any?, forKey key: String) {
    let attributed = key == "string" ? value as? NSAttributedString : nil
    super.setValue(attributed?.copy() ?? value, forKey: key)
  }

  /// The text: a `String`, or an `NSAttributedString`, whose attributes override font, size and
  /// colour. Copied when set. Default nil. Animatable, discretely.
  open var string: Any? {
    get { value(forKey: "string") }
    set { setValue(newValue, forKey: "string") }
  }

  /// The font: a name, a `CTFont` or a `CGFont`, with the size `fontSize`. Default Helvetica, also
  /// for any other object.
  open var font: CFTypeRef? {
    get { (value(forKey: "font") ?? Self.defaultFont) as AnyObject }
    set { setValue(newValue, forKey: "font") }
  }

  /// The font size, in points. Default 36. Animatable.
  open var fontSize: CGFloat {
    get { values.text.fontSize }
    set { change(\.text.fontSize, to: newValue) }
  }

  /// The colour of the text. Default opaque white. Animatable.
  open var foregroundColor: CGColor? {
    get { values.text.foregroundColor }
    set { change(\.text.foregroundColor, to: newValue) }
  }

  /// Whether lines wrap at the width of the bounds. Default false.
  open var isWrapped: Bool {
    get { values.text.isWrapped }
    set { change(\.text.isWrapped, to: newValue) }
  }

  /// The truncation of text that does not fit. Default `none`. Unknown names are stored.
  open var truncationMode: CATextLayerTruncationMode {
    get { values.text.truncationMode }
    set { change(\.text.truncationMode, to: newValue) }
  }

  /// Whether text that does not fit is set in a smaller size: a single line to fit the width,
  /// wrapped lines to fit the bounds without a break inside a word. Default false.
  ///
  /// It uses the largest size that fits, in steps of a quarter point, between `fontSize` and the
  /// limit of `minimumScaleFactor`. If the text still does not fit, `truncationMode` applies.
  /// Attributed text is scaled as a whole. Not part of Core Animation; the name is that of
  /// `UILabel`.
  ///
  /// ```swift
  /// let name = CATextLayer()
  /// name.bounds = CGRect(x: 0, y: 0, width: 300, height: 40)
  /// name.string = "Wolfeschlegelsteinhausenbergerdorff"
  /// name.adjustsFontSizeToFitWidth = true
  /// name.minimumScaleFactor = 0.5
  /// name.truncationMode = .end
  /// ```
  @_spi(Multiplane) open var adjustsFontSizeToFitWidth: Bool {
    get { values.text.adjustsFontSizeToFitWidth }
    set { change(\.text.adjustsFontSizeToFitWidth, to: newValue) }
  }

  /// The smallest size for `adjustsFontSizeToFitWidth`, as a fraction 0…1 of `fontSize`. Default 0:
  /// no limit. Animatable. Not part of Core Animation; the name is that of `UILabel`.
  @_spi(Multiplane) open var minimumScaleFactor: CGFloat {
    get { values.text.minimumScaleFactor }
    set { change(\.text.minimumScaleFactor, to: newValue) }
  }

  /// The alignment of lines. Default `natural`. Unknown names are stored.
  open var alignmentMode: CATextLayerAlignmentMode {
    get { values.text.alignmentMode }
    set { change(\.text.alignmentMode, to: newValue) }
  }

  /// The placement of the lines between the top and the bottom of the bounds. Default `top`. Not
  /// part of Core Animation, as the five properties below.
  @_spi(Multiplane) open var verticalAlignment: TextVerticalAlignment {
    get { values.text.verticalAlignment }
    set { change(\.text.verticalAlignment, to: newValue) }
  }

  /// Additional space between letters, in points, without ligatures; negative for less. Text with a
  /// kern or tracking of its own keeps that. Default 0. Animatable.
  @_spi(Multiplane) open var letterSpacing: CGFloat {
    get { values.text.letterSpacing }
    set { change(\.text.letterSpacing, to: newValue) }
  }

  /// Additional space between lines, in points; negative for less. Text with a paragraph style of
  /// its own keeps that. Default 0. Animatable.
  @_spi(Multiplane) open var lineSpacing: CGFloat {
    get { values.text.lineSpacing }
    set { change(\.text.lineSpacing, to: newValue) }
  }

  /// The distance between baselines, in points; 0 for the font's. Text with a paragraph style of
  /// its own keeps that. Default 0. Animatable.
  @_spi(Multiplane) open var lineHeight: CGFloat {
    get { values.text.lineHeight }
    set { change(\.text.lineHeight, to: newValue) }
  }

  /// The largest number of lines; 0 for any. The last one gets dots if text is left out and there
  /// is a `truncationMode`. Default 0. Animatable.
  @_spi(Multiplane) open var maximumLines: Int {
    get { values.text.maximumLines }
    set { change(\.text.maximumLines, to: newValue) }
  }

  /// The language by whose rules words at the end of wrapped lines are hyphenated, as a language
  /// tag such as `en-US`; nil for no hyphenation. Default nil. Not part of Core Animation.
  ///
  /// Words are broken as libhyphen's dictionary of the language says, with a hyphen; text with soft
  /// hyphens of its own is broken there. Without the library or a dictionary (Debian: libhyphen0,
  /// hyphen-en-us), words are not hyphenated and a warning is logged.
  @_spi(Multiplane) open var hyphenation: String? {
    get { values.text.hyphenation }
    set { change(\.text.hyphenation, to: newValue) }
  }

  /// Stored, without effect: glyphs always have subpixel positions. Default false.
  open var allowsFontSubpixelQuantization: Bool {
    get { values.text.allowsFontSubpixelQuantization }
    set { change(\.text.allowsFontSubpixelQuantization, to: newValue) }
  }
}
