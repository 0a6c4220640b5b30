import Graphics
import RenderTree

extension Flattener {
  /// Draws an image that is one part, wholly shown and sampled between its pixels as plain quads; false, and nothing is
  /// drawn, when it is not plain.
  ///
  /// - Parameters:
  ///   - outline: of the part.
  ///   - shape: the rectangle whose edges are the image's edges, in points.
  ///   - style: of the outline.
  mutating func addPlainImage(
    _ contents: Contents, part: ContentsPlacement.Part, outline: Outline, shape: CGRect, style: Float,
    in around: Surroundings
  ) -> Bool {
    guard traits.drawsPlainQuads, !around.isAdditive, Int(style) == 0,
      var paint = plainPaint(of: contents, part: part, on: around.plane)
    else { return false }
    paint.color *= Float(around.opacity)
    guard around.plane.isAxisParallel else {
      guard around.clips.index < 0 else { return false }
      addTurnedImage(part, outline, shape: shape, paint, in: around)
      return true
    }
    let clip = around.clips.box
    // Edges that are far away, as the clip has them, come near enough for exact numbers.
    let box = around.plane.box(of: shape).intersection(clip.inset(by: -2))
    if around.clips.index < 0 {
      let pixels = around.plane.box(of: part.rect).inset(by: PixelPieces.unseen).pixelsAround
      guard !pixels.intersection(clip).isEmpty else { return true }
      guard let shape = RoundedBox(box, radius: 0) else { return false }
      addPlain(shape, paint, in: clip)
      return true
    }
    // The clip's round corners are the image's, where it reaches beyond them.
    guard let rounded = around.clips.onlyRounded,
      around.plane.box(of: shape).contains(rounded.box.inset(by: -1).intersection(clip))
    else { return false }
    addPlain(rounded, paint, in: clip)
    return true
  }

  /// What shows an image that is one part, wholly shown and sampled between its pixels; nil for others.
  func plainPaint(of contents: Contents, part: ContentsPlacement.Part, on plane: Plane) -> PlainPaint? {
    let size = SIMD2(Float(contents.image.width), Float(contents.image.height))
    guard part.sampled == SIMD4(0, 0, size.x, size.y), contents.isLinear(inPerspective: !plane.isAffine),
      !Sampling(contents, part: part, plane: plane).usesMips
    else { return nil }
    return PlainPaint(
      color: contents.tint.premultiplied.vector, source: .image(contents.image),
      image: plane.isAxisParallel ? PlainPaint.PixelMap(part.mapping, on: plane) : nil)
  }

  /// Draws an image whose edges are not along the device's axes.
  private mutating func addTurnedImage(
    _ part: ContentsPlacement.Part, _ outline: Outline, shape: CGRect, _ paint: PlainPaint, in around: Surroundings
  ) {
    let edges = EdgeLines(shape, on: around.plane)
    let g = around.plane.fromDevice
    let m = part.mapping
    beginPrimitive(outline.pixels)
    var features: ProgramKind.Features = [.textured, .edged]
    if !around.plane.isAffine { features.insert(.perspective) }
    if paint.color != .one { features.insert(.colored) }
    let area = outline.area / Double(1 + outline.otherQuads.count)
    func draw(_ piece: Quad) {
      var quad = PlainQuad(piece, color: paint.color)
      quad.setCorners { corner, place in
        let q = g.applyHomogeneous(place.x, place.y)
        corner.texture.lowHalf = SIMD2(
          Float(q.x * m.scale.x + q.z * m.offset.x), Float(q.y * m.scale.y + q.z * m.offset.y))
        corner.texture.z = Float(q.z)
        corner.edges = edges.distances(at: place)
      }
      add(quad, features, paint.source, area: area)
    }
    draw(outline.quad)
    for piece in outline.otherQuads { draw(piece) }
  }
}

extension Contents {
  /// Whether each pixel is sampled linearly, but for mip levels.
  fileprivate func isLinear(inPerspective: Bool) -> Bool {
    guard inPerspective else { return minificationFilter != .nearest && magnificationFilter != .nearest }
    return minificationFilter == .linear && magnificationFilter == .linear
  }
}

extension PlainPaint.PixelMap {
  /// From the device to an image on an axis-parallel plane.
  init(_ mapping: ContentsPlacement.Mapping, on plane: Plane) {
    let g = plane.fromDevice
    isTransposed = g.xx == 0
    scale = Vector2(isTransposed ? g.xy : g.xx, isTransposed ? g.yx : g.yy) * mapping.scale
    offset = Vector2(g.x0, g.y0) * mapping.scale + mapping.offset
  }
}

/// The edges of a rectangle of a plane as lines on the device.
private struct EdgeLines {
  /// A·x + B·y + C is the distance inwards in device pixels, for min x, max x, min y, max y.
  private var a = SIMD4<Double>.zero
  private var b = SIMD4<Double>.zero
  private var c = SIMD4<Double>.zero

  /// Edges that lie farther than any layer, as those that are a clip's (Contents.swift), are nobody's.
  private static let far = 1e9

  init(_ rect: CGRect, on plane: Plane) {
    let g = plane.fromDevice
    set(0, g.xx - rect.minX * g.wx, g.xy - rect.minX * g.wy, g.x0 - rect.minX * g.w0)
    set(1, rect.maxX * g.wx - g.xx, rect.maxX * g.wy - g.xy, rect.maxX * g.w0 - g.x0)
    set(2, g.yx - rect.minY * g.wx, g.yy - rect.minY * g.wy, g.y0 - rect.minY * g.w0)
    set(3, rect.maxY * g.wx - g.yx, rect.maxY * g.wy - g.yy, rect.maxY * g.w0 - g.y0)
  }

  private mutating func set(_ index: Int, _ x: Double, _ y: Double, _ constant: Double) {
    let length = (x * x + y * y).squareRoot()
    // A pixel inside of it, everywhere.
    guard length > 0, abs(constant / length) < Self.far else {
      c[index] = 1
      return
    }
    (a[index], b[index], c[index]) = (x / length, y / length, constant / length)
  }

  func distances(at p: Vector2) -> SIMD4<Float> {
    SIMD4<Float>(a * p.x + b * p.y + c)
  }
}
