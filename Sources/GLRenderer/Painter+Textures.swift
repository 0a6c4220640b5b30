import GL

// Which textures a batch is drawn with.
extension Painter {
  /// The program of a batch, and a texture that was prepared for it in place of those of its source; nil where there is none.
  func prepare(
    _ key: CommandStream.BatchKey, for target: Frame
  ) throws(RenderError) -> (ProgramKind, Texture?) {
    var kind = key.program
    var prepared: Texture?
    switch key.source {
    case .maskedImage(let image?, let mask) where kind.features.contains(.joined):
      prepared = try preparedImages.texture(of: image, under: mask)
      kind.features.remove(prepared == nil ? .joined : .masked)
    case .image(let image) where kind.features.contains(.raised):
      // Others the device mixes in another way, which cuts nothing off.
      prepared = target.isBlueFirst ? try preparedImages.texture(of: image) : nil
      kind.features.remove(prepared == nil ? .raised : .smooth)
    case .atlas:
      prepared = atlas.texture
      if kind.features.contains(.raised) { kind.features.remove(.smooth) }
      showsRaised = true
    default: break
    }
    if prepared != nil, kind.features.contains(.raised) { showsRaised = true }
    return (kind, prepared)
  }

  /// Binds a texture that is all that a batch shows.
  func bind(_ texture: Texture, _ linked: LinkedProgram, _ sampler: Sampler = .linear) {
    setImageSize(of: linked, width: texture.width, height: texture.height)
    bind(texture, at: ProgramCache.imageUnit, sampler)
  }

  /// Binds a texture for the batch that is drawn next.
  func bind(_ texture: Texture, at unit: Int, _ sampler: Sampler) {
    bindings.append(TextureBinding(unit: unit, texture: texture, sampler: sampler))
  }

  /// Binds the textures of a batch's source.
  ///
  /// - Returns: false when one of them was not drawn.
  func bindSource(
    of batch: CommandStream.Batch, _ linked: LinkedProgram, _ stream: CommandStream, _ drawn: [Int: Surface]
  ) throws(RenderError) -> Bool {
    func bind(_ pass: Int, at unit: Int, isSmooth: Bool = false) -> Bool {
      guard let surface = drawn[pass] else { return false }
      self.bind(surface.texture, at: unit, isSmooth ? .linear : .nearest)
      return true
    }
    func bind(_ texture: Texture?, _ sampler: Sampler = .linear) -> Bool {
      guard let texture else { return false }
      self.bind(texture, linked, sampler)
      return true
    }
    switch batch.key.source {
    case .none: return true
    case .atlas: return false
    case .image(let image):
      let isMipmapped = batch.key.program.features.contains(.mipmapped)
      let known = try imageCache.textures(of: image, mipmapped: isMipmapped)
      self.bind(known.image, linked)
      if let mips = known.mips, let lastLevel = linked.lastLevel {
        let levels = MipLevel.count(width: image.width, height: image.height)
        self.bind(mips, at: ProgramCache.mipUnit, .linear)
        device.set(lastLevel, of: linked.program, to: .float(Float(levels - 1)))
      }
      return true
    case .maskedImage(let image, let mask):
      if let image { self.bind(try imageCache.textures(of: image, mipmapped: false).image, linked) }
      let texture = try imageCache.textures(of: mask, mipmapped: false).image
      self.bind(texture, at: ProgramCache.maskUnit, .linear)
      if let scale = linked.maskScale {
        let size = SIMD2(Float(texture.width), Float(texture.height))
        device.set(scale, of: linked.program, to: .vec2(1 / size))
      }
      return true
    case .surface(let pass, let isSmooth): return bind(drawn[pass]?.texture, isSmooth ? .linear : .nearest)
    case .masked(let pass, let mask):
      guard let origin = linked.maskOrigin else { return false }
      let area = stream.passes[mask].area
      device.set(origin, of: linked.program, to: .vec2(SIMD2(Float(area.minX), Float(area.minY))))
      return bind(pass, at: ProgramCache.imageUnit) && bind(mask, at: ProgramCache.maskUnit)
    case .means(let pass, let other, let isSmooth):
      return bind(pass, at: ProgramCache.imageUnit, isSmooth: isSmooth)
        && bind(other, at: ProgramCache.backdropUnit, isSmooth: isSmooth)
    case .raster(let number): return bind(rasters.surface(number)?.texture)
    case .underlay: return bind(underlays.surface?.texture, .nearest)
    case .shadow(let number): return bind(shadows.surface(number)?.texture, .nearest)
    case .sheet(let page): return bind(try sheetTextures.texture(of: stream.sheet, page: page), .nearest)
    case .mixedSheet(let page): return bind(try mixedTextures.texture(of: stream.mixedSheet, page: page), .nearest)
    case .coverage(let index):
      self.bind(try coverageCache.texture(stream.coverages[index]), at: ProgramCache.imageUnit, .nearest)
      return true
    case .blended(let pass, let backdrop, let mask):
      // A group that shows nothing is read nowhere, but something has to be bound.
      return bind(pass ?? backdrop, at: ProgramCache.imageUnit) && bind(backdrop, at: ProgramCache.backdropUnit)
        && (mask.map { bind($0, at: ProgramCache.maskUnit) } ?? true)
    }
  }

  func texture(
    of picture: CommandStream.ClipPicture, _ stream: CommandStream, _ drawn: [Int: Surface]
  ) throws(RenderError) -> Texture? {
    switch picture {
    case .path(let index): try coverageCache.texture(stream.coverages[index])
    case .surface(let pass): drawn[pass]?.texture
    }
  }

  private func setImageSize(of linked: LinkedProgram, width: Int, height: Int) {
    if let imageScale = linked.imageScale {
      device.set(imageScale, of: linked.program, to: .vec2(1 / SIMD2(Float(width), Float(height))))
    }
    guard let imageSize = linked.imageSize else { return }
    device.set(imageSize, of: linked.program, to: .vec2(SIMD2(Float(width), Float(height))))
  }
}
