/// The mapping of colours outside a gamut. Stored with an image, without effect.
public enum CGColorRenderingIntent: Int32, Sendable {
  /// The context's default.
  case defaultIntent
  /// Keeps colours inside the gamut and the white point, and maps others to the nearest colour.
  case absoluteColorimetric
  /// As `absoluteColorimetric`, relative to the white point of the target.
  case relativeColorimetric
  /// Compresses the whole gamut, which preserves the relations between colours.
  case perceptual
  /// Preserves saturation rather than hue and lightness.
  case saturation
}
