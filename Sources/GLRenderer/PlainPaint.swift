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
  /// From device pixels to those of the image whose alpha all is multiplied by; nil without one.
  var mask: PixelMap?
  /// What the colour is multiplied by along an axis; nil without one.
  var ramp: PlainRamp?

  /// An affine map along the axes.
  struct PixelMap {
    var scale: Vector2
    var offset: Vector2
    /// Whether x and y change places.
    var isTransposed = false

    /// Whether each device pixel shows just one of the image's, to within what 8 bits of weight can show.
    var isOnPixels: Bool {
      let exact = 1.0 / 4_194_304
      let u = Vector2(0.5, 0.5) * scale + offset - 0.5
      return abs(abs(scale.x) - 1) < exact && abs(abs(scale.y) - 1) < exact && abs(u.x - u.x.rounded()) < 1.0 / 512
        && abs(u.y - u.y.rounded()) < 1.0 / 512
    }

    func apply(_ p: Vector2) -> SIMD2<Float> {
      let q = (isTransposed ? Vector2(p.y, p.x) : p) * scale + offset
      return SIMD2(Float(q.x), Float(q.y))
    }
  }
}

extension Flattener {
  /// Whether what is drawn here may be plain quads: the device gains by them, and no shader has to look at clips.
  func mayDrawPlain(in around: Surroundings) -> Bool { traits.drawsPlainQuads && around.clips.index < 0 }

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
    beginPrimitive(around)
    writePlain(shape, line: line, paint, around, in: clip)
  }

  /// Writes the quads of a rounded box that was begun.
  ///
  /// - Parameter around: all that it touches within the clip: whole device pixels.
  private mutating func writePlain(
    _ shape: RoundedBox, line: Double?, _ paint: PlainPaint, _ around: DeviceBox, in clip: DeviceBox
  ) {
    guard let pieces = pieces(of: shape, line: line) else {
      addUneven(CollectionOfOne(around), of: shape, line: line, paint)
      return
    }
    for piece in pieces.even {
      let box = piece.box.intersection(clip)
      guard !box.isEmpty else { continue }
      var paint = paint
      paint.color *= Float(piece.coverage)
      addEven(box, paint)
    }
    addUneven(pieces.uneven.map { $0.intersection(clip) }.filter { !$0.isEmpty }, of: shape, line: line, paint)
  }

  /// Writes the boxes that the innermost pass keeps: something comes that lies on them, or nothing more.
  mutating func writeBoxes() {
    guard !open[open.count - 1].boxes.isEmpty else { return }
    for solid in open[open.count - 1].takeBoxes() {
      guard let shape = RoundedBox(solid.box, radius: 0) else { continue }
      let around = solid.box.inset(by: PixelPieces.unseen).pixelsAround.intersection(solid.clip)
      writePlain(shape, line: nil, PlainPaint(color: solid.color), around, in: solid.clip)
    }
  }

  /// A shape in pieces; nil where that is not worth while.
  private func pieces(of shape: RoundedBox, line: Double?) -> PixelPieces? {
    // Few have less pieces than these.
    guard shape.box.area >= traits.pixelsPerPiece * 4 else { return nil }
    let parted = if let line { PixelPieces(line: line, of: shape) } else { PixelPieces(filled: shape) }
    let pieces = parted ?? PixelPieces(bandsOf: shape, line: line)
    guard shape.box.area >= traits.pixelsPerPiece * Double(pieces.even.count + pieces.uneven.count)
    else { return nil }
    return pieces
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
    if let image = paint.image, !image.isOnPixels || paint.mask != nil { features.insert(.smooth) }
    paint.forEachQuad(of: box) { quad, area in add(quad, features, paint.source, area: area) }
  }

  /// Draws pixels of which each has its own coverage.
  private mutating func addUneven(
    _ boxes: some Collection<DeviceBox>, of shape: RoundedBox, line: Double?, _ paint: PlainPaint
  ) {
    guard !boxes.isEmpty else { return }
    var features = paint.features
    features.insert(.colored)
    if line != nil || shape.radius > 0 { features.insert(.rounded) } else { features.insert(.edged) }
    if line != nil { features.insert(.hollow) }
    if shape.countsTwice { features.insert(.doubled) }
    let (box, middle) = (shape.box, shape.box.middle)
    let half = SIMD2(Float((box.maxX - box.minX) / 2), Float((box.maxY - box.minY) / 2))
    func addEdges(to quad: inout PlainQuad) {
      quad.setCorners { corner, place in
        if features.contains(.rounded) {
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
    for piece in boxes {
      paint.forEachQuad(of: piece) { quad, area in
        var quad = quad
        addEdges(to: &quad)
        add(quad, features, paint.source, area: area)
      }
    }
  }

  /// Writes a plain quad.
  mutating func add(
    _ quad: PlainQuad, _ features: ProgramKind.Features, _ source: CommandStream.Source, area: Double
  ) {
    let key = CommandStream.BatchKey(program: ProgramKind(shape: .plain, features: features), source: source)
    open[open.count - 1].draw(CommandStream.Batch(key: key, first: stream.plain.count, count: 1, area: area))
    stream.plain.append(quad)
  }
}

extension PlainPaint {
  /// What programs need to know of it, beside colours.
  fileprivate var features: ProgramKind.Features {
    var features: ProgramKind.Features = []
    if image != nil { features.insert(.textured) }
    if mask != nil { features.insert(.masked) }
    return features
  }

  /// Fills a box: calls back with a quad for each stretch of the ramp, and its pixels.
  fileprivate func forEachQuad(of box: DeviceBox, _ body: (PlainQuad, Double) -> Void) {
    guard let ramp else {
      body(quad(box), box.area)
      return
    }
    for part in ramp.parts(of: box) {
      var quad = quad(part.box)
      quad.setCorners { corner, place in corner.color *= part.value(at: place) }
      body(quad, part.box.area)
    }
  }

  private func quad(_ box: DeviceBox) -> PlainQuad {
    var quad = PlainQuad(box, color: color)
    guard image != nil || mask != nil else { return quad }
    quad.setCorners { corner, place in
      if let image { corner.texture.lowHalf = image.apply(place) }
      if let mask { corner.position.highHalf = mask.apply(place) }
    }
    return quad
  }
}
