import Graphics
import RenderTree

extension Flattener {
  /// Draws a layer that shows all of an image and nothing else, as most of many do, without the surroundings that others need
  /// inside; false, and nothing is drawn, where it may be more than that.
  mutating func addImageAlone(_ node: RenderNode, in around: Surroundings) -> Bool {
    guard node.features == .plainImage, node.background == nil, node.sublayers.isEmpty,
      node.mask == nil,
      traits.drawsPlainQuads, around.clips.index < 0, !around.isAdditive, let image = node.plainImage
    else { return false }
    guard let plane = plane(of: node, in: around) else { return true }
    let bounds = node.geometry.bounds
    let isFlipped = around.isFlipped != node.geometry.isGeometryFlipped
    let part = ContentsPlacement.Part(
      whole: bounds, width: Double(image.width), height: Double(image.height), isFlipped: isFlipped)
    let paint = PlainPaint(
      color: SIMD4(repeating: Float(around.opacity * node.opacity)), source: .image(image),
      image: plane.isAxisParallel ? PlainPaint.PixelMap(part.mapping, on: plane) : nil)
    if addInsideMargins(paint, part, shape: bounds, on: plane, in: around.clips) { return true }
    guard let outline = outline(of: bounds, on: plane, in: around.clips.box) else { return true }
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
    let paint = fromAtlas(paint, part)
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

  /// Draws no more of an image than what shows of it, and without coverage, where it is transparent as far from its edges
  /// as coverage is not whole; false, and nothing is drawn, of others.
  ///
  /// - Parameters:
  ///   - shape: the rectangle whose edges are the image's edges, all of them anti-aliased, in points.
  ///   - clips: those around it.
  mutating func addInsideMargins(
    _ paint: PlainPaint, _ part: ContentsPlacement.Part, shape: CGRect, on plane: Plane, in clips: ClipChain
  ) -> Bool {
    guard plane.isAffine, clips.index < 0, paint.mask == nil, case .image(let image) = paint.source,
      let shown = part.shown(of: image), shown.isFree(of: shape, on: plane)
    else { return false }
    var features = ProgramKind.Features.smoothTexture
    if paint.color != .one { features.insert(.colored) }
    if plane.isAxisParallel {
      let box = plane.box(of: shown).pixels.intersection(clips.box)
      guard !box.isEmpty else { return true }
      beginPrimitive(box)
      addEven(box, paint)
      return true
    }
    guard let outline = outline(of: shown, on: plane, in: clips.box, fringe: 0) else { return true }
    beginPrimitive(outline.pixels)
    let (map, m) = (plane.fromDevice, part.mapping)
    func draw(_ piece: Quad) {
      var quad = PlainQuad(piece, color: paint.color)
      quad.setCorners { corner, place in
        corner.texture.lowHalf = SIMD2<Float>(map.apply(place.x, place.y) * m.scale + m.offset)
      }
      add(quad, features, paint.source, area: outline.area / Double(1 + outline.otherQuads.count))
    }
    draw(outline.quad)
    for piece in outline.otherQuads { draw(piece) }
    return true
  }

  /// What shows an image of its own out of the atlas, where it lies there and is not made smaller, so that nothing is sampled that
  /// lies farther beyond its edges than its own pixels go on there.
  private func fromAtlas(_ paint: PlainPaint, _ part: ContentsPlacement.Part) -> PlainPaint {
    guard let atlas, open.count == 1, paint.mask == nil, case .image(let image) = paint.source, let map = paint.image,
      max(abs(map.scale.x), abs(map.scale.y)) < 1 + 1.0 / 1024, part.showsNothing(beyond: 0.5, pixelsAround: image),
      let place = atlas.place(of: image)
    else { return paint }
    var paint = paint
    paint.source = .atlas
    paint.image?.offset += place.plain
    paint.stepToRaised = place.raised - place.plain
    return paint
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
    var features = ProgramKind.Features.edgedTexture
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

extension ContentsPlacement.Part {
  /// Where something shows of an image with transparent margins that is sampled between its pixels; nil of others.
  fileprivate func shown(of image: CGImage) -> CGRect? {
    let margins = image.transparentMargins
    guard margins.min() > 0, mapping.scale.x != 0, mapping.scale.y != 0 else { return nil }
    // Pixels show as far as to the middles of their neighbours.
    let size = Vector2(Double(image.width), Double(image.height))
    let low = (margins.lowHalf - 0.5 - mapping.offset) / mapping.scale
    let high = (size - margins.highHalf + 0.5 - mapping.offset) / mapping.scale
    let (first, last) = (pointwiseMin(low, high), pointwiseMax(low, high))
    return CGRect(x: first.x, y: first.y, width: last.x - first.x, height: last.y - first.y)
  }
}

extension CGRect {
  /// Whether it lies so far within another rectangle of an affine plane that the coverage of this one is whole in it.
  fileprivate func isFree(of outer: CGRect, on plane: Plane) -> Bool {
    // By less than a byte can show.
    let distance = plane.pointsPerPixel * (0.5 - 1.0 / 1024)
    return minX - outer.minX >= distance.x && outer.maxX - maxX >= distance.x && minY - outer.minY >= distance.y
      && outer.maxY - maxY >= distance.y
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
