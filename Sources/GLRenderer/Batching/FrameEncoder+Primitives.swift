import MultiplaneFlattening
import MultiplaneGL
import MultiplaneGraphics
import MultiplaneRenderTree

extension FrameEncoder {
  /// Writes a pass's own primitives of a range.
  func paint(_ range: Range<Int>, of pass: Int, into target: PassTarget) throws(RenderError) {
    // Rasters have pixels of their own, which begin near 0.
    origin = list.passes[pass].canvas == list.passes[0].canvas ? frameOrigin : (0, 0)
    // Borrowed once, and read where they are: they are large, and copies count references.
    try list.images.withUnsafeBufferPointer { images throws(RenderError) in
      try paint(range, of: list, images, into: target)
    }
  }

  private func paint(
    _ range: Range<Int>, of list: DisplayList, _ images: UnsafeBufferPointer<ImageBox>, into target: PassTarget
  ) throws(RenderError) {
    let planes = list.planes.span
    let (primitives, boxes) = (list.primitives, target.boxes)
    var index = range.lowerBound
    while index < range.upperBound {
      let primitive = primitives[index]
      if primitive.kind == .pass {
        index = list.passes[Int(primitive.payload)].end
        continue
      }
      let isShown = !plan.isHidden(index) && boxes.contains { !$0.intersection(primitive.box).isEmpty }
      switch primitive.kind {
      case .image where isShown: try paintImage(primitive, images, planes, into: target)
      case .box where isShown: try paintBox(primitive, list.boxes.span, planes, into: target)
      case .border where isShown: try paintBorder(primitive, list.borders.span, planes, into: target)
      case .gradient where isShown: try paintGradient(primitive, list.gradients.span, planes, into: target)
      case .path where isShown: try paintPath(primitive, into: target)
      case .shadow where isShown: try paintShadow(primitive, list.shadows.span, into: target)
      case .surface, .raster, .backdrop:
        if isShown { try paintPass(primitive, into: target) }
        letGo(of: primitive)
      default: break
      }
      index += 1
    }
  }

  /// Releases the resources that a primitive has used.
  private func letGo(of primitive: Primitive) {
    switch primitive.kind {
    case .surface:
      let use = list.surfaces[Int(primitive.payload)]
      pictures[Int(use.pass)] = nil
      if use.mask >= 0 { pictures[Int(use.mask)] = nil }
    case .raster: pictures[Int(list.rasters[Int(primitive.payload)].pass)] = nil
    case .backdrop:
      let mask = list.backdrops[Int(primitive.payload)].mask
      if mask >= 0 { pictures[Int(mask)] = nil }
    default: break
    }
  }

  /// A primitive that shows what passes have drawn.
  private func paintPass(_ primitive: Primitive, into target: PassTarget) throws(RenderError) {
    switch primitive.kind {
    case .surface where primitive.blend != .normal: try paintBlended(primitive, into: target)
    case .surface: try paintPicture(primitive, into: target)
    case .raster: try paintRaster(primitive, into: target)
    default: try paintBackdrop(primitive, into: target)
    }
  }

  // MARK: What all have in common

  /// The first texel of a primitive's clips, −1 for none, and their bits. Nil where they leave
  /// nothing.
  private func clip(of primitive: Primitive) throws(RenderError) -> (texel: Int32, bits: RecordKind?)? {
    guard primitive.clip >= 0 else { return (-1, nil) }
    if let known = clips.known(primitive.clip) { return (known.texel, known.bits) }
    let coverage = try acquireClips(of: primitive)
    guard let clip = clips.texel(of: primitive.clip, in: list, from: origin, &writer.data, coverage: coverage) else {
      return nil
    }
    return (clip.texel, clip.bits)
  }

  /// Has the coverage of all paths that clip a primitive ready.
  ///
  /// - Returns: by clip; none for one that leaves nothing.
  @discardableResult
  private func acquireClips(of primitive: Primitive) throws(RenderError) -> [Int: CoverageAllocation] {
    var allocations: [Int: CoverageAllocation] = [:]
    guard clips.havePaths else { return allocations }
    var clip = primitive.clip
    while clip >= 0 {
      if case .path = list.clips[Int(clip)].region { allocations[Int(clip)] = try coverage(ofClip: Int(clip)) }
      clip = list.clips[Int(clip)].outer
    }
    return allocations
  }

