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
    for part in placement.parts {
      add(part, of: contents, shape: shape, in: around)
    }
  }

  private mutating func add(
    _ part: ContentsPlacement.Part, of contents: Contents, shape: CGRect, in around: Surroundings
  ) {
    let sampling = Sampling(contents, mapping: part.mapping, plane: around.plane)
    // The fringe of a part would lie on its neighbour: only edges that are the whole image's have one.
    let box = around.clips.box
    guard let outline = seamedOutline(of: part, shape: shape, on: around.plane, in: box) else { return }
    let origin = around.plane.point(at: outline.middle)
    let m = part.mapping
    let key = CommandStream.BatchKey(
      program: ProgramKind(shape: .image, features: features(around)),
      source: .image(contents.image, mipmapped: sampling.usesMips))
    let matrix = DeviceMatrix(around.plane.fromDevice, from: origin)
    let mapping = SIMD4(
      Float(m.scale.x), Float(m.scale.y), Float(m.offset.x + origin.x * m.scale.x),
      Float(m.offset.y + origin.y * m.scale.y))
    let pass = open.count - 1
    open[pass].box.add(outline.box)
    for quad in outline.quads {
      open[pass].add(
        ImageRecord(
          corners: vectors(quad), matrix: matrix, rect: shape.vector(from: origin), mapping: mapping,
          part: part.sampled, sampling: sampling.vector, opacity: Float(around.opacity), clip: around.clips.index),
        key, area: outline.area / Double(outline.quads.count))
    }
  }

  /// The outline of one part: with a fringe along the edges of the whole, cut sharply along the seams.
  private func seamedOutline(
    of part: ContentsPlacement.Part, shape: CGRect, on plane: Plane, in box: DeviceBox
  ) -> Outline? {
    guard part.hasSeams else { return outline(of: part.rect, on: plane, in: box) }
    guard var outline = outline(of: part.rect, on: plane, in: box) else { return nil }
    let seams = zip(part.rect.edges(on: plane), part.seams).filter(\.1).map(\.0)
    var quads: [(Vector2, Vector2, Vector2, Vector2)] = []
    for quad in outline.quads {
      var polygon = Polygon(box)
      polygon.points = [quad.0, quad.1, quad.3, quad.2]
      for seam in seams { polygon.cut(to: seam) }
      quads += polygon.quads
    }
    outline.quads = quads
    return quads.isEmpty ? nil : outline
  }
}

extension CGRect {
  /// The rectangle with its edges on or outside of the bounds moved far away, so that they are nobody's edges.
  fileprivate func withoutEdges(beyond bounds: CGRect) -> CGRect {
    let nearX = bounds.width * 1e-6
    let nearY = bounds.height * 1e-6
    // Twice the bounds away: far outside of what the clip leaves, near enough for exact numbers.
    let left = minX <= bounds.minX + nearX ? bounds.minX - 2 * bounds.width : minX
    let top = minY <= bounds.minY + nearY ? bounds.minY - 2 * bounds.height : minY
    let right = maxX >= bounds.maxX - nearX ? bounds.maxX + 2 * bounds.width : maxX
    let bottom = maxY >= bounds.maxY - nearY ? bounds.maxY + 2 * bounds.height : maxY
    return CGRect(x: left, y: top, width: right - left, height: bottom - top)
  }
}

/// Which filters a quad needs, decided once where all of it is alike (docs/rendering.md, section 10).
struct Sampling {
  /// As `image.frag` reads it.
  let vector: SIMD4<Float>
  let usesMips: Bool

  /// - Parameter mapping: from the plane to image pixels.
  init(_ contents: Contents, mapping: ContentsPlacement.Mapping, plane: Plane) {
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
    // Pixel on pixel, linear sampling is the nearest pixel, and the nearest is exact.
    let aligned = Self.isPixelOnPixel(dudx, dudy, mapping: mapping, plane: plane)
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
