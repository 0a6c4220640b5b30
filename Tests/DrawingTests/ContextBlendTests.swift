import Foundation
import MultiplaneGraphics
import Testing

@testable import MultiplaneDrawing

@Suite struct ContextBlendTests {
  static let modes = (0...27).compactMap { CGBlendMode(rawValue: Int32($0)) }

  /// Straight colours with alpha.
  typealias Color = (color: [Double], alpha: Double)

  /// The pairs that every mode is tried on: source, backdrop.
  static let pairs: [(Color, Color)] = [
    (([0.8, 0.2, 0.4], 1), ([0.2, 0.6, 0.9], 1)), (([0.8, 0.2, 0.4], 0.6), ([0.2, 0.6, 0.9], 1)),
    (([0.1, 0.9, 0.6], 1), ([0.7, 0.6, 0.2], 0.4)), (([0.9, 0.9, 0.1], 0.8), ([0.2, 0.3, 0.6], 0.6)),
    (([0.4, 0.4, 0.4], 0.6), ([1, 0.2, 0], 0.8)), (([1, 0, 0.6], 1), ([0, 0, 0], 0)),
  ]

  @Test(arguments: modes, [Bitmap.rgba, Bitmap.bgra])
  func formulas(mode: CGBlendMode, info: UInt32) throws {
    for (source, backdrop) in Self.pairs {
      let bitmap = try #require(Bitmap(3, 1, info: info))
      let context = bitmap.context
      context.setBlendMode(.copy)
      context.setFillColor(Self.cgColor(backdrop))
      context.fill(CGRect(x: 0, y: 0, width: 3, height: 1))
      let before = bitmap.pixel(0, 0)
      context.setBlendMode(mode)
      context.setFillColor(Self.cgColor(source))
      context.fill(CGRect(x: 1, y: 0, width: 1, height: 1))
      let expected = Self.blend(mode, source, backdrop).map { Int(($0 * 255).rounded()) }
      #expect(isNear(bitmap.pixel(1, 0), expected, step: 3), "\(mode) of \(source) over \(backdrop)")
      #expect(bitmap.pixel(0, 0) == before && bitmap.pixel(2, 0) == before, "nothing changes beside the shape")
    }
  }

