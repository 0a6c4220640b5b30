/// The end of an open line. Raw values are Apple's.
public enum CGLineCap: Int32, Sendable {
  /// Ends at the end point.
  case butt
  /// Ends with a semicircle around the end point.
  case round
  /// Ends with a half square beyond the end point.
  case square
}

/// The join of two lines. Raw values are Apple's.
public enum CGLineJoin: Int32, Sendable {
  /// A sharp corner; bevelled beyond the miter limit.
  case miter
  /// A round corner.
  case round
  /// A bevelled corner.
  case bevel
}
