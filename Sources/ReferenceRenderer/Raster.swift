import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree

/// A layer that was drawn on a raster of its own, shown on the device (rendering rules §22).
struct RasterPrimitive: Primitive {
  let raster: Surface
  /// From points of the layer to pixels of the raster, along x and along y.
  let scaleX, scaleY: Double
  let plane: PlaneMap
  /// The outline outside of which it is transparent.
  let outline: Coverage
  let minification, magnification: SamplingFilter

  var steps: Int { 80 }
  func box(within box: PixelBox) -> PixelBox { outline.box(within: box) }
  func isSeen(_ x: Double, _ y: Double) -> Bool { plane.isSeen(x, y) }
  /// Outside of the raster it is transparent: it has no edge.
  func coverage(_ x: Double, _ y: Double) -> Double { 1 }

  func color(_ x: Double, _ y: Double) -> PremultipliedColor {
    let p = plane.point(x, y)
    let (u, v) = (p.x * scaleX, p.y * scaleY)
    let isNearU = filter(rate: hypot(p.dxByX, p.dxByY) * abs(scaleX)) == .nearest
    let isNearV = filter(rate: hypot(p.dyByX, p.dyByY) * abs(scaleY)) == .nearest
    // At a pixel's centre nothing is mixed.
    return raster.colorBetweenPixels(
      isNearU ? (u + Sampler.nearestStep).rounded(.down) + 0.5 : u,
      isNearV ? (v + Sampler.nearestStep).rounded(.down) + 0.5 : v)
  }

  private func filter(rate: Double) -> SamplingFilter {
    rate > Sampler.minifiedFrom ? minification : magnification
  }
}

extension LayerWalk {
  /// The extent of the raster, in pixels each way from the pixel at the middle of the bounds.
  private static let rasterReach = 2048

  /// The layer's group, drawn on its raster and from there on the device; nil when nothing of it is
  /// drawn.
  ///
  /// - Parameters:
  ///   - scale: pixels of the raster per point.
  ///   - place: inside the layer. Of the picture, `place.box` is needed.
  func rasterPicture(of node: RenderNode, scale: Double, in place: Place) -> Surface? {
    let (scaleX, scaleY) = (scale, place.isFlipped ? -scale : scale)
    let bounds = node.geometry.bounds
    let (middleX, middleY) = (
      (Double(bounds.midX) * scaleX).rounded(.down), (Double(bounds.midY) * scaleY).rounded(.down)
    )
    // Farther out, the numbers' precision does not distinguish adjacent pixels.
    guard abs(middleX) < 1e15, abs(middleY) < 1e15, let plane = PlaneMap(scaleX: scaleX, scaleY: scaleY) else {
      return nil
    }
    let middle = PixelBox(minX: Int(middleX), minY: Int(middleY), maxX: Int(middleX) + 1, maxY: Int(middleY) + 1)
    let raster = middle.grown(byX: LayerWalk.rasterReach, y: LayerWalk.rasterReach)
    // The part of it that the box shows, and a pixel around it for interpolation. If a horizon
    // crosses the box, the whole plane may be visible.
    let isBeforeHorizons = place.box.corners.allSatisfy { place.plane.isSeen($0.x, $0.y) }
    let seen = place.box.corners.map { corner -> (x: Double, y: Double) in
      let p = place.plane.position(corner.x, corner.y)
      return (p.x * scaleX, p.y * scaleY)
    }
    var inside = Place(plane: plane, canvas: raster, scale: place.scale)
    inside.superlayer = node
    inside.isFlipped = place.isFlipped
    inside.isRepeated = place.isRepeated
    inside.box =
      isBeforeHorizons ? PixelBox(around: seen, within: raster).grown(byX: 2, y: 2).intersection(raster) : raster
    guard !inside.box.isEmpty, let picture = wholePicture(of: node, in: inside, covering: inside.box) else {
      return nil
    }
    applyDrawnMask(of: node, in: inside.ownSurface(inside.box), to: picture)
    let painted = picture.painted.grown(byX: 1, y: 1).rectangle(scaleX, scaleY)
    guard let outline = Coverage(painted, on: place.plane) else { return nil }
    let surface = pool.take(place.box)
    surface.paint(
      RasterPrimitive(
        raster: picture, scaleX: scaleX, scaleY: scaleY, plane: place.plane, outline: outline,
        minification: node.rasterFilters.minification,
        magnification: node.rasterFilters.magnification),
      in: place.box)
    return surface
  }
}

extension PixelBox {
  /// The rectangle of its pixels, in points.
  fileprivate func rectangle(_ scaleX: Double, _ scaleY: Double) -> RoundedRectangle {
    let (x, y) = ([Double(minX) / scaleX, Double(maxX) / scaleX], [Double(minY) / scaleY, Double(maxY) / scaleY])
    return RoundedRectangle(minX: min(x[0], x[1]), minY: min(y[0], y[1]), maxX: max(x[0], x[1]), maxY: max(y[0], y[1]))
  }
}
