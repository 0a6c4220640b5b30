import Graphics
import RenderTree

extension Flattener {
  /// Draws a layer as the group that it is (docs/rendering.md, section 11): on a surface of its own if it fades and the
  /// picture would differ without one.
  mutating func addGroup(_ node: RenderNode, in around: Surroundings) {
    let opacity = around.opacity * node.opacity
    guard opacity < 1 else {
      addContent(of: node, in: around)
      return
    }
    var inside = around
    guard !node.paintsOnePrimitive else {
      inside.opacity = opacity
      addContent(of: node, in: inside)
      return
    }
    inside.opacity = 1
    // Clips from outside apply once, to the surface; what they certainly hide is still not drawn.
    inside.clips = ClipChain(box: around.clips.box)
    open.append(PassBuilder(group: node.identifier))
    addContent(of: node, in: inside)
    if fold(opacity: opacity, clip: around.clips.index) { return }
    let area = open[open.count - 1].box
    let surface = close(area: area, background: .clear)
    addSurface(of: surface, area: area, opacity: opacity, clip: around.clips.index)
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
        if batch.key.program.readsImages {
          stream.images[index].fade(opacity, clip: clip)
        } else {
          stream.fills[index].fade(opacity, clip: clip)
        }
      }
      open[pass].draw(batch)
    }
    return true
  }

  /// Places the surface of a pass, pixel on pixel.
  private mutating func addSurface(of surface: Int, area: DeviceBox, opacity: Double, clip: Int) {
    let record = ImageRecord(
      corners: area.quad.vectors, matrix: .identity, rect: .zero,
      mapping: SIMD4(1, 1, Float(area.minX), Float(area.minY)), part: .zero, sampling: .zero, cell: .zero,
      opacity: Float(opacity), clip: clip)
    let key = CommandStream.BatchKey(
      program: ProgramKind(shape: .surface, features: clip >= 0 ? .clipped : []), source: .surface(pass: surface))
    beginPrimitive(area)
    open[open.count - 1].shows.append(surface)
    add(record, Outline(quad: area.quad, pixels: area, middle: area.middle, area: area.area), key)
  }
}

extension RenderNode {
  /// Whether nothing in the layer can lie on anything else in it.
  fileprivate var paintsOnePrimitive: Bool {
    let own = (background == nil ? 0 : 1) + (contents == nil ? 0 : 1) + (border == nil ? 0 : 1)
    return sublayers.isEmpty && own <= 1
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
