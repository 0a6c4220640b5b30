import GL
import Graphics
import RenderTree

/// What plain quads are filled with.
struct PlainPaint {
  /// Premultiplied, opacity included; what an image is multiplied by.
  var color: SIMD4<Float>
  var source = CommandStream.Source.none
  /// From device pixels to the pixels of the source; nil without one.
  var image: PixelMap?
  /// From where the image lies in the atlas to where it lies raised, in pixels; nil for what is no image of the atlas.
  var stepToRaised: Vector2?
  /// From device pixels to those of the image whose alpha all is multiplied by; nil without one.
  var mask: PixelMap?
  /// Whether the pixels of the mask lie on those of the image, of which there are as many.
  var isJoined = false
  /// What the colour is multiplied by along an axis; nil without one.
  var ramp: PlainRamp?
  var place = CommandStream.TilePlace.everywhere

  /// An affine map along the axes.
  struct PixelMap {
    var scale: Vector2
    var offset: Vector2
    /// Whether x and y change places.
    var isTransposed = false

    /// Whether another one is the same, to within what no weight of two pixels shows.
    func isAlike(_ other: PixelMap) -> Bool {
      let (a, b) = (scale - other.scale, offset - other.offset)
      return isTransposed == other.isTransposed && max(abs(a.x), abs(a.y)) < 1e-12 && max(abs(b.x), abs(b.y)) < 1e-6
    }

    /// Whether a device that takes a pixel's middle for near enough may show the nearest pixels in place of mixed ones.
    var isNearPixels: Bool {
      let u = Vector2(0.5, 0.5) * scale + offset - 0.5
      return max(abs(abs(scale.x) - 1), abs(abs(scale.y) - 1)) < 1.0 / 1024
        && max(abs(u.x - u.x.rounded()), abs(u.y - u.y.rounded())) < 1.0 / 32
    }

    /// Whether each device pixel is as large as one of the image's, to within what a weight of two of 1,024 would show, and none is
    /// turned: one place between pixels is that of all.
    var isMoved: Bool {
      let exact = 1.0 / 4_194_304
      return !isTransposed && abs(scale.x - 1) < exact && abs(scale.y - 1) < exact
    }

    /// Whether each device pixel shows just one of the image's, to within what 8 bits of weight can show.
    var isOnPixels: Bool {
      let exact = 1.0 / 4_194_304
      let u = Vector2(0.5, 0.5) * scale + offset - 0.5
      return abs(abs(scale.x) - 1) < exact && abs(abs(scale.y) - 1) < exact && abs(u.x - u.x.rounded()) < 1.0 / 512
        && abs(u.y - u.y.rounded()) < 1.0 / 512
    }

    /// The same with steps that are larger than one by so little that no pixel's nearest is another one. In single precision they
    /// may otherwise come out as a little less, and llvmpipe, which cuts them to 16 bits after the point, then fetches pixel by
    /// pixel what it copies in rows where they are one. Mirrored images it mixes even on pixels, and these stay as they are.
    func widened(over box: DeviceBox) -> PixelMap {
      guard scale.x > 0, scale.y > 0, !isTransposed else { return self }
      let length = max(box.maxX - box.minX, box.maxY - box.minY)
      let growth = min(1.0 / 131_072, 1.0 / (512 * length))
      return PixelMap(scale: scale * (1 + growth), offset: offset - box.middle * scale * growth)
    }

    func apply(_ p: Vector2) -> SIMD2<Float> {
      let q = (isTransposed ? Vector2(p.y, p.x) : p) * scale + offset
      return SIMD2(Float(q.x), Float(q.y))
    }
  }
}

extension Flattener {
  /// Whether what is drawn here may be plain quads: the device gains by them, and no shader has to look at clips.
  func mayDrawPlain(in around: Surroundings) -> Bool {
    traits.drawsPlainQuads && around.clips.index < 0 && !around.isAdditive
  }

  /// Draws a rounded box, filled, or the line of a width along its inside.
  ///
  /// - Parameter clip: whole device pixels.
  mutating func addPlain(_ shape: RoundedBox, line: Double? = nil, _ paint: PlainPaint, in clip: DeviceBox) {
    let around = shape.box.inset(by: PixelPieces.unseen).pixelsAround.intersection(clip)
    guard !around.isEmpty else { return }
    if line == nil, open[open.count - 1].keepsBoxes, let solid = SolidBox(shape, paint, in: clip) {
      open[open.count - 1].keep(solid, touching: around)
      return
    }
    if line == nil, paint.isOpaqueColor { noteOpaque(shape, in: clip) }
    beginPrimitive(around)
    writePlain(shape, line: line, paint, around, in: clip)
  }

