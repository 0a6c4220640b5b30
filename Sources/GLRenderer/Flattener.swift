import GL
import Graphics
import RenderTree

/// Turns a render tree into a command stream: who draws what, where, under which clips, in which pass.
package struct Flattener {
  var stream: CommandStream
  /// The passes that are being written, the innermost last.
  var open: [PassBuilder]
  /// The canvas's pixels, or the raster's.
  var canvas = DeviceBox.nothing
  /// The pixels that the frame holds: the canvas's, or a part of them.
  var frameArea = DeviceBox.nothing
  /// The root, which shows no backdrop.
  var root: RenderNode?
  /// What pays on the device.
  var traits = DeviceTraits.unknown
  /// What earlier frames rasterised; nil where nothing is kept.
  var rasters: RasterCache?
  /// The pixels of the frame that are drawn; nil for all. See `Culling.swift`.
  var wanted: DamageRegion?
  /// Pixels of the frame where all that is drawn now is hidden by what is drawn later.
  var covers: [DeviceBox] = []

  /// Whether what is drawn may depend, by the last bit or two, on what else is drawn and was drawn before.
  var takesShortCuts = true

  /// What is kept of shadows; nil where nothing is.
  var shadows: ShadowCache?
  /// Images under masks as the processor mixes them; nil where it does not.
  var mixingImages: KeptOfImages<MixingPixels>?
  /// Which of the shadows are drawn with care.
  var fineShadows = FineShadows()

  /// Whether stacks of what is faint are rounded as little as can be: nothing faint is made of bytes beforehand then.
  var looksForDeepStacks = false

  /// Whether the frame is seen as it comes, so that haste counts more than the last bit.
  var isLive = false

  /// Small images in one texture; nil where none are shown so.
  var atlas: ImageAtlas?

  /// What walking and writing may take; nil for all that the tree asks for.
  var limit: WalkLimit?

  /// Where the walk is as to what stands still; nil where nothing is kept of it (`Underlay.swift`).
  var underlayWalk: UnderlayWalk?

  /// Pixels of the frame where what is drawn is rounded once; see `FineFrame.swift`.
  var fineBoxes: [DeviceBox] = []
  /// The same for frames that take short cuts: see `FineTiles.swift`.
  var fineTiles: FineTiles?

  /// That of the last group of boxes, whose memory the next one's takes.
  var mosaic = Mosaic()

  /// What a layer inherits from those around it.
  struct Surroundings {
    /// The plane that the layer is flattened into.
    var plane: Plane
    /// What comes after the layer's own matrix on the way to that plane: the superlayer's sublayer transform and, inside
    /// transform layers, their matrices. Nil for the identity.
    var toPlane: CATransform3D?
    var clips: ClipChain
    /// Whether an odd number of layers from here to the root have flipped geometry.
    var isFlipped = false
    /// What transform layers, and groups that need no surface, leave of the opacity.
    var opacity = 1.0
    /// Whether that opacity fades each primitive by itself, also those of layers that do not fade themselves: a layer around
    /// does not fade as a group.
    var fadesPrimitives = false
    /// Whether the layer's contents add to what is there rather than lie over it.
    var isAdditive = false
  }

  /// Flattens a tree for a frame of so many device pixels.
  ///
  /// - Parameter old: a stream that nobody needs any more; its arrays' memory is used again.
  package static func flatten(
    _ tree: RenderTree, width: Int, height: Int, reusing old: consuming CommandStream = CommandStream()
  ) -> CommandStream {
    flatten(tree, width: width, height: height, reusing: old, rasters: nil)
  }

  /// - Parameters:
  ///   - rasters: what earlier frames rasterised.
  ///   - shadows: those that are kept.
  ///   - mixingImages: what the processor mixes.
  ///   - traits: what pays on the device.
  ///   - part: what the frame holds of the canvas; nil for all of it.
  ///   - wanted: the pixels of the frame that are drawn; nil for all.
  ///   - takesShortCuts: whether what is drawn may depend, by the last bit or two, on what else is drawn and was before.
  ///   - isLive: whether the frame is seen as it comes, so that haste counts more than the last bit.
  ///   - atlas: images that whole frames which take short cuts may show out of one texture.
  ///   - underlay: what a partial frame does about what stands still.
  ///   - fineBoxes: pixels of the canvas where what is drawn is rounded once.
  ///   - fineTiles: the same, for all of a canvas that takes short cuts.
  ///   - deepStacks: which stacks of what is faint are looked for, and rounded once too.
  static func flatten(
    _ tree: RenderTree, width: Int, height: Int, reusing old: consuming CommandStream, rasters: RasterCache?,
    shadows: ShadowCache? = nil, mixingImages: KeptOfImages<MixingPixels>? = nil, atlas: ImageAtlas? = nil,
    traits: DeviceTraits = .unknown, part: CanvasPart? = nil,
    wanted: DamageRegion? = nil, takesShortCuts: Bool = true, isLive: Bool = false, underlay: Underlay? = nil,
    fineBoxes: [DeviceBox] = [],
    fineTiles: FineTiles? = nil, deepStacks: DeepStacks = .none, limits: DrawingLimits? = nil
  ) -> CommandStream {
    let place = CanvasPlace(part, width: width, height: height)
    old.removeAll()
    let background = tree.background?.premultiplied ?? .clear
    var flattener = Flattener(
      stream: old, open: [], canvas: place.canvas,
      frameArea: place.frame, root: tree.root, traits: traits, rasters: rasters, wanted: wanted,
      takesShortCuts: takesShortCuts, shadows: takesShortCuts ? shadows : nil, limit: limits.map(WalkLimit.init))
    // As all others in an earlier pass's memory: one that is made anew would come on top of those, frame by frame.
    flattener.openPass(.frame(background: background))
    flattener.looksForDeepStacks = deepStacks.faint != nil
    flattener.isLive = isLive
    flattener.mixingImages = mixingImages
    flattener.fineTiles = fineTiles
    if takesShortCuts, part == nil, fineBoxes.isEmpty, fineTiles == nil { flattener.atlas = atlas }
    flattener.fineBoxes = part == nil ? fineBoxes : fineBoxes.map { $0.moved(by: -place.origin) }
    let surroundings = Surroundings(
      plane: Plane(scale: tree.scale, origin: place.origin), clips: ClipChain(box: place.canvas))
    flattener.begin(with: underlay)
    if let root = tree.root { flattener.add(root, in: surroundings) }
    flattener.close(area: place.frame)
    if part != nil { flattener.stream.cutFrame(to: place.frame) }
    if flattener.limit?.isPassed(by: flattener.stream) == true { return flattener.stream }
    if takesShortCuts, part == nil { flattener.stream.leaveOutHidden(in: place.frame) }
    flattener.findDeepStacks(deepStacks)
    if takesShortCuts { SharedSurface.share(&flattener.stream) }
    flattener.drawFinely()
    if let faint = deepStacks.faint, traits.blendsSoftInShader { flattener.stream.blendFaintInShaders(faint) }
    Batcher.merge(&flattener.stream, damage: wanted)
    flattener.stream.mixPictures()
    return flattener.stream
  }

  /// Draws a layer with its sublayers.
  mutating func add(_ node: RenderNode, in around: Surroundings) {
    if limit?.isPassed(by: stream) == true { return }
    guard isWanted(node, in: around) else { return }
    guard !node.isSpace else {
      addDepthSet(of: node, in: around)
      return
    }
    stream.layerCount += 1
    if addBox(node, in: around) || addImageAlone(node, in: around) { return }
    if let inside = surroundings(inside: node, in: around) { addGroup(node, in: inside) }
  }

  /// What the inside of a flat layer inherits; nil when nothing of the layer can be seen.
  mutating func surroundings(inside node: RenderNode, in around: Surroundings) -> Surroundings? {
    guard let plane = plane(of: node, in: around) else { return nil }
    let isFlipped = around.isFlipped != node.geometry.isGeometryFlipped
    if !node.isDoubleSided, isBackFacing(plane, isFlipped: isFlipped) { return nil }
    let hasInside = !node.sublayers.isEmpty || node.mask != nil
    var inside = Surroundings(
      plane: plane, toPlane: hasInside ? node.geometry.sublayerMatrix : nil, clips: around.clips, isFlipped: isFlipped,
      opacity: around.opacity, fadesPrimitives: around.fadesPrimitives)
    guard node.mask != nil, let region = node.maskClip else { return inside }
    guard let clips = clips(of: node, masked: region, in: inside) else { return nil }
    inside.clips = clips
    return inside
  }

  /// A layer's plane; nil when nothing of it can be seen.
  func plane(of node: RenderNode, in around: Surroundings) -> Plane? {
    if around.toPlane == nil, let offset = node.geometry.offset {
      return around.plane.moved(by: Vector2(offset.x, offset.y))
    }
    return Plane(matrix(of: node, in: around), in: around.plane)
  }

  /// From a layer's coordinates to those of the plane that it is flattened into.
  func matrix(of node: RenderNode, in around: Surroundings) -> CATransform3D {
    let matrix = node.geometry.placedMatrix
    return around.toPlane.map { CATransform3DConcat(matrix, $0) } ?? matrix
  }

  /// Whether the viewer sees the back of a plane: orientation, the flips not counted (docs/rendering.md, section 3).
  private func isBackFacing(_ plane: Plane, isFlipped: Bool) -> Bool {
    (plane.toDevice.determinant < 0) != isFlipped
  }

  /// Draws what a layer is made of, from back to front. `around` is as its inside sees it.
  mutating func addContent(of node: RenderNode, in around: Surroundings) {
    let level = takeUnderlayLevel()
    let isInUnderlay = level != nil && underlayWalk?.leavesOut == true
    let isBordered = !isInUnderlay && addBordered(node, in: around)
    if !isBordered, !isInUnderlay, let background = node.background { add(background, of: node, in: around) }
    if !isInUnderlay, let gradient = node.gradient { add(gradient, of: node, in: around) }
    if !node.clipsToBounds {
      addInside(of: node, in: around, underlayLevel: level)
    } else if let clips = clip(node, in: around) {
      var inside = around
      inside.clips = clips
      addInside(of: node, in: inside, underlayLevel: level)
    }
    if !isBordered, let border = node.border { add(border, of: node, in: around) }
  }

  /// Draws what a layer's own clip applies to.
  private mutating func addInside(of node: RenderNode, in around: Surroundings, underlayLevel level: Int?) {
    if level == nil || underlayWalk?.leavesOut != true {
      if let contents = node.contents { add(contents, of: node, in: around) }
      if let shape = node.shape { add(shape, of: node, in: around) }
    }
    addSublayers(of: node, in: around, underlayLevel: level)
  }

  // MARK: Writing

  /// Begins a pass on a surface.
  ///
  /// - Parameter keepsBoxes: whether it may become a mosaic.
  @inline(never)
  mutating func openPass(_ target: PassBuilder.Target, keepsBoxes: Bool = false) {
    guard !stream.memory.idlePasses.isEmpty else {
      open.append(PassBuilder(target, keepsBoxes: keepsBoxes))
      return
    }
    // Begun in its place: a variable of its own would be a copy, of a dozen arrays.
    open.append(stream.memory.idlePasses.removeLast())
    open[open.count - 1].restart(target, keepsBoxes: keepsBoxes)
  }

  /// Tells the innermost pass that a primitive comes, and which pixels it can touch.
  mutating func beginPrimitive(_ pixels: DeviceBox) {
    writeBoxes()
    open[open.count - 1].begin(pixels)
  }

  /// Draws a record in each quad of an outline; its corners are those of the first.
  mutating func add(_ record: FillRecord, _ outline: Outline, _ key: CommandStream.BatchKey) {
    draw(key, first: stream.fills.count, outline, clip: record.clip)
    stream.fills.append(record)
    for quad in outline.otherQuads {
      var record = record
      record.corners = quad.vectors
      stream.fills.append(record)
    }
  }

  /// Draws a record in each quad of an outline; its corners are those of the first.
  mutating func add(_ record: ImageRecord, _ outline: Outline, _ key: CommandStream.BatchKey) {
    draw(key, first: stream.images.count, outline, clip: record.clip)
    stream.images.append(record)
    for quad in outline.otherQuads {
      var record = record
      record.corners = quad.vectors
      stream.images.append(record)
    }
  }

  /// Draws a record in each quad of an outline; its corners are those of the first.
  mutating func add(_ record: GradientRecord, _ outline: Outline, _ key: CommandStream.BatchKey) {
    draw(key, first: stream.gradients.count, outline, clip: record.clip)
    stream.gradients.append(record)
    for quad in outline.otherQuads {
      var record = record
      record.corners = quad.vectors
      stream.gradients.append(record)
    }
  }

  /// - Parameter clip: the innermost of the records' clips, or −1.
  private mutating func draw(_ key: CommandStream.BatchKey, first: Int, _ outline: Outline, clip: Float) {
    var key = key
    if clip >= 0 { key.clip(by: stream.clipPicture(of: Int(clip))) }
    open[open.count - 1].draw(
      CommandStream.Batch(key: key, first: first, count: 1 + outline.otherQuads.count, area: outline.area))
  }

  /// Ends the innermost pass and appends it to the stream.
  ///
  /// - Parameter area: the device pixels of its surface.
  /// - Returns: its number.
  @discardableResult
  mutating func close(area: DeviceBox) -> Int {
    writeBoxes()
    var builder = open.removeLast()
    for part in builder.parts { stream.passes[part].area = area }
    builder.showClips()
    stream.passes.append(builder.pass(area: area))
    builder.letGo(for: stream.memory.batches.take(), stream.memory.numbers.take())
    stream.memory.idlePasses.append(builder)
    return stream.passes.count - 1
  }

  /// Ends the innermost pass if something was drawn.
  ///
  /// - Returns: its number and its surface's device pixels; nil, and the pass is dropped, when it would be empty.
  @inline(never)
  mutating func closeDrawn() -> (pass: Int, area: DeviceBox)? {
    let area = open[open.count - 1].box
    guard !area.isEmpty else {
      stream.memory.idlePasses.append(open.removeLast())
      return nil
    }
    return (close(area: area), area)
  }

  /// A copy of what the innermost pass has drawn so far; the pass goes on in another one.
  ///
  /// - Parameters:
  ///   - box: the device pixels that are wanted.
  ///   - isLimited: whether what lies beyond the canvas is left out.
  /// - Returns: the number and the pixels of the copying pass; nil when nothing can be there.
  mutating func copyBackdrop(_ box: DeviceBox, withinCanvas isLimited: Bool) -> (pass: Int, area: DeviceBox)? {
    writeBoxes()
    let last = open.count - 1
    let (isFrame, drawn) = (open[last].isFrame, open[last].box)
    let area = isLimited || isFrame ? box.pixelsAround.intersection(canvas) : box.pixelsAround
    guard !area.isEmpty, isFrame || !drawn.intersection(area).isEmpty else { return nil }
    stream.passes.append(open[last].pass(area: isFrame ? frameArea : drawn))
    let part = stream.passes.count - 1
    open[last].continueAfter(part, stream.memory.batches.take(), stream.memory.numbers.take())
    stream.passes.append(CommandStream.Pass(area: area, background: .clear, copies: part))
    return (part + 1, area)
  }
}
