/// How a path is drawn. Raw values are Apple's.
public enum CGPathDrawingMode: Int32, Sendable {
  /// Fills with the winding rule.
  case fill
  /// Fills with the even-odd rule.
  case eoFill
  /// Strokes the path.
  case stroke
  /// Fills with the winding rule, then strokes.
  case fillStroke
  /// Fills with the even-odd rule, then strokes.
  case eoFillStroke
}

/// The sampling quality of scaled images. Raw values are Apple's.
public enum CGInterpolationQuality: Int32, Sendable {
  /// The same as `medium`.
  case `default` = 0
  /// Nearest neighbour.
  case none = 1
  /// Bilinear.
  case low = 2
  /// Bilinear, with area averaging for minification.
  case medium = 4
  /// The widest filter.
  case high = 3
}

/// How glyphs are drawn. Raw values are Apple's.
///
/// The clipping modes intersect the clip with the glyphs of one call (`CTFrameDraw`, `CTLineDraw`,
/// `CTRunDraw`, `CTFontDrawGlyphs`, `showGlyphs`), until `restoreGState`. They clip to the filled
/// outlines, and to the alpha of emoji, but not to underlines and strikethrough. Text without
/// outlines, such as spaces, leaves the clip unchanged.
///
/// ```swift
/// context.setTextDrawingMode(.clip)
/// CTLineDraw(title, context)
/// context.drawLinearGradient(gradient, start: bottom, end: top, options: [])   // a title with a gradient
/// ```
public enum CGTextDrawingMode: Int32, Sendable {
  /// Fills the glyphs.
  case fill
  /// Strokes the outlines.
  case stroke
  /// Fills the glyphs, then strokes the outlines.
  case fillStroke
  /// Draws nothing.
  case invisible
  /// Fills the glyphs, then clips to them.
  case fillClip
  /// Strokes the outlines, then clips to the glyphs.
  case strokeClip
  /// Fills the glyphs, strokes the outlines, then clips to the glyphs.
  case fillStrokeClip
  /// Draws nothing, and clips to the glyphs.
  case clip

  /// Whether the mode draws anything.
  var paints: Bool { self != .invisible && self != .clip }

  /// Whether the mode clips to the glyphs.
  var clips: Bool {
    switch self {
    case .fill, .stroke, .fillStroke, .invisible: false
    case .fillClip, .strokeClip, .fillStrokeClip, .clip: true
    }
  }
}
