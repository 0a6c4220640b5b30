import MultiplaneCCairo
import MultiplaneGraphics

extension CGShading.Axis {
  /// Whether a gradient along it can be computed and shows anything.
  var isDrawable: Bool {
    switch self {
    case .linear(let start, let end): return start != end && start.isDrawable && end.isDrawable
    case .radial(let start, let startRadius, let end, let endRadius):
      return startRadius >= 0 && endRadius >= 0 && (start != end || startRadius != endRadius)
        && start.isDrawable && end.isDrawable && startRadius < CGPoint.drawableReach
        && endRadius < CGPoint.drawableReach
    }
  }

  /// Cairo's pattern of it, without colours.
  func makePattern() -> OpaquePointer? {
    switch self {
    case .linear(let start, let end): cairo_pattern_create_linear(start.x, start.y, end.x, end.y)
    case .radial(let start, let startRadius, let end, let endRadius):
      cairo_pattern_create_radial(start.x, start.y, startRadius, end.x, end.y, endRadius)
    }
  }

  /// The position of a point between start and end, clamped to 0…1; nil where nothing is painted.
  func place(of point: CGPoint, _ options: CGGradientDrawingOptions) -> Double? {
    func seen(_ place: Double) -> Double? {
      if place < 0 { return options.contains(.drawsBeforeStartLocation) ? 0 : nil }
      if place > 1 { return options.contains(.drawsAfterEndLocation) ? 1 : nil }
      return place
    }
    switch self {
    case .linear(let start, let end):
      let (dx, dy) = (end.x - start.x, end.y - start.y)
      return seen(((point.x - start.x) * dx + (point.y - start.y) * dy) / (dx * dx + dy * dy))
    case .radial(let start, let startRadius, let end, let endRadius):
      // |p − c(s)| = r(s) with c and r linear in s: a·s² − 2·b·s + c = 0; the greatest s that is painted and whose circle
      // has a radius counts. Source: ISO 32000-1, 8.7.4.5.4.
      let (cx, cy, dr) = (end.x - start.x, end.y - start.y, endRadius - startRadius)
      let (px, py) = (point.x - start.x, point.y - start.y)
      let a = cx * cx + cy * cy - dr * dr
      let b = px * cx + py * cy + startRadius * dr
      let c = px * px + py * py - startRadius * startRadius
      let solutions: [Double]
      if abs(a) < 1e-12 {
        solutions = b == 0 ? [] : [c / (2 * b)]
      } else {
        let discriminant = b * b - a * c
        guard discriminant >= 0 else { return nil }
        let root = discriminant.squareRoot()
        solutions = [(b + root) / a, (b - root) / a].sorted(by: >)
      }
      return solutions.lazy.filter { startRadius + $0 * dr >= 0 }.compactMap(seen).first
    }
  }
}

// MARK: - Pages

extension CGShading.Axis {
  /// The places of which all that is painted in a disc has one: 0…1, and beyond an end that
  /// `options` extend as far as the disc reaches.
  ///
  /// - Parameter radius: of the disc, above 0.
  func places(within radius: CGFloat, of middle: CGPoint, _ options: CGGradientDrawingOptions) -> ClosedRange<Double> {
    let start = options.contains(.drawsBeforeStartLocation) ? reach(beyondEnd: false, radius, middle) : 0
    let end = options.contains(.drawsAfterEndLocation) ? reach(beyondEnd: true, radius, middle) : 0
    return -start...1 + end
  }

  /// How far beyond the end, or before the start, the gradient continues in a disc.
  private func reach(beyondEnd: Bool, _ radius: CGFloat, _ middle: CGPoint) -> Double {
    let side: CGFloat = beyondEnd ? 1 : -1
    switch self {
    case .linear(let start, let end):
      let origin = beyondEnd ? end : start
      let length = hypot(end.x - start.x, end.y - start.y)
      let (x, y) = ((end.x - start.x) / length, (end.y - start.y) / length)
      let distance = side * ((middle.x - origin.x) * x + (middle.y - origin.y) * y)
      return min(max(0, (distance + radius) / length), 1e9)
    case .radial(let start, let startRadius, let end, let endRadius):
      let (step, growth) = (hypot(end.x - start.x, end.y - start.y), side * (endRadius - startRadius))
      let (center, size) = beyondEnd ? (end, endRadius) : (start, startRadius)
      // A circle that has all of the disc inside, or all of it outside, is followed by such.
      let distance = hypot(middle.x - center.x, middle.y - center.y) + radius + size
      let passed = distance / (growth < 0 ? step : abs(step - growth))
      // Circles that become smaller end in a point; those that touch one another in a point never
      // pass it.
      return min(growth < 0 ? size / -growth : .infinity, passed, 1e5)
    }
  }

