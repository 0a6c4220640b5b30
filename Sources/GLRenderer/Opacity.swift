import Graphics
import RenderTree

extension Flattener {
  /// Draws a layer onto what lies beneath it: its backdrop first, then its group by its blend mode.
  mutating func addGroup(_ node: RenderNode, in around: Surroundings, showsBackdrop: Bool = true) {
    if showsBackdrop, !node.backgroundFilters.isEmpty, node !== root { addBackdrop(of: node, in: around) }
    guard node.blendMode != .normal else {
      addPicture(of: node, opacity: around.opacity * node.opacity, in: around)
      return
    }
    if adds(node, in: around) {
      var inside = around
      inside.isAdditive = true
      addPicture(of: node, opacity: around.opacity * node.opacity, in: inside)
      return
    }
    if !addSum(of: node, in: around) { addBlendedGroup(node, in: around) }
  }

  /// Draws a layer's group by its blend mode.
  ///
  /// By itself, as what it takes on the stack would be taken once for each layer around otherwise.
  @inline(never)
  private mutating func addBlendedGroup(_ node: RenderNode, in around: Surroundings) {
    let opacity = around.opacity * node.opacity
    guard node.rasterScale == nil else {
      openPass(.group(node.identifier))
      addPicture(of: node, opacity: 1, in: isolated(around, inside: node))
      addBlended(
        closeDrawn(), node.blendMode, mask: nil, mayExceed: node.mayLeaveRange, opacity: opacity, in: around.clips)
      return
    }
    var covering: (pass: Int, area: DeviceBox)?
    if let mask = node.maskSurface {
      covering = surface(of: mask, in: around.isolated())
      guard covering != nil else { return }
    }
    openPass(.group(node.identifier))
    addShadowAndLook(of: node, in: isolated(around, inside: node, of: covering?.area))
    let group = closeDrawn()
    if let group, node.blendMode.magnifies, traits.roundsSamples {
      stream.mixExactly(reaching: group.pass)
    }
    addBlended(
      group, node.blendMode, mask: covering, mayExceed: node.mayLeaveRange, opacity: opacity, in: around.clips)
  }

  /// Draws a layer, with its mask and its shadow, as the group that it is (docs/rendering.md, section 11): on a surface of
  /// its own if it fades and the picture would differ without one.
  mutating func addPicture(of node: RenderNode, opacity: Double, in around: Surroundings) {
    if let scale = node.rasterScale {
      addRaster(of: node, scale: scale, opacity: opacity, in: around)
      return
    }
    if let mask = node.maskSurface {
      addMasked(node, by: mask, opacity: opacity, withShadow: true, in: around)
      return
    }
    // A layer with filters is one group with its shadow, which clips cut once, and so is one with a mask; one with a mask is a
    // group also for what looks at its backdrop in it.
    let isCutOnce = !node.filters.isEmpty && node.shadow != nil && around.clips.index >= 0
    let isMaskedOnce = node.mask != nil && (node.readsBackdropInside || node.shadow != nil)
    guard opacity < 1 || isCutOnce || isMaskedOnce || node.isIsolated else {
      addShadowAndLook(of: node, in: around)
      return
    }
    var inside = around
    let isGroup =
      !node.filters.isEmpty || node.mask != nil || node.isIsolated
      || node.fadesAsGroup && !(around.fadesPrimitives && node.opacity == 1)
    guard isGroup, !node.paintsOnePrimitive else {
      inside.opacity = opacity
      inside.fadesPrimitives = true
      addShadowAndLook(of: node, in: inside)
      return
    }
    // Clips from outside apply once, to the surface; what they certainly hide is still not drawn.
    inside = isolated(around, inside: node)
    openPass(.group(node.identifier), keepsBoxes: traits.drawsPlainQuads && around.clips.index < 0)
    addShadowAndLook(of: node, in: inside)
    if fold(opacity: opacity, in: around.clips) || foldIntoMosaic(opacity: opacity, in: around.clips) { return }
    guard let surface = closeDrawn() else { return }
    // What a byte is off is faded too: of a group that is faint enough it is not seen beside the rounding of the frame. Blurs
    // are nothing but slight differences.
    if opacity <= Self.coarseOpacity, softFeatures(of: surface.pass).isEmpty { useBytes(for: surface.pass) }
    place(surface, opacity: opacity, in: around.clips)
  }

  /// A blend into bytes is off by half a 255th at most; two of them, at this opacity, by as much.
  private static let coarseOpacity = 0.5

  /// Draws what a layer casts, and then the layer, without a group.
  mutating func addShadowAndLook(of node: RenderNode, in around: Surroundings) {
    if let shadow = node.shadow { add(shadow, of: node, in: around) }
    addLook(of: node, in: around)
  }