  private func coverage(ofClip clip: Int) throws(RenderError) -> CoverageAllocation? {
    guard case .path(let path, let plane, let offset) = list.clips[clip].region else { return nil }
    return try coverage(of: path, offset, on: plane, in: clips.boxes[clip])
  }

  private func coverage(
    of path: PathShape, _ offset: (x: Double, y: Double), on plane: Int32, in box: PixelBox
  ) throws(RenderError) -> CoverageAllocation? {
    try resources.coverage.coverage(of: path, movedBy: offset, on: list.planes[Int(plane)], in: box) {
      () throws(RenderError) in try flush()
    }
  }

  /// Writes a record for each box of the target that a primitive touches.
  ///
  /// - Parameters:
  ///   - limit: pixels outside of which nothing is painted, beside the primitive's own.
  ///   - record: nil for one that shows nothing.
  private func append(
    _ primitive: Primitive, _ textures: RecordTextures, _ blend: Blend = .sourceOver, within limit: PixelBox? = nil,
    into target: PassTarget, _ record: (RecordWriter.Place, SIMD3<Int>) -> Record?
  ) throws(RenderError) {
    guard let clip = try clip(of: primitive) else { return }
    let whole = limit.map { primitive.box.intersection($0) } ?? primitive.box
    try begin(target)
    for part in target.boxes {
      let box = part.intersection(whole)
      guard !box.isEmpty else { continue }
      let place = RecordWriter.Place(
        box: box, offset: target.offset, isCut: target.isCanvas && !target.clamps, origin: origin)
      let slots = commands.slots(for: textures, .paint, blend)
      guard var made = record(place, slots) else { continue }
      made.clip = clip.texel
      commands.append(made, clips: clip.bits)
    }
  }

  // MARK: Kinds

  /// Acquires the clips of a primitive that needs nothing else.
  private func acquireOnlyClips(of primitive: Primitive) throws(RenderError) {
    guard primitive.clip >= 0, clips.havePaths else { return }
    _ = try acquiring { () throws(RenderError) in try acquireClips(of: primitive) }
  }

  private func paintBox(
    _ primitive: Primitive, _ boxes: Span<Box>, _ planes: Span<Plane>, into target: PassTarget
  ) throws(RenderError) {
    try acquireOnlyClips(of: primitive)
    let (payload, plane) = (Int(primitive.payload), Int(primitive.plane))
    try append(primitive, RecordTextures(), into: target) { place, _ in
      writer.box(boxes[payload], on: place.rows(planes[plane]), opacity: primitive.opacity, in: place)
    }
  }

  private func paintBorder(
    _ primitive: Primitive, _ borders: Span<BorderBox>, _ planes: Span<Plane>, into target: PassTarget
  ) throws(RenderError) {
    try acquireOnlyClips(of: primitive)
    let (payload, plane) = (Int(primitive.payload), Int(primitive.plane))
    try append(primitive, RecordTextures(), into: target) { place, _ in
      writer.border(borders[payload], on: place.rows(planes[plane]), opacity: primitive.opacity, in: place)
    }
  }

  private func paintGradient(
    _ primitive: Primitive, _ gradients: Span<GradientBox>, _ planes: Span<Plane>, into target: PassTarget
  ) throws(RenderError) {
    try acquireOnlyClips(of: primitive)
    let (payload, plane) = (Int(primitive.payload), Int(primitive.plane))
    try append(primitive, RecordTextures(), into: target) { place, _ in
      writer.gradient(gradients[payload], on: place.rows(planes[plane]), opacity: primitive.opacity, in: place)
    }
  }

  private func paintImage(
    _ primitive: Primitive, _ images: UnsafeBufferPointer<ImageBox>, _ planes: Span<Plane>, into target: PassTarget
  ) throws(RenderError) {
    guard let first = images.baseAddress else { return }
    let (image, plane) = (first + Int(primitive.payload), Int(primitive.plane))
    let allocation = try acquiring { () throws(RenderError) in
      try acquireClips(of: primitive)
      return try resources.images.allocation(
        of: image.pointee.image, mipmapped: image.pointee.minification == .trilinear
      ) { () throws(RenderError) in try flush() }
    }
    try append(primitive, RecordTextures(allocation.texture), into: target) { place, slots in
      let record = writer.image(
        image, allocation, slot: slots[0], on: place.rows(planes[plane]), opacity: primitive.opacity, in: place)
      if record != nil, resources.player.transcript != nil { commands.note(image.pointee.image) }
      return record
    }
  }

