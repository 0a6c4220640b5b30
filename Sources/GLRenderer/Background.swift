import Graphics
import RenderTree

extension Flattener {
  /// The rounded rectangle of a background (docs/rendering.md, section 6).
  mutating func add(_ background: Background, of node: RenderNode, in around: Surroundings) {
    add(
      .fill, color: background.color, borderWidth: 0, bounds: node.geometry.bounds, corners: node.corners, in: around)
  }

  /// A quad of one colour that covers the bounds.
  mutating func add(
    _ shape: ProgramKind.Shape, color: StraightColor, borderWidth: Double, bounds: CGRect, corners: CornerRadii,
    in around: Surroundings
  ) {
    guard let outline = outline(of: bounds, on: around.plane, in: around.clips.box) else { return }
    let origin = around.plane.point(at: outline.middle)
    let key = CommandStream.BatchKey(
      program: ProgramKind(shape: shape, features: features(around)), source: .none)
    let matrix = DeviceMatrix(around.plane.fromDevice, from: origin)
    let premultiplied = color.premultiplied.vector * Float(around.opacity)
    beginPrimitive(outline.box)
    let pass = open.count - 1
    for quad in outline.quads {
      open[pass].add(
        FillRecord(
          corners: vectors(quad), matrix: matrix, rect: bounds.vector(from: origin), radii: corners.vector,
          color: premultiplied, borderWidth: Float(borderWidth), clip: around.clips.index),
        key, area: outline.area / Double(outline.quads.count))
    }
  }

  /// The features that a quad of these surroundings needs of its program.
  func features(_ around: Surroundings) -> ProgramKind.Features {
    var features: ProgramKind.Features = []
    if around.clips.index >= 0 { features.insert(.clipped) }
    if !around.plane.isAffine { features.insert(.perspective) }
    return features
  }

  func vectors(_ quad: (Vector2, Vector2, Vector2, Vector2)) -> (SIMD4<Float>, SIMD4<Float>) {
    (
      SIMD4(Float(quad.0.x), Float(quad.0.y), Float(quad.1.x), Float(quad.1.y)),
      SIMD4(Float(quad.2.x), Float(quad.2.y), Float(quad.3.x), Float(quad.3.y))
    )
  }
}

extension PremultipliedColor {
  var vector: SIMD4<Float> { SIMD4(Float(red), Float(green), Float(blue), Float(alpha)) }
}
