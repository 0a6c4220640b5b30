import MultiplaneCCairo
import MultiplaneGraphics

extension CGContext {
  /// Fills the clip with a gradient along the line from `start` to `end`, constant across it.
  ///
  /// `options` extend it beyond the ends. Draws nothing if both points are equal. Unpremultiplied
  /// components in the gradient's space are interpolated, then converted and premultiplied.
  public func drawLinearGradient(
    _ gradient: CGGradient, start startPoint: CGPoint, end endPoint: CGPoint, options: CGGradientDrawingOptions
  ) {
    paint(ramp(of: gradient), .linear(start: startPoint, end: endPoint), options)
  }

  /// Fills the clip with a gradient of circles that change from one to the other, the last one on
  /// top.
  ///
  /// `options` extend it beyond the circles. Draws nothing for a negative radius.
  public func drawRadialGradient(
    _ gradient: CGGradient, startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint, endRadius: CGFloat,
    options: CGGradientDrawingOptions
  ) {
    paint(
      ramp(of: gradient),
      .radial(start: startCenter, startRadius: startRadius, end: endCenter, endRadius: endRadius), options)
  }

  /// Fills the clip with a shading.
  ///
  /// Its function is sampled at 1024 positions; components are interpolated in between.
  public func drawShading(_ shading: CGShading) {
    let last = 1023
    let stops = (0...last).map { index in
      let location = Double(index) / Double(last)
      return (location, cairoColor(of: shading.color(at: location)))
    }
    paint(ColorRamp(stops: stops), shading.axis, shading.options)
  }

  /// Fills the clip with a gradient around a point, from `angle` (radians) through a whole turn
  /// towards greater angles.
  public func drawConicGradient(_ gradient: CGGradient, center: CGPoint, angle: CGFloat) {
    let area = pixels(of: state.clipBounds)
    let toUser = userToPixels.inverted()
    guard userToPixels.determinant != 0, center.isDrawable, angle.isFinite, let surface = DrawingSurface(area),
      let source = PatternSource(surface)
    else { return }
    let ramp = ramp(of: gradient)
    func color(at place: CGPoint) -> SIMD4<Float> {
      let middle = place.applying(toUser)
      let turns = (atan2(middle.y - center.y, middle.x - center.x) - angle) / (2 * .pi)
      return ramp.wideColor(at: turns - turns.rounded(.down))
    }
    surface.forEachRow(of: area) { y, row in
      for x in 0..<area.width {
        let color = color(at: CGPoint(x: CGFloat(area.x + x) + 0.5, y: CGFloat(y) + 0.5))
        // Blue, green, red, alpha is the order of Cairo's pixels.
        for (index, part) in [color.z, color.y, color.x, color.w].enumerated() {
          row[4 * x + index] = UInt8((min(max(part, 0), 1) * 255).rounded())
        }
      }
    }
    cairo_pattern_set_filter(source.pattern, CAIRO_FILTER_NEAREST)
    source.wide = WideColors(color)
    paint(Mark(shape: nil, source: source, alpha: state.alpha))
  }

  private func paint(_ ramp: ColorRamp, _ axis: CGShading.Axis, _ options: CGGradientDrawingOptions) {
    guard axis.isDrawable, userToPixels.determinant != 0 else { return }
    let toUser = userToPixels.inverted()
    // Cairo extends a document's gradient at both ends or at neither. One that is extended at one
    // end becomes longer.
    let ends: CGGradientDrawingOptions = [.drawsBeforeStartLocation, .drawsAfterEndLocation]
    let isExtended = options.isSuperset(of: ends)
    var places = 0.0...1.0
    if target.isPage, !isExtended {
      let box = paintedArea.rect.applying(toUser)
      guard !box.isEmpty else { return }
      places = axis.places(
        within: hypot(box.width, box.height) / 2, of: CGPoint(x: box.midX, y: box.midY), options)
    }
    guard let source = PatternSource(axis.part(places).makePattern()), source.place(by: userToPixels) else { return }
    if target.isPage { ramp.add(to: source, places, isExtended: isExtended) } else { ramp.add(to: source, options) }
    source.wide = WideColors { place in
      axis.place(of: place.applying(toUser), options).map(ramp.wideColor) ?? .zero
    }
    paint(Mark(shape: nil, source: source, alpha: state.alpha))
  }

  /// The pixels that the clip lets pass, or whose shadow falls there.
  private var paintedArea: PixelArea {
    let area = pixels(of: state.clipBounds)
    guard let shadow = state.shadow else { return area }
    return area.union(Self.casting(onto: area, shadow.scaled(by: pixelScale)))
  }

  /// The pieces between two stops of a gradient that is mixed in another space than the bitmap's.
  /// In each the error of mixing in the bitmap's space is below half of a 255th.
  private static let piecesPerInterval = 64

  private func ramp(of gradient: CGGradient) -> ColorRamp {
    let stops = gradient.stops.map { ($0.location, cairoColor(of: $0.color)) }
    // Between colours of the bitmap's own encoding Cairo mixes as the gradient does.
    guard !gradient.space.isMixed(as: drawingSpace), let first = gradient.stops.first else {
      return ColorRamp(stops: stops)
    }
    var all: [(Double, SIMD4<Double>)] = [(first.location, cairoColor(of: first.color))]
    for (low, high) in zip(gradient.stops, gradient.stops.dropFirst()) {
      for piece in 1..<Self.piecesPerInterval where low.location < high.location {
        let location = low.location + (high.location - low.location) * Double(piece) / Double(Self.piecesPerInterval)
        all.append((location, cairoColor(of: gradient.color(at: location))))
      }
      all.append((high.location, cairoColor(of: high.color)))
    }
    return ColorRamp(stops: all)
  }

  /// A colour in the bitmap's space, straight, as Cairo must be given it.
  private func cairoColor(of color: CGColor) -> SIMD4<Double> {
    let (red, green, blue) = cairoComponents(of: color)
    return SIMD4(red, green, blue, Double(color.alpha))
  }
}
