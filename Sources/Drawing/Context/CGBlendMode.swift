import MultiplaneCCairo

/// The blend modes of drawing. Raw values are Apple's.
///
/// S, D and R are the premultiplied source, destination and result; Sa and Da are alphas. The first
/// sixteen are those of PDF (ISO 32000-1, 11.3.5), the others those of Porter and Duff (Compositing
/// digital images, 1984). For PDF's, R = S·(1 − Da) + D·(1 − Sa) + Sa·Da·B, where B is a function
/// of the unpremultiplied colours s and d.
public enum CGBlendMode: Int32, Sendable {
  /// R = S + D·(1 − Sa).
  case normal
  /// B = s·d.
  case multiply
  /// B = s + d − s·d.
  case screen
  /// Hard light with source and destination exchanged.
  case overlay
  /// B = min(s, d).
  case darken
  /// B = max(s, d).
  case lighten
  /// B = d / (1 − s), at most 1.
  case colorDodge
  /// B = 1 − (1 − d) / s, at least 0.
  case colorBurn
  /// Soft light: darkens for s below ½ and lightens above, more gently than hard light.
  case softLight
  /// Hard light: multiplies by 2·s for s up to ½, and screens with 2·s − 1 above.
  case hardLight
  /// B = |s − d|.
  case difference
  /// B = s + d − 2·s·d.
  case exclusion
  /// The hue of the source, with the saturation and luminosity of the destination.
  case hue
  /// The saturation of the source, with the hue and luminosity of the destination.
  case saturation
  /// The hue and saturation of the source, with the luminosity of the destination.
  case color
  /// The luminosity of the source, with the hue and saturation of the destination.
  case luminosity
  /// R = 0.
  case clear
  /// R = S.
  case copy
  /// R = S·Da.
  case sourceIn
  /// R = S·(1 − Da).
  case sourceOut
  /// R = S·Da + D·(1 − Sa).
  case sourceAtop
  /// R = S·(1 − Da) + D.
  case destinationOver
  /// R = D·Sa.
  case destinationIn
  /// R = D·(1 − Sa).
  case destinationOut
  /// R = S·(1 − Da) + D·Sa.
  case destinationAtop
  /// R = S·(1 − Da) + D·(1 − Sa).
  case xor
  /// R = 1 − ((1 − D) + (1 − S)) for opaque colours, at least 0: the sum of both darknesses.
  case plusDarker
  /// R = S + D, at most 1.
  case plusLighter
}

extension CGBlendMode {
  /// Cairo's operator of the same meaning; nil where there is none, and for those that it would
  ///
  /// - take red for blue in: they weigh the colours differently, and a bitmap of red-first bytes is
  ///   handed to it as a blue-first one;
  /// - not keep to the painted shape: those that change what is there even where nothing is
  ///   painted. `clear` and `copy` do so too, but these Cairo does keep to it.
  var cairoOperator: cairo_operator_t? {
    switch self {
    case .normal: CAIRO_OPERATOR_OVER
    case .multiply: CAIRO_OPERATOR_MULTIPLY
    case .screen: CAIRO_OPERATOR_SCREEN
    case .overlay: CAIRO_OPERATOR_OVERLAY
    case .darken: CAIRO_OPERATOR_DARKEN
    case .lighten: CAIRO_OPERATOR_LIGHTEN
    case .colorDodge: CAIRO_OPERATOR_COLOR_DODGE
    case .colorBurn: CAIRO_OPERATOR_COLOR_BURN
    case .softLight: CAIRO_OPERATOR_SOFT_LIGHT
    case .hardLight: CAIRO_OPERATOR_HARD_LIGHT
    case .difference: CAIRO_OPERATOR_DIFFERENCE
    case .exclusion: CAIRO_OPERATOR_EXCLUSION
    case .clear: CAIRO_OPERATOR_CLEAR
    case .copy: CAIRO_OPERATOR_SOURCE
    case .sourceAtop: CAIRO_OPERATOR_ATOP
    case .destinationOver: CAIRO_OPERATOR_DEST_OVER
    case .destinationOut: CAIRO_OPERATOR_DEST_OUT
    case .xor: CAIRO_OPERATOR_XOR
    case .plusLighter: CAIRO_OPERATOR_ADD
    case .hue, .saturation, .color, .luminosity, .sourceIn, .sourceOut, .destinationIn, .destinationAtop, .plusDarker:
      nil
    }
  }

  /// Cairo's operator on a page. Colours are in their own order there, and what PDF has no blend
  /// mode for Cairo draws as an image. `plusDarker` has no operator and counts as `normal`.
  var pageOperator: cairo_operator_t {
    switch self {
    case .hue: CAIRO_OPERATOR_HSL_HUE
    case .saturation: CAIRO_OPERATOR_HSL_SATURATION
    case .color: CAIRO_OPERATOR_HSL_COLOR
    case .luminosity: CAIRO_OPERATOR_HSL_LUMINOSITY
    case .sourceIn: CAIRO_OPERATOR_IN
    case .sourceOut: CAIRO_OPERATOR_OUT
    case .destinationIn: CAIRO_OPERATOR_DEST_IN
    case .destinationAtop: CAIRO_OPERATOR_DEST_ATOP
    default: cairoOperator ?? CAIRO_OPERATOR_OVER
    }
  }

  /// Whether a fainter source is the same as less of the change.
  var isLinearInSource: Bool { self != .copy && self != .clear }
}
