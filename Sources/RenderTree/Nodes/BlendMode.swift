/// How a layer's picture meets what lies beneath it (rendering rules §20).
package enum BlendMode: String, Sendable, CaseIterable {
  case normal
  case multiply, screen, overlay, darken, lighten, colorDodge, colorBurn, softLight, hardLight, difference, exclusion
  case hue, saturation, color, luminosity
  case clear, copy, sourceIn, sourceOut, sourceAtop, destOver, destIn, destOut, destAtop, xor
  case plusL, plusD

  /// The mode of a `compositingFilter`'s name; nil for a name that is not known.
  package init?(filterName: String) {
    guard let mode = Self.byName[filterName] else { return nil }
    self = mode
  }

  /// Core Animation's name: `multiplyBlendMode` for the modes of colour, the bare name for the others.
  package var filterName: String { isOfColor ? rawValue + "BlendMode" : rawValue }

  /// Whether it mixes colours, and where one of the two is nothing shows the other.
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

  /// Whether it changes the backdrop where the layer shows nothing.
  package var reachesBeyondSource: Bool {
    switch self {
    case .clear, .copy, .sourceIn, .sourceOut, .destIn, .destAtop: true
    default: false
    }
  }

  /// Every name that `compositingFilter` takes: Core Animation's, and those of Core Image's filters.
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