  private func paintPath(_ primitive: Primitive, into target: PassTarget) throws(RenderError) {
    let path = list.paths[Int(primitive.payload)]
    let allocation = try acquiring { () throws(RenderError) in
      try acquireClips(of: primitive)
      return try coverage(of: path.shape, path.offset, on: primitive.plane, in: primitive.box)
    }
    guard let allocation else { return }
    try append(primitive, RecordTextures(), into: target) { place, _ in
      let (box, first) = (place.box, allocation.box)
      let texel = (x: allocation.x + box.minX - first.minX, y: allocation.y + box.minY - first.minY)
      return writer.path(path.color, texel: texel, opacity: primitive.opacity, in: place)
    }
  }

  private func paintShadow(
    _ primitive: Primitive, _ shadows: Span<BoxShadow>, into target: PassTarget
  ) throws(RenderError) {
    let payload = Int(primitive.payload)
    let tables = try acquiring { () throws(RenderError) in
      try acquireClips(of: primitive)
      return try resources.coverage.tables(of: shadows[payload]) { () throws(RenderError) in try flush() }
    }
    try append(primitive, RecordTextures(), into: target) { place, _ in
      writer.shadow(shadows[payload], tables, opacity: primitive.opacity, in: place)
    }
  }

  private func paintPicture(_ primitive: Primitive, into target: PassTarget) throws(RenderError) {
    let use = list.surfaces[Int(primitive.payload)]
    guard let picture = pictures[Int(use.pass)] else { return }
    let mask = use.mask >= 0 ? pictures[Int(use.mask)] : nil
    guard use.mask < 0 || mask != nil else { return }
    try acquireOnlyClips(of: primitive)
    let limit = mask.map { $0.box.intersection(picture.box) } ?? picture.box
    let textures = RecordTextures(picture.page.surface.texture, mask?.page.surface.texture)
    try append(primitive, textures, within: limit, into: target) { place, slots in
      writer.picture(
        RecordWriter.PictureUse(region: picture, slot: slots[0]),
        mask: mask.map { RecordWriter.PictureUse(region: $0, slot: slots[1]) }, shadow: use.shadow,
        opacity: primitive.opacity, in: place)
    }
  }

  private func paintRaster(_ primitive: Primitive, into target: PassTarget) throws(RenderError) {
    let use = list.rasters[Int(primitive.payload)]
    guard let picture = pictures[Int(use.pass)] else { return }
    try acquireOnlyClips(of: primitive)
    let plane = list.planes[Int(primitive.plane)]
    try append(primitive, RecordTextures(picture.page.surface.texture), into: target) { place, slots in
      writer.raster(use, picture, slot: slots[0], on: place.rows(plane), opacity: primitive.opacity, in: place)
    }
  }

  // MARK: What reads what is beneath

  /// A copy of what a target holds in a box; transparent beyond what it is drawn in.
  private func beneath(_ box: PixelBox, in target: PassTarget) throws(RenderError) -> PictureRegion? {
    let held = target.boxes.reduce(PixelBox.empty) { $0.union($1) }.intersection(box)
    guard !held.isEmpty else { return nil }
    try begin(target)
    guard let frame = target.frame else { return nil }
    end()
    let page = try resources.surfaces.page(width: held.width, height: held.height, format: target.format)
    let region = PictureRegion(page: page, x: 0, y: 0, box: held)
    commands.copy(target.rect(held), of: frame, to: page.surface, x: 0, y: 0)
    return region
  }

  private func paintBlended(_ primitive: Primitive, into target: PassTarget) throws(RenderError) {
    let use = list.surfaces[Int(primitive.payload)]
    let mask = use.mask >= 0 ? pictures[Int(use.mask)] : nil
    guard use.mask < 0 || mask != nil else { return }
    if primitive.blend == .plusL, primitive.clip < 0, use.mask < 0, target.clamps {
      return try paintSum(primitive, use, into: target)
    }
    try acquireOnlyClips(of: primitive)
    guard let beneath = try beneath(primitive.box, in: target) else { return }
    // A pass that shows nothing changes what is there all the same: any picture, of which no pixel
    // is read.
    let nothing = PictureRegion(page: beneath.page, x: 0, y: 0, box: .empty)
    let picture = pictures[Int(use.pass)] ?? nothing
    let textures = RecordTextures(
      picture.page.surface.texture, beneath.page.surface.texture, mask?.page.surface.texture)
    try append(primitive, textures, .none, into: target) { place, slots in
      writer.blend(
        RecordWriter.PictureUse(region: picture, slot: slots[0]),
        mask: mask.map { RecordWriter.PictureUse(region: $0, slot: slots[2]) },
        beneath: RecordWriter.PictureUse(region: beneath, slot: slots[1]), mode: primitive.blend,
        opacity: primitive.opacity, in: place)
    }
  }

