import Graphics
import RenderTree

extension Flattener {
  /// A primitive of one colour that covers the bounds: what backgrounds and borders are.
  mutating func addSolid(
    _ shape: ProgramKind.Shape, color: StraightColor, borderWidth: Double, of node: RenderNode,
    in around: Surroundings
  ) {
    let inset = shape == .fill ? fillInset(of: node, opacity: around.opacity) : 0
    let bounds = node.geometry.bounds.insetBy(dx: inset, dy: inset)
    if mayDrawPlain(in: around), !bounds.isEmpty,
      addPlainSolid(
        bounds, radii: node.corners.inset(by: inset), line: shape == .border ? borderWidth : nil, color: color,
        style: node.outlineStyle, in: around)
    {
      return
    }
    guard !bounds.isEmpty, let outline = outline(of: bounds, on: around.plane, in: around.clips.box) else { return }
    let origin = around.plane.point(at: outline.middle)
    let key = CommandStream.BatchKey(
      program: ProgramKind(shape: shape, features: features(around)), source: .none, isAdditive: around.isAdditive)
    let record = FillRecord(
      corners: outline.quad.vectors, matrix: DeviceMatrix(around.plane.fromDevice, from: origin),
      rect: bounds.vector(from: origin), radii: node.corners.inset(by: inset).vector, style: node.outlineStyle,
      color: color.premultiplied.vector * Float(around.opacity), borderWidth: Float(borderWidth),
      clip: around.clips.index)
    beginPrimitive(outline.pixels)
    add(record, outline, key)
  }

  /// How far within the bounds of a layer its fill and its clip end, in points: beneath an opaque border, which one that fades by
  /// itself is not.
  func fillInset(of node: RenderNode, opacity: Double) -> Double { opacity < 1 ? 0 : node.fillInset }

  /// Draws a primitive of one colour as plain quads; false, and nothing is drawn, when it is not plain.
  ///
  /// - Parameter line: the width of the line along the inside, in points; nil to fill the rectangle.
  private mutating func addPlainSolid(
    _ rect: CGRect, radii: CornerRadii, line: Double?, color: StraightColor, style: Float, in around: Surroundings
  ) -> Bool {
    guard let shape = RoundedBox(rect, radii: radii, style: style, on: around.plane) else { return false }
    var width: Double?
    if let line {
      let pixel = around.plane.pointsPerPixel
      // A line of one width on all sides, around something.
      guard abs(pixel.x - pixel.y) <= 1e-9 * pixel.x, shape.inset(by: line / pixel.x) != nil else { return false }
      width = line / pixel.x
    }
    if line == nil, shape.radius == 0, color.alpha == 1, around.opacity == 1, open.count == 1,
      shape.box.contains(canvas), around.clips.box.contains(canvas), open[0].setBackground(color.premultiplied)
    {
      return true
    }
    let paint = PlainPaint(color: color.premultiplied.vector * Float(around.opacity))
    addPlain(shape, line: width, paint, in: around.clips.box)
    return true
  }

  /// The features that a quad of these surroundings needs of its program.
  func features(_ around: Surroundings) -> ProgramKind.Features {
    var features: ProgramKind.Features = []
    if around.clips.index >= 0 { features.insert(.clipped) }
    if !around.plane.isAffine { features.insert(.perspective) }
    return features
  }
}
