import Graphics
import RenderTree

extension Flattener {
  /// Draws a layer as the group that it is (docs/rendering.md, section 11): on a surface of its own if it fades and the
  /// picture would differ without one.
  mutating func addGroup(_ node: RenderNode, in around: Surroundings) {
    let opacity = around.opacity * node.opacity
    if opacity == 1 || node.paintsAtMost(1) {
      var around = around
      around.opacity = opacity
      addContent(of: node, in: around)
      return
    }
    var inside = around
    inside.opacity = 1
    // Clips from outside apply once, to the surface; what they certainly hide is still not drawn.
    inside.clips = ClipChain(box: around.clips.box)
    open.append(PassBuilder(group: node.identifier))
    addContent(of: node, in: inside)
    let area = open[open.count - 1].box.integral.intersection(around.clips.box.integral)
    guard !area.isEmpty else {
      open.removeLast()
      return
    }
    let surface = close(area: area, background: PremultipliedColor(red: 0, green: 0, blue: 0, alpha: 0))
    addSurface(of: surface, area: area, opacity: opacity, clips: around.clips)
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
      mapping: SIMD4(1, 1, Float(area.minX), Float(area.minY)), part: .zero, sampling: .zero, opacity: Float(opacity),
      clip: clips.index)
    let key = CommandStream.BatchKey(
      program: ProgramKind(shape: .surface, features: clips.index >= 0 ? .clipped : []),
      source: .surface(pass: surface))
    let pass = open.count - 1
    open[pass].box.add(visible)
    open[pass].shows.append(surface)
    open[pass].add(record, key, area: (visible.maxX - visible.minX) * (visible.maxY - visible.minY))
  }
}

extension RenderNode {
  /// Whether the layer with its sublayers paints no more than so many primitives. Looks no further than it has to.
  func paintsAtMost(_ limit: Int) -> Bool {
    var left = limit
    return countPrimitives(&left)
  }

  /// Takes the primitives of the subtree off a number; false once it would be negative.
  private func countPrimitives(_ left: inout Int) -> Bool {
    left -= (background == nil ? 0 : 1) + (contents == nil ? 0 : 1) + (border == nil ? 0 : 1)
    return left >= 0 && sublayers.allSatisfy { $0.countPrimitives(&left) }
  }
}
