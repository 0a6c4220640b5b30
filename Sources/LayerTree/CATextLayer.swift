import Graphics
import RenderTree

/// A layer of text.
///
/// It has its properties and asks for display when one changes; text is not drawn yet. (Source: CATextLayer.h.)
open class CATextLayer: CALayer {
  package override var kind: LayerKind { .text }

  open override class func defaultValue(forKey key: String) -> Any? {
    key == "font" ? defaultFont : typedDefault(forKey: key, of: .text)
  }

  private static let defaultFont = "Helvetica"

  /// What changes the picture of the text.
  private static let displayKeys: Set<String> = [
    "string", "font", "fontSize", "foregroundColor", "wrapped", "truncationMode", "alignmentMode",
    "allowsFontSubpixelQuantization", "style", "contentsScale",
  ]

  open override class func needsDisplay(forKey key: String) -> Bool {
    displayKeys.contains(key) || super.needsDisplay(forKey: key)
  }

  /// The text: a `String`, or an `NSAttributedString`, whose attributes then take the place of font, size and colour.
  /// Default nil.
  open var string: Any? {
    get { value(forKey: "string") }
    set { setValue(newValue, forKey: "string") }
  }

  /// The font, as its name or an object that stands for one; its size is `fontSize`. Default Helvetica.
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

  /// How lines are aligned; default `natural`. A name that is not known is kept.
  open var alignmentMode: CATextLayerAlignmentMode {
    get { values.text.alignmentMode }
    set { change(\.text.alignmentMode, to: newValue) }
  }

  /// Whether glyphs may lie between pixels; default false.
  open var allowsFontSubpixelQuantization: Bool {
    get { values.text.allowsFontSubpixelQuantization }
    set { change(\.text.allowsFontSubpixelQuantization, to: newValue) }
  }
}
