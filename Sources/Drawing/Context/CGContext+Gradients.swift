import CCairo
import Graphics

extension CGContext {
  /// Paints the clip with colours that change along the line from `start` to `end` and are the same across it.
  ///
  /// Before the start and after the end only what `options` ask for. Nothing where both are one point. Straight components
  /// of the bitmap's space are mixed, then multiplied by alpha.
  public func drawLinearGradient(
    _ gradient: CGGradient, start startPoint: CGPoint, end endPoint: CGPoint, options: CGGradientDrawingOptions
  ) {
    guard startPoint != endPoint, [startPoint, endPoint].allSatisfy(\.isDrawable) else { return }
    paint(
      gradient, options,
      cairo_pattern_create_linear(startPoint.x, startPoint.y, endPoint.x, endPoint.y))
  }

  /// Paints the clip with circles that grow from one into the other and take the gradient's colours, the last on top.
  ///
  /// Before the first and after the last only what `options` ask for. Nothing for a negative radius.
  public func drawRadialGradient(
    _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint, endRadius: CGFloat,
    options: CGGradientDrawingOptions
  ) {
    guard startRadius >= 0, endRadius >= 0, startCenter != endCenter || startRadius != endRadius,
      [startCenter, endCenter, CGPoint(x: startRadius, y: endRadius)].allSatisfy(\.isDrawable)
    else { return }
    paint(
      gradient, options,
      cairo_pattern_create_radial(
        startCenter.x, startCenter.y, startRadius, endCenter.x, endCenter.y, endRadius))
  }

  /// Paints the clip with colours that change around a point: the first at `angle` (radians), the others toward greater
  /// angles, through a whole turn.
  public func drawConicGradient(_ gradient: CGGradient, center: CGPoint, angle: CGFloat) {
    let area = pixels(of: state.clipBounds)
    let toUser = userToPixels.inverted()
    guard userToPixels.determinant != 0, center.isDrawable, angle.isFinite, let surface = DrawingSurface(area),
      let source = PatternSource(surface)
    else { return }
    let ramp = gradient.stops.map { ($0.location, cairoColor(of: $0)) }
    surface.forEachRow(of: area) { y, row in
      for x in 0..<area.width {
        let middle = CGPoint(x: CGFloat(area.x + x) + 0.5, y: CGFloat(y) + 0.5).applying(toUser)
        let turns = (atan2(middle.y - center.y, middle.x - center.x) - angle) / (2 * .pi)
        let color = Self.color(at: turns - turns.rounded(.down), in: ramp)
        // Blue, green, red, alpha is the order of Cairo's pixels.
        for (index, part) in [color.z, color.y, color.x, 1].enumerated() {
          row[4 * x + index] = UInt8((part * color.w * 255).rounded())
        }
      }
    }
    cairo_pattern_set_filter(source.pattern, CAIRO_FILTER_NEAREST)
    paint(Mark(shape: nil, source: source, alpha: state.alpha))
  }

  private func paint(_ gradient: CGGradient, _ options: CGGradientDrawingOptions, _ pattern: OpaquePointer?) {
    guard let source = PatternSource(pattern), source.place(by: userToPixels) else { return }
    cairo_pattern_set_extend(source.pattern, CAIRO_EXTEND_PAD)
    func add(_ location: Double, _ color: SIMD4<Double>, isSeen: Bool = true) {
      cairo_pattern_add_color_stop_rgba(source.pattern, location, color.x, color.y, color.z, isSeen ? color.w : 0)
    }
    let ramp = gradient.stops.map { ($0.location, cairoColor(of: $0)) }
    guard let first = ramp.first, let last = ramp.last else { return }
    // Beyond the ends goes on what stands at them: the end's colour, or nothing.
    add(0, first.1, isSeen: options.contains(.drawsBeforeStartLocation))
    add(0, first.1)
    for (location, color) in ramp { add(location, color) }
    add(1, last.1)
    add(1, last.1, isSeen: options.contains(.drawsAfterEndLocation))
    paint(Mark(shape: nil, source: source, alpha: state.alpha))
  }

  /// A stop's colour in the bitmap's space, straight, as Cairo must be given it.
  private func cairoColor(of stop: CGGradient.Stop) -> SIMD4<Double> {
    let (red, green, blue) = cairoComponents(of: CGColor(stop.color))
    return SIMD4(red, green, blue, stop.color.alpha)
  }

  /// The colour at a place 0…1; of equal places the last counts.
  private static func color(at place: Double, in ramp: [(location: Double, color: SIMD4<Double>)]) -> SIMD4<Double> {
    guard let first = ramp.first, let last = ramp.last else { return .zero }
    guard let next = ramp.firstIndex(where: { $0.location > place }) else { return last.color }
    guard next > 0 else { return first.color }
    let (low, high) = (ramp[next - 1], ramp[next])
    return low.color + (high.color - low.color) * ((place - low.location) / (high.location - low.location))
  }
}

extension CGPoint {
  /// Whether gradients can be computed with it.
  fileprivate var isDrawable: Bool { abs(x) < 1e9 && abs(y) < 1e9 }
}
