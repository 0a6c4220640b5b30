import MultiplaneCPixels
import MultiplaneRenderTree

extension BlendMode {
  /// What the kernels call it; nil for normal, which covers what is there.
  var kernel: Int32? {
    switch self {
    case .normal: nil
    case .multiply: Int32(CP_MULTIPLY)
    case .screen: Int32(CP_SCREEN)
    case .overlay: Int32(CP_OVERLAY)
    case .darken: Int32(CP_DARKEN)
    case .lighten: Int32(CP_LIGHTEN)
    case .colorDodge: Int32(CP_COLOR_DODGE)
    case .colorBurn: Int32(CP_COLOR_BURN)
    case .softLight: Int32(CP_SOFT_LIGHT)
    case .hardLight: Int32(CP_HARD_LIGHT)
    case .difference: Int32(CP_DIFFERENCE)
    case .exclusion: Int32(CP_EXCLUSION)
    case .hue: Int32(CP_HUE)
    case .saturation: Int32(CP_SATURATION)
    case .color: Int32(CP_COLOR)
    case .luminosity: Int32(CP_LUMINOSITY)
    case .clear: Int32(CP_CLEAR)
    case .copy: Int32(CP_COPY)
    case .sourceIn: Int32(CP_SOURCE_IN)
    case .sourceOut: Int32(CP_SOURCE_OUT)
    case .sourceAtop: Int32(CP_SOURCE_ATOP)
    case .destOver: Int32(CP_DESTINATION_OVER)
    case .destIn: Int32(CP_DESTINATION_IN)
    case .destOut: Int32(CP_DESTINATION_OUT)
    case .destAtop: Int32(CP_DESTINATION_ATOP)
    case .xor: Int32(CP_XOR)
    case .plusL: Int32(CP_PLUS_LIGHTER)
    case .plusD: Int32(CP_PLUS_DARKER)
    }
  }
}