  /// Writes the quads of a rounded box that was begun.
  ///
  /// - Parameter around: all that it touches within the clip: whole device pixels.
  private mutating func writePlain(
    _ shape: RoundedBox, line: Double?, _ paint: PlainPaint, _ around: DeviceBox, in clip: DeviceBox
  ) {
    // Taken out, so that their memory can be written while the rest of the walk's is.
    var pieces = PixelPieces()
    swap(&pieces, &stream.memory.pieces)
    defer { swap(&pieces, &stream.memory.pieces) }
    guard addPieces(of: shape, line: line, to: &pieces) || addMiddlePieces(of: shape, line: line, paint, to: &pieces)
    else {
      addUneven(CollectionOfOne(around), of: shape, line: line, paint, in: clip)
      return
    }
    for piece in pieces.even {
      let box = piece.box.intersection(clip)
      guard !box.isEmpty else { continue }
      var paint = paint
      paint.color *= Float(piece.coverage)
      addEven(box, paint)
    }
    addUneven(pieces.uneven, of: shape, line: line, paint, in: clip)
  }

  /// Writes the boxes that the innermost pass keeps: something comes that lies on them, or nothing more.
  mutating func writeBoxes() {
    guard !open[open.count - 1].boxes.isEmpty else { return }
    let boxes = open[open.count - 1].takeBoxes()
    for solid in boxes {
      guard let shape = RoundedBox(solid.box, radius: 0) else { continue }
      let around = solid.box.inset(by: PixelPieces.unseen).pixelsAround.intersection(solid.clip)
      writePlain(shape, line: nil, PlainPaint(color: solid.color), around, in: solid.clip)
    }
    open[open.count - 1].giveBack(consume boxes)
  }

  /// Notes that a filled box hides what the frame shows beneath it.
  mutating func noteOpaque(_ shape: RoundedBox, in clip: DeviceBox) {
    guard takesShortCuts, open.count == 1 else { return }
    stream.opaqueBoxes.add(shape.pixelsCovered().intersection(clip), after: open[0])
  }

  /// Parts a shape; false where that is not worth while.
  private func addPieces(of shape: RoundedBox, line: Double?, to pieces: inout PixelPieces) -> Bool {
    // Few have less pieces than these.
    guard shape.box.area >= traits.pixelsPerPiece * 4 else { return false }
    // Counted first: most small ones are no pieces.
    if line == nil, shape.radius > 0, let count = PixelPieces.count(filled: shape),
      shape.box.area < traits.pixelsPerPiece * Double(count)
    {
      return false
    }
    pieces.removeAll()
    let isParted = if let line { pieces.add(line: line, of: shape) } else { pieces.add(filled: shape) }
    if !isParted { pieces.add(bandsOf: shape, line: line) }
    return shape.box.area >= traits.pixelsPerPiece * Double(pieces.even.count + pieces.uneven.count)
  }

  /// Parts an image that is too small for all of its pieces: the middle, where it may be mixed in bytes, and what lies around; false
  /// where that is not worth while either.
  private func addMiddlePieces(
    of shape: RoundedBox, line: Double?, _ paint: PlainPaint, to pieces: inout PixelPieces
  ) -> Bool {
    guard line == nil, !shape.countsTwice, paint.mask == nil, paint.color == .one, paint.ramp == nil,
      mayRaise(paint, as: .smoothTexture)
    else { return false }
    pieces.removeAll()
    return pieces.add(middleOf: shape)
      && pieces.even[0].box.area >= traits.pixelsPerPiece * Double(1 + pieces.uneven.count)
  }

  /// Draws pixels without edges.
  ///
  /// - Parameters:
  ///   - replaces: whether they take the place of what is there, rather than lying on it.
  ///   - isSoft: whether they are of a blur.
  mutating func addEven(_ box: DeviceBox, _ paint: PlainPaint, replaces: Bool = false, isSoft: Bool = false) {
    var features = paint.features
    if replaces { features.insert(.replacing) } else if isSoft { features.formUnion(softFeatures) }
    if paint.image == nil && paint.mask == nil || paint.color != .one || paint.ramp != nil {
      features.insert(.colored)
    }
    features = steadied(features, isRamp: paint.ramp != nil)
    var paint = paint
    if let image = paint.image, !image.isOnPixels || paint.mask != nil {
      features.insert(.smooth)
      if mayRaise(paint, as: features) {
        features.insert(.raised)
        if let step = paint.stepToRaised { paint.image?.offset += step }
      }
    }
    paint.forEachQuad(of: box) { quad, area in add(quad, features, paint.source, area: area, place: paint.place) }
  }

  /// Whether pixels of an image may be mixed in bytes, of which the device cuts off what they do not hold; not in parts of a
  /// canvas, one of which might be and the next not.
  private func mayRaise(_ paint: PlainPaint, as features: ProgramKind.Features) -> Bool {
    guard takesShortCuts, traits.cutsMixedBytes, open.count == 1, frameArea.contains(canvas),
      features == .smoothTexture, let place = paint.image, paint.source.isImage
    else { return false }
    return !place.isTransposed && !place.isNearPixels
  }

