import Graphics
import RenderTree

extension Flattener {
  /// How far a raster reaches from its middle, in its pixels.
  private static let rasterReach = 2048.0

  /// Draws a layer on a raster of its own coordinates, and that as an image (docs/rendering.md, section 22).
  ///
  /// - Parameter scale: pixels of the raster per point.
  @inline(never)
  mutating func addRaster(of node: RenderNode, scale: Double, opacity: Double, in around: Surroundings) {
    let before = stream.lengths
    guard let raster = raster(of: node, scale: scale, in: around) else { return }
    let isShown = addImage(raster.source, of: node, area: raster.area, scale: scale, opacity: opacity, in: around)
    // How far it reaches is only known now.
    if !isShown { stream.cut(to: before) }
  }

  /// The layer's raster, drawn now or in an earlier frame, and the pixels that its surface holds.
  private mutating func raster(
    of node: RenderNode, scale: Double, in around: Surroundings
  ) -> (source: CommandStream.Source, area: DeviceBox)? {
    let map = RasterMap(scale: scale, isFlipped: around.isFlipped)
    if let kept = rasters?.find(node, map) {
      stream.rasterContents[kept.number] = kept.key.content
      return (.raster(kept.number), kept.key.area)
    }
    let raster = Plane(scaleX: scale, scaleY: around.isFlipped ? -scale : scale)
    let bounds = node.geometry.bounds
    let middle = raster.toDevice.apply(bounds.midX, bounds.midY)
    guard abs(middle.x) < 1e9, abs(middle.y) < 1e9 else { return nil }
    let limit = DeviceBox(
      minX: middle.x.rounded(.down) - Self.rasterReach, minY: middle.y.rounded(.down) - Self.rasterReach,
      maxX: middle.x.rounded(.down) + Self.rasterReach + 1, maxY: middle.y.rounded(.down) + Self.rasterReach + 1)
    var inside = around.isolated()
    inside.plane = raster
    inside.clips = ClipChain(box: limit)
    openPass(.group(node.identifier))
    let (outer, outerBoxes) = (canvas, fineBoxes)
    // It may be kept for frames in which nothing is rounded but once.
    (canvas, fineBoxes) = (limit, [])
    // A mask that is a clip cuts the raster where it is shown.
    if let mask = node.maskSurface {
      addMasked(node, by: mask, opacity: 1, withShadow: true, in: inside)
    } else {
      addShadowAndLook(of: node, in: inside)
    }
    (canvas, fineBoxes) = (outer, outerBoxes)
    let drawn = open[open.count - 1].box
    guard !drawn.isEmpty else {
      stream.memory.idlePasses.append(open.removeLast())
      return nil
    }
    // A pixel around it stays transparent, for the edge pixels to be mixed with.
    let area = drawn.inset(by: -1)
    let pass = close(area: area)
    if rasters != nil {
      stream.passes[pass].raster = RasterKey(
        node: node, map: map, area: area, content: RasterContent(fitsBytes: fitsBytes(pass)))
    }
    return (.surface(pass: pass, isSmooth: true), area)
  }

  /// Shows a raster on the layer's plane.
  ///
  /// - Returns: whether any of it can be seen.
  private mutating func addImage(
    _ source: CommandStream.Source, of node: RenderNode, area: DeviceBox, scale: Double, opacity: Double,
    in around: Surroundings
  ) -> Bool {
    let (scaleX, scaleY) = (scale, around.isFlipped ? -scale : scale)
    let top = min(area.minY / scaleY, area.maxY / scaleY)
    let rect = CGRect(
      x: area.minX / scaleX, y: top, width: (area.maxX - area.minX) / scaleX,
      height: (area.maxY - area.minY) / abs(scaleY))
    guard let outline = outline(of: rect, on: around.plane, in: around.clips.box) else { return false }
    let origin = around.plane.point(at: outline.middle)
    let sampling = Sampling(
      minification: node.rasterFilters.minification, magnification: node.rasterFilters.magnification, bias: 0,
      mapping: ContentsPlacement.Mapping(scale: Vector2(scaleX, scaleY), offset: Vector2(-area.minX, -area.minY)),
      isWhole: true,
      plane: around.plane)
    let far = Float(1e12)
    let record = ImageRecord(
      corners: outline.quad.vectors, matrix: DeviceMatrix(around.plane.fromDevice, from: origin),
      rect: SIMD4(-far, -far, far, far),
      mapping: SIMD4(
        Float(scaleX), Float(scaleY), Float(origin.x * scaleX - area.minX), Float(origin.y * scaleY - area.minY)),
      part: SIMD4(0, 0, Float(area.maxX - area.minX), Float(area.maxY - area.minY)), sampling: sampling.vector,
      cell: .zero, opacity: Float(opacity), clip: around.clips.index, style: Float.noEdges)
    beginPrimitive(outline.pixels)
    open[open.count - 1].show(source)
    add(
      record, outline,
      CommandStream.BatchKey(
        program: ProgramKind(shape: .image, features: features(around)), source: source))
    return true
  }
}