  /// Half a pixel's cover is half the change, whatever the mode. (A sum that is cut off at 1 is cut
  /// off later.)
  @Test(arguments: modes.filter { $0 != .plusLighter })
  func coverageIsAShareOfTheChange(mode: CGBlendMode) throws {
    let (source, backdrop) = Self.pairs[3]
    let bitmap = try #require(Bitmap(2, 1))
    bitmap.context.setFillColor(Self.cgColor(backdrop))
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
    bitmap.context.setBlendMode(mode)
    bitmap.context.setFillColor(Self.cgColor(source))
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 1.5, height: 1))
    let before = [0.2, 0.3, 0.6, 1].map { $0 * 0.6 }
    let after = Self.blend(mode, source, backdrop)
    let expected = zip(before, after).map { Int((($0 + $1) / 2 * 255).rounded()) }
    #expect(isNear(bitmap.pixel(1, 0), expected, step: 3), "\(mode)")
  }

  @Test func alphaBelongsToWhatIsCopied() throws {
    let bitmap = try #require(Bitmap(2, 1))
    bitmap.context.fill(CGRect(x: 0, y: 0, width: 2, height: 1))
    let image = try #require(CGImage(premultipliedRGBA8: [255, 0, 0, 255], width: 1, height: 1))
    bitmap.context.setBlendMode(.copy)
    bitmap.context.setAlpha(0.4)
    bitmap.context.draw(image, in: CGRect(x: 0, y: 0, width: 1, height: 1))
    #expect(isNear(bitmap.pixel(0, 0), [102, 0, 0, 102]) && bitmap.pixel(1, 0) == [0, 0, 0, 255])
  }

  @Test(arguments: modes)
  func alphaOnlyAndOpaqueBitmaps(mode: CGBlendMode) throws {
    let alphaOnly = try #require(Bitmap(1, 1, space: CGColorSpaceCreateDeviceGray(), info: 7))
    let opaque = try #require(Bitmap(1, 1, info: 5))
    for (bitmap, backdrop) in [(alphaOnly, 0.6), (opaque, 1.0)] {
      bitmap.context.setFillColor(CGColor(red: 0.4, green: 0.6, blue: 0.2, alpha: 0.6))
      bitmap.context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
      bitmap.context.setBlendMode(mode)
      bitmap.context.setFillColor(CGColor(red: 1, green: 0, blue: 0, alpha: 0.4))
      bitmap.context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
      let alpha = Self.blend(mode, ([1, 0, 0], 0.4), ([0.4, 0.6, 0.2], backdrop))[3]
      #expect(isNear([bitmap.alpha(0, 0)], [backdrop == 1 ? 255 : Int((alpha * 255).rounded())], step: 2), "\(mode)")
    }
  }

  static func cgColor(_ color: Color) -> CGColor {
    CGColor(red: color.color[0], green: color.color[1], blue: color.color[2], alpha: color.alpha)
  }

  /// The result, premultiplied: red, green, blue, alpha. Written from ISO 32000-1, 11.3, and from
  /// Porter and Duff's table.
  static func blend(_ mode: CGBlendMode, _ source: Color, _ backdrop: Color) -> [Double] {
    let (sa, da) = (source.alpha, backdrop.alpha)
    // Porter and Duff: how much of each goes into the result.
    let parts: (Double, Double)? =
      switch mode {
      case .clear: (0, 0)
      case .copy: (1, 0)
      case .sourceIn: (da, 0)
      case .sourceOut: (1 - da, 0)
      case .sourceAtop: (da, 1 - sa)
      case .destinationOver: (1 - da, 1)
      case .destinationIn: (0, sa)
      case .destinationOut: (0, 1 - sa)
      case .destinationAtop: (1 - da, sa)
      case .xor: (1 - da, 1 - sa)
      case .plusLighter: (1, 1)
      default: nil
      }
    let premultiplied = zip(source.color, backdrop.color).map { ($0 * sa, $1 * da) } + [(sa, da)]
    if let parts { return premultiplied.map { min($0 * parts.0 + $1 * parts.1, 1) } }
    if mode == .plusDarker {
      let alpha = min(sa + da, 1)
      return premultiplied.map { s, d in max(alpha - (sa - s) - (da - d), 0) }
    }
    let mixed = separable(mode, source.color, backdrop.color) ?? inseparable(mode, source.color, backdrop.color)
    let color = (0..<3).map { index in
      (1 - sa) * premultiplied[index].1 + (1 - da) * premultiplied[index].0 + sa * da * mixed[index]
    }
    return color + [sa + da - sa * da]
  }

  private static func separable(_ mode: CGBlendMode, _ source: [Double], _ backdrop: [Double]) -> [Double]? {
    func hardLight(_ s: Double, _ b: Double) -> Double { s <= 0.5 ? 2 * s * b : 1 - 2 * (1 - s) * (1 - b) }
    let function: ((_ s: Double, _ b: Double) -> Double)? =
      switch mode {
      case .normal: { s, _ in s }
      case .multiply: { $0 * $1 }
      case .screen: { $0 + $1 - $0 * $1 }
      case .overlay: { hardLight($1, $0) }
      case .hardLight: hardLight
      case .darken: { min($0, $1) }
      case .lighten: { max($0, $1) }
      case .colorDodge: { s, b in b == 0 ? 0 : s >= 1 ? 1 : min(1, b / (1 - s)) }
      case .colorBurn: { s, b in b >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - b) / s) }
      case .softLight:
        { s, b in
          if s <= 0.5 { return b - (1 - 2 * s) * b * (1 - b) }
          let root = b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()
          return b + (2 * s - 1) * (root - b)
        }
      case .difference: { abs($0 - $1) }
      case .exclusion: { $0 + $1 - 2 * $0 * $1 }
      default: nil
      }
    return function.map { function in zip(source, backdrop).map(function) }
  }

  private static func inseparable(_ mode: CGBlendMode, _ source: [Double], _ backdrop: [Double]) -> [Double] {
    func lum(_ c: [Double]) -> Double { 0.3 * c[0] + 0.59 * c[1] + 0.11 * c[2] }
    func sat(_ c: [Double]) -> Double { (c.max() ?? 0) - (c.min() ?? 0) }
    func setLum(_ c: [Double], _ l: Double) -> [Double] {
      let moved = c.map { $0 + l - lum(c) }
      let (n, x) = (moved.min() ?? 0, moved.max() ?? 0)
      if n < 0 { return moved.map { l + ($0 - l) * l / (l - n) } }
      if x > 1 { return moved.map { l + ($0 - l) * (1 - l) / (x - l) } }
      return moved
    }
    func setSat(_ c: [Double], _ s: Double) -> [Double] {
      let range = sat(c)
      return c.map { range == 0 ? 0 : ($0 - (c.min() ?? 0)) * s / range }
    }
    return switch mode {
    case .hue: setLum(setSat(source, sat(backdrop)), lum(backdrop))
    case .saturation: setLum(setSat(backdrop, sat(source)), lum(backdrop))
    case .color: setLum(source, lum(backdrop))
    default: setLum(backdrop, lum(source))
    }
  }
}
