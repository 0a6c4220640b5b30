import MultiplaneGraphics
import MultiplaneLayerTree

extension CIFilter {
  /// The filtered `inputImage`; nil without one, or for a blend mode without an
  /// `inputBackgroundImage`.
  public var outputImage: CIImage? {
    guard let input = value(forKey: kCIInputImageKey) as? CIImage, let filter = copy() as? CIFilter else { return nil }
    if let mode = Self.blendModes[name] {
      guard let background = value(forKey: kCIInputBackgroundImageKey) as? CIImage else { return nil }
      return input.blended(over: background, mode)
    }
    return input.filtered(by: filter, reach: reach)
  }

  /// How far the filter looks from a pixel: three standard deviations of its blur.
  private var reach: CGFloat {
    guard inputKeys.contains(kCIInputRadiusKey), let radius = value(forKey: kCIInputRadiusKey) as? NSNumber,
      let filterName = filterValue?.description.name, filterName.contains("Blur") || filterName == "CIBloom"
    else { return 0 }
    return (3 * CGFloat(radius.doubleValue)).rounded(.up)
  }

  /// The blend modes by the names of their filters.
  private static let blendModes: [String: CGBlendMode] = [
    "CISourceOverCompositing": .normal, "CIMultiplyBlendMode": .multiply, "CIScreenBlendMode": .screen,
    "CIOverlayBlendMode": .overlay, "CIDarkenBlendMode": .darken, "CILightenBlendMode": .lighten,
    "CIColorDodgeBlendMode": .colorDodge, "CIColorBurnBlendMode": .colorBurn, "CISoftLightBlendMode": .softLight,
    "CIHardLightBlendMode": .hardLight, "CIDifferenceBlendMode": .difference, "CIExclusionBlendMode": .exclusion,
    "CIHueBlendMode": .hue, "CISaturationBlendMode": .saturation, "CIColorBlendMode": .color,
    "CILuminosityBlendMode": .luminosity, "CISourceInCompositing": .sourceIn, "CISourceOutCompositing": .sourceOut,
    "CISourceAtopCompositing": .sourceAtop, "CIAdditionCompositing": .plusLighter,
  ]
}
