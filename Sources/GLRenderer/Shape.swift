import Drawing
import Graphics
import RenderTree

/// The coverage of a path on the device, which the processor rasterises and the device keeps as a texture.
struct CoverageRequest: Hashable {
  var path: CGPath
  var region: PathCoverage.Region
  /// From the path's space to pixels of the texture.
  var transform: CGAffineTransform
  /// Pixels.
  var width: Int
  /// Pixels.
  var height: Int
}

extension Flattener {
  /// The path of a shape layer: its fill, and over that its stroke (docs/rendering.md, section 18).
  mutating func add(_ shape: Shape, of node: RenderNode, in around: Surroundings) {
    if let fill = shape.fill {
      addCoverage(of: fill.path, .fill(fill.rule), color: fill.color, in: around)
    }
    if let stroke = shape.stroke {
      addCoverage(of: stroke.path, .stroke(stroke.style), color: stroke.color, in: around)
    }
  }

  /// A region of the layer's plane in one colour.
  mutating func addCoverage(
    of path: CGPath, _ region: PathCoverage.Region, color: StraightColor, in around: Surroundings
  ) {
    guard let coverage = requestCoverage(of: path, region, on: around.plane, in: around.clips.box) else { return }
    addSurface(
      .shape, .coverage(coverage.index), area: coverage.area, sampling: color.premultiplied.vector,
      opacity: around.opacity, clip: around.clips.index, isAdditive: around.isAdditive)
  }

  /// Asks for the coverage of a region.
  ///
  /// - Returns: the request's place in the stream and the device pixels of its texture; nil when nothing of the region can
  ///   show in the box.
  mutating func requestCoverage(
    of path: CGPath, _ region: PathCoverage.Region, on plane: Plane, in box: DeviceBox
  ) -> (index: Int, area: DeviceBox)? {
    // A horizontal or vertical line has an empty box and a stroke all the same.
    let reach = path.boundingBox.insetBy(dx: -region.reach, dy: -region.reach)
    guard !reach.isEmpty, let outline = outline(of: reach, on: plane, in: box),
      let request = CoverageRequest(path, region, on: plane, outline: outline)
    else { return nil }
    stream.coverages.append(request)
    return (stream.coverages.count - 1, outline.pixels)
  }
}

extension Shape.Stroke {
  /// How its path is stroked.
  var style: PathCoverage.StrokeStyle {
    PathCoverage.StrokeStyle(
      width: width, cap: cap, join: join, miterLimit: miterLimit, dashes: dashes, dashPhase: dashPhase)
  }
}

extension PathCoverage.Region {
  /// How far beyond the path's box it can reach, in the path's unit.
  fileprivate var reach: Double {
    guard case .stroke(let style) = self else { return 0 }
    // Half a width to the side, times what a miter or the corner of a square cap adds.
    let longest = style.join == .miter ? max(style.miterLimit, 1.5) : 1.5
    return style.width / 2 * longest
  }
}

extension CoverageRequest {
  /// How far from the texture a path may reach, in pixels: with the texture's own it is what `PathCoverage` can draw.
  private static let range = 16_000.0
  /// How far from a curve its lines may be, in pixels.
  private static let tolerance = 0.004

  /// The request for the pixels of an outline; nil when nothing of the region is left there.
  fileprivate init?(_ path: CGPath, _ region: PathCoverage.Region, on plane: Plane, outline: Outline) {
    let area = outline.pixels
    width = Int(area.maxX - area.minX)
    height = Int(area.maxY - area.minY)
    let m = plane.toDevice
    if plane.isAffine {
      let box = DeviceBox(of: path.boundingBox.insetBy(dx: -region.reach, dy: -region.reach), by: m)
      if area.inset(by: -Self.range).contains(box) {
        self.path = path
        self.region = region
        // To single precision: what differs by less is the same texture.
        func rounded(_ value: Double) -> Double { Double(Float(value)) }
        transform = CGAffineTransform(
          a: rounded(m.xx), b: rounded(m.yx), c: rounded(m.xy), d: rounded(m.yy), tx: rounded(m.x0 - area.minX),
          ty: rounded(m.y0 - area.minY))
        return
      }
    }
    let pointsPerPixel =
      [outline.quad.a, outline.quad.b, outline.quad.c, outline.quad.d].map { plane.pointsPerPixel(at: $0) }.min() ?? 1
    let polygons = ProjectedPath(
      region.lines(of: path, tolerance: pointsPerPixel * Self.tolerance), by: m, in: area.inset(by: -1))
    guard let cut = polygons.path(from: Vector2(area.minX, area.minY)) else { return nil }
    self.path = cut
    self.region = .fill(region.rule)
    transform = .identity
  }
}

extension DeviceBox {
  /// Around a rectangle of an affine plane.
  fileprivate init(of rect: CGRect, by map: PlaneMap) {
    self = .nothing
    add(map.apply(rect.minX, rect.minY))
    add(map.apply(rect.maxX, rect.minY))
    add(map.apply(rect.minX, rect.maxY))
    add(map.apply(rect.maxX, rect.maxY))
  }
}

extension Plane {
  /// The least points per device pixel in any direction, to first order, near a device position.
  fileprivate func pointsPerPixel(at place: Vector2) -> Double {
    let p = point(at: place)
    let w = toDevice.wx * p.x + toDevice.wy * p.y + toDevice.w0
    guard w > 0 else { return 1e-3 }
    let m = toDevice
    let dx = (Vector2(m.xx, m.yx) - place * m.wx) / w
    let dy = (Vector2(m.xy, m.yy) - place * m.wy) / w
    let square = (dx * dx).sum() + (dy * dy).sum()
    return square > 0 && square.isFinite ? 1 / square.squareRoot() : 1e-3
  }
}
