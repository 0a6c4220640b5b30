import MultiplaneGraphics
import MultiplaneRenderTree

extension Flattener {
  /// Fill, and over it stroke, of a shape layer (rendering rules §18).
  mutating func add(_ shape: Shape, of node: RenderNode, in place: Place) {
    if let fill = shape.fill { add(.fill(fill.path, rule: fill.rule), fill.color, in: place) }
    if let stroke = shape.stroke { add(.stroke(stroke), stroke.color, in: place) }
  }

  mutating func add(_ path: PathShape, _ color: StraightColor, in place: Place) {
    guard color.isFinite, let box = pixels(of: path, in: place) else { return }
    list.paths.append(PathRegion(shape: path, offset: place.offset, color: color.premultiplied))
    append(.path, payload: list.paths.count - 1, box, in: place)
  }

  /// The pixels that a path can cover in a place; nil for none.
  func pixels(of path: PathShape, in place: Place) -> PixelBox? {
    let bounds = path.bounds
    guard bounds.minX.isFinite, bounds.minY.isFinite, bounds.maxX.isFinite, bounds.maxY.isFinite else { return nil }
    return pixels(
      of: BoxShape(
        minX: Double(bounds.minX) + place.offset.x, minY: Double(bounds.minY) + place.offset.y,
        maxX: Double(bounds.maxX) + place.offset.x, maxY: Double(bounds.maxY) + place.offset.y, radii: .square,
        hardEdges: []), in: place)
  }
}

extension PathShape {
  /// The box that it can cover, in its own points.
  package var bounds: CGRect {
    switch self {
    case .fill(let path, _): path.boundingBox
    case .stroke(let stroke): stroke.bounds
    }
  }
}
