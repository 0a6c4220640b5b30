import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree

extension Surface {
  /// Places a group's surface on this one (rendering rules §20): R = (1 − k)·D + k·B(S, D), with S
  /// the group times its opacity and k what the clips around it and its mask leave.
  func blend(_ group: GroupPicture, _ mode: BlendMode, opacity: Double, clips: ClipChain, in box: PixelBox) {
    let (picture, mask) = (group.surface, group.mask)
    guard mode != .normal else {
      paint(SurfacePrimitive(surface: picture), clips: clips, in: box, opacity: opacity)
      return
    }
    // Of nothing over nothing every mode makes nothing.
    let area = (mode.reachesBeyondSource ? painted.union(picture.painted) : picture.painted).intersection(box)
    let clips = clips.relevant(in: area.intersection(self.box))
    update(in: area, steps: 80 + 15 * clips.count) { x, y, backdrop in
      let blended = mode.blended(picture.color(x, y).times(opacity), over: backdrop)
      return backdrop.mixed(with: blended, clips.coverage(x, y) * (mask?.color(x, y).alpha ?? 1))
    }
  }
}

extension BlendMode {
  /// B(S, D), of S and D cut to 0…1.
  func blended(_ source: PremultipliedColor, over backdrop: PremultipliedColor) -> PremultipliedColor {
    let (source, backdrop) = (source.cutOff, backdrop.cutOff)
    let (s, d) = (SIMD4(source), SIMD4(backdrop))
    let (sa, da) = (source.alpha, backdrop.alpha)
    let result: SIMD4<Double> =
      switch self {
      case .clear: .zero
      case .copy: s
      case .sourceIn: s * da
      case .sourceOut: s * (1 - da)
      case .sourceAtop: s * da + d * (1 - sa)
      case .destOver: d + s * (1 - da)
      case .destIn: d * sa
      case .destOut: d * (1 - sa)
      case .destAtop: d * sa + s * (1 - da)
      case .xor: s * (1 - da) + d * (1 - sa)
      case .plusL: pointwiseMin(.one, s + d)
      case .plusD: plusDarker(s, d)
      default: mixed(source, backdrop)
      }
    return PremultipliedColor(red: result.x, green: result.y, blue: result.z, alpha: result.w)
  }

  /// plusD: max(0, S + D − Sα − Dα + Bα).
  private func plusDarker(_ s: SIMD4<Double>, _ d: SIMD4<Double>) -> SIMD4<Double> {
    let alpha = min(1, s.w + d.w)
    var sum = pointwiseMax(.zero, s + d - s.w - d.w + alpha)
    sum.w = alpha
    return sum
  }

  /// The modes of colour: (1 − Dα)·S + (1 − Sα)·D + Sα·Dα·mode(s, d).
  private func mixed(_ source: PremultipliedColor, _ backdrop: PremultipliedColor) -> SIMD4<Double> {
    let (sa, da) = (source.alpha, backdrop.alpha)
    let (straightS, straightD) = (source.straight, backdrop.straight)
    let mode = mode(
      SIMD3(straightS.red, straightS.green, straightS.blue), SIMD3(straightD.red, straightD.green, straightD.blue))
    return SIMD4(source) * (1 - da) + SIMD4(backdrop) * (1 - sa) + SIMD4(mode, 1) * (sa * da)
  }

  /// mode(s, d) of straight colours. Source: W3C, Compositing and Blending Level 1, where s is Cs
  /// and d is Cb.
  private func mode(_ s: SIMD3<Double>, _ d: SIMD3<Double>) -> SIMD3<Double> {
    switch self {
    case .hue: s.with(saturation: d.saturation).with(luminosity: d.luminosity)
    case .saturation: d.with(saturation: s.saturation).with(luminosity: d.luminosity)
    case .color: s.with(luminosity: d.luminosity)
    case .luminosity: d.with(luminosity: s.luminosity)
    default: SIMD3(component(s.x, d.x), component(s.y, d.y), component(s.z, d.z))
    }
  }

  /// The modes that take each component for itself.
  private func component(_ s: Double, _ d: Double) -> Double {
    switch self {
    case .multiply: s * d
    case .screen: s + d - s * d
    case .overlay: BlendMode.hardLight.component(d, s)
    case .darken: min(s, d)
    case .lighten: max(s, d)
    case .colorDodge: d <= 0 ? 0 : s >= 1 ? 1 : min(1, d / (1 - s))
    case .colorBurn: d >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - d) / s)
    case .hardLight: s <= 0.5 ? 2 * s * d : BlendMode.screen.component(2 * s - 1, d)
    case .softLight: s <= 0.5 ? d - (1 - 2 * s) * d * (1 - d) : d + (2 * s - 1) * (softened(d) - d)
    case .difference: abs(s - d)
    case .exclusion: s + d - 2 * s * d
    default: s
    }
  }

  /// D(x) of the soft light.
  private func softened(_ d: Double) -> Double {
    d <= 0.25 ? ((16 * d - 12) * d + 4) * d : d.squareRoot()
  }
}

extension SIMD3<Double> {
  /// Lum(C)
  fileprivate var luminosity: Double { 0.3 * x + 0.59 * y + 0.11 * z }

  /// Sat(C)
  fileprivate var saturation: Double { self.max() - self.min() }

  /// A smaller range is a grey (rendering rules §20), to which rounding can give any hue.
  private static let leastRange = 1.0 / 1024

  /// SetSat(C, s): the least component becomes 0, the greatest s, and the one between keeps its
  /// place between them.
  fileprivate func with(saturation: Double) -> SIMD3 {
    let (least, range) = (self.min(), self.saturation)
    return range >= Self.leastRange ? (self - least) * saturation / range : .zero
  }

  /// SetLum(C, l)
  fileprivate func with(luminosity: Double) -> SIMD3 {
    (self + (luminosity - self.luminosity)).clippedColor
  }

  /// ClipColor(C): moved towards its grey until it is a colour.
  private var clippedColor: SIMD3 {
    var color = self
    let grey = luminosity
    if color.min() < 0 { color = grey + (color - grey) * grey / (grey - color.min()) }
    if color.max() > 1 { color = grey + (color - grey) * (1 - grey) / (color.max() - grey) }
    return color
  }
}

extension SIMD4<Double> {
  fileprivate init(_ color: PremultipliedColor) {
    self.init(color.red, color.green, color.blue, color.alpha)
  }
}
