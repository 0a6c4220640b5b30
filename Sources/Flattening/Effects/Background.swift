import MultiplaneGraphics
import MultiplaneRenderTree

extension Flattener {
  /// The rounded rectangle of a background colour (rendering rules §6).
  mutating func add(_ background: Background, of node: RenderNode, in place: Place) {
    guard background.color.isFinite, let shape = fillShape(of: node, in: place) else { return }
    guard let box = pixels(of: shape, in: place) else { return }
    list.boxes.append(Box(shape: shape, color: background.color.premultiplied))
    append(.box, payload: list.boxes.count - 1, box, in: place)
  }

  /// What background and gradient of a layer fill, and what its clip leaves: the rounded bounds,
  /// beneath an opaque border ending inside it (§6); nil when nothing is left. A border that fades
  /// by itself is not opaque.
  func fillShape(of node: RenderNode, in place: Place) -> BoxShape? {
    boundsShape(of: node, in: place).inset(by: place.fade < 1 ? 0 : node.fillInset(atScale: scale))
  }

  /// The rounded bounds of a layer on its plane (§6).
  func boundsShape(of node: RenderNode, in place: Place) -> BoxShape {
    let bounds = node.bounds
    return BoxShape(
      minX: Double(bounds.minX) + place.offset.x, minY: Double(bounds.minY) + place.offset.y,
      maxX: Double(bounds.maxX) + place.offset.x, maxY: Double(bounds.maxY) + place.offset.y, radii: node.corners,
      hardEdges: node.hardEdges)
  }

  /// The pixels that a shape can cover in a place; nil for none.
  func pixels(of shape: BoxShape, in place: Place) -> PixelBox? {
    let box = shape.pixels(on: list.planes[Int(place.plane)], within: place.box)
    return box.isEmpty || isUnwanted(box, in: place) ? nil : box
  }

  /// Adds a primitive whose payload has been appended.
  mutating func append(_ kind: Primitive.Kind, payload: Int, _ box: PixelBox, in place: Place) {
    list.primitives.append(
      Primitive(
        kind: kind, payload: Int32(payload), plane: place.plane, clip: place.clip, opacity: Float(place.fade),
        box: box))
  }
}

extension StraightColor {
  /// Whether all four numbers are finite: a colour that is not draws nothing (§12).
  var isFinite: Bool { red.isFinite && green.isFinite && blue.isFinite && alpha.isFinite }
}
