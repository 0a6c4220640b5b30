// GLRenderer: a render tree drawn with OpenGL ES 3.
//
// In:   a `RenderTree` and a `Frame` to draw it into.
// Out:  the frame's pixels, premultiplied, and `FrameStatistics`.
// Path: `Flattener` walks the tree and writes a `CommandStream`: plain arrays of passes, batches, quad records and clips,
//       with one file an effect (`Background.swift`, `Gradient.swift`, `Contents.swift`, `Border.swift`, `Clip.swift`,
//       `Opacity.swift`, `Mask.swift`, `Shadow.swift`, `DepthSet.swift`) → `Batcher` merges what may change places →
//       `Painter` uploads the arrays and runs the passes on the device, with textures from `ImageCache`, surfaces from
//       `SurfacePool` and programs from `ProgramCache`.
//       Where the device gains by it (`DeviceTraits`) the usual quads take short cuts: `PlainPaint` and `PlainImage` write
//       them as `PlainQuad`s, whole or in `PixelPieces`; shadows come out of `ShadowCache`, blurs out of `RasterCache`
//       (`KeptBlur.swift`); masks of one quad are multiplied in its shader (`PlainPicture`), or by the processor, which mixes the
//       pixels of images that move (`MixedPicture`); groups of boxes are taken apart (`Mosaic`), others share a surface
//       (`SharedSurface`). Where many blurs and shadows lie on one another (`SoftStacks`),
//       a part of the frame is drawn on a surface of more than bytes (`FineFrame.swift`); what else is translucent in
//       frames that are kept is blended by its shader (`FaintBlending.swift`); of very many (`SoftTiles`) small
//       pieces of it (`FinePieces.swift`).
//
// Of a frame that holds the one before only what changed is drawn: `Damage` compares two trees and says which pixels
// that is, `Culling.swift` leaves out what does not touch them, and the painter draws under their rectangles. What stands still
// beneath all that changes is kept as pixels (`Underlay.swift`).
//
// Flattening needs no device, so a command stream can be tested, counted and printed without one. The rules are
// docs/rendering.md; no fragment shader knows a layer, and no layer a triangle.

import GL
import Graphics
import RenderTree

