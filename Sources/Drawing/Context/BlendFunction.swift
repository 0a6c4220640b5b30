/// A blend mode on premultiplied pixels. Bytes use it for the modes that Cairo lacks or does not
/// limit to the painted shape, half floats for all modes.
struct BlendFunction {
  let mode: CGBlendMode
  /// The offsets of red, green, blue and alpha in a pixel; nil for a bitmap of alpha only.
  let order: (red: Int, green: Int, blue: Int, alpha: Int)?
  /// Whether what is there has no alpha, and its fourth byte no meaning.
  let isOpaque: Bool

  typealias RGB = SIMD3<Float>

  /// A premultiplied colour.
  struct Pixel {
    var color: RGB
    var alpha: Float
  }

  /// Blends the pixel at `source` into the pixel at `backdrop`, in a bitmap of alpha only their
  /// alphas.
  ///
  /// - Parameter coverage: the weight of the result, 0…255; the backdrop has the rest.
  func blend(_ source: UnsafePointer<UInt8>, into backdrop: UnsafeMutablePointer<UInt8>, coverage: UInt8) {
    guard coverage > 0 else { return }
    let part = Float(coverage) / 255
    let s = read(source)
    var d = read(backdrop)
    if isOpaque { d.alpha = 1 }
    let result = blended(s, d)
    let color = d.color + (result.color - d.color) * part
    let alpha = d.alpha + (result.alpha - d.alpha) * part
    guard let order else {
      backdrop[0] = byte(alpha)
      return
    }
    backdrop[order.red] = byte(color.x)
    backdrop[order.green] = byte(color.y)
    backdrop[order.blue] = byte(color.z)
    backdrop[order.alpha] = byte(alpha)
  }

  private func read(_ pixel: UnsafePointer<UInt8>) -> Pixel {
    guard let order else { return Pixel(color: .zero, alpha: Float(pixel[0]) / 255) }
    return Pixel(
      color: RGB(Float(pixel[order.red]), Float(pixel[order.green]), Float(pixel[order.blue])) / 255,
      alpha: Float(pixel[order.alpha]) / 255)
  }

  private func byte(_ value: Float) -> UInt8 {
    UInt8((min(max(value, 0), 1) * 255).rounded())
  }

  /// R of `CGBlendMode`; colours beyond 0…1 stay beyond.
  func blended(_ s: Pixel, _ d: Pixel) -> Pixel {
    func sum(_ ofSource: Float, _ ofBackdrop: Float) -> Pixel {
      Pixel(color: s.color * ofSource + d.color * ofBackdrop, alpha: s.alpha * ofSource + d.alpha * ofBackdrop)
    }
    switch mode {
    case .normal: return sum(1, 1 - s.alpha)
    case .clear: return sum(0, 0)
    case .copy: return s
    case .sourceIn: return sum(d.alpha, 0)
    case .sourceOut: return sum(1 - d.alpha, 0)
    case .sourceAtop: return sum(d.alpha, 1 - s.alpha)
    case .destinationOver: return sum(1 - d.alpha, 1)
    case .destinationIn: return sum(0, s.alpha)
    case .destinationOut: return sum(0, 1 - s.alpha)
    case .destinationAtop: return sum(1 - d.alpha, s.alpha)
    case .xor: return sum(1 - d.alpha, 1 - s.alpha)
    case .plusLighter: return Pixel(color: s.color + d.color, alpha: min(s.alpha + d.alpha, 1))
    case .plusDarker:
      // The darkness of a colour is its alpha minus the component; the darknesses add up.
      let alpha = min(s.alpha + d.alpha, 1)
      let darkness = (RGB(repeating: s.alpha) - s.color) + (RGB(repeating: d.alpha) - d.color)
      return Pixel(color: RGB(repeating: alpha) - darkness, alpha: alpha)
    default:
      // ISO 32000-1, 11.3.6, multiplied by the result's alpha.
      var result = sum(1 - d.alpha, 1 - s.alpha)
      if s.alpha > 0, d.alpha > 0 {
        result.color += mixed(s.color / s.alpha, over: d.color / d.alpha) * (s.alpha * d.alpha)
        result.alpha += s.alpha * d.alpha
      }
      return result
    }
  }

  /// The blend functions of ISO 32000-1, 11.3.5, on straight colours.
  private func mixed(_ source: RGB, over backdrop: RGB) -> RGB {
    switch mode {
    case .hue:
      return withLuminosity(withSaturation(source, saturation(backdrop)), luminosity(backdrop))
    case .saturation:
      return withLuminosity(withSaturation(backdrop, saturation(source)), luminosity(backdrop))
    case .color:
      return withLuminosity(source, luminosity(backdrop))
    case .luminosity:
      return withLuminosity(backdrop, luminosity(source))
    default:
      var mixed = source
      for index in mixed.indices { mixed[index] = separable(source[index], over: backdrop[index]) }
      return mixed
    }
  }

  /// The separable blend functions of ISO 32000-1, 11.3.5.2, on one component.
  private func separable(_ s: Float, over b: Float) -> Float {
    switch mode {
    case .multiply: s * b
    case .screen: s + b - s * b
    case .overlay: hardLight(b, over: s)
    case .hardLight: hardLight(s, over: b)
    case .darken: min(s, b)
    case .lighten: max(s, b)
    case .colorDodge: b <= 0 ? 0 : s >= 1 ? 1 : min(1, b / (1 - s))
    case .colorBurn: b >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - b) / s)
    case .softLight: softLight(s, over: b)
    case .difference: abs(s - b)
    case .exclusion: s + b - 2 * s * b
    default: s
    }
  }

  private func hardLight(_ s: Float, over b: Float) -> Float {
    s <= 0.5 ? 2 * s * b : 1 - 2 * (1 - s) * (1 - b)
  }

  private func softLight(_ s: Float, over b: Float) -> Float {
    if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
    let lighter = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : max(b, 0).squareRoot()
    return b + (2 * s - 1) * (lighter - b)
  }

  private func luminosity(_ color: RGB) -> Float {
    (color * RGB(0.3, 0.59, 0.11)).sum()
  }

  private func saturation(_ color: RGB) -> Float {
    color.max() - color.min()
  }

  /// The colour moved to a luminosity, and toward grey where that leaves 0…1.
  private func withLuminosity(_ color: RGB, _ luminosity: Float) -> RGB {
    let moved = color + RGB(repeating: luminosity - self.luminosity(color))
    let gray = RGB(repeating: self.luminosity(moved))
    let (least, greatest) = (moved.min(), moved.max())
    var clipped = moved
    if least < 0 { clipped = gray + (clipped - gray) * (gray.x / (gray.x - least)) }
    if greatest > 1 { clipped = gray + (clipped - gray) * ((1 - gray.x) / (greatest - gray.x)) }
    return clipped
  }

  /// The colour stretched so that its least component is 0 and its greatest `saturation`.
  private func withSaturation(_ color: RGB, _ saturation: Float) -> RGB {
    let range = self.saturation(color)
    guard range > 0 else { return .zero }
    return (color - RGB(repeating: color.min())) * (saturation / range)
  }
}

extension BlendFunction.Pixel {
  /// Of red, green, blue and alpha.
  init(_ numbers: SIMD4<Float>) {
    self.init(color: BlendFunction.RGB(numbers.x, numbers.y, numbers.z), alpha: numbers.w)
  }

  /// Red, green, blue and alpha.
  var numbers: SIMD4<Float> { SIMD4(color, alpha) }
}
