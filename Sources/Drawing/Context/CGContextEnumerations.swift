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
public enum CGTextDrawingMode: Int32, Sendable {
  /// Fills the glyphs.
  case fill
  /// Strokes the outlines of the glyphs.
  case stroke
  /// Fills the glyphs, then strokes their outlines.
  case fillStroke
  /// Paints nothing.
  case invisible
  /// Fills the glyphs; the clip stays as it is.
  case fillClip
  /// Strokes the outlines of the glyphs; the clip stays as it is.
  case strokeClip
  /// Fills the glyphs, then strokes their outlines; the clip stays as it is.
  case fillStrokeClip
  /// Fills the glyphs as `fill`, where Apple's adds them to the clip.
  case clip
}
