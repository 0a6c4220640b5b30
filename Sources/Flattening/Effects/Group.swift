import MultiplaneGraphics
import MultiplaneRenderTree

extension RenderNode {
  /// The mask that has to be drawn on a surface of its own; nil where there is none, or one that is
  /// a clip (rendering rules §16).
  var drawnMask: RenderNode? { maskClip == nil ? mask : nil }

  /// Whether its mask is a clip, and yet cuts the layer once, as a whole: something in it looks at
  /// what lies beneath, or its shadow is beneath it.
  var isCutAsWhole: Bool { maskClip != nil && (readsBackdropInside || shadow != nil) }
}

extension RenderNode.Features {
  /// The features that make a layer a group, beside blend modes.
  fileprivate static let composed: RenderNode.Features = filters.union(raster).union(isolated)
}

extension Flattener {
  /// The picture of a pass.
  struct Picture {
    /// Index into the list's passes.
    var pass: Int32
    /// The pixels that it may touch, after its filters.
    var box: PixelBox
  }

  /// Whether a layer is composed on a surface of its own (rendering rules §11, §16, §19, §22), its
  /// blend mode left out.
  ///
  /// - Parameters:
  ///   - opacity: its own, with that of the transform layers around it.
  ///   - fade: what layers around it that do not fade as a group pass on.
  func isGroup(_ node: RenderNode, opacity: Double, fade: Double) -> Bool {
    if !node.features.isDisjoint(with: .composed) { return true }
    if node.mask != nil, node.drawnMask != nil || node.isCutAsWhole { return true }
    guard opacity < 1 && node.fadesAsGroup || opacity * fade < 1 && node.mask != nil else { return false }
    // Of one primitive the picture is the same without a surface.
    return !node.paintsOnePrimitive
  }

  /// A layer composed in a pass of its own, and shown with its opacity and its blend mode under the
  /// clips around it.
  ///
  /// - Parameters:
  ///   - opacity: its own, with that of the transform layers around it.
  ///   - place: inside the layer, its mask as a clip included.
  mutating func addGroup(_ node: RenderNode, opacity: Double, _ mode: BlendMode, in place: Place) {
    let lengths = list.lengths
    if !addComposed(node, opacity: opacity, mode, in: place) { list.cut(to: lengths) }
  }

  /// The same; false, and something may be left of it, when nothing is shown.
  private mutating func addComposed(
    _ node: RenderNode, opacity: Double, _ mode: BlendMode, in place: Place
  ) -> Bool {
    if let scale = node.rasterScale { return addRastered(node, scale: scale, opacity: opacity, mode, in: place) }
    let reachesBeyond = mode.reachesBeyondSource
    guard let picture = addPicture(of: node, in: place, keepsEmpty: reachesBeyond) else { return false }
    var box = reachesBeyond ? place.box : picture.box.intersection(place.box)
    var mask: Int32 = -1
    if let drawn = node.drawnMask {
      // A mask that shows nothing leaves nothing, of what a blend mode takes away too.
      guard !box.isEmpty, let masked = addMask(drawn, in: place, box) else { return false }
      mask = masked.pass
      box = box.intersection(masked.box)
    }
    guard !box.isEmpty else { return false }
    append(SurfaceUse(pass: picture.pass, mask: mask), box, in: place, opacity: opacity, mode)
    return true
  }

  /// The layer with its filters and its shadow, without its mask (§15, §19); nil when nothing of it
  /// is drawn.
  ///
  /// - Parameters:
  ///   - place: inside the layer. Of the picture, `place.box` is needed.
  ///   - keepsEmpty: whether a layer that shows nothing has a picture too: an empty one.
  mutating func addPicture(of node: RenderNode, in place: Place, keepsEmpty: Bool = false) -> Picture? {
    guard node.features.contains(.filters) else {
      let own = self.own(place, neededBox(place.box, of: node, in: place))
      return addPass(in: own, keepsEmpty: keepsEmpty) { flattener in flattener.addWhole(node, in: own) }
    }
    guard let filters = addFilters(node.filters, of: node, in: place) else { return nil }
    guard node.features.contains(.shadow) else {
      return addFiltered(node, through: filters, in: place, keepsEmpty: keepsEmpty)
    }
    let own = self.own(place, place.box)
    return addPass(in: own, keepsEmpty: keepsEmpty) { flattener in
      let filtered = flattener.addFiltered(node, through: filters, in: own)
      flattener.addShadow(of: node, in: own)
      if let filtered { flattener.append(SurfaceUse(pass: filtered.pass, mask: -1), filtered.box, in: own) }
    }
  }

  /// A mask's subtree in a pass of its own; nil when it shows nothing.
  ///
  /// - Parameters:
  ///   - place: inside the masked layer: the mask lies there as if it were a sublayer.
  ///   - box: the pixels of it that are needed.
  mutating func addMask(_ mask: RenderNode, in place: Place, _ box: PixelBox) -> Picture? {
    var place = place
    if mask.filtersBackdropInside {
      // What layers in a mask read is not among what those read that are known of a raster, or of a
      // partial frame.
      place.backdropBox = place.canvas
      place.isWhole = true
    }
    let own = self.own(place, neededBox(box, of: mask, in: place))
    return addPass(in: own) { flattener in flattener.add(mask, in: own, as: .mask) }
  }

