import Graphics
import RenderTree

extension Flattener {
  /// Draws a layer, with its mask and its shadow, as the group that it is (docs/rendering.md, section 11): on a surface of
  /// its own if it fades and the picture would differ without one.
  mutating func addGroup(_ node: RenderNode, in around: Surroundings) {
    let opacity = around.opacity * node.opacity
    if let mask = node.mask {
      addMasked(node, by: mask, opacity: opacity, withShadow: true, in: around)
      return
    }
    var inside = around
    guard opacity < 1 else {
      addShadowAndContent(of: node, in: around)
      return
    }
    guard !node.paintsOnePrimitive else {
      inside.opacity = opacity
      addContent(of: node, in: inside)
      return
    }
    inside.opacity = 1
    // Clips from outside apply once, to the surface; what they certainly hide is still not drawn.
    inside.clips = ClipChain(box: around.clips.box)
    open.append(PassBuilder(group: node.identifier))
    addShadowAndContent(of: node, in: inside)
    if fold(opacity: opacity, clip: around.clips.index) { return }
    let area = open[open.count - 1].box
    let surface = close(area: area, background: .clear)
    addSurface(.surface, .surface(pass: surface), area: area, opacity: opacity, clip: around.clips.index)
  }

  /// Draws what a layer casts, and then the layer, without a group.
  mutating func addShadowAndContent(of node: RenderNode, in around: Surroundings) {
    if let shadow = node.shadow { add(shadow, of: node, in: around) }
    addContent(of: node, in: around)
  }

  /// Fades the group that was just written primitive by primitive, when the picture is the same: none lies on another, and
  /// none has clips of its own beside those around the group.
  ///
  /// - Parameter clip: the innermost clip around the group; negative for none.
  /// - Returns: whether it was done; if not, the group is as it was.
  private mutating func fold(opacity: Double, clip: Int) -> Bool {
    guard let group = open.last, !group.hasOverlaps, clip < 0 || group.isUnclipped else { return false }
    open.removeLast()
    let pass = open.count - 1
    for primitive in group.primitives { open[pass].begin(primitive) }
    open[pass].shows += group.shows
    for var batch in group.batches {
      if clip >= 0 { batch.key.program.features.insert(.clipped) }
      for index in batch.first..<batch.first + batch.count {
        switch batch.key.program.records {
        case .fills: stream.fills[index].fade(opacity, clip: clip)
        case .images: stream.images[index].fade(opacity, clip: clip)
        case .gradients: stream.gradients[index].fade(opacity, clip: clip)
        }
      }
      open[pass].draw(batch)
    }
    return true
  }

  /// Places the surface of a pass, pixel on pixel.
  ///
  /// - Parameters:
  ///   - area: the device pixels that it shows.
  ///   - origin: where the surface begins; nil for where the area does.
  ///   - sampling: what the program's `a_sampling` takes.
  mutating func addSurface(
    _ shape: ProgramKind.Shape, _ source: CommandStream.Source, area: DeviceBox, origin: Vector2? = nil,
    sampling: SIMD4<Float> = .zero, part: SIMD4<Float> = .zero, opacity: Double, clip: Int
  ) {
    guard !area.isEmpty else { return }
    let record = ImageRecord(
      showing: area, origin: origin ?? Vector2(area.minX, area.minY), part: part, sampling: sampling,
      opacity: opacity, clip: clip)
    let key = CommandStream.BatchKey(
      program: ProgramKind(shape: shape, features: clip >= 0 ? .clipped : []), source: source)
    beginPrimitive(area)
    switch source {
    case .surface(let pass, _): open[open.count - 1].shows.append(pass)
    case .masked(let pass, let mask): open[open.count - 1].shows += [pass, mask]
    case .none, .image: break
    }
    add(record, Outline(quad: area.quad, pixels: area, middle: area.middle, area: area.area), key)
  }
}

extension RenderNode {
  /// Whether nothing in the layer can lie on anything else in it.
  fileprivate var paintsOnePrimitive: Bool {
    let own =
      (background == nil ? 0 : 1) + (gradient == nil ? 0 : 1) + (contents == nil ? 0 : 1) + (border == nil ? 0 : 1)
    return sublayers.isEmpty && shadow == nil && own <= 1
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
