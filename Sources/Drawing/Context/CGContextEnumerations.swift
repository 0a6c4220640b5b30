/// What is drawn of a path; the numbers are Apple's.
public enum CGPathDrawingMode: Int32, Sendable {
  /// The inside, by the winding rule.
  case fill
  /// The inside, by the even-odd rule.
  case eoFill
  /// The line.
  case stroke
  /// The inside by the winding rule, then the line.
  case fillStroke
  /// The inside by the even-odd rule, then the line.
  case eoFillStroke
}

/// How images are sampled when they are drawn larger or smaller than they are; the numbers are Apple's.
public enum CGInterpolationQuality: Int32, Sendable {
  /// As `medium`.
  case `default` = 0
  /// The nearest pixel.
  case none = 1
  /// Between the nearest pixels, two along each axis.
  case low = 2
  /// As `low`, and averaged where several pixels fall on one.
  case medium = 4
  /// With the widest filter.
  case high = 3
}

/// How glyphs are painted; the numbers are Apple's.
///
/// The modes that clip let only the glyphs be drawn on afterwards, in addition to the clip there is, until `restoreGState`: all that one call
/// draws (`CTFrameDraw`, `CTLineDraw`, `CTRunDraw`, `CTFontDrawGlyphs`, `showGlyphs`) together. They clip by the outlines that a fill
/// would fill, of emoji by their alpha, and not by lines beneath or through a text. A text without outlines, such as one of spaces, leaves the
/// clip as it is.
///
/// ```swift
/// context.setTextDrawingMode(.clip)
/// CTLineDraw(title, context)
/// context.drawLinearGradient(gradient, start: bottom, end: top, options: [])   // a title with a gradient
/// ```
public enum CGTextDrawingMode: Int32, Sendable {
  /// Fills the glyphs.
  case fill
  /// Strokes the outlines of the glyphs.
  case stroke
  /// Fills the glyphs, then strokes their outlines.
  case fillStroke
  /// Paints nothing.
  case invisible
  /// Fills the glyphs, then clips to them.
  case fillClip
  /// Strokes the outlines of the glyphs, then clips to the glyphs.
  case strokeClip
  /// Fills the glyphs, then strokes their outlines, then clips to the glyphs.
  case fillStrokeClip
  /// Paints nothing, and clips to the glyphs.
  case clip

  /// Whether anything is painted.
  var paints: Bool { self != .invisible && self != .clip }

  /// Whether only the glyphs may be drawn on afterwards.
  var clips: Bool {
    switch self {
    case .fill, .stroke, .fillStroke, .invisible: false
    case .fillClip, .strokeClip, .fillStrokeClip, .clip: true
    }
  }
}
