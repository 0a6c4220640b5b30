import MultiplaneGraphics
import MultiplaneRenderTree

extension Flattener {
  /// Pixels that a raster reaches each way beyond the pixel of the middle of the bounds (rendering
  /// rules §22).
  fileprivate static let rasterReach: Int32 = 2048

  /// A layer drawn on a raster of its own and shown on its plane; false, and something may be left
  /// of it, when nothing is shown.
  ///
  /// - Parameters:
  ///   - scale: pixels of the raster per point.
  ///   - opacity: its own, with that of the transform layers around it.
  ///   - place: inside the layer, its mask as a clip included.
  mutating func addRastered(
    _ node: RenderNode, scale: Double, opacity: Double, _ mode: BlendMode, in place: Place
  ) -> Bool {
    guard let raster = RasterGrid(of: node, scale: scale, in: place), var inside = self.inside(raster, in: place) else {
      return false
    }
    // All of a raster is far more than most show.
    inside.backdropBox = backdropsRead(inside: node, in: inside)
    guard mode != .normal else { return add(node, on: raster, inside, opacity: opacity, in: place) }
    let reachesBeyond = mode.reachesBeyondSource
    let own = self.own(place, place.box)
    let picture = addPass(in: own, keepsEmpty: reachesBeyond) { flattener in
      let lengths = flattener.list.lengths
      if !flattener.add(node, on: raster, inside, opacity: 1, in: own) { flattener.list.cut(to: lengths) }
    }
    guard let picture else { return false }
    let box = reachesBeyond ? place.box : picture.box.intersection(place.box)
    guard !box.isEmpty else { return false }
    append(SurfaceUse(pass: picture.pass, mask: -1), box, in: place, opacity: opacity, mode)
    return true
  }

  /// The raster as the canvas that a layer is drawn on, of which what the place shows is needed;
  /// nil when it shows nothing.
  private mutating func inside(_ raster: RasterGrid, in place: Place) -> Place? {
    guard let plane = Plane(scaleX: raster.scaleX, scaleY: raster.scaleY) else { return nil }
    let box = raster.pixels(seenIn: place.box, on: list.planes[Int(place.plane)])
    guard !box.isEmpty else { return nil }
    list.planes.append(plane)
    return Place(
      plane: Int32(list.planes.count - 1), offset: raster.layerOffset, toPlane: place.toPlane,
      isFlipped: place.isFlipped, canvas: raster.canvas, box: box, isRepeated: place.isRepeated)
  }

  /// Draws a layer on its raster, and the raster in a place.
  private mutating func add(
    _ node: RenderNode, on raster: RasterGrid, _ inside: Place, opacity: Double, in place: Place
  ) -> Bool {
    guard let picture = addRasterPicture(of: node, in: inside) else { return false }
    list.passes[Int(picture.pass)].isLocal = false
    // Interpolation with the transparent pixels around it extends it by one pixel.
    let shape = raster.shape(of: picture.box.grown(byX: 1, y: 1))
    guard let box = pixels(of: shape, in: place) else { return false }
    list.rasters.append(
      RasterUse(
        pass: picture.pass, scaleX: raster.scaleX, scaleY: raster.scaleY, offset: raster.offset,
        minification: node.rasterFilters.minification, magnification: node.rasterFilters.magnification))
    append(.raster, payload: list.rasters.count - 1, box, in: place)
    list.primitives[list.primitives.count - 1].opacity = Float(opacity * place.fade)
    return true
  }

  /// A layer with its filters, its shadow and its drawn mask; nil when nothing of it is drawn.
  private mutating func addRasterPicture(of node: RenderNode, in place: Place) -> Picture? {
    guard node.drawnMask != nil else { return addPicture(of: node, in: place) }
    return addPass(in: place) { flattener in
      let lengths = flattener.list.lengths
      let count = flattener.list.surfaces.count
      if let picture = flattener.addPicture(of: node, in: place) {
        flattener.append(picture, maskedAs: node, in: place)
      }
      if flattener.list.surfaces.count == count { flattener.list.cut(to: lengths) }
    }
  }
}

/// The pixels of a layer's raster (rendering rules §22), counted from that of the middle of its
/// bounds.
private struct RasterGrid {
  let scaleX, scaleY: Double
  /// The origin of the raster's first pixel on the layer's plane, in points.
  let offset: (x: Double, y: Double)
  /// The origin of the layer's own coordinates, in points of the raster.
  let layerOffset: (x: Double, y: Double)
  /// All pixels that it may have.
  let canvas: PixelBox

  /// Nil where the numbers' precision does not distinguish adjacent pixels.
  init?(of node: RenderNode, scale: Double, in place: Flattener.Place) {
    (scaleX, scaleY) = (scale, place.isFlipped ? -scale : scale)
    let bounds = node.bounds
    let (x, y) = ((Double(bounds.midX) * scaleX).rounded(.down), (Double(bounds.midY) * scaleY).rounded(.down))
    guard abs(x) < 1e15, abs(y) < 1e15 else { return nil }
    layerOffset = (-x / scaleX, -y / scaleY)
    offset = (place.offset.x - layerOffset.x, place.offset.y - layerOffset.y)
    guard offset.x.isFinite, offset.y.isFinite else { return nil }
    canvas = PixelBox(minX: 0, minY: 0, maxX: 1, maxY: 1).grown(
      byX: Flattener.rasterReach, y: Flattener.rasterReach)
  }

  /// The pixels that a box of the device shows, and those around them to mix with.
  func pixels(seenIn box: PixelBox, on plane: Plane) -> PixelBox {
    var (low, high) = (SIMD2(Double.infinity, .infinity), SIMD2(-Double.infinity, -.infinity))
    for x in [Double(box.minX), Double(box.maxX)] {
      for y in [Double(box.minY), Double(box.maxY)] {
        // If a horizon crosses the box, the whole plane may be visible.
        guard plane.isSeen(x, y) else { return canvas }
        let p = plane.point(x, y)
        let pixel = SIMD2((p.x - offset.x) * scaleX, (p.y - offset.y) * scaleY)
        (low, high) = (pointwiseMin(low, pixel), pointwiseMax(high, pixel))
      }
    }
    return canvas.centers(fromX: low.x - 2.5, y: low.y - 2.5, toX: high.x + 2.5, y: high.y + 2.5)
  }

  /// The shape of the pixels of a box on the layer's plane.
  func shape(of box: PixelBox) -> BoxShape {
    let x = [Double(box.minX) / scaleX + offset.x, Double(box.maxX) / scaleX + offset.x]
    let y = [Double(box.minY) / scaleY + offset.y, Double(box.maxY) / scaleY + offset.y]
    return BoxShape(
      minX: min(x[0], x[1]), minY: min(y[0], y[1]), maxX: max(x[0], x[1]), maxY: max(y[0], y[1]), radii: .square,
      hardEdges: [])
  }
}
