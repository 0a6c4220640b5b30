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
  case fill
  case stroke
  case fillStroke
  case invisible
  case fillClip
  case strokeClip
  case fillStrokeClip
  case clip
}
