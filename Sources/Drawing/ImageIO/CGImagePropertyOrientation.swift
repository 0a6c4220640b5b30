/// The orientation of a stored image, as in Exif and `kCGImagePropertyOrientation`.
///
/// (Source: CGImageProperties.h.)
public enum CGImagePropertyOrientation: UInt32, Sendable {
  /// Row 0 is the top, column 0 the left.
  case up = 1
  /// Row 0 is the top, column 0 the right.
  case upMirrored
  /// Row 0 is the bottom, column 0 the right.
  case down
  /// Row 0 is the bottom, column 0 the left.
  case downMirrored
  /// Row 0 is the left, column 0 the top.
  case leftMirrored
  /// Row 0 is the right, column 0 the top.
  case right
  /// Row 0 is the right, column 0 the bottom.
  case rightMirrored
  /// Row 0 is the left, column 0 the bottom.
  case left
}
