import Graphics
import RenderTree

extension Flattener {
  /// Draws a layer that shows all of an image and nothing else, as most of many do, without the surroundings that others need
  /// inside; false, and nothing is drawn, where it may be more than that.
  mutating func addImageAlone(_ node: RenderNode, in around: Surroundings) -> Bool {
    guard node.features == [.contents, .plainContents], node.background == nil, node.sublayers.isEmpty,
      node.mask == nil,
      traits.drawsPlainQuads, around.clips.index < 0, !around.isAdditive, let image = node.plainImage
    else { return false }
    guard let plane = plane(of: node, in: around) else { return true }
    let bounds = node.geometry.bounds
    guard let outline = outline(of: bounds, on: plane, in: around.clips.box) else { return true }
    let isFlipped = around.isFlipped != node.geometry.isGeometryFlipped
    let part = ContentsPlacement.Part(
      whole: bounds, width: Double(image.width), height: Double(image.height), isFlipped: isFlipped)
    let paint = PlainPaint(
      color: SIMD4(repeating: Float(around.opacity * node.opacity)), source: .image(image),
      image: plane.isAxisParallel ? PlainPaint.PixelMap(part.mapping, on: plane) : nil)
    return addPlainImage(paint, part, outline, shape: bounds, on: plane, in: around.clips)
  }

  /// Draws an image that is one part, wholly shown and sampled between its pixels as plain quads; false, and nothing is drawn,
  /// where that cannot be done.
  ///
  /// - Parameters:
  ///   - outline: of the part.
  ///   - shape: the rectangle whose edges are the image's edges, all of them anti-aliased, in points.
  ///   - clips: those around it.
  mutating func addPlainImage(
    _ paint: PlainPaint, _ part: ContentsPlacement.Part, _ outline: Outline, shape: CGRect, on plane: Plane,
    in clips: ClipChain
  ) -> Bool {
    guard plane.isAxisParallel else {
      guard clips.index < 0 else { return false }
      addTurnedImage(part, outline, shape: shape, paint, on: plane)
      return true
    }
    let clip = clips.box
    // Edges that are far away, as the clip has them, come near enough for exact numbers.
    let box = plane.box(of: shape).intersection(clip.inset(by: -2))
    if clips.index < 0 {
      let pixels = plane.box(of: part.rect).inset(by: PixelPieces.unseen).pixelsAround
      guard !pixels.intersection(clip).isEmpty else { return true }
      guard let shape = RoundedBox(box, radius: 0) else { return false }
      addPlain(shape, paint, in: clip)
      return true
    }
    // The clip's round corners are the image's, where it reaches beyond them.
    guard let rounded = clips.onlyRounded,
      plane.box(of: shape).contains(rounded.box.inset(by: -1).intersection(clip))
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
    _ part: ContentsPlacement.Part, _ outline: Outline, shape: CGRect, _ paint: PlainPaint, on plane: Plane
  ) {
    let edges = EdgeLines(shape, on: plane)
    let g = plane.fromDevice
    let m = part.mapping
    beginPrimitive(outline.pixels)
    var features: ProgramKind.Features = [.textured, .edged]
    if !plane.isAffine { features.insert(.perspective) }
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
