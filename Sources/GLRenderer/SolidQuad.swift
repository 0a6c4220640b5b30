import Graphics
import RenderTree

extension Flattener {
  /// A primitive of one colour that covers the bounds: what backgrounds and borders are.
  mutating func addSolid(
    _ shape: ProgramKind.Shape, color: StraightColor, borderWidth: Double, of node: RenderNode,
    in around: Surroundings
  ) {
    let inset = shape == .fill ? node.fillInset : 0
    let bounds = node.geometry.bounds.insetBy(dx: inset, dy: inset)
    guard !bounds.isEmpty, let outline = outline(of: bounds, on: around.plane, in: around.clips.box) else { return }
    let origin = around.plane.point(at: outline.middle)
    let key = CommandStream.BatchKey(
      program: ProgramKind(shape: shape, features: features(around)), source: .none)
    let record = FillRecord(
      corners: outline.quad.vectors, matrix: DeviceMatrix(around.plane.fromDevice, from: origin),
      rect: bounds.vector(from: origin), radii: node.corners.inset(by: inset).vector, style: node.outlineStyle,
      color: color.premultiplied.vector * Float(around.opacity), borderWidth: Float(borderWidth),
      clip: around.clips.index)
    beginPrimitive(outline.pixels)
    add(record, outline, key)
  }

  /// The features that a quad of these surroundings needs of its program.
  func features(_ around: Surroundings) -> ProgramKind.Features {
    var features: ProgramKind.Features = []
    if around.clips.index >= 0 { features.insert(.clipped) }
    if !around.plane.isAffine { features.insert(.perspective) }
    return features
  }
}
