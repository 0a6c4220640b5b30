import GL
import Graphics

/// Runs command streams on a device.
final class Painter {
  let device: Device
  private let programs: ProgramCache
  let imageCache: ImageCache
  let preparedImages: PreparedImages
  let coverageCache: CoverageCache
  let sheetTextures: SheetTextures
  let mixedTextures: SheetTextures
  /// Small images in one texture.
  let atlas: ImageAtlas
  private let surfaces: SurfacePool
  /// What flattening may use again.
  let rasters: RasterCache
  /// What stands still beneath what moves.
  let underlays: UnderlayCache
  /// Shadows of rounded boxes.
  let shadows: ShadowCache
  /// Images under masks.
  let mixingImages: KeptOfImages<MixingPixels>
  let budget: TextureBudget
  /// The textures of the batch that is drawn.
  var bindings: [TextureBinding] = []
  /// The surfaces of passes that are not shown yet, by the pass's number.
  private var unshown: [Int: Surface] = [:]
  /// Whether a frame was drawn. The first one of a context is rounded otherwise than later ones by llvmpipe 22.3, here and
  /// there by the last bit.
  private var hasPainted = false
  /// Whether the frame shows images mixed in bytes, or out of the atlas.
  var showsRaised = false
  private let fills: Buffer
  private let images: Buffer
  private let gradients: Buffer
  private let plain: Buffer
  private let clips: DataTable
  private let stops: DataTable

  init(device: Device, textureBudget: Int) throws(RenderError) {
    self.device = device
    budget = TextureBudget(limit: textureBudget)
    programs = ProgramCache(device: device)
    imageCache = ImageCache(device: device, budget: budget)
    preparedImages = PreparedImages(device: device, budget: budget)
    coverageCache = CoverageCache(device: device, budget: budget)
    sheetTextures = SheetTextures(device: device, budget: budget)
    mixedTextures = SheetTextures(device: device, budget: budget)
    atlas = ImageAtlas(device: device, budget: budget)
    rasters = RasterCache(budget: budget)
    underlays = UnderlayCache(budget: budget)
    shadows = ShadowCache(budget: budget)
    mixingImages = KeptOfImages(budget: budget)
    surfaces = SurfacePool(device: device, budget: budget)
    do throws(GLError) {
      fills = try device.makeBuffer(label: "fill records")
      images = try device.makeBuffer(label: "image records")
      gradients = try device.makeBuffer(label: "gradient records")
      plain = try device.makeBuffer(label: "corners of plain quads")
      clips = try DataTable(
        device: device, recordTexels: ClipRecord.texelCount, columns: ClipRecord.columns, label: "clip table")
      stops = try DataTable(
        device: device, recordTexels: StopRecord.texelCount, columns: StopRecord.columns, label: "stop table")
    } catch {
      throw .device(error)
    }
  }

  /// - Parameters:
  ///   - damage: the pixels of the frame that are drawn; nil for all.
  ///   - isLive: whether the next frame takes its place.
  func paint(
    _ stream: CommandStream, into frame: Frame, damage: DamageRegion?, isLive: Bool, statistics: inout FrameStatistics
  ) throws(RenderError) {
    let clock = ContinuousClock()
    let start = clock.now
    let before = device.statistics
    // Also when the frame fails: what it needed may be more than the budget allows.
    defer {
      imageCache.endFrame()
      preparedImages.endFrame()
      mixingImages.endFrame()
      sheetTextures.endFrame()
      mixedTextures.endFrame()
      atlas.endFrame()
      surfaces.endFrame()
      rasters.endFrame()
      shadows.endFrame()
      underlays.endFrame()
    }
    do throws(GLError) {
      try device.beginFrame()
    } catch {
      throw .device(error)
    }
    try upload(stream)
    let uploaded = clock.now
    do throws(RenderError) {
      statistics.tookShortCuts = try draw(stream, into: frame, damage: damage) || !hasPainted
      hasPainted = true
    } catch {
      // What passes should have kept may not be there.
      shadows.removeAll()
      throw error
    }
    device.flush()
    if case .lost(let cause) = device.contextStatus { throw .device(.contextLost(cause: cause)) }
    do throws(GLError) {
      try device.checkDrawing(isLive: isLive)
    } catch {
      throw .device(error)
    }

    let after = device.statistics
    statistics.layers = stream.layerCount
    statistics.passes = stream.passCount
    statistics.batches = stream.batchCount
    statistics.quads = stream.quadCount
    statistics.pixelsShaded = stream.pixelsShaded
    statistics.drawCalls = after.drawCalls - before.drawCalls
    statistics.bytesUploaded = after.bytesUploaded - before.bytesUploaded
    statistics.upload = uploaded - start
    statistics.draw = clock.now - uploaded
  }

