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
    inside.opacity = 1
    // Clips from outside apply once, to the surface; what they certainly hide is still not drawn.
    inside.clips = ClipChain(box: around.clips.box)
    open.append(PassBuilder(group: node.identifier))
    addContent(of: node, in: inside)
    if fold(opacity: opacity, clip: around.clips.index) { return }
    let area = open[open.count - 1].box.integral.intersection(around.clips.box.integral)
    guard !area.isEmpty else {
      open.removeLast()
      return
    }
    let surface = close(area: area, background: PremultipliedColor(red: 0, green: 0, blue: 0, alpha: 0))
    addSurface(of: surface, area: area, opacity: opacity, clips: around.clips)
  }

  /// Fades the group that was just written primitive by primitive, when the picture is the same: none lies on another, and
  /// none has clips of its own beside those around the group.
  ///
  /// - Returns: whether it was done; if not, the group is as it was.
  private mutating func fold(opacity: Double, clip: Int) -> Bool {
    guard let group = open.last, !group.hasOverlaps else { return false }
    guard clip < 0 || group.isUnclipped else { return false }
    open.removeLast()
    let pass = open.count - 1
    for primitive in group.primitives { open[pass].begin(primitive) }
    open[pass].shows += group.shows
    for batch in group.batches {
      var key = batch.key
      if clip >= 0 { key.program.features.insert(.clipped) }
      for index in batch.first..<batch.first + batch.count {
        let area = batch.area / Double(batch.count)
        if key.program.readsImages {
          open[pass].add(group.images[index].faded(opacity, clip: clip), key, area: area)
        } else {
          open[pass].add(group.fills[index].faded(opacity, clip: clip), key, area: area)
        }
      }
    }
    return true
  }

  /// Places the surface of a pass, pixel on pixel.
  private mutating func addSurface(of surface: Int, area: DeviceBox, opacity: Double, clips: ClipChain) {
    let visible = area.intersection(clips.box)
    guard !visible.isEmpty else { return }
    let quad = (
      Vector2(visible.minX, visible.minY), Vector2(visible.maxX, visible.minY), Vector2(visible.minX, visible.maxY),
      Vector2(visible.maxX, visible.maxY)
    )
    let record = ImageRecord(
      corners: vectors(quad), matrix: .identity, rect: .zero,
      mapping: SIMD4(1, 1, Float(area.minX), Float(area.minY)), part: .zero, sampling: .zero, cell: .zero,
      opacity: Float(opacity), clip: clips.index)
    let key = CommandStream.BatchKey(
      program: ProgramKind(shape: .surface, features: clips.index >= 0 ? .clipped : []),
      source: .surface(pass: surface))
    beginPrimitive(visible)
    let pass = open.count - 1
    open[pass].shows.append(surface)
    open[pass].add(record, key, area: (visible.maxX - visible.minX) * (visible.maxY - visible.minY))
  }
}

extension FillRecord {
  /// The record faded and, where there is a clip around it, under that.
  fileprivate func faded(_ opacity: Double, clip: Int) -> FillRecord {
    var record = self
    record.color *= Float(opacity)
    if clip >= 0 { record.clip = Float(clip) }
    return record
  }
}

extension ImageRecord {
  /// The record faded and, where there is a clip around it, under that.
  fileprivate func faded(_ opacity: Double, clip: Int) -> ImageRecord {
    var record = self
    record.opacity *= Float(opacity)
    if clip >= 0 { record.clip = Float(clip) }
    return record
  }
}
