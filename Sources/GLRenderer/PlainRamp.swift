import Graphics
import RenderTree

/// An axial gradient along one of the device's axes, in stretches of whole pixels over each of which it is linear: plain
/// quads show it as the colours of their corners.
struct PlainRamp {
  /// Whether it changes downwards rather than across.
  private let isDown: Bool
  var isAcross: Bool { !isDown }
  private var stretches: [Stretch] = []

  fileprivate struct Stretch {
    /// Whole pixels along the axis.
    var start: Double
    var end: Double
    /// The value at a position along the axis is `value` + (position − `origin`) · `slope`.
    var value: SIMD4<Float>
    var origin: Double
    var slope: SIMD4<Float>
  }

  /// What is made linear of a gradient's colours.
  enum Values {
    /// Premultiplied colours, which are linear only where either the colour or the alpha stays.
    case colors
    /// Alpha, in all four components.
    case alpha
  }

  /// Gradients of more colours are left to a program that looks them up.
  private static let mostStops = 16
  /// Pixels from the device's origin to a stop at most: beyond, single precision does not tell pixels apart.
  private static let farthest = 1e6

  /// Nil for a gradient that is not axial, runs along none of the device's axes or is not linear between its stops.
  ///
  /// - Parameters:
  ///   - bounds: of its layer.
  ///   - plane: of its layer; along the device's axes.
  init?(_ gradient: Gradient, of values: Values, bounds: CGRect, on plane: Plane) {
    guard gradient.type == .axial, gradient.stops.count <= Self.mostStops, plane.isAxisParallel else { return nil }
    let space = GradientSpace(gradient, bounds: bounds)
    let g = plane.fromDevice
    let perPixel = Vector2(space.x.x * g.xx + space.x.y * g.yx, space.x.x * g.xy + space.x.y * g.yy)
    guard perPixel.x == 0 || perPixel.y == 0 else { return nil }
    isDown = perPixel.x == 0
    let rate = perPixel.x + perPixel.y
    let start = space.x.x * g.x0 + space.x.y * g.y0 + space.offset.x
    let stops = gradient.stops
    if values == .colors {
      let isLinear = zip(stops, stops.dropFirst()).allSatisfy { a, b in
        a.color.alpha == b.color.alpha
          || (a.color.red, a.color.green, a.color.blue) == (b.color.red, b.color.green, b.color.blue)
      }
      guard isLinear else { return nil }
    }
    let colors = stops.map { stop in
      values == .alpha ? SIMD4(repeating: Float(stop.color.alpha)) : stop.color.premultiplied.vector
    }
    guard rate != 0 else {
      // All of it lies at one place, where of equal locations the latest counts.
      let place = stops.lastIndex { $0.location <= start } ?? 0
      let next = min(place + 1, stops.count - 1)
      let length = stops[next].location - stops[place].location
      let share = length > 0 ? Float(min(max((start - stops[place].location) / length, 0), 1)) : 0
      add(-.infinity, .infinity, colors[place] + (colors[next] - colors[place]) * share)
      return
    }
    // Where the stops lie along the axis, and the first pixel whose centre lies beyond each.
    var places = stops.map { ($0.location - start) / rate }
    var ends = colors
    if rate < 0 {
      places.reverse()
      ends.reverse()
    }
    guard places.allSatisfy({ abs($0) < Self.farthest }) else { return nil }
    // What is nearer to a stop is there (docs/rendering.md, section 14).
    let tie = 1 / (65_536 * abs(rate))
    let pixels = places.map { rate > 0 ? ($0 - tie - 0.5).rounded(.up) : ($0 + tie - 0.5).rounded(.down) + 1 }
    add(-.infinity, pixels[0], ends[0])
    for index in 1..<places.count {
      add(
        pixels[index - 1], pixels[index], from: ends[index - 1], at: places[index - 1], to: ends[index],
        at: places[index])
    }
    add(pixels[places.count - 1], .infinity, ends[places.count - 1])
  }

  private mutating func add(_ start: Double, _ end: Double, _ value: SIMD4<Float>) {
    guard start < end else { return }
    stretches.append(Stretch(start: start, end: end, value: value, origin: 0, slope: .zero))
  }

  private mutating func add(
    _ start: Double, _ end: Double, from first: SIMD4<Float>, at low: Double, to last: SIMD4<Float>, at high: Double
  ) {
    guard start < end else { return }
    let slope = (last - first) / Float(high - low)
    guard end - start > 1 else {
      // One pixel has the value at its centre: its edges may lie far beyond the stops.
      add(start, end, first + slope * Float(start + 0.5 - low))
      return
    }
    stretches.append(Stretch(start: start, end: end, value: first, origin: low, slope: slope))
  }

  /// A part of a box, and its values along the axis.
  struct Part {
    var box: DeviceBox
    fileprivate var isDown: Bool
    var isAcross: Bool { !isDown }
    fileprivate var stretch: Stretch

    /// The value at a position on the device.
    func value(at place: Vector2) -> SIMD4<Float> {
      stretch.slope == .zero
        ? stretch.value : stretch.value + stretch.slope * Float((isDown ? place.y : place.x) - stretch.origin)
    }
  }

  /// A box of whole pixels in parts, over each of which the gradient is linear.
  func parts(of box: DeviceBox) -> [Part] {
    stretches.compactMap { stretch in
      var part = box
      if isDown {
        (part.minY, part.maxY) = (max(box.minY, stretch.start), min(box.maxY, stretch.end))
      } else {
        (part.minX, part.maxX) = (max(box.minX, stretch.start), min(box.maxX, stretch.end))
      }
      return part.isEmpty ? nil : Part(box: part, isDown: isDown, stretch: stretch)
    }
  }
}
