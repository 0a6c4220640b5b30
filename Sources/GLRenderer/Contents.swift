import Graphics
import RenderTree

extension Flattener {
  /// The image of a layer (docs/rendering.md, sections 9 and 10): one quad, or one a part of nine.
  ///
  /// - Parameter around: with the layer's own clip, if it has one.
  mutating func add(_ contents: Contents, of node: RenderNode, in around: Surroundings) {
    let placement = ContentsPlacement(contents, bounds: node.geometry.bounds, isFlipped: around.isFlipped)
    guard let target = placement.target else { return }
    // Edges that the layer's own clip has too are not the image's (section 8): they move out of sight.
    let (shape, farEdges) =
      node.clipsToBounds ? target.withoutEdges(beyond: node.geometry.bounds) : (target, 0)
    let style = Float(Int(node.outlineStyle) | farEdges)
    guard let whole = outline(of: target, on: around.plane, in: around.clips.box) else { return }
    // One origin for all parts: a position then has the same number in each, and lies in just one of them.
    let origin = around.plane.point(at: whole.middle)
    if let part = placement.wholePart {
      if traits.drawsPlainQuads, !around.isAdditive, Int(node.outlineStyle) == 0,
        var paint = plainPaint(of: contents, part: part, on: around.plane)
      {
        paint.color *= Float(around.opacity)
        if addInsideMargins(paint, part, shape: shape, on: around.plane, in: around.clips) { return }
        if addPlainImage(paint, part, whole, shape: shape, on: around.plane, in: around.clips) { return }
      }
      beginPrimitive(whole.pixels)
      add(part, of: contents, shape: shape, target, style: style, origin: origin, in: around)
      return
    }
    beginPrimitive(whole.pixels)
    for part in placement.parts {
      add(part, of: contents, shape: shape, target, style: style, origin: origin, in: around)
    }
  }

  private mutating func add(
    _ part: ContentsPlacement.Part, of contents: Contents, shape: CGRect, _ target: CGRect, style: Float,
    origin: Vector2, in around: Surroundings
  ) {
    guard let outline = outline(of: part.rect, on: around.plane, in: around.clips.box, partOf: target) else { return }
    let sampling = Sampling(contents, part: part, plane: around.plane)
    let m = part.mapping
    var features = features(around)
    if !part.seams.isEmpty { features.insert(.parted) }
    if sampling.usesMips { features.insert(.mipmapped) }
    if traits.roundsSamples, !contents.image.hasHalfFloats, sampling.vector.lowHalf != .one { features.insert(.exact) }
    let key = CommandStream.BatchKey(
      program: ProgramKind(shape: .image, features: features), source: .image(contents.image),
      isAdditive: around.isAdditive)
    let mapping = SIMD4(
      Float(m.scale.x), Float(m.scale.y), Float(m.offset.x + origin.x * m.scale.x),
      Float(m.offset.y + origin.y * m.scale.y))
    let record = ImageRecord(
      corners: outline.quad.vectors, matrix: DeviceMatrix(around.plane.fromDevice, from: origin),
      rect: shape.vector(from: origin), mapping: mapping, part: part.sampled, sampling: sampling.vector,
      cell: part.cell(from: origin), tint: contents.tint.premultiplied.vector, opacity: Float(around.opacity),
      clip: around.clips.index, style: style)
    add(record, outline, key)
  }
}

extension CGRect {
  /// The rectangle with its edges on or outside of the bounds moved far away, so that they are nobody's edges, and those edges'
  /// bits of an outline's style.
  fileprivate func withoutEdges(beyond bounds: CGRect) -> (rect: CGRect, bits: Int) {
    let nearX = bounds.width * 1e-6
    let nearY = bounds.height * 1e-6
    // Farther than any layer is large, so that no fringe of it comes back; a distance that long needs no exact numbers.
    let far: CGFloat = 1e12
    let isFar = (
      left: minX <= bounds.minX + nearX, right: maxX >= bounds.maxX - nearX,
      top: minY <= bounds.minY + nearY, bottom: maxY >= bounds.maxY - nearY
    )
    let (left, right) = (isFar.left ? -far : minX, isFar.right ? far : maxX)
    let (top, bottom) = (isFar.top ? -far : minY, isFar.bottom ? far : maxY)
    return (
      CGRect(x: left, y: top, width: right - left, height: bottom - top),
      (isFar.left ? 1 : 0) | (isFar.right ? 2 : 0) | (isFar.top ? 4 : 0) | (isFar.bottom ? 8 : 0)
    )
  }
}
