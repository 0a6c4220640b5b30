/// How an image brighter than white is drawn into a standard range. Raw values are Apple's.
public enum CGToneMapping: UInt32, Sendable {
  /// The method that fits the image.
  case `default` = 0
  /// By the image's own metadata.
  case imageSpecificLumaScaling = 1
  /// Relative to the reference white.
  case referenceWhiteBased = 2
  /// As the International Telecommunication Union recommends for PQ and HLG.
  case ituRecommended = 3
  /// By a power, as for OpenEXR files.
  case exrGamma = 4
  /// None: components above 1 are cut off.
  case none = 5
}