  /// What drawing a stream would take.
  ///
  /// - Parameter flattening: what making it took.
  func cost(of stream: CommandStream, flattening: Duration, into frame: Frame) -> DrawingCost {
    DrawingCost(
      of: stream, flattening: flattening, frameBytes: Self.frameBytes(frame.width, frame.height),
      textureBudget: budget.limit
    ) { surfaces.bytesPerPixel(of: $0) }
  }

  /// What a frame takes in bytes: itself, its pixels once they are read, and those once more while a file is made of them.
  static func frameBytes(_ width: Int, _ height: Int) -> Int { 3 * 4 * width * height }

  /// Ends a frame that was flattened and is not painted.
  func abandonFrame() {
    rasters.endFrame()
    shadows.endFrame()
    underlays.endFrame()
    mixingImages.endFrame()
    shadows.removeAll()
    atlas.endFrame()
  }

  // MARK: Uploading

  /// Hands the arrays to the device. Textures go when a batch needs them, so that no more of them need be there at once than
  /// the budget allows.
  private func upload(_ stream: CommandStream) throws(RenderError) {
    do throws(GLError) {
      try upload(stream.fills, to: fills)
      try upload(stream.images, to: images)
      try upload(stream.gradients, to: gradients)
      try upload(stream.plain, to: plain)
      // Quads whose clip is their own shape, or along pixels, ask for none.
      if stream.readsClips { try clips.upload(stream.clips) }
      try stops.upload(stream.stops)
    } catch {
      throw .device(error)
    }
    // Somebody else's pixels may have to be copied by drawing, which cannot be done within a pass.
    for batch in stream.passes.lazy.flatMap(\.batches) {
      guard case .image(let image) = batch.key.source, image.imported != nil else { continue }
      _ = try imageCache.textures(of: image, mipmapped: batch.key.program.features.contains(.mipmapped))
    }
  }

  private func upload<Record>(_ records: [Record], to buffer: Buffer) throws(GLError) {
    guard !records.isEmpty else { return }
    try records.withUnsafeBufferPointer { records throws(GLError) in
      try device.upload(UnsafeRawBufferPointer(records), to: buffer)
    }
  }

  // MARK: Drawing

  /// - Returns: whether short cuts were taken.
  private func draw(
    _ stream: CommandStream, into frame: Frame, damage: DamageRegion?
  ) throws(RenderError) -> Bool {
    // Taken out, and its memory put back.
    var drawn: [Int: Surface] = [:]
    swap(&drawn, &unshown)
    defer {
      drawn.values.forEach(surfaces.give)
      drawn.removeAll(keepingCapacity: true)
      swap(&drawn, &unshown)
    }
    let frameParts = damage?.rectangles(in: frame) ?? []
    showsRaised = false
    let isShort =
      stream.hasMixedColors || stream.hasHastyColors || stream.hasCutQuads || stream.mixedPixels > 0
      || shadows.areShown || rasters.showsBlurs
      || stream.passes.contains(where: \.isLeftOut)
    for (index, pass) in stream.passes.enumerated() where !pass.isLeftOut {
      if let source = pass.copies {
        drawn[index] = try copy(pass, out: source, of: stream.passes, drawn: drawn, frame: frame)
        continue
      }
      for part in Self.parts(of: pass, damage: damage, inFrame: frameParts) {
        try run(pass, number: index, part: part, of: stream, into: frame, drawn: &drawn)
      }
      if let number = pass.shadow, let surface = drawn.removeValue(forKey: index) {
        if shadows.surface(number) !== surface { surfaces.giveAway(surface) }
        shadows.store(surface, number: number)
      }
      for shown in pass.shows {
        guard let surface = drawn.removeValue(forKey: shown) else { continue }
        if let raster = stream.passes[shown].raster {
          surfaces.giveAway(surface)
          rasters.store(surface, raster, isShort: isShort || showsRaised)
        } else if stream.passes[shown].isUnderlay {
          surfaces.giveAway(surface)
          underlays.store(surface)
        } else {
          surfaces.give(surface)
        }
      }
    }
    return isShort || showsRaised
  }

