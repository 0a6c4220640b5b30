/// How colours outside a gamut are brought into it; kept with an image and otherwise not used.
public enum CGColorRenderingIntent: Int32, Sendable {
  case defaultIntent
  case absoluteColorimetric
  case relativeColorimetric
  case perceptual
  case saturation
}
