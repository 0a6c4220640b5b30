import Foundation
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
    let shape = node.clipsToBounds ? target.withoutEdges(beyond: node.geometry.bounds) : target
    guard let whole = outline(of: target, on: around.plane, in: around.clips.box) else { return }
    // One origin for all parts: a position then has the same number in each, and lies in just one of them.
    let origin = around.plane.point(at: whole.middle)
    beginPrimitive(whole.box)
    for part in placement.parts {
      add(part, of: contents, shape: shape, origin: origin, in: around)
    }
  }

  private mutating func add(
    _ part: ContentsPlacement.Part, of contents: Contents, shape: CGRect, origin: Vector2, in around: Surroundings
  ) {
    guard let outline = outline(of: part.rect, on: around.plane, in: around.clips.box) else { return }
    let sampling = Sampling(contents, part: part, plane: around.plane)
    let m = part.mapping
    var features = features(around)
    if part.hasSeams { features.insert(.parted) }
    let key = CommandStream.BatchKey(
      program: ProgramKind(shape: .image, features: features),
      source: .image(contents.image, mipmapped: sampling.usesMips))
    let matrix = DeviceMatrix(around.plane.fromDevice, from: origin)
    let mapping = SIMD4(
      Float(m.scale.x), Float(m.scale.y), Float(m.offset.x + origin.x * m.scale.x),
      Float(m.offset.y + origin.y * m.scale.y))
    let pass = open.count - 1
    for quad in outline.quads {
      open[pass].add(
        ImageRecord(
          corners: vectors(quad), matrix: matrix, rect: shape.vector(from: origin), mapping: mapping,
          part: part.sampled, sampling: sampling.vector, cell: part.cell(from: origin),
          opacity: Float(around.opacity), clip: around.clips.index),
        key, area: outline.area / Double(outline.quads.count))
    }
  }
}

extension CGRect {
  /// The rectangle with its edges on or outside of the bounds moved far away, so that they are nobody's edges.
  fileprivate func withoutEdges(beyond bounds: CGRect) -> CGRect {
    let nearX = bounds.width * 1e-6
    let nearY = bounds.height * 1e-6
    // Farther than any layer is large, so that no fringe of it comes back; a distance that long needs no exact numbers.
    let far: CGFloat = 1e12
    let left = minX <= bounds.minX + nearX ? -far : minX
    let top = minY <= bounds.minY + nearY ? -far : minY
    let right = maxX >= bounds.maxX - nearX ? far : maxX
    let bottom = maxY >= bounds.maxY - nearY ? far : maxY
    return CGRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

/// Which filters a quad needs, decided once where all of it is alike (docs/rendering.md, section 10).
struct Sampling {
  /// As `image.frag` reads it.
  let vector: SIMD4<Float>
  let usesMips: Bool

  init(_ contents: Contents, part: ContentsPlacement.Part, plane: Plane) {
    let mapping = part.mapping
    let mayUseMips = contents.minificationFilter == .trilinear
    guard plane.isAffine else {
      vector = SIMD4(
        Self.code(contents.minificationFilter), Self.code(contents.magnificationFilter),
        Float(contents.minificationFilterBias), 0)
      usesMips = mayUseMips
      return
    }
    let g = plane.fromDevice
    let dudx = Vector2(g.xx, g.yx) * mapping.scale
    let dudy = Vector2(g.xy, g.yy) * mapping.scale
    let rateU = (dudx.x * dudx.x + dudy.x * dudy.x).squareRoot()
    let rateV = (dudx.y * dudx.y + dudy.y * dudy.y).squareRoot()
    let isMinified = (rateU > Self.unity, rateV > Self.unity)
    if mayUseMips, isMinified.0 || isMinified.1 {
      let rate = max((dudx * dudx).sum().squareRoot(), (dudy * dudy).sum().squareRoot())
      let level = max(log2(rate) + contents.minificationFilterBias, 0)
      vector = SIMD4(0, 0, Float(level), 0)
      usesMips = level > 0
      return
    }
    let u = isMinified.0 ? contents.minificationFilter : contents.magnificationFilter
    let v = isMinified.1 ? contents.minificationFilter : contents.magnificationFilter
    // Pixel on pixel, linear sampling is the nearest pixel, and the nearest is exact; if what may be sampled ends between
    // pixels, its edge is not.
    let aligned =
      part.samplesWholePixels && Self.isPixelOnPixel(dudx, dudy, mapping: mapping, plane: plane)
    vector = SIMD4(u == .nearest || aligned ? 1 : 0, v == .nearest || aligned ? 1 : 0, -1, 0)
    usesMips = false
  }

  /// A rate above this is a minification: 1, and a little for rounding.
  private static let unity = 1 + 1.0 / 1024

  private static func code(_ filter: CALayerContentsFilter) -> Float {
    switch filter {
    case .nearest: 1
    case .trilinear: 2
    default: 0
    }
  }

  /// Whether each device pixel's centre lies on an image pixel's centre: to within what 8 bits of weight can show, over
  /// the largest image.
  private static func isPixelOnPixel(
    _ dudx: Vector2, _ dudy: Vector2, mapping: ContentsPlacement.Mapping, plane: Plane
  ) -> Bool {
    let exact = 1.0 / 4_194_304
    guard abs(abs(dudx.x) - 1) < exact, abs(abs(dudy.y) - 1) < exact, abs(dudx.y) < exact, abs(dudy.x) < exact
    else { return false }
    let u = plane.point(at: Vector2(0.5, 0.5)) * mapping.scale + mapping.offset - 0.5
    return abs(u.x - u.x.rounded()) < 1.0 / 512 && abs(u.y - u.y.rounded()) < 1.0 / 512
  }
}
