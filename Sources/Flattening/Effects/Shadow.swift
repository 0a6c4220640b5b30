import MultiplaneGraphics
import MultiplaneRenderTree

extension RenderNode {
  /// Whether nothing of the layer's shadow can be seen: the layer clips it, and its background
  /// hides what is left (rendering rules §15).
  fileprivate func hidesShadow(in place: Flattener.Place) -> Bool {
    clipsToBounds && !features.contains(.filters) && background?.color.alpha == 1 && place.fade == 1
  }
}

extension Flattener {
  /// Draws what a layer casts beneath itself (rendering rules §15): the shadow of a rounded
  /// rectangle, or its alpha in a pass of its own, blurred and shown in the shadow's colour.
  ///
  /// - Parameter place: inside the layer.
  mutating func addShadow(of node: RenderNode, in place: Place) {
    guard let shadow = node.shadow, shadow.color.isFinite, !node.hidesShadow(in: place), repeats.admit(in: place)
    else { return }
    let lengths = list.lengths
    if !add(shadow, of: node, in: place) { list.cut(to: lengths) }
  }

  /// The same; false, and something may be left of it, when nothing is shown.
  private mutating func add(_ shadow: Shadow, of node: RenderNode, in place: Place) -> Bool {
    var visible = place
    guard addClip(of: node, to: &visible), let derivative = derivative(of: node, in: place) else { return false }
    let kernel = GaussianStep(radius: shadow.radius, derivative)
    let lengths = list.lengths
    let first = Int32(list.filters.count)
    if kernel.blurs { list.filters.append(.gaussian(kernel)) }
    let filters = first..<Int32(list.filters.count)
    // Hidden parts can cast a shadow into the visible ones.
    var caster = own(place, list.input(of: filters, for: visible.box, canvas: place.canvas))
    caster.offset.x += Double(shadow.offset.width)
    caster.offset.y += Double(shadow.offset.height)
    caster.isRepeated = true
    // Layers in it that filter their backdrop read elsewhere than the layer's own do.
    caster.isWhole = place.isWhole || kernel.blurs || node.filtersBackdropInside
    guard caster.offset.x.isFinite, caster.offset.y.isFinite, !caster.box.isEmpty else { return false }
    if node.filtersBackdropInside, caster.backdropBox != caster.canvas {
      caster.backdropBox = backdropsRead(inside: node, in: caster)
    }
    guard let picture = addCaster(of: shadow, node, through: filters, wanted: visible.box, in: caster) else {
      return false
    }
    if let box = boxShadow(of: Int(picture.pass), kernel, shadow.color.premultiplied, in: caster) {
      list.cut(to: lengths)
      return append(box, in: visible)
    }
    list.passes[Int(picture.pass)].isAlphaOnly = true
    append(SurfaceUse(pass: picture.pass, mask: -1, shadow: shadow.color.premultiplied), picture.box, in: visible)
    return true
  }

  /// - Returns: false when nothing of it is seen.
  private mutating func append(_ shadow: BoxShadow, in place: Place) -> Bool {
    let reached = shadow.pixels
    let box = place.box.centers(fromX: reached.minX, y: reached.minY, toX: reached.maxX, y: reached.maxY)
    guard !box.isEmpty else { return false }
    list.shadows.append(shadow)
    list.primitives.append(
      Primitive(
        kind: .shadow, payload: Int32(list.shadows.count - 1), plane: -1, clip: place.clip, opacity: Float(place.fade),
        box: box))
    return true
  }

  /// The caster of a shadow, in a pass of its own; nil without one.
  ///
  /// - Parameter place: inside the layer, moved by the shadow's offset. Of the caster, `place.box`
  ///   is needed.
  private mutating func addCaster(
    of shadow: Shadow, _ node: RenderNode, through filters: Range<Int32>, wanted: PixelBox, in place: Place
  ) -> Picture? {
    if let path = shadow.path {
      return addPass(in: place, through: filters, wanted: wanted) { flattener in
        flattener.add(.fill(path, rule: .winding), .white, in: place)
      }
    }
    let own = self.own(place, neededBox(place.box, of: node, in: place))
    return addPass(in: own, through: filters, wanted: wanted) { flattener in
      flattener.addCast(of: node, in: own, place.box)
    }
  }

  /// The layer with its filters and its mask, without its shadow and opacity.
  ///
  /// - Parameter box: of `place`, the pixels that are needed of what is filtered.
  private mutating func addCast(of node: RenderNode, in place: Place, _ box: PixelBox) {
    if node.features.contains(.filters) {
      let own = self.own(place, box)
      guard let filters = addFilters(node.filters, of: node, in: own),
        let filtered = addFiltered(node, through: filters, in: own)
      else { return }
      append(filtered, maskedAs: node, in: place)
    } else if node.mask == nil {
      addParts(of: node, in: place)
    } else if node.maskClip != nil, !node.readsBackdropInside {
      var inside = place
      if addMaskClip(of: node, to: &inside) { addParts(of: node, in: inside) }
    } else if let picture = addPass(in: place, { flattener in flattener.addParts(of: node, in: place) }) {
      append(picture, maskedAs: node, in: place)
    }
  }
}