  /// The parts of a pass that are drawn, in pixels of what it draws into; nil for all of it. A frame's own pass runs once for each
  /// part of it that is drawn anew.
  ///
  /// - Parameter frameParts: those of a frame's.
  private static func parts(
    of pass: CommandStream.Pass, damage: DamageRegion?, inFrame frameParts: [PixelRect]
  ) -> FewElements<8, PixelRect?> {
    var parts = FewElements<8, PixelRect?>(filler: nil)
    guard let damage, pass.isFrame || pass.isOfFrame else {
      parts.append(nil)
      return parts
    }
    guard !pass.isFrame else {
      for part in frameParts { parts.append(part) }
      return parts
    }
    for box in damage.boxes {
      let part = box.intersection(pass.area)
      guard !part.isEmpty else { continue }
      parts.append(
        PixelRect(
          x: Int(part.minX - pass.area.minX), y: Int(part.minY - pass.area.minY), width: part.pixelWidth,
          height: part.pixelHeight))
    }
    return parts
  }

  /// Runs a pass, or that of a frame in a part of it alone.
  private func run(
    _ pass: CommandStream.Pass, number: Int, part: PixelRect?, of stream: CommandStream, into frame: Frame,
    drawn: inout [Int: Surface]
  ) throws(RenderError) {
    let target = try self.target(of: pass, frame: frame, drawn: &drawn, number: number)
    var color = pass.background.vector
    // A part is cleared by drawing, which drivers may round otherwise.
    if pass.holdsBytes { color = (color * 255).rounded(.toNearestOrEven) / 255 }
    // An opaque background is the root's, which leaves nothing of what is there.
    let isKept = pass.isFrame && frame.keepsPixels && color.w < 1
    let isNew = pass.continues == nil && !isKept && !(pass.shadow.map { shadows.surface($0) != nil } ?? false)
    var load: Load = isNew ? .clear(color.x, color.y, color.z, color.w) : .keep
    if isNew, part == nil, try startsOpaque(pass, of: stream) { load = .discard }
    // All of the surface, also what lies beyond the pass's area: drivers clear a whole image faster than a part.
    device.beginPass(on: target, load: load, area: part, label: pass.group.map { "\($0)" } ?? "frame")
    defer { device.endPass() }
    for batch in pass.batches {
      let place = batch.key.part.map { pass.parts[Int($0)] }
      let origin = place.map { Vector2.zero - $0.offset } ?? Vector2(pass.area.minX, pass.area.minY)
      try draw(
        batch, of: stream, origin: origin, scissor: place?.pixels, target: target, holdsBytes: pass.holdsBytes,
        drawn: drawn)
    }
  }

  /// Where a pass draws; a surface is noted down under the pass's number.
  private func target(
    of pass: CommandStream.Pass, frame: Frame, drawn: inout [Int: Surface], number: Int
  ) throws(RenderError) -> Frame {
    guard !pass.isFrame else { return frame }
    let surface: Surface
    if let begun = drawn[number] {
      surface = begun
    } else if let kept = pass.shadow.flatMap(shadows.surface) {
      surface = kept
    } else if let earlier = pass.continues.flatMap({ drawn.removeValue(forKey: $0) }) {
      surface = earlier
    } else {
      surface = try surfaces.take(
        width: pass.area.pixelWidth, height: pass.area.pixelHeight, isBytes: pass.isAlphaOnly || pass.isCoarse,
        isSum: pass.isSum, isFine: pass.isFine)
    }
    drawn[number] = surface
    return surface.frame()
  }

  /// A part of what another pass has drawn so far.
  private func copy(
    _ pass: CommandStream.Pass, out source: Int, of passes: [CommandStream.Pass], drawn: [Int: Surface], frame: Frame
  ) throws(RenderError) -> Surface {
    let area = pass.area
    let surface = try surfaces.take(
      width: area.pixelWidth, height: area.pixelHeight, isBytes: passes[source].isFrame, isSum: passes[source].isSum,
      isFine: passes[source].isFine)
    let whole = passes[source].area
    let from = passes[source].isFrame ? frame : drawn[source]?.frame()
    let part = area.intersection(whole)
    let copied = PixelRect(x: 0, y: 0, width: area.pixelWidth, height: area.pixelHeight)
    let isWhole = from != nil && part.contains(area)
    device.beginPass(
      on: surface.frame(), load: isWhole ? .discard : .clear(0, 0, 0, 0), area: copied, label: "backdrop")
    device.endPass()
    if let from, !part.isEmpty {
      device.copy(
        PixelRect(
          x: Int(part.minX - whole.minX), y: Int(part.minY - whole.minY), width: part.pixelWidth,
          height: part.pixelHeight),
        of: from, to: surface, x: Int(part.minX - area.minX), y: Int(part.minY - area.minY))
    }
    return surface
  }

