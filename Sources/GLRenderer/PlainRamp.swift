import Graphics
import RenderTree

/// An axial gradient along one of the device's axes, in stretches of whole pixels over each of which it is linear: plain
/// quads show it as the colours of their corners.
struct PlainRamp {
  private let stops: [Gradient.Stop]
  private let values: Values
  /// Whether it changes downwards rather than across.
  private let isDown: Bool
  var isAcross: Bool { !isDown }
  /// The gradient's t is `start` + position along the axis · `rate`.
  private let start: Double
  private let rate: Double

  fileprivate struct Stretch {
    /// Whole pixels along the axis.
    var start: Double
    var end: Double
    /// The value at a position along the axis is `value` + (position − `origin`) · `slope`.
    var value: SIMD4<Float>
    var origin = 0.0
    var slope = SIMD4<Float>.zero
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
    guard rate == 0 || stops.allSatisfy({ abs(($0.location - start) / rate) < Self.farthest }) else { return nil }
    (self.stops, self.values, self.start, self.rate) = (stops, values, start, rate)
  }

  private func color(_ stop: Gradient.Stop) -> SIMD4<Float> {
    values == .alpha ? SIMD4(repeating: Float(stop.color.alpha)) : stop.color.premultiplied.vector
  }

  /// The colour of a gradient all of which lies at one place, where of equal locations the latest counts.
  private var onlyColor: SIMD4<Float> {
    let place = stops.lastIndex { $0.location <= start } ?? 0
    let next = min(place + 1, stops.count - 1)
    let length = stops[next].location - stops[place].location
    let share = length > 0 ? Float(min(max((start - stops[place].location) / length, 0), 1)) : 0
    return color(stops[place]) + (color(stops[next]) - color(stops[place])) * share
  }

  /// Where a stop lies along the axis, by its number from the axis' beginning.
  private func end(_ number: Int) -> (place: Double, pixel: Double, color: SIMD4<Float>) {
    let stop = stops[rate > 0 ? number : stops.count - 1 - number]
    let place = (stop.location - start) / rate
    // The first pixel whose centre lies beyond it. What is nearer to a stop is there (docs/rendering.md, section 14).
    let tie = 1 / (65_536 * abs(rate))
    let pixel = rate > 0 ? (place - tie - 0.5).rounded(.up) : (place + tie - 0.5).rounded(.down) + 1
    return (place, pixel, color(stop))
  }

  /// Calls back with stretches that are not empty, in order.
  private func forEachStretch(_ body: (Stretch) -> Void) {
    guard rate != 0 else {
      body(Stretch(start: -.infinity, end: .infinity, value: onlyColor))
      return
    }
    var before = end(0)
    body(Stretch(start: -.infinity, end: before.pixel, value: before.color))
    for number in 1..<stops.count {
      let next = end(number)
      defer { before = next }
      guard before.pixel < next.pixel else { continue }
      let slope = (next.color - before.color) / Float(next.place - before.place)
      guard next.pixel - before.pixel > 1 else {
        // One pixel has the value at its centre: its edges may lie far beyond the stops.
        let value = before.color + slope * Float(before.pixel + 0.5 - before.place)
        body(Stretch(start: before.pixel, end: next.pixel, value: value))
        continue
      }
      body(
        Stretch(start: before.pixel, end: next.pixel, value: before.color, origin: before.place, slope: slope))
    }
    body(Stretch(start: before.pixel, end: .infinity, value: before.color))
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

  /// Calls back with parts of a box of whole pixels, over each of which the gradient is linear.
  func forEachPart(of box: DeviceBox, _ body: (Part) -> Void) {
    forEachStretch { stretch in
      var part = box
      if isDown {
        (part.minY, part.maxY) = (max(box.minY, stretch.start), min(box.maxY, stretch.end))
      } else {
        (part.minX, part.maxX) = (max(box.minX, stretch.start), min(box.maxX, stretch.end))
      }
      if !part.isEmpty { body(Part(box: part, isDown: isDown, stretch: stretch)) }
    }
  }
}