/// Draws render trees on one device.
package final class GLRenderer {
  private let device: Device
  private let painter: Painter
  private let faintImages = FaintImages()
  /// The last frame's: its arrays serve the next.
  private var stream = CommandStream()

  /// What textures may take together unless something else is asked for, in bytes: half a gigabyte.
  package static let defaultTextureBudget = 512 << 20

  /// - Parameter textureBudget: bytes that all textures may take together: images, paths, rasterised layers and the surfaces
  ///   of groups. What was not used for longest goes first. It is exceeded only by what one batch, or the groups of one frame,
  ///   need at once.
  /// - Throws: `RenderError.device` when a program cannot be built on this driver.
  package init(device: Device, textureBudget: Int = GLRenderer.defaultTextureBudget) throws(RenderError) {
    self.device = device
    painter = try Painter(device: device, textureBudget: textureBudget)
  }

  /// Bytes that all textures may take together, as in `init`; what is beyond a lower number goes when the next one is made.
  package var textureBudget: Int {
    get { painter.budget.limit }
    set { painter.budget.limit = newValue }
  }

  /// Bytes of all textures that the renderer keeps.
  package var textureBytes: Int { painter.budget.bytes }

  /// Whether frames are seen as they come, so that haste counts more than the last bit or two of what very many blurs and shadows on one
  /// another make: of more than `SoftStacks.mostInBoxes` each is rounded by itself in whole frames.
  package var isLive = false

  /// Whether live frames may keep what stands still beneath what moves, as pixels: those frames of which parts are drawn hold one layer
  /// after another in bytes, as the renderer's own surfaces do.
  package var keepsUnderlays = false

  var underlays: UnderlayCache { painter.underlays }

  /// Draws a tree.
  ///
  /// - Parameters:
  ///   - part: what the frame holds of a canvas that is too large for one; nil for all of the canvas.
  ///   - damage: the pixels that are replaced, of which nothing is drawn if it is empty; the others stay as they are. Nil for
  ///     all.
  ///   - mayTakeShortCuts: whether a whole frame may take the ways that save most, on which pixels also depend, by the last
  ///     bit or two, on what else is drawn and was drawn before (kept shadows and blurs, shared surfaces). Parts of such a frame
  ///     are not replaced later: the statistics say whether it is one.
  /// - Throws: `RenderError` when the driver refuses something; what the frame then holds is undefined.
  package func render(
    _ tree: RenderTree, into frame: Frame, part: CanvasPart? = nil, damage: DamageRegion? = nil,
    mayTakeShortCuts: Bool = true
  ) throws(RenderError) -> FrameStatistics {
    var statistics = FrameStatistics()
    if damage?.isEmpty == true { return statistics }
    var damage = damage?.isWhole == true ? nil : damage
    let underlay = part == nil ? planUnderlay(tree, in: frame, damage: &damage) : nil
    let takesShortCuts = mayTakeShortCuts && damage == nil
    statistics.pixelsDamaged = damage?.pixelCount ?? frame.width * frame.height
    // Taken out, so that no second owner makes the arrays copy themselves.
    var old = CommandStream()
    swap(&old, &stream)
    let start = ThreadTime.now
    painter.shadows.beginFrame()
    painter.rasters.beginFrame(takesShortCuts: takesShortCuts)
    stream = flatten(
      tree, for: frame, part: part, wanted: damage, takesShortCuts: takesShortCuts, underlay: underlay,
      reusing: consume old)
    statistics.flatten = ThreadTime.now - start
    if let limits {
      let cost = painter.cost(of: stream, flattening: statistics.flatten, into: frame)
      statistics.work = cost.seconds
      if let excess = cost.excess(over: limits) {
        painter.abandonFrame()
        throw .excess(excess)
      }
    }
    try painter.paint(stream, into: frame, damage: damage, isLive: isLive, statistics: &statistics)
    statistics.hasDeepStacks = stream.hasDeepStacks
    statistics.showsUnderlay = underlay?.use == .show
    painter.underlays.drew(statistics)
    // Then it is rounded otherwise than its parts would be.
    if takesShortCuts, part == nil,
      stream.hasDeepStacks || SoftStacks.areMany(in: tree) || cutsRange && tree.root?.mayLeaveRange == true
    {
      statistics.tookShortCuts = true
    }
    statistics.isHasty = part == nil && isHasty(tree, takesShortCuts: takesShortCuts)
    return statistics
  }

  /// What a frame does about what stands still in it.
  ///
  /// - Parameter damage: grows by what is to be kept.
  private func planUnderlay(_ tree: RenderTree, in frame: Frame, damage: inout DamageRegion?) -> Underlay? {
    guard isLive, keepsUnderlays else { return nil }
    let mayKeep = !isSeenThrough(tree, in: frame)
    guard let underlay = painter.underlays.plan(tree, damage: mayKeep ? damage : nil) else { return nil }
    if underlay.use == .make { damage?.add(underlay.box) }
    return underlay
  }

  /// The command stream of a frame. Surfaces are those of the whole canvas where the device can hold them, so that each part
  /// shows the same; else no larger than the part.
  private func flatten(
    _ tree: RenderTree, for frame: Frame, part: CanvasPart?, wanted: DamageRegion?, takesShortCuts: Bool,
    underlay: Underlay?, reusing old: consuming CommandStream
  ) -> CommandStream {
    let (width, height) =
      part == nil ? (frame.width, frame.height) : (tree.pixelWidth, tree.pixelHeight)
    let isWholeCanvas = takesShortCuts && part == nil
    let isByTiles = isWholeCanvas && drawsByTiles(tree, in: frame)
    let fineTiles = isByTiles && !isLive ? SoftTiles.find(in: tree) : nil
    let isInHaste = isWholeCanvas && isLive && SoftStacks.areMany(in: tree)
    let fineBoxes =
      isByTiles || isInHaste ? [] : fineBoxes(of: tree, in: frame, keepsRange: isWholeCanvas && cutsRange)
    let deepStacks = deepStacks(of: tree, in: frame, areDrawn: takesShortCuts)
    let whole = Flattener.flatten(
      tree, width: width, height: height, reusing: consume old, rasters: painter.rasters, shadows: painter.shadows,
      mixingImages: isLive ? painter.mixingImages : nil, atlas: isLive && frame.isBlueFirst ? painter.atlas : nil,
      traits: device.capabilities.traits, part: part, wanted: wanted, takesShortCuts: takesShortCuts, isLive: isLive,
      underlay: underlay, fineBoxes: fineBoxes, fineTiles: fineTiles, deepStacks: deepStacks, limits: limits)
    let side = surfaceLimit ?? device.capabilities.maxSurfaceSize
    guard var part else { return whole }
    let most = max(Self.mostSurfacePixels, frame.width * frame.height)
    let isHeld =
      limits.map { $0.excess(bytes: painter.cost(of: whole, flattening: .zero, into: frame).bytes) == nil } ?? true
    if whole.fits(side: side, pixels: most), isHeld { return whole }
    // What passes that are not run should have kept is not there.
    painter.shadows.removeAll()
    part.isCut = true
    return Flattener.flatten(
      tree, width: width, height: height, reusing: consume whole, rasters: painter.rasters, shadows: painter.shadows,
      traits: device.capabilities.traits, part: part, takesShortCuts: takesShortCuts, isLive: isLive,
      fineBoxes: fineBoxes, deepStacks: deepStacks, limits: limits)
  }

  /// The pixels of the canvas where what is drawn is rounded once, if the device draws what is finer than bytes.
  private func fineBoxes(of tree: RenderTree, in frame: Frame, keepsRange: Bool) -> [DeviceBox] {
    guard device.capabilities.drawsHalfFloat || device.capabilities.drawsWords else { return [] }
    return SoftStacks.boxes(of: tree, asWhole: isSeenThrough(tree, in: frame), keepsRange: keepsRange)
  }

  /// Which stacks of what is faint are rounded once: in frames that are kept, if the device draws what is finer than bytes.
  private func deepStacks(of tree: RenderTree, in frame: Frame, areDrawn: Bool) -> DeepStacks {
    let capabilities = device.capabilities
    guard !isLive, capabilities.drawsHalfFloat || capabilities.drawsWords else { return .none }
    let keepsRange = capabilities.drawsWords || tree.root?.mayLeaveRange == false
    return DeepStacks(
      faint: faintImages, areInFrame: keepsRange, areDrawn: areDrawn, asWhole: isSeenThrough(tree, in: frame))
  }

  /// Whether frames in which something may leave 0…1 are drawn on surfaces that cut it as they do.
  private var cutsRange: Bool { device.capabilities.drawsWords && !isLive }

  /// Whether blurs and shadows are rounded one by one because the frame is live.
  private func isHasty(_ tree: RenderTree, takesShortCuts: Bool) -> Bool {
    guard isLive, let root = tree.root, root.softCount >= SoftStacks.depth else { return false }
    return takesShortCuts && SoftStacks.areMany(in: tree) || device.capabilities.drawsWords && root.mayLeaveRange
  }

  /// Whether the same is done by tiles, in a frame that takes short cuts: there are many, no layer reads what is there, and it pays.
  private func drawsByTiles(_ tree: RenderTree, in frame: Frame) -> Bool {
    guard SoftStacks.areMany(in: tree), tree.root?.readsBackdropInside == false else { return false }
    let capabilities = device.capabilities
    return capabilities.traits.drawsPlainQuads && capabilities.traits.blendsSoftInShader && capabilities.drawsWords
      && !isSeenThrough(tree, in: frame)
  }

  /// Whether a frame shows something beneath the tree: a part that replaces what is there would take that away.
  private func isSeenThrough(_ tree: RenderTree, in frame: Frame) -> Bool {
    frame.keepsPixels && tree.background?.alpha != 1
  }

  /// Pixels of the longest side that surfaces may have, in place of the device's own limit: for tests.
  package var surfaceLimit: Int?

  /// A surface of half floats takes 256 MiB then.
  private static let mostSurfacePixels = 1 << 25

  /// What a frame may take, for trees that somebody else asks for; nil for all that they take.
  package var limits: DrawingLimits?

  /// What of a tree is more than limits allow, as far as can be told without a device; nil where nothing is.
  ///
  /// - Parameter inTiles: whether it is drawn in tiles: together they take the time that the whole would, and each the memory of
  ///   the whole's command stream, but not that of its surfaces.
  package static func excess(of tree: RenderTree, inTiles: Bool = false, over limits: DrawingLimits) -> DrawingExcess? {
    let start = ThreadTime.now
    let stream = Flattener.flatten(
      tree, width: tree.pixelWidth, height: tree.pixelHeight, reusing: CommandStream(), rasters: nil, limits: limits)
    // The walk may have ended there.
    if let excess = limits.excess(bytes: DrawingCost.bytes(of: stream)) { return excess }
    let cost = DrawingCost(
      of: stream, flattening: ThreadTime.now - start, frameBytes: Painter.frameBytes(tree.pixelWidth, tree.pixelHeight),
      textureBudget: defaultTextureBudget
    ) { $0.isAlphaOnly || $0.isCoarse ? 4 : 8 }
    return inTiles ? limits.excess(seconds: cost.seconds) : cost.excess(over: limits)
  }

  /// How many pixels around a part of the canvas have to be drawn too, as filters of backdrops read them.
  package func margin(of tree: RenderTree) -> Int {
    guard tree.root?.filtersBackdropInside == true else { return 0 }
    let stream = Flattener.flatten(tree, width: tree.pixelWidth, height: tree.pixelHeight)
    return Int(min(stream.backdropReach.rounded(.up), 1e6))
  }

  /// Gives up all textures that are kept for later frames: what was drawn lately will not be drawn again soon.
  package func forgetTextures() { painter.budget.makeRoom(for: painter.budget.limit) }

  /// Waits until everything is drawn.
  package func finish() { device.finish() }
}