  private func draw(
    _ batch: CommandStream.Batch, of stream: CommandStream, origin: Vector2, scissor: PixelRect?, target: Frame,
    holdsBytes: Bool, drawn: [Int: Surface]
  ) throws(RenderError) {
    let (kind, prepared) = try prepare(batch.key, for: target)
    let linked = try programs.program(kind)
    setSpaces(of: linked, origin: origin, target: target)
    if let steps = linked.steps { device.set(steps, of: linked.program, to: .float(holdsBytes ? 255 : 0)) }
    // The array is the same for all batches: each of its own would be allocated.
    defer { bindings.removeAll(keepingCapacity: true) }
    if let prepared {
      bind(prepared, linked)
    } else {
      guard try bindSource(of: batch, linked, stream, drawn) else { return }
    }
    if let picture = batch.key.clipPicture {
      guard let texture = try texture(of: picture, stream, drawn) else { return }
      bind(texture, at: ProgramCache.clipPictureUnit, .nearest)
    }
    if kind.features.contains(.clipped) {
      bind(clips.texture, at: ProgramCache.clipUnit, .nearest)
    }
    if kind.shape == .gradient {
      bind(stops.texture, at: ProgramCache.stopUnit, .nearest)
    }
    guard kind.shape != .plain else {
      try drawPlain(batch, by: kind, linked, isOpaque: isOpaque(batch.key))
      return
    }
    device.draw(
      linked.program, instances: buffer(of: kind.records), firstInstance: batch.first, instanceCount: batch.count,
      textures: bindings, blend: kind.blendsItself ? .none : batch.key.isAdditive ? .add : .sourceOver,
      scissor: scissor)
  }

  /// Whether a pass begins with an opaque image over all of it, so that it need not be cleared.
  private func startsOpaque(
    _ pass: CommandStream.Pass, of stream: CommandStream
  ) throws(RenderError) -> Bool {
    guard let first = pass.batches.first, try isOpaque(first.key) else { return false }
    let (a, b) = stream.plain[first.first].vectors
    let area = pass.area.vector
    return a.x <= area.x && a.y <= area.y && b.z >= area.z && b.w >= area.w
  }

  /// Draws quads by their corners, in as many calls as the device likes.
  private func drawPlain(
    _ batch: CommandStream.Batch, by kind: ProgramKind, _ linked: LinkedProgram, isOpaque: Bool
  ) throws(RenderError) {
    let bytes = kind.vertexBytes * 4
    let most = device.capabilities.traits.vertexBytesPerCall.map { $0 / bytes - 1 } ?? batch.count
    let blend: Blend =
      kind.blendsItself || isOpaque ? .none : batch.key.isAdditive ? .add : .sourceOver
    var first = batch.first
    let end = first + batch.count
    do throws(GLError) {
      while first < end {
        let count = min(most, end - first)
        try device.draw(
          linked.program, corners: plain, firstQuad: first, quadCount: count, textures: bindings, blend: blend)
        first += count
      }
    } catch {
      throw .device(error)
    }
  }

  private func buffer(of records: ProgramKind.Records) -> Buffer {
    switch records {
    case .fills: fills
    case .images: images
    case .gradients: gradients
    case .plain: plain
    }
  }

  /// The one place where device pixels become clip space and fragment positions become device pixels. Surfaces of our own
  /// have the top row first; only a display's may not.
  ///
  /// - Parameter origin: the device pixel that is the target's first.
  private func setSpaces(of linked: LinkedProgram, origin: Vector2, target: Frame) {
    let width = Float(target.width)
    let height = Float(target.height)
    let x = Float(origin.x)
    let y = Float(origin.y)
    let isFlipped = target.rowOrder == .bottomRowFirst
    let up: Float = isFlipped ? -1 : 1
    device.set(
      linked.target, of: linked.program,
      to: .vec4(SIMD4(2 / width, up * 2 / height, -1 - 2 * x / width, up * (-1 - 2 * y / height))))
    guard let space = linked.device else { return }
    device.set(
      space, of: linked.program, to: .vec4(SIMD4(x, up, isFlipped ? height + y : y, height)))
  }
}

extension Painter {
  /// Whether a batch is of plain quads that show an opaque image as it is, with no edges.
  fileprivate func isOpaque(_ key: CommandStream.BatchKey) throws(RenderError) -> Bool {
    guard key.program.shape == .plain, key.program.features.subtracting(.mixing) == .textured,
      !key.isAdditive
    else { return false }
    if case .image(let image) = key.source { return try imageCache.isOpaque(image) }
    return key.source == .atlas
  }
}
