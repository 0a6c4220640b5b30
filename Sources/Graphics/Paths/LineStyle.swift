/// How an open line ends; the numbers are Apple's.
public enum CGLineCap: Int32, Sendable {
  /// At the end point.
  case butt
  /// With half a disc around the end point.
  case round
  /// With half a square around the end point.
  case square
}

/// How two lines meet; the numbers are Apple's.
public enum CGLineJoin: Int32, Sendable {
  /// With a sharp corner, cut off like a bevel where it would be longer than the miter limit allows.
  case miter
  /// With a disc around the corner.
  case round
  /// With a straight edge between the outer corners.
  case bevel
}
