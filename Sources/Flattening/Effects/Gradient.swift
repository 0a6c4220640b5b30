import MultiplaneGraphics
import MultiplaneRenderTree

extension Flattener {
  /// The gradient over a layer's background (rendering rules §14).
  mutating func add(_ gradient: Gradient, of node: RenderNode, in place: Place) {
    guard let shape = fillShape(of: node, in: place), let box = pixels(of: shape, in: place) else { return }
    guard gradient.stops.allSatisfy(\.color.isFinite) else { return }
    let axes = GradientAxes(gradient, bounds: boundsShape(of: node, in: place))
    guard axes.isFinite else { return }
    list.gradients.append(
      GradientBox(shape: shape, type: gradient.type, x: axes.x, y: axes.y, stops: gradient.stops))
    append(.gradient, payload: list.gradients.count - 1, box, in: place)
  }
}

/// From points of a plane to a gradient's own space (`GradientBox.x`, `y`).
private struct GradientAxes {
  let x, y: SIMD3<Double>

  init(_ gradient: Gradient, bounds: BoxShape) {
    // A point's position in the unit square from the start: p · unit + corner − start.
    let (unitX, unitY) = (1 / bounds.width, 1 / bounds.height)
    let start = (x: Double(gradient.start.x), y: Double(gradient.start.y))
    let way = (x: Double(gradient.end.x) - start.x, y: Double(gradient.end.y) - start.y)
    let u = SIMD3(unitX, 0, -bounds.minX * unitX - start.x)
    let v = SIMD3(0, unitY, -bounds.minY * unitY - start.y)
    switch gradient.type {
    case .radial:
      (x, y) = (u / way.x, v / way.y)
    case .conic:
      // Turned, so that the ray from start to end is the space's x axis; for equal points the unit
      // square's.
      let length = (way.x * way.x + way.y * way.y).squareRoot()
      let ray = length > 0 ? (x: way.x / length, y: way.y / length) : (x: 1, y: 0)
      (x, y) = (u * ray.x + v * ray.y, v * ray.x - u * ray.y)
    default:
      let square = way.x * way.x + way.y * way.y
      // Both ends in one point: everything lies at the last stop.
      x = square > 0 ? (u * way.x + v * way.y) / square : SIMD3(0, 0, 1)
      y = .zero
    }
  }

  var isFinite: Bool {
    let zeros: SIMD3<Double> = x * 0 + y * 0
    return zeros.sum() == 0
  }
}
