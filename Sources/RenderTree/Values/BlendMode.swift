/// The blend mode of a layer with the pixels below (rendering rules §20).
package enum BlendMode: String, NumberedCases {
  case normal
  case multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference, exclusion
  case hue, saturation, color, luminosity
  case clear, copy, sourceIn, sourceOut, sourceAtop, destOver, destIn, destOut, destAtop, xor
  case plusL, plusD

  /// The mode with a `compositingFilter` name; nil for an unknown name.
  package init?(filterName: String) {
    guard let mode = Self.byName[filterName] else { return nil }
    self = mode
  }

  /// The name in Core Animation: `multiplyBlendMode` for colour modes, the bare name for the
  /// others.
  package var filterName: String { isOfColor ? rawValue + "BlendMode" : rawValue }

  /// Whether it is a colour mode: where one of source and backdrop is transparent, the other shows.
  package var isOfColor: Bool {
    switch self {
    case .normal, .multiply, .screen, .overlay, .darken, .lighten, .colorDodge, .colorBurn, .softLight, .hardLight,
      .difference, .exclusion, .hue, .saturation, .color, .luminosity:
      true
    case .clear, .copy, .sourceIn, .sourceOut, .sourceAtop, .destOver, .destIn, .destOut, .destAtop, .xor, .plusL,
      .plusD:
      false
    }
  }

  /// Whether it changes the backdrop where the layer is transparent.
  package var reachesBeyondSource: Bool {
    switch self {
    case .clear, .copy, .sourceIn, .sourceOut, .destIn, .destAtop: true
    default: false
    }
  }

  /// All names for `compositingFilter`: Core Animation's and those of Core Image filters.
  package static var filterNames: [String] { byName.keys.sorted() }

  /// (Source: the names that programs use, and the Core Image Filter Reference.)
  private static let byName: [String: BlendMode] = {
    var names: [String: BlendMode] = [:]
    for mode in allCases { names[mode.filterName] = mode }
    let ofCoreImage: [(String, BlendMode)] = [
      ("CIMultiplyBlendMode", .multiply), ("CIMultiplyCompositing", .multiply), ("CIScreenBlendMode", .screen),
      ("CIOverlayBlendMode", .overlay), ("CIDarkenBlendMode", .darken), ("CILightenBlendMode", .lighten),
      ("CIColorDodgeBlendMode", .colorDodge), ("CIColorBurnBlendMode", .colorBurn),
      ("CISoftLightBlendMode", .softLight), ("CIHardLightBlendMode", .hardLight),
      ("CIDifferenceBlendMode", .difference), ("CIExclusionBlendMode", .exclusion), ("CIHueBlendMode", .hue),
      ("CISaturationBlendMode", .saturation), ("CIColorBlendMode", .color), ("CILuminosityBlendMode", .luminosity),
      ("CISourceOverCompositing", .normal), ("sourceOver", .normal), ("CISourceInCompositing", .sourceIn),
      ("CISourceOutCompositing", .sourceOut), ("CISourceAtopCompositing", .sourceAtop),
      ("CIAdditionCompositing", .plusL),
    ]
    for (name, mode) in ofCoreImage { names[name] = mode }
    return names
  }()
}