  /// Shows a pass, multiplied by the layer's mask of either kind (§16).
  ///
  /// - Parameter place: inside the layer, without any clip.
  mutating func append(_ picture: Picture, maskedAs node: RenderNode, in place: Place) {
    var place = place
    // A mask that is a clip becomes one of the place's.
    guard addMaskClip(of: node, to: &place) else { return }
    var box = picture.box.intersection(place.box)
    var mask: Int32 = -1
    if let drawn = node.drawnMask {
      guard !box.isEmpty, let masked = addMask(drawn, in: place, box) else { return }
      mask = masked.pass
      box = box.intersection(masked.box)
    }
    guard !box.isEmpty else { return }
    append(SurfaceUse(pass: picture.pass, mask: mask), box, in: place)
  }

  /// Shows a pass.
  ///
  /// - Parameter opacity: beside that of the place.
  mutating func append(
    _ use: SurfaceUse, _ box: PixelBox, in place: Place, opacity: Double = 1, _ mode: BlendMode = .normal
  ) {
    list.surfaces.append(use)
    list.primitives.append(
      Primitive(
        kind: .surface, payload: Int32(list.surfaces.count - 1), plane: -1, clip: place.clip,
        opacity: Float(opacity * place.fade), blend: mode, box: box))
  }

  /// The same place for something that is composed on a surface of its own, of which `box` is
  /// needed: clips and opacity from outside do not apply there.
  func own(_ place: Place, _ box: PixelBox) -> Place {
    var own = place
    own.clip = -1
    own.fade = 1
    own.box = box.intersection(DisplayList.limit(around: place.canvas))
    return own
  }

  /// The box to draw of a layer's surface of which `box` is needed: layers that filter their
  /// backdrop read more of the canvas (§21).
  func neededBox(_ box: PixelBox, of node: RenderNode, in place: Place) -> PixelBox {
    node.filtersBackdropInside ? box.union(place.backdropBox) : box
  }

  /// Draws into a pass of its own.
  ///
  /// - Parameters:
  ///   - filters: what the picture goes through, in the list's filters.
  ///   - wanted: the pixels that are needed after them; nil for those of the place.
  ///   - keepsEmpty: whether there is a pass where nothing was drawn too.
  /// - Returns: nil, and nothing is left of it, when nothing was drawn.
  mutating func addPass(
    in place: Place, through filters: Range<Int32> = 0..<0, wanted: PixelBox? = nil, keepsEmpty: Bool = false,
    _ body: (inout Flattener) -> Void
  ) -> Picture? {
    let lengths = list.lengths
    let index = list.passes.count
    list.passes.append(
      RenderPass(
        first: list.primitives.count + 1, end: 0, box: place.box, canvas: place.canvas, background: .clear,
        isLocal: true))
    list.primitives.append(
      Primitive(kind: .pass, payload: Int32(index), plane: -1, clip: -1, opacity: 1, box: place.box))
    body(&self)
    list.passes[index].end = list.primitives.count
    var painted = PixelBox.empty
    list.forEachPrimitive(of: index) { painted = painted.union(list.primitives[$0].box) }
    let shown = list.output(of: filters, for: painted).intersection(wanted ?? place.box)
    guard !painted.isEmpty, !shown.isEmpty else {
      list.cut(to: lengths)
      return keepsEmpty ? addEmptyPass(in: place) : nil
    }
    list.passes[index].box = painted
    list.passes[index].filters = filters
    list.passes[index].filteredBox = shown
    list.passes[index].isLocal = list.isLocal(filters)
    list.primitives[list.passes[index].first - 1].box = painted
    return Picture(pass: Int32(index), box: shown)
  }

  /// A pass without primitives, of one pixel as no surface has less.
  private mutating func addEmptyPass(in place: Place) -> Picture {
    let first = list.primitives.count + 1
    let pixel = PixelBox(
      minX: place.box.minX, minY: place.box.minY, maxX: place.box.minX + 1, maxY: place.box.minY + 1)
    list.passes.append(
      RenderPass(first: first, end: first, box: pixel, canvas: place.canvas, background: .clear, isLocal: true))
    list.primitives.append(
      Primitive(kind: .pass, payload: Int32(list.passes.count - 1), plane: -1, clip: -1, opacity: 1, box: pixel))
    return Picture(pass: Int32(list.passes.count - 1), box: pixel)
  }
}

extension DisplayList {
  /// The lengths of the lists; nothing before refers to later entries.
  struct Lengths {
    fileprivate var passes, primitives, planes, clips, boxes, borders, gradients, images, paths: Int
    fileprivate var shadows, surfaces, rasters, backdrops, filters: Int
  }

  var lengths: Lengths {
    Lengths(
      passes: passes.count, primitives: primitives.count, planes: planes.count, clips: clips.count,
      boxes: boxes.count, borders: borders.count, gradients: gradients.count, images: images.count,
      paths: paths.count, shadows: shadows.count, surfaces: surfaces.count, rasters: rasters.count,
      backdrops: backdrops.count, filters: filters.count)
  }

  /// Takes back all that was written since.
  mutating func cut(to lengths: Lengths) {
    passes.cut(to: lengths.passes)
    primitives.cut(to: lengths.primitives)
    planes.cut(to: lengths.planes)
    clips.cut(to: lengths.clips)
    boxes.cut(to: lengths.boxes)
    borders.cut(to: lengths.borders)
    gradients.cut(to: lengths.gradients)
    images.cut(to: lengths.images)
    paths.cut(to: lengths.paths)
    shadows.cut(to: lengths.shadows)
    surfaces.cut(to: lengths.surfaces)
    rasters.cut(to: lengths.rasters)
    backdrops.cut(to: lengths.backdrops)
    filters.cut(to: lengths.filters)
  }
}

extension Array {
  /// Removes the elements from an index on. Most arrays have none, which costs a comparison.
  @inline(__always)
  fileprivate mutating func cut(to length: Int) {
    if count > length { removeLast(count - length) }
  }
}
