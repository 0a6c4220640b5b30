import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneRenderTree

/// A layer of text: a string over the background, from the top of the bounds on and cut off at them.
///
/// The layer displays itself when something changes that the text's style depends on, and its picture becomes the
/// contents, at `contentsScale` pixels a point: 1 by default, and then blurred on a screen of a higher scale. A subclass
/// that overrides `draw(in:)` may draw more, or elsewhere. See `CATextLayer+Drawing.swift`.
/// (Source: CATextLayer.h.)
open class CATextLayer: CALayer {
  package override var kind: LayerKind { .text }

  /// A layer with default values, in no tree.
  public override init() { super.init() }

  /// A copy of a layer that stands for it, as it is shown.
  public override init(layer: Any) {
    super.init(layer: layer)
    guard let other = layer as? CATextLayer else { return }
    fonts = other.fonts
    isMadeByScene = other.isMadeByScene
  }

  /// Reads a layer out of an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }

  override func committedValues(of animations: [CommittedAnimation], at time: Double?) -> LayerValues {
    var values = super.committedValues(of: animations, at: time)
    values.text.shown = shownText(animations)
    return values
  }

  /// Where fonts that are given by name are looked up.
  package var fonts = FontCollection.system { didSet { if fonts !== oldValue { setNeedsDisplay() } } }
  /// Whether a scene file has the layer, and who reads that asks for its warnings: then they are not logged, too.
  package var isMadeByScene = false
  /// What the last commit handed over, as long as it fits.
  var textPictures: LayerTextPictures?

  open override class func defaultValue(forKey key: String) -> Any? {
    key == "font" ? defaultFont : typedDefault(forKey: key, of: .text)
  }

  static let defaultFont = "Helvetica"

  private static let displayKeys: Set<String> = [
    "string", "font", "fontSize", "foregroundColor", "wrapped", "truncationMode", "alignmentMode",
    "allowsFontSubpixelQuantization", "adjustsFontSizeToFitWidth", "minimumScaleFactor", "style", "contentsScale",
  ]

  open override class func needsDisplay(forKey key: String) -> Bool {
    displayKeys.contains(key) || super.needsDisplay(forKey: key)
  }

  /// Draws the text, in the layer's own coordinates. The delegate is not asked.
  open override func draw(in ctx: CGContext) { drawText(in: ctx) }

  /// The size that the layer would like its frame to have, in points: the layout manager's answer, or the text's size,
  /// rounded up. Wrapped text is measured in lines that are as long as the bounds are wide, unless that is nothing.
  open override func preferredFrameSize() -> CGSize { layoutManager?.preferredSize(of: self) ?? textSize }

  /// Sets a property by its key; an attributed string is copied.
  open override func setValue(_ value: Any?, forKey key: String) {
    let attributed = key == "string" ? value as? NSAttributedString : nil
    super.setValue(attributed?.copy() ?? value, forKey: key)
  }

  /// The text: a `String`, or an `NSAttributedString`, which is copied and whose attributes take the place of font, size
  /// and colour. Default nil. Animatable: strings follow one another at once.
  open var string: Any? {
    get { value(forKey: "string") }
    set { setValue(newValue, forKey: "string") }
  }

  /// The font: its name, a `CTFont` or a `CGFont`, in the size `fontSize`. Default Helvetica, which anything else stands
  /// for.
  open var font: CFTypeRef? {
    get { (value(forKey: "font") ?? Self.defaultFont) as AnyObject }
    set { setValue(newValue, forKey: "font") }
  }

  /// The size of the font in points; default 36. Animatable.
  open var fontSize: CGFloat {
    get { values.text.fontSize }
    set { change(\.text.fontSize, to: newValue) }
  }

  /// The colour of the text; default opaque white. Animatable.
  open var foregroundColor: CGColor? {
    get { values.text.foregroundColor }
    set { change(\.text.foregroundColor, to: newValue) }
  }

  /// Whether lines are broken to fit the bounds; default false.
  open var isWrapped: Bool {
    get { values.text.isWrapped }
    set { change(\.text.isWrapped, to: newValue) }
  }

  /// Where text that does not fit is cut; default `none`. A name that is not known is kept.
  open var truncationMode: CATextLayerTruncationMode {
    get { values.text.truncationMode }
    set { change(\.text.truncationMode, to: newValue) }
  }

  /// Whether text that does not fit is set smaller: a line into the width, wrapped lines into the bounds; default false.
  ///
  /// The largest size from `fontSize` down, in steps of a quarter of a point, at which it fits, and no smaller one than
  /// `minimumScaleFactor` allows; `truncationMode` cuts what then remains. Attributed text shrinks as a whole. Not Core
  /// Animation's: `UILabel` calls it so.
  ///
  /// ```swift
  /// let name = CATextLayer()
  /// name.bounds = CGRect(x: 0, y: 0, width: 300, height: 40)
  /// name.string = "Wolfeschlegelsteinhausenbergerdorff"
  /// name.adjustsFontSizeToFitWidth = true
  /// name.minimumScaleFactor = 0.5
  /// name.truncationMode = .end
  /// ```
  open var adjustsFontSizeToFitWidth: Bool {
    get { values.text.adjustsFontSizeToFitWidth }
    set { change(\.text.adjustsFontSizeToFitWidth, to: newValue) }
  }

  /// How small `adjustsFontSizeToFitWidth` makes text, as a part of `fontSize` from 0 to 1; default 0: as small as need be.
  /// Animatable. Not Core Animation's: `UILabel` calls it so.
  open var minimumScaleFactor: CGFloat {
    get { values.text.minimumScaleFactor }
    set { change(\.text.minimumScaleFactor, to: newValue) }
  }

  /// How lines are aligned; default `natural`. A name that is not known is kept.
  open var alignmentMode: CATextLayerAlignmentMode {
    get { values.text.alignmentMode }
    set { change(\.text.alignmentMode, to: newValue) }
  }

  /// Kept, and changes no picture: glyphs always lie between pixels. Default false.
  open var allowsFontSubpixelQuantization: Bool {
    get { values.text.allowsFontSubpixelQuantization }
    set { change(\.text.allowsFontSubpixelQuantization, to: newValue) }
  }
}