  /// `plusL` where it is what the device does by itself: all of the picture is added, and sums end
  /// at 1.
  private func paintSum(_ primitive: Primitive, _ use: SurfaceUse, into target: PassTarget) throws(RenderError) {
    guard let picture = pictures[Int(use.pass)] else { return }
    try append(primitive, RecordTextures(picture.page.surface.texture), .add, within: picture.box, into: target) {
      place, slots in
      writer.picture(
        RecordWriter.PictureUse(region: picture, slot: slots[0]), mask: nil, shadow: nil, opacity: primitive.opacity,
        in: place)
    }
  }

  private func paintBackdrop(_ primitive: Primitive, into target: PassTarget) throws(RenderError) {
    let payload = Int(primitive.payload)
    let backdrop = list.backdrops[payload]
    let mask = backdrop.mask >= 0 ? pictures[Int(backdrop.mask)] : nil
    guard backdrop.mask < 0 || mask != nil else { return }
    let (box, source) = (plan.backdropBoxes[payload], plan.backdropSources[payload])
    guard !box.isEmpty else { return }
    try acquireOnlyClips(of: primitive)
    let read = source.clamped(to: backdrop.canvas).union(box)
    guard let beneath = try beneath(read, in: target) else { return }
    guard let stages = list.stages(of: backdrop.filters, source: source, for: box, canvas: backdrop.canvas) else {
      return
    }
    var picture = beneath
    if !stages.isEmpty {
      picture = try filtered(try extended(beneath, over: source, canvas: backdrop.canvas), by: stages)
    }
    let plane = list.planes[Int(primitive.plane)]
    let textures = RecordTextures(
      picture.page.surface.texture, beneath.page.surface.texture, mask?.page.surface.texture)
    var part = primitive
    part.box = box
    try append(part, textures, .none, into: target) { place, slots in
      writer.backdrop(
        RecordWriter.PictureUse(region: picture, slot: slots[0]),
        mask: mask.map { RecordWriter.PictureUse(region: $0, slot: slots[2]) },
        beneath: RecordWriter.PictureUse(region: beneath, slot: slots[1]), shape: backdrop.shape, on: place.rows(plane),
        opacity: primitive.opacity, in: place)
    }
  }

  /// A picture over more pixels: beyond the canvas each is as the nearest one of the canvas.
  private func extended(
    _ picture: PictureRegion, over box: PixelBox, canvas: PixelBox
  ) throws(RenderError) -> PictureRegion {
    guard !canvas.contains(box) else { return picture }
    let target = PassTarget(surfaceOf: box, format: format)
    try begin(target)
    guard let region = target.region else { return picture }
    for part in box.parts(around: canvas) {
      let slots = commands.slots(for: RecordTextures(picture.page.surface.texture), .paint, .none)
      commands.append(
        writer.stretched(
          picture, from: part.clamped(to: canvas), slot: slots[0],
          in: RecordWriter.Place(box: part, offset: region.offset)))
    }
    end()
    return region
  }
}

extension PixelBox {
  /// The parts of the box beside a canvas and within it: nine at most.
  fileprivate func parts(around canvas: PixelBox) -> [PixelBox] {
    let columns = [
      (minX, min(maxX, canvas.minX)), (max(minX, canvas.minX), min(maxX, canvas.maxX)), (max(minX, canvas.maxX), maxX),
    ]
    let rows = [
      (minY, min(maxY, canvas.minY)), (max(minY, canvas.minY), min(maxY, canvas.maxY)), (max(minY, canvas.maxY), maxY),
    ]
    return rows.flatMap { row in
      columns.map { column in PixelBox(minX: column.0, minY: row.0, maxX: column.1, maxY: row.1) }
    }.filter { !$0.isEmpty }
  }
}
