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

  /// A texture that is all that a batch shows.
  func bindings(of texture: Texture, _ linked: LinkedProgram, _ sampler: Sampler = .linear) -> [TextureBinding] {
    setImageSize(of: linked, width: texture.width, height: texture.height)
    return [TextureBinding(unit: ProgramCache.imageUnit, texture: texture, sampler: sampler)]
  }

  /// The textures of a batch's source; nil when one of them was not drawn.
  func bindings(
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
      setImageSize(of: linked, width: known.image.width, height: known.image.height)
      if let mips = known.mips, let lastLevel = linked.lastLevel {
        let levels = MipLevel.count(width: image.width, height: image.height)
        bindings.append(TextureBinding(unit: ProgramCache.mipUnit, texture: mips, sampler: .linear))
        device.set(lastLevel, of: linked.program, to: .float(Float(levels - 1)))
      }
      return bindings
    case .atlas: return nil
    case .maskedImage(let image, let mask):
      var bindings: [TextureBinding] = []
      if let image {
        let texture = try imageCache.textures(of: image, mipmapped: false).image
        bindings.append(TextureBinding(unit: ProgramCache.imageUnit, texture: texture, sampler: .linear))
        setImageSize(of: linked, width: texture.width, height: texture.height)
      }
      let texture = try imageCache.textures(of: mask, mipmapped: false).image
      bindings.append(TextureBinding(unit: ProgramCache.maskUnit, texture: texture, sampler: .linear))
      if let scale = linked.maskScale {
        let size = SIMD2(Float(texture.width), Float(texture.height))
        device.set(scale, of: linked.program, to: .vec2(1 / size))
      }
      return bindings
    case .surface(let pass, let isSmooth):
      return drawn[pass].map { bindings(of: $0.texture, linked, isSmooth ? .linear : .nearest) }
    case .masked(let pass, let mask):
      guard let image = binding(ProgramCache.imageUnit, pass), let covering = binding(ProgramCache.maskUnit, mask),
        let origin = linked.maskOrigin
      else { return nil }
      let area = stream.passes[mask].area
      device.set(origin, of: linked.program, to: .vec2(SIMD2(Float(area.minX), Float(area.minY))))
      return [image, covering]
    case .means(let pass, let other, let isSmooth):
      guard let means = binding(ProgramCache.imageUnit, pass, isSmooth ? .linear : .nearest),
        let source = binding(ProgramCache.backdropUnit, other, isSmooth ? .linear : .nearest)
      else { return nil }
      return [means, source]
    case .raster(let number):
      return rasters.surface(number).map { bindings(of: $0.texture, linked) }
    case .underlay:
      return underlays.surface.map { bindings(of: $0.texture, linked, .nearest) }
    case .shadow(let number):
      return shadows.surface(number).map { bindings(of: $0.texture, linked, .nearest) }
    case .sheet(let page):
      return bindings(of: try sheetTextures.texture(of: stream.sheet, page: page), linked, .nearest)
    case .mixedSheet(let page):
      return bindings(of: try mixedTextures.texture(of: stream.mixedSheet, page: page), linked, .nearest)
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
