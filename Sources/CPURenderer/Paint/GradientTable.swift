import MultiplaneCPixels
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneRenderTree

/// The gradients of a frame as the kernels want them.
final class GradientTable {
  let gradients = Storage<CPGradient>()
  private let numbers = Storage<Float>()
  private let starts = Storage<Int32>()
  private let opaque = Storage<Bool>()

  func prepare(_ list: [GradientBox]) {
    gradients.reserve(list.count)
    starts.reserve(list.count)
    opaque.reserve(list.count)
    var total = 0
    for (index, gradient) in list.enumerated() {
      starts[index] = Int32(total)
      total += gradient.stops.count * 9
      opaque[index] = gradient.stops.allSatisfy { $0.color.alpha == 1 }
    }
    numbers.reserve(total)
  }

  func isOpaque(_ index: Int) -> Bool { opaque[index] }

  /// Writes one gradient's numbers; different ones at the same time.
  func setUp(_ index: Int, _ gradient: GradientBox, on m: CPMap) {
    let stops = gradient.stops
    let locations = numbers.pointer + Int(starts[index])
    let colors = locations + stops.count
    let slopes = colors + stops.count * 4
    for (place, stop) in stops.enumerated() {
      (locations + place).initialize(to: Float(stop.location))
      let color = SIMD4(stop.color).held
      // Of places that are nearly one the later counts, so that nothing is mixed there.
      let next = place + 1 < stops.count ? stops[place + 1] : stop
      let length = next.location - stop.location
      let slope = length > 1e-9 ? (SIMD4(next.color).held - color) / length : .zero
      for component in 0..<4 {
        (colors + place * 4 + component).initialize(to: Float(color[component]))
        (slopes + place * 4 + component).initialize(to: Float(slope[component]))
      }
    }
    let (x, y) = (gradient.x, gradient.y)
    let map = CPMap(
      xx: x.x * m.xx + x.y * m.yx + x.z * m.wx, xy: x.x * m.xy + x.y * m.yy + x.z * m.wy,
      x0: x.x * m.x0 + x.y * m.y0 + x.z * m.w0, yx: y.x * m.xx + y.y * m.yx + y.z * m.wx,
      yy: y.x * m.xy + y.y * m.yy + y.z * m.wy, y0: y.x * m.x0 + y.y * m.y0 + y.z * m.w0, wx: m.wx, wy: m.wy,
      w0: m.w0)
    let type: Int32 = gradient.type == .radial ? 1 : gradient.type == .conic ? 2 : 0
    gradients[index] = CPGradient(
      type: type, stop_count: Int32(stops.count), map: map, locations: locations, colors: colors, slopes: slopes,
      is_opaque: opaque[index])
  }
}

extension SIMD4<Double> {
  /// Within what tiles hold.
  fileprivate var held: Self {
    let most = 2 - 1 / Double(CP_ONE)
    return clamped(lowerBound: Self(repeating: -most), upperBound: Self(repeating: most))
  }

  fileprivate init(_ color: StraightColor) {
    self.init(color.red, color.green, color.blue, color.alpha)
  }
}
