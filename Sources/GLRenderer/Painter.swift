import GL
import Graphics

/// Runs command streams on a device.
final class Painter {
  private let device: Device
  private let programs: ProgramCache
  private let imageCache: ImageCache
  private let surfaces: SurfacePool
  private let fills: Buffer
  private let images: Buffer
  private let gradients: Buffer
  private let clips: DataTable
  private let stops: DataTable

  /// Bytes of image textures that are kept from frame to frame: what a 4K display's worth of images takes eight times.
  private static let imageBudget = 256 << 20

  init(device: Device) throws(RenderError) {
    self.device = device
    programs = ProgramCache(device: device)
    imageCache = ImageCache(device: device, budget: Self.imageBudget)
    surfaces = SurfacePool(device: device)
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
    imageCache.beginFrame()
    // Also when the frame fails: what it needed may be more than the budgets allow.
    defer {
      imageCache.endFrame()
      surfaces.endFrame()
    }
    let textures = try upload(stream)
    let uploaded = clock.now
    try draw(stream, textures: textures, into: frame)
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

  /// Hands the arrays to the device.
  ///
  /// - Returns: the textures of each image, by identity.
  private func upload(_ stream: CommandStream) throws(RenderError) -> [ObjectIdentifier: ImageTextures] {
    do throws(GLError) {
      try upload(stream.fills, to: fills)
      try upload(stream.images, to: images)
      try upload(stream.gradients, to: gradients)
      try clips.upload(stream.clips)
      try stops.upload(stream.stops)
    } catch {
      throw .device(error)
    }
    var textures: [ObjectIdentifier: ImageTextures] = [:]
    for pass in stream.passes {
      for batch in pass.batches {
        guard case .image(let image) = batch.key.source else { continue }
        let isMipmapped = batch.key.program.features.contains(.mipmapped)
        if let known = textures[ObjectIdentifier(image)], known.mips != nil || !isMipmapped { continue }
        textures[ObjectIdentifier(image)] = try imageCache.textures(of: image, mipmapped: isMipmapped)
      }
    }
    return textures
  }

  private func upload<Record>(_ records: [Record], to buffer: Buffer) throws(GLError) {
    guard !records.isEmpty else { return }
    try records.withUnsafeBufferPointer { records throws(GLError) in
      try device.upload(UnsafeRawBufferPointer(records), to: buffer)
    }
  }

  // MARK: Drawing

  private func draw(
    _ stream: CommandStream, textures: [ObjectIdentifier: ImageTextures], into frame: Frame
  ) throws(RenderError) {
    /// The surfaces of passes that are not shown yet, by the pass's number.
    var drawn: [Int: Surface] = [:]
    defer { drawn.values.forEach(surfaces.give) }
    for (index, pass) in stream.passes.enumerated() {
      let area = pass.area
      var target = frame
      if index < stream.passes.count - 1 {
        let surface = try surfaces.take(
          width: Int(area.maxX - area.minX), height: Int(area.maxY - area.minY), isAlphaOnly: pass.isAlphaOnly)
        drawn[index] = surface
        target = surface.frame()
      }
      let color = pass.background.vector
      let cleared = PixelRect(
        x: 0, y: 0, width: Int(area.maxX - area.minX), height: Int(area.maxY - area.minY))
      device.beginPass(
        on: target, load: .clear(color.x, color.y, color.z, color.w), area: cleared,
        label: pass.group.map { "group \($0)" } ?? "frame")
      defer { device.endPass() }
      for batch in pass.batches {
        try draw(batch, of: stream.passes, area: area, target: target, textures: textures, drawn: drawn)
      }
      for shown in pass.shows {
        if let surface = drawn.removeValue(forKey: shown) { surfaces.give(surface) }
      }
    }
  }

  private func draw(
    _ batch: CommandStream.Batch, of passes: [CommandStream.Pass], area: DeviceBox, target: Frame,
    textures: [ObjectIdentifier: ImageTextures], drawn: [Int: Surface]
  ) throws(RenderError) {
    let kind = batch.key.program
    let linked = try programs.program(kind)
    setSpaces(of: linked, area: area, target: target)
    var bindings: [TextureBinding] = []
    switch batch.key.source {
    case .none: break
    case .image(let image):
      guard let known = textures[ObjectIdentifier(image)] else { return }
      bindings.append(TextureBinding(unit: ProgramCache.imageUnit, texture: known.image, sampler: .linear))
      if let imageSize = linked.imageSize {
        device.set(imageSize, of: linked.program, to: .vec2(SIMD2(Float(image.width), Float(image.height))))
      }
      if let mips = known.mips, let lastLevel = linked.lastLevel {
        let levels = MipLevel.count(width: image.width, height: image.height)
        bindings.append(TextureBinding(unit: ProgramCache.mipUnit, texture: mips, sampler: .linear))
        device.set(lastLevel, of: linked.program, to: .float(Float(levels - 1)))
      }
    case .surface(let pass, let isSmooth):
      guard let surface = drawn[pass] else { return }
      bindings.append(
        TextureBinding(
          unit: ProgramCache.imageUnit, texture: surface.texture, sampler: isSmooth ? .linear : .nearest))
    case .masked(let pass, let mask):
      guard let surface = drawn[pass], let covering = drawn[mask], let origin = linked.maskOrigin else { return }
      bindings.append(TextureBinding(unit: ProgramCache.imageUnit, texture: surface.texture, sampler: .nearest))
      bindings.append(TextureBinding(unit: ProgramCache.maskUnit, texture: covering.texture, sampler: .nearest))
      let area = passes[mask].area
      device.set(origin, of: linked.program, to: .vec2(SIMD2(Float(area.minX), Float(area.minY))))
    }
    if kind.features.contains(.clipped) {
      bindings.append(TextureBinding(unit: ProgramCache.clipUnit, texture: clips.texture, sampler: .nearest))
    }
    if kind.shape == .gradient {
      bindings.append(TextureBinding(unit: ProgramCache.stopUnit, texture: stops.texture, sampler: .nearest))
    }
    device.draw(
      linked.program, instances: buffer(of: kind.records), firstInstance: batch.first, instanceCount: batch.count,
      textures: bindings)
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
