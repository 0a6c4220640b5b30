import Graphics
import RenderTree

extension Flattener {
  /// The gradient over a layer's background (docs/rendering.md, section 14).
  mutating func add(_ gradient: Gradient, of node: RenderNode, in around: Surroundings) {
    let bounds = node.geometry.bounds
    let inset = fillInset(of: node, opacity: around.opacity)
    let fill = bounds.insetBy(dx: inset, dy: inset)
    if mayDrawPlain(in: around), !fill.isEmpty,
      let shape = RoundedBox(
        fill, radii: node.corners.inset(by: inset), style: node.outlineStyle, on: around.plane),
      let ramp = PlainRamp(gradient, of: .colors, bounds: bounds, on: around.plane)
    {
      addPlain(
        shape, PlainPaint(color: SIMD4(repeating: Float(around.opacity)), ramp: ramp), in: around.clips.box)
      return
    }
    guard !fill.isEmpty, let outline = outline(of: fill, on: around.plane, in: around.clips.box) else { return }
    let origin = around.plane.point(at: outline.middle)
    let space = GradientSpace(gradient, bounds: bounds)
    let offset = space.offset + Vector2((space.x * origin).sum(), (space.y * origin).sum())
    let record = GradientRecord(
      corners: outline.quad.vectors, matrix: DeviceMatrix(around.plane.fromDevice, from: origin), type: space.type,
      rect: fill.vector(from: origin), radii: node.corners.inset(by: inset).vector,
      style: node.outlineStyle,
      axes: SIMD4(Float(space.x.x), Float(space.x.y), Float(space.y.x), Float(space.y.y)),
      stops: SIMD4(Float(offset.x), Float(offset.y), Float(stream.stops.count), Float(gradient.stops.count)),
      opacity: Float(around.opacity), clip: around.clips.index)
    for stop in gradient.stops {
      let c = stop.color
      stream.stops.append(
        StopRecord(
          texels: (
            SIMD4(Float(c.red), Float(c.green), Float(c.blue), Float(c.alpha)), SIMD4(Float(stop.location), 0, 0, 0)
          )))
    }
    beginPrimitive(outline.pixels)
    add(
      record, outline,
      CommandStream.BatchKey(
        program: ProgramKind(shape: .gradient, features: features(around)), source: .none,
        isAdditive: around.isAdditive))
  }
}

/// The map from a layer's plane to a gradient's own space, in which its colour is a function of x, of the distance or of
/// the angle (`gradient.frag`).
struct GradientSpace {
  /// 0 axial, 1 radial, 2 conic.
  let type: Float
  /// The space's x is dot(p, x) + offset.x, its y likewise.
  let x: Vector2
  let y: Vector2
  let offset: Vector2

  init(_ gradient: Gradient, bounds: CGRect) {
    // The position in the unit square is p · unit + corner.
    let unit = Vector2(1 / bounds.width, 1 / bounds.height)
    let corner = Vector2(-bounds.minX, -bounds.minY) * unit
    let start = Vector2(gradient.start.x, gradient.start.y)
    let way = Vector2(gradient.end.x, gradient.end.y) - start
    switch gradient.type {
    case .radial:
      type = 1
      x = Vector2(unit.x / way.x, 0)
      y = Vector2(0, unit.y / way.y)
      offset = (corner - start) / way
    case .conic:
      type = 2
      // Turned so that the ray from start to end is the space's x axis; its length does not matter.
      let length = (way * way).sum().squareRoot()
      let ray = length > 0 ? way / length : Vector2(1, 0)
      let across = Vector2(-ray.y, ray.x)
      x = ray * unit
      y = across * unit
      offset = Vector2((ray * (corner - start)).sum(), (across * (corner - start)).sum())
    default:
      type = 0
      let square = (way * way).sum()
      // Ends in one point: everything lies beyond the last stop.
      guard square > 0 else {
        (x, y, offset) = (Vector2(0, 0), Vector2(0, 0), Vector2(1, 0))
        return
      }
      x = way * unit / square
      y = Vector2(0, 0)
      offset = Vector2((way * (corner - start)).sum() / square, 0)
    }
  }
}
