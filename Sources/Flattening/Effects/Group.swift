import Graphics
import RenderTree

extension RenderNode {
  /// The mask that has to be drawn on a surface of its own; nil where there is none, or one that is a clip (rendering rules §16).
  var drawnMask: RenderNode? { maskClip == nil ? mask : nil }

  /// Whether its mask is a clip, and yet cuts the layer once, as a whole: something in it looks at what lies beneath, or its
  /// shadow is beneath it.
  var isCutAsWhole: Bool { maskClip != nil && (readsBackdropInside || shadow != nil) }
}

extension Flattener {
  /// Whether a layer is composed on a surface of its own (rendering rules §11, §16).
  ///
  /// - Parameter fade: what layers around it that do not fade as a group pass on.
  func isGroup(_ node: RenderNode, fade: Double) -> Bool {
    if node.drawnMask != nil || node.isCutAsWhole || node.isIsolated { return true }
    let opacity = node.opacity
    guard opacity < 1 && node.fadesAsGroup || opacity * fade < 1 && node.mask != nil else { return false }
    // Of one primitive the picture is the same without a surface.
    return !node.paintsOnePrimitive
  }

  /// A layer composed in a pass of its own, and shown with its opacity under the clips around it.
  ///
  /// - Parameter place: inside the layer, its mask as a clip included.
  mutating func addGroup(_ node: RenderNode, in place: Place) {
    let lengths = list.lengths
    let own = placeOfOwn(in: place)
    guard let picture = addPass(in: own, { flattener in flattener.addParts(of: node, in: own) }) else { return }
    var mask: Int32 = -1
    var box = picture.box
    if let drawn = node.drawnMask {
      let masked = addPass(in: own) { flattener in flattener.add(drawn, in: own, as: .mask) }
      // A mask that shows nothing leaves nothing.
      guard let masked, !masked.box.intersection(box).isEmpty else {
        list.cut(to: lengths)
        return
      }
      mask = masked.index
      box = box.intersection(masked.box)
    }
    list.surfaces.append(SurfaceUse(pass: picture.index, mask: mask))
    list.primitives.append(
      Primitive(
        kind: .surface, payload: Int32(list.surfaces.count - 1), plane: -1, clip: place.clip,
        opacity: Float(node.opacity * place.fade), box: box))
  }

  /// The same place for something that is composed on a surface of its own: clips and opacity from outside do not apply there.
  private func placeOfOwn(in place: Place) -> Place {
    var own = place
    own.clip = -1
    own.fade = 1
    return own
  }

  /// Draws into a pass of its own.
  ///
  /// - Returns: its index and the pixels that it may touch; nil, and nothing is left of it, when nothing was drawn.
  private mutating func addPass(
    in place: Place, _ body: (inout Flattener) -> Void
  ) -> (index: Int32, box: PixelBox)? {
    let index = list.passes.count
    list.passes.append(
      RenderPass(first: list.primitives.count + 1, end: 0, box: place.box, background: .clear, isLocal: true))
    list.primitives.append(
      Primitive(kind: .pass, payload: Int32(index), plane: -1, clip: -1, opacity: 1, box: place.box))
    body(&self)
    list.passes[index].end = list.primitives.count
    var painted = PixelBox.empty
    list.forEachPrimitive(of: index) { painted = painted.union(list.primitives[$0].box) }
    guard !painted.isEmpty else {
      // Nothing but the mark that opens it.
      list.primitives.removeSubrange((list.passes[index].first - 1)...)
      list.passes.removeSubrange(index...)
      return nil
    }
    list.passes[index].box = painted
    list.primitives[list.passes[index].first - 1].box = painted
    return (Int32(index), painted)
  }
}

extension DisplayList {
  /// How much has been written that nothing before refers to.
  struct Lengths {
    fileprivate var passes, primitives: Int
  }

  var lengths: Lengths { Lengths(passes: passes.count, primitives: primitives.count) }

  /// Takes back the passes and primitives written since; their payloads stay, referred to by nothing.
  mutating func cut(to lengths: Lengths) {
    passes.removeSubrange(lengths.passes...)
    primitives.removeSubrange(lengths.primitives...)
  }
}