  /// The axis from one place to another.
  func part(_ places: ClosedRange<Double>) -> CGShading.Axis {
    func point(_ start: CGPoint, _ end: CGPoint, _ place: Double) -> CGPoint {
      CGPoint(x: start.x + (end.x - start.x) * place, y: start.y + (end.y - start.y) * place)
    }
    switch self {
    case .linear(let start, let end):
      return .linear(start: point(start, end, places.lowerBound), end: point(start, end, places.upperBound))
    case .radial(let start, let startRadius, let end, let endRadius):
      func radius(_ place: Double) -> CGFloat { max(0, startRadius + (endRadius - startRadius) * place) }
      return .radial(
        start: point(start, end, places.lowerBound), startRadius: radius(places.lowerBound),
        end: point(start, end, places.upperBound), endRadius: radius(places.upperBound))
    }
  }
}

extension CGPoint {
  /// Beyond this gradients are not computed.
  static let drawableReach: CGFloat = 1e9

  /// Whether gradients can be computed with it.
  var isDrawable: Bool { abs(x) < CGPoint.drawableReach && abs(y) < CGPoint.drawableReach }
}

/// The colours along a gradient: straight components of the bitmap's space, as Cairo must be given
/// them.
struct ColorRamp {
  /// At least one, in ascending order of place.
  let stops: [(location: Double, color: SIMD4<Double>)]

  /// The colour at a place 0…1; of equal places the last counts.
  func color(at place: Double) -> SIMD4<Double> {
    guard let first = stops.first, let last = stops.last else { return .zero }
    guard let next = stops.firstIndex(where: { $0.location > place }) else { return last.color }
    guard next > 0 else { return first.color }
    let (low, high) = (stops[next - 1], stops[next])
    return low.color + (high.color - low.color) * ((place - low.location) / (high.location - low.location))
  }

  /// The colour at a place, premultiplied.
  func wideColor(at place: Double) -> SIMD4<Float> {
    let color = color(at: place)
    return SIMD4(
      Float(color.x * color.w), Float(color.y * color.w), Float(color.z * color.w), Float(color.w))
  }

  /// Gives a Cairo pattern the colours; `options` decide what continues beyond the ends.
  func add(to source: PatternSource, _ options: CGGradientDrawingOptions) {
    cairo_pattern_set_extend(source.pattern, CAIRO_EXTEND_PAD)
    func add(_ location: Double, _ color: SIMD4<Double>, isSeen: Bool = true) {
      cairo_pattern_add_color_stop_rgba(source.pattern, location, color.x, color.y, color.z, isSeen ? color.w : 0)
    }
    guard let first = stops.first, let last = stops.last else { return }
    // Beyond the ends the end's colour continues, or nothing.
    add(0, first.color, isSeen: options.contains(.drawsBeforeStartLocation))
    add(0, first.color)
    for stop in stops { add(stop.location, stop.color) }
    add(1, last.color)
    add(1, last.color, isSeen: options.contains(.drawsAfterEndLocation))
  }

  /// Gives a pattern of a page the colours; the axis contains the places 0…1.
  ///
  /// Clear stops at the ends, as bitmaps have them, do not show in documents.
  ///
  /// - Parameter isExtended: whether the ends' colours continue beyond the axis; else nothing does.
  func add(to source: PatternSource, _ places: ClosedRange<Double>, isExtended: Bool) {
    cairo_pattern_set_extend(source.pattern, isExtended ? CAIRO_EXTEND_PAD : CAIRO_EXTEND_NONE)
    let length = places.upperBound - places.lowerBound
    func add(_ place: Double, _ color: SIMD4<Double>) {
      cairo_pattern_add_color_stop_rgba(
        source.pattern, (place - places.lowerBound) / length, color.x, color.y, color.z, color.w)
    }
    guard let first = stops.first, let last = stops.last else { return }
    if first.location > places.lowerBound { add(places.lowerBound, first.color) }
    for stop in stops { add(stop.location, stop.color) }
    if last.location < places.upperBound { add(places.upperBound, last.color) }
  }
}
