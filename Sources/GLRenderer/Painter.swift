import GL
import Graphics

/// Runs command streams on a device.
final class Painter {
  private let device: Device
  private let programs: ProgramCache
  private let imageCache: ImageCache
  private let coverageCache: CoverageCache
  private let surfaces: SurfacePool
  /// What flattening may use again.
  let rasters: RasterCache
  let budget: TextureBudget
  private let fills: Buffer
  private let images: Buffer
  private let gradients: Buffer
  private let clips: DataTable
  private let stops: DataTable

  init(device: Device, textureBudget: Int) throws(RenderError) {
    self.device = device
    budget = TextureBudget(limit: textureBudget)
    programs = ProgramCache(device: device)
    imageCache = ImageCache(device: device, budget: budget)
    coverageCache = CoverageCache(device: device, budget: budget)
    rasters = RasterCache(budget: budget)
    surfaces = SurfacePool(device: device, budget: budget)
    do throws(GLError) {
      fills = try device.makeBuffer(label: "fill records")
      images = try device.makeBuffer(label: "image records")
      gradients = try device.makeBuffer(label: "gradient records")
      clips = try DataTable(
        device: device, recordTexels: ClipRecord.texelCount, columns: ClipRecord.columns, label: "clip table")
      stops = try DataTable(
        device: device, recordTexels: StopRecord.texelCount, columns: StopRecord.columns, label: "stop table")
    } catch {
      throw .device(error)
    }
  }

