import MultiplaneCCairo
import MultiplaneGraphics

/// The state that `saveGState` saves. Lengths are in user space unless stated otherwise; colours
/// are components of the context's space.
struct GraphicsState {
  /// A shadow under everything that is painted. `offset` and `blur` are in base space, independent
  /// of the CTM.
  struct Shadow {
    var offset: CGSize
    /// Twice the standard deviation of its Gaussian.
    var blur: CGFloat
    var color: CGColor

    /// The shadow with lengths in pixels.
    func scaled(by pixels: CGFloat) -> Shadow {
      guard pixels != 1 else { return self }
      return Shadow(
        offset: CGSize(width: offset.width * pixels, height: offset.height * pixels), blur: blur * pixels, color: color)
    }
  }

  /// From user space to base space: pixels, origin in the lower left corner.
  var ctm = CGAffineTransform.identity

  var fillColor = CGColor.black
  var strokeColor = CGColor.black
  var fillSpace = CGColorSpaceCreateDeviceGray()
  var strokeSpace = CGColorSpaceCreateDeviceGray()
  var alpha = 1.0
  var blendMode = CGBlendMode.normal
  var shadow: Shadow?
  /// The offset of patterns, in base space.
  var patternPhase = CGSize.zero
  var shouldAntialias = true
  var interpolationQuality = CGInterpolationQuality.default

  var lineWidth: CGFloat = 1
  var lineCap = CGLineCap.butt
  var lineJoin = CGLineJoin.miter
  var miterLimit: CGFloat = 10
  var dashPhase: CGFloat = 0
  var dashLengths: [CGFloat] = []

  /// A box around what the clip lets pass, in base space. The clip itself is Cairo's.
  var clipBounds: CGRect
  /// The mask of `clip(to:mask:)`; nil for none.
  var clipMask: DrawingSurface?

  var textDrawingMode = CGTextDrawingMode.fill
  var characterSpacing: CGFloat = 0
  /// The font of `showGlyphs(_:at:)`; nil paints nothing.
  var font: CGFont?
  /// In user space.
  var fontSize: CGFloat = 1
}
