import Graphics
import RenderTree

// Layers of the blend mode `plusL`, as particles are (docs/rendering.md, section 20): min(1, S + D) is what the device's own
// blending makes of a sum in bytes.

// A long row of those is added up on a surface first, which is added to the frame as a whole: the same sum, as nothing in it
// is below 0, and a byte of the frame is rounded once rather than for each of them.

extension Flattener {
  /// The row of sublayers around one of them that is added up; nil where it is drawn by itself.
  func sum(around index: Int, of node: RenderNode, in around: Surroundings) -> Range<Int>? {
    let sublayers = node.sublayers
    guard sublayers[index].canBeSummed, around.clips.index < 0, open[open.count - 1].isFrame else { return nil }
    var (start, end) = (index, index + 1)
    while start > sublayers.startIndex, sublayers[start - 1].canBeSummed { start -= 1 }
    while end < sublayers.endIndex, sublayers[end].canBeSummed { end += 1 }
    return end - start >= RenderNode.leastSum ? start..<end : nil
  }

  /// Adds up sublayers, and shows the sum.
  mutating func addSum(
    of sublayers: ArraySlice<RenderNode>, identifier: LayerIdentifier, in around: Surroundings
  ) {
    openSum(identifier)
    for sublayer in sublayers { add(sublayer, in: around) }
    guard let sum = closeDrawn() else { return }
    let area = sum.area.intersection(around.clips.box)
    let record = ImageRecord(
      showing: area, origin: Vector2(sum.area.minX, sum.area.minY), part: .zero, sampling: .zero, opacity: 1, clip: -1)
    addSurface(record, .surface, .surface(pass: sum.pass), area: area, isAdditive: true)
  }

  /// Adds up a group of nothing but such layers, as the particles of an emitter are, and mixes the sum in: by the device's
  /// own blending where it can, else with one copy of what lies beneath it for all of them.
  ///
  /// - Returns: whether it is such a group; if not, nothing was drawn.
  @inline(never)
  mutating func addSum(of node: RenderNode, in around: Surroundings) -> Bool {
    // A fading group is cut to 1 before it fades.
    guard around.opacity * node.opacity == 1, node.isSum else { return false }
    guard around.clips.index < 0, open[open.count - 1].isFrame else {
      openSum(node.identifier)
      let inside = isolated(around, inside: node)
      for sublayer in node.sublayers { add(sublayer, in: inside) }
      addBlended(closeDrawn(), .plusL, mayExceed: true, opacity: 1, in: around.clips)
      return true
    }
    if node.sublayers.count >= RenderNode.leastSum {
      addSum(of: node.sublayers[...], identifier: node.identifier, in: around)
    } else {
      for sublayer in node.sublayers { add(sublayer, in: around) }
    }
    return true
  }

  /// Begins the pass in which colours are added up.
  private mutating func openSum(_ layer: LayerIdentifier) {
    openPass(.group(layer))
    open[open.count - 1].isSum = true
  }

  /// Whether a layer can be left to the device's own blending. A clip's edge would need more than that,
  /// (1 − k)·D + k·min(1, S + D), and so would groups of half floats, which hold more than 1, but for the shares of a fade.
  func adds(_ node: RenderNode, in around: Surroundings) -> Bool {
    let builder = open[open.count - 1]
    return node.addsOnePrimitive && around.clips.index < 0
      && (builder.isFrame || builder.isSum || node.features.contains(.share))
  }
}

extension RenderNode {
  /// Whether the layer adds one primitive and nothing else.
  fileprivate var addsOnePrimitive: Bool {
    blendMode == .plusL && paintsOnePrimitive && mask == nil && filters.isEmpty && rasterScale == nil
      && !clipsToBounds
  }

  /// Fewer are added to the frame itself: a surface costs more, and their rounding is not seen.
  fileprivate static let leastSum = 16

  /// Whether what is added up in the layer differs from what was in an earlier frame, or may.
  func changesSums(since old: RenderNode) -> Bool {
    guard max(sublayers.count, old.sublayers.count) >= Self.leastSum, readsBackdropInside || old.readsBackdropInside
    else { return false }
    guard sublayers.count == old.sublayers.count else {
      return sublayers.contains(where: \.canBeSummed) || old.sublayers.contains(where: \.canBeSummed)
    }
    var next = 0
    while let change = sublayers.firstChange(from: old.sublayers, notBefore: next) {
      if sublayers[change].canBeSummed || old.sublayers[change].canBeSummed { return true }
      next = change + 1
    }
    return false
  }

  /// Whether the layer is a group of nothing but layers that add.
  fileprivate var isSum: Bool {
    guard blendMode == .plusL, !sublayers.isEmpty, !clipsToBounds, mask == nil, rasterScale == nil else { return false }
    let isEmpty = background == nil && gradient == nil && contents == nil && border == nil && shape == nil
    return isEmpty && shadow == nil && filters.isEmpty && backgroundFilters.isEmpty
      && sublayers.allSatisfy(\.canBeSummed)
  }

  /// Whether the layer may be added up with others before the frame is; half floats may be below 0 (section 2).
  fileprivate var canBeSummed: Bool {
    addsOnePrimitive && !isSpace && backgroundFilters.isEmpty && contents?.image.hasHalfFloats != true
  }
}