  func paint(
    _ stream: CommandStream, into frame: Frame, statistics: inout FrameStatistics
  ) throws(RenderError) {
    let clock = ContinuousClock()
    let start = clock.now
    let before = device.statistics
    do throws(GLError) {
      try device.beginFrame()
    } catch {
      throw .device(error)
    }
    // Also when the frame fails: what it needed may be more than the budget allows.
    defer {
      imageCache.endFrame()
      surfaces.endFrame()
      rasters.endFrame()
    }
    try upload(stream)
    let uploaded = clock.now
    try draw(stream, into: frame)
    device.flush()
    if case .lost(let cause) = device.contextStatus { throw .device(.contextLost(cause: cause)) }

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

  // MARK: Uploading

  /// Hands the arrays to the device. Textures go when a batch needs them, so that no more of them need be there at once than
  /// the budget allows.
  private func upload(_ stream: CommandStream) throws(RenderError) {
    do throws(GLError) {
      try upload(stream.fills, to: fills)
      try upload(stream.images, to: images)
      try upload(stream.gradients, to: gradients)
      try clips.upload(stream.clips)
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

  private func draw(_ stream: CommandStream, into frame: Frame) throws(RenderError) {
    /// The surfaces of passes that are not shown yet, by the pass's number.
    var drawn: [Int: Surface] = [:]
    defer { drawn.values.forEach(surfaces.give) }
    for (index, pass) in stream.passes.enumerated() {
      if let source = pass.copies {
        drawn[index] = try copy(pass, out: source, of: stream.passes, drawn: drawn, frame: frame)
        continue
      }
      let target = try self.target(of: pass, frame: frame, drawn: &drawn, number: index)
      let color = pass.background.vector
      let isKept = pass.continues != nil || pass.isFrame && frame.keepsPixels
      let load: Load = isKept ? .keep : .clear(color.x, color.y, color.z, color.w)
      device.beginPass(
        on: target, load: load, area: PixelRect(x: 0, y: 0, width: pass.area.width, height: pass.area.height),
        label: pass.group.map { "group \($0)" } ?? "frame")
      defer { device.endPass() }
      for batch in pass.batches {
        try draw(batch, of: stream, area: pass.area, target: target, drawn: drawn)
      }
      for shown in pass.shows {
        guard let surface = drawn.removeValue(forKey: shown) else { continue }
        if let raster = stream.passes[shown].raster {
          surfaces.giveAway(surface)
          rasters.store(surface, raster)
        } else {
          surfaces.give(surface)
        }
      }
    }
  }

  /// Where a pass draws; a surface is noted down under the pass's number.
  private func target(
    of pass: CommandStream.Pass, frame: Frame, drawn: inout [Int: Surface], number: Int
  ) throws(RenderError) -> Frame {
    guard !pass.isFrame else { return frame }
    let surface: Surface
    if let earlier = pass.continues.flatMap({ drawn.removeValue(forKey: $0) }) {
      surface = earlier
    } else {
      surface = try surfaces.take(width: pass.area.width, height: pass.area.height, isAlphaOnly: pass.isAlphaOnly)
    }
    drawn[number] = surface
    return surface.frame()
  }

  /// A part of what another pass has drawn so far.
  private func copy(
    _ pass: CommandStream.Pass, out source: Int, of passes: [CommandStream.Pass], drawn: [Int: Surface], frame: Frame
  ) throws(RenderError) -> Surface {
    let area = pass.area
    let surface = try surfaces.take(width: area.width, height: area.height, isAlphaOnly: false)
    let whole = passes[source].area
    let from = passes[source].isFrame ? frame : drawn[source]?.frame()
    let part = area.intersection(whole)
    let copied = PixelRect(x: 0, y: 0, width: area.width, height: area.height)
    device.beginPass(on: surface.frame(), load: .clear(0, 0, 0, 0), area: copied, label: "backdrop")
    device.endPass()
    if let from, !part.isEmpty {
      device.copy(
        PixelRect(
          x: Int(part.minX - whole.minX), y: Int(part.minY - whole.minY), width: part.width, height: part.height),
        of: from, to: surface, x: Int(part.minX - area.minX), y: Int(part.minY - area.minY))
    }
    return surface
  }

  private func draw(
    _ batch: CommandStream.Batch, of stream: CommandStream, area: DeviceBox, target: Frame, drawn: [Int: Surface]
  ) throws(RenderError) {
    let kind = batch.key.program
    let linked = try programs.program(kind)
    setSpaces(of: linked, area: area, target: target)
    guard var bindings = try bindings(of: batch, linked, stream, drawn) else { return }
    if let picture = batch.key.clipPicture {
      guard let texture = try texture(of: picture, stream, drawn) else { return }
      bindings.append(TextureBinding(unit: ProgramCache.clipPictureUnit, texture: texture, sampler: .nearest))
    }
    if kind.features.contains(.clipped) {
      bindings.append(TextureBinding(unit: ProgramCache.clipUnit, texture: clips.texture, sampler: .nearest))
    }
    if kind.shape == .gradient {
      bindings.append(TextureBinding(unit: ProgramCache.stopUnit, texture: stops.texture, sampler: .nearest))
    }
    device.draw(
      linked.program, instances: buffer(of: kind.records), firstInstance: batch.first, instanceCount: batch.count,
      textures: bindings, blend: kind.shape == .blend ? .none : batch.key.isAdditive ? .add : .sourceOver)
  }

  /// The textures of a batch's source; nil when one of them was not drawn.
  private func bindings(
    of batch: CommandStream.Batch, _ linked: LinkedProgram, _ stream: CommandStream, _ drawn: [Int: Surface]
  ) throws(RenderError) -> [TextureBinding]? {
    func binding(_ unit: Int, _ pass: Int, _ sampler: Sampler = .nearest) -> TextureBinding? {
      drawn[pass].map { TextureBinding(unit: unit, texture: $0.texture, sampler: sampler) }
    }
    switch batch.key.source {
    case .none: return []
    case .image(let image):
      let isMipmapped = batch.key.program.features.contains(.mipmapped)
      let known = try imageCache.textures(of: image, mipmapped: isMipmapped)
      var bindings = [TextureBinding(unit: ProgramCache.imageUnit, texture: known.image, sampler: .linear)]
      setImageSize(of: linked, width: image.width, height: image.height)
      if let mips = known.mips, let lastLevel = linked.lastLevel {
        let levels = MipLevel.count(width: image.width, height: image.height)
        bindings.append(TextureBinding(unit: ProgramCache.mipUnit, texture: mips, sampler: .linear))
        device.set(lastLevel, of: linked.program, to: .float(Float(levels - 1)))
      }
      return bindings
    case .surface(let pass, let isSmooth):
      guard let surface = drawn[pass] else { return nil }
      setImageSize(of: linked, width: surface.width, height: surface.height)
      return [
        TextureBinding(
          unit: ProgramCache.imageUnit, texture: surface.texture, sampler: isSmooth ? .linear : .nearest)
      ]
    case .masked(let pass, let mask):
      guard let image = binding(ProgramCache.imageUnit, pass), let covering = binding(ProgramCache.maskUnit, mask),
        let origin = linked.maskOrigin
      else { return nil }
      let area = stream.passes[mask].area
      device.set(origin, of: linked.program, to: .vec2(SIMD2(Float(area.minX), Float(area.minY))))
      return [image, covering]
    case .raster(let number):
      guard let surface = rasters.surface(number) else { return nil }
      setImageSize(of: linked, width: surface.width, height: surface.height)
      return [TextureBinding(unit: ProgramCache.imageUnit, texture: surface.texture, sampler: .linear)]
    case .coverage(let index):
      return [
        TextureBinding(
          unit: ProgramCache.imageUnit, texture: try coverageCache.texture(stream.coverages[index]), sampler: .nearest)
      ]
    case .blended(let pass, let backdrop, let mask):
      // A group that shows nothing is read nowhere, but something has to be bound.
      guard let image = binding(ProgramCache.imageUnit, pass ?? backdrop),
        let behind = binding(ProgramCache.backdropUnit, backdrop)
      else { return nil }
      guard let mask else { return [image, behind] }
      guard let covering = binding(ProgramCache.maskUnit, mask) else { return nil }
      return [image, behind, covering]
    }
  }

  private func texture(
    of picture: CommandStream.ClipPicture, _ stream: CommandStream, _ drawn: [Int: Surface]
  ) throws(RenderError) -> Texture? {
    switch picture {
    case .path(let index): try coverageCache.texture(stream.coverages[index])
    case .surface(let pass): drawn[pass]?.texture
    }
  }

  private func setImageSize(of linked: LinkedProgram, width: Int, height: Int) {
    guard let imageSize = linked.imageSize else { return }
    device.set(imageSize, of: linked.program, to: .vec2(SIMD2(Float(width), Float(height))))
  }

  private func buffer(of records: ProgramKind.Records) -> Buffer {
    switch records {
    case .fills: fills
    case .images: images
    case .gradients: gradients
    }
  }

  /// The one place where device pixels become clip space and fragment positions become device pixels. Surfaces of our own
  /// have the top row first; only a display's may not.
  private func setSpaces(of linked: LinkedProgram, area: DeviceBox, target: Frame) {
    let width = Float(target.width)
    let height = Float(target.height)
    let x = Float(area.minX)
    let y = Float(area.minY)
    let isFlipped = target.rowOrder == .bottomRowFirst
    let up: Float = isFlipped ? -1 : 1
    device.set(
      linked.target, of: linked.program,
      to: .vec4(SIMD4(2 / width, up * 2 / height, -1 - 2 * x / width, up * (-1 - 2 * y / height))))
    device.set(
      linked.device, of: linked.program, to: .vec4(SIMD4(x, up, isFlipped ? height + y : y, height)))
  }
}

extension DeviceBox {
  /// Whole pixels across, of a box of whole pixels.
  fileprivate var width: Int { Int(maxX - minX) }
  /// Whole pixels down, of a box of whole pixels.
  fileprivate var height: Int { Int(maxY - minY) }
}