  /// Draws pixels of which each has its own coverage, as far as they lie in a clip.
  private mutating func addUneven(
    _ boxes: some Collection<DeviceBox>, of shape: RoundedBox, line: Double?, _ paint: PlainPaint, in clip: DeviceBox
  ) {
    guard !boxes.isEmpty else { return }
    let features = paint.features(ofEdgesOf: shape, line: line)
    for whole in boxes {
      let piece = whole.intersection(clip)
      guard !piece.isEmpty else { continue }
      paint.forEachQuad(of: piece) { quad, area in
        var quad = quad
        quad.addEdges(of: shape, line: line)
        add(quad, features, paint.source, area: area)
      }
    }
  }

  /// Writes a plain quad.
  mutating func add(
    _ quad: PlainQuad, _ features: ProgramKind.Features, _ source: CommandStream.Source, area: Double,
    place: CommandStream.TilePlace = .everywhere
  ) {
    let key = CommandStream.BatchKey(
      program: ProgramKind(shape: .plain, features: features), source: source, place: place)
    if takesShortCuts, features.subtracting(.ramped) == .colored,
      open[open.count - 1].endsWith(key, at: stream.plain.count),
      stream.plain[stream.plain.count - 1].take(quad)
    {
      stream.hasMixedColors = true
      return
    }
    open[open.count - 1].draw(CommandStream.Batch(key: key, first: stream.plain.count, count: 1, area: area))
    stream.plain.append(quad)
  }
}

extension CommandStream.Source {
  /// Whether it is an image, or one of the atlas.
  fileprivate var isImage: Bool {
    switch self {
    case .image, .atlas: true
    default: false
    }
  }
}

extension PlainPaint {
  /// Whether it is a colour that hides what lies beneath it.
  fileprivate var isOpaqueColor: Bool { color.w == 1 && image == nil && mask == nil && ramp == nil }

  /// What programs need to know of it, beside colours.
  fileprivate var features: ProgramKind.Features {
    var features: ProgramKind.Features = []
    if image != nil { features.insert(.textured) }
    if mask != nil { features.insert(.masked) }
    if isJoined { features.insert(.joined) }
    return features
  }

  /// The same, where each pixel has a coverage of its own.
  fileprivate func features(ofEdgesOf shape: RoundedBox, line: Double?) -> ProgramKind.Features {
    var features = self.features
    if image == nil || color != .one || ramp != nil { features.insert(.colored) }
    features.insert(shape.isRounded(line: line) ? .rounded : .edged)
    if line != nil { features.insert(.hollow) }
    if shape.countsTwice { features.insert(.doubled) }
    return features
  }

  /// Fills a box: calls back with a quad for each stretch of the ramp, and its pixels.
  fileprivate func forEachQuad(of box: DeviceBox, _ body: (PlainQuad, Double) -> Void) {
    guard let ramp else {
      body(quad(box), box.area)
      return
    }
    ramp.forEachPart(of: box) { part in
      var quad = quad(part.box)
      quad.setCorners { corner, place in corner.color *= part.value(at: place) }
      body(quad, part.box.area)
    }
  }

  private func quad(_ box: DeviceBox) -> PlainQuad {
    var quad = PlainQuad(box, color: color)
    guard image != nil || mask != nil else { return quad }
    let shown = image.map { $0.isOnPixels && mask == nil ? $0.widened(over: box) : $0 }
    quad.setCorners { corner, place in
      if let shown { corner.texture.lowHalf = shown.apply(place) }
      if let mask { corner.position.highHalf = mask.apply(place) }
    }
    return quad
  }
}

extension RoundedBox {
  /// Whether it, or the line of a width along its inside, is drawn as one with round corners.
  fileprivate func isRounded(line: Double?) -> Bool { line != nil || radius > 0 }
}

extension PlainQuad {
  /// Gives the corners what tells a pixel's coverage.
  fileprivate mutating func addEdges(of shape: RoundedBox, line: Double?) {
    let (box, middle) = (shape.box, shape.box.middle)
    let half = SIMD2(Float((box.maxX - box.minX) / 2), Float((box.maxY - box.minY) / 2))
    let isRounded = shape.isRounded(line: line)
    setCorners { corner, place in
      if isRounded {
        let p = place - middle
        corner.edges = SIMD4(Float(p.x), Float(p.y), half.x, half.y)
        corner.texture.w = Float(shape.radius)
        if let line { corner.position.z = Float(line) }
      } else {
        corner.edges = SIMD4(
          Float(place.x - box.minX), Float(box.maxX - place.x), Float(place.y - box.minY), Float(box.maxY - place.y))
      }
    }
  }
}