  /// Draws a layer without its shadow and its mask, and without a group.
  mutating func addLook(of node: RenderNode, in around: Surroundings) {
    if node.filters.isEmpty {
      addContent(of: node, in: around)
    } else {
      addFiltered(node, in: around)
    }
  }

  /// Fades the group that was just written primitive by primitive, when the picture is the same: none lies on another, and
  /// none has clips of its own beside those around the group.
  ///
  /// - Parameter clips: those around the group.
  /// - Returns: whether it was done; if not, the group is as it was.
  @inline(never)
  private mutating func fold(opacity: Double, in clips: ClipChain) -> Bool {
    let clip = clips.index
    // Most groups end here, before the question is asked of a copy of a dozen arrays.
    guard !open[open.count - 1].hasOverlaps, open[open.count - 1].canBeFolded(into: clips) else { return false }
    // In the group nothing is cut to 0…1; in the frame a shader that blends would mix in what is beyond.
    if open[open.count - 2].isFrame, root?.mayLeaveRange == true,
      open[open.count - 1].batches.contains(where: { $0.key.program.features.contains(.fetching) })
    {
      return false
    }
    writeBoxes()
    let group = open.removeLast()
    defer { stream.memory.idlePasses.append(group) }
    writeBoxes()
    let pass = open.count - 1
    for primitive in group.primitives { open[pass].begin(primitive) }
    open[pass].shows += group.shows
    open[pass].clippedBy += group.clippedBy
    for var batch in group.batches {
      if clip >= 0 { batch.key.clip(by: stream.clipPicture(of: clip)) }
      if batch.key.program.shape == .plain {
        batch.key.program.features = steadied(batch.key.program.features.union(.colored))
      }
      for index in batch.first..<batch.first + batch.count {
        switch batch.key.program.records {
        case .fills: stream.fills[index].fade(opacity, clip: clip)
        case .images: stream.images[index].fade(opacity, clip: clip)
        case .gradients: stream.gradients[index].fade(opacity, clip: clip)
        case .plain: stream.plain[index].fade(Float(opacity), batch.key.program.features)
        }
      }
      open[pass].draw(batch)
    }
    return true
  }
}

extension Flattener {
  /// Those of a layer's group inside; where a layer in it filters its backdrop, all of the canvas counts.
  ///
  /// - Parameter box: what is wanted of the group; nil for what the clips leave.
  func isolated(_ around: Surroundings, inside node: RenderNode, of box: DeviceBox? = nil) -> Surroundings {
    var inside = around.isolated()
    inside.clips.box = neededBox(box ?? around.clips.box, inside: node)
    return inside
  }

  /// What has to be drawn of a layer's group for those pixels of it.
  func neededBox(_ box: DeviceBox, inside node: RenderNode) -> DeviceBox {
    guard node.filtersBackdropInside else { return box }
    var whole = box
    whole.add(canvas)
    return whole
  }

  /// Places a group's surface on what lies beneath it.
  @inline(never)
  mutating func place(_ surface: (pass: Int, area: DeviceBox), opacity: Double, in clips: ClipChain) {
    addSurface(
      .surface, .surface(pass: surface.pass), area: surface.area.intersection(clips.box),
      origin: Vector2(surface.area.minX, surface.area.minY), opacity: opacity, clip: clips.index,
      features: softFeatures(of: surface.pass))
  }
}

extension Flattener.Surroundings {
  /// Those of a group inside: it fades and is clipped when it is placed. What certainly is hidden is still not drawn.
  func isolated() -> Self {
    var inside = self
    inside.opacity = 1
    inside.fadesPrimitives = false
    inside.clips = ClipChain(box: clips.box)
    return inside
  }
}

extension FillRecord {
  /// Fades the record and, where there is a clip around its group, puts it under that.
  fileprivate mutating func fade(_ opacity: Double, clip: Int) {
    color *= Float(opacity)
    if clip >= 0 { self.clip = Float(clip) }
  }
}

extension ImageRecord {
  /// Fades the record and, where there is a clip around its group, puts it under that.
  fileprivate mutating func fade(_ opacity: Double, clip: Int) {
    self.opacity *= Float(opacity)
    if clip >= 0 { self.clip = Float(clip) }
  }
}

extension GradientRecord {
  /// Fades the record and, where there is a clip around its group, puts it under that.
  fileprivate mutating func fade(_ opacity: Double, clip: Int) {
    self.opacity *= Float(opacity)
    if clip >= 0 { self.clip = Float(clip) }
  }
}
