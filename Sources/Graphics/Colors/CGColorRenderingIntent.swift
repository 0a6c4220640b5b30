/// How colours outside a gamut are brought into it; kept with an image and otherwise not used.
public enum CGColorRenderingIntent: Int32, Sendable {
  /// The context's own choice.
  case defaultIntent
  /// Colours in the gamut unchanged, others moved to the nearest; the white point stays.
  case absoluteColorimetric
  /// As `absoluteColorimetric`, relative to the white point of the target.
  case relativeColorimetric
  /// The whole gamut compressed, so that relations between colours stay.
  case perceptual
  /// Saturation preserved, at the cost of hue and lightness.
  case saturation
}
