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
//       (`KeptBlur.swift`); masks of one quad are multiplied in its shader (`PlainPicture`); groups of boxes are taken apart
//       (`Mosaic`), others share a surface (`SharedSurface`). Where many blurs and shadows lie on one another (`SoftStacks`),
//       a part of the frame is drawn on a surface of more than bytes (`FineFrame.swift`).
//
// Of a frame that holds the one before only what changed is drawn: `Damage` compares two trees and says which pixels
// that is, `Culling.swift` leaves out what does not touch them, and the painter draws under their rectangles.
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
  /// The last frame's: its arrays serve the next.
  private var stream = CommandStream()
  /// The root layer of the last frame.
  private var lastRoot: LayerIdentifier?

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

  /// Bytes of all textures that the renderer keeps.
  package var textureBytes: Int { painter.budget.bytes }

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
    let damage = damage?.isWhole == true ? nil : damage
    let takesShortCuts = mayTakeShortCuts && damage == nil
    statistics.pixelsDamaged = damage?.pixelCount ?? frame.width * frame.height
    // The first frame of a tree may be the only one, a picture that somebody waits for; of others the next one comes at once.
    let inHaste = takesShortCuts && part == nil && lastRoot == tree.root?.identifier
    lastRoot = tree.root?.identifier
    // Taken out, so that no second owner makes the arrays copy themselves.
    var old = CommandStream()
    swap(&old, &stream)
    let start = ThreadTime.now
    painter.shadows.beginFrame()
    painter.rasters.beginFrame(takesShortCuts: takesShortCuts)
    stream = flatten(
      tree, for: frame, part: part, wanted: damage, takesShortCuts: takesShortCuts, inHaste: inHaste,
      reusing: consume old)
    statistics.flatten = ThreadTime.now - start
    try painter.paint(stream, into: frame, damage: damage, statistics: &statistics)
    if inHaste, SoftStacks.isInHaste(tree) { statistics.tookShortCuts = true }
    return statistics
  }

  /// The command stream of a frame. Surfaces are those of the whole canvas where the device can hold them, so that each part
  /// shows the same; else no larger than the part.
  private func flatten(
    _ tree: RenderTree, for frame: Frame, part: CanvasPart?, wanted: DamageRegion?, takesShortCuts: Bool,
    inHaste: Bool, reusing old: consuming CommandStream
  ) -> CommandStream {
    let (width, height) =
      part == nil ? (frame.width, frame.height) : (tree.pixelWidth, tree.pixelHeight)
    let fineBoxes = fineBoxes(of: tree, in: frame, inHaste: inHaste)
    let whole = Flattener.flatten(
      tree, width: width, height: height, reusing: consume old, rasters: painter.rasters, shadows: painter.shadows,
      traits: device.capabilities.traits, part: part, wanted: wanted, takesShortCuts: takesShortCuts,
      fineBoxes: fineBoxes)
    let side = surfaceLimit ?? device.capabilities.maxSurfaceSize
    guard var part, !whole.fits(side: side, pixels: max(Self.mostSurfacePixels, frame.width * frame.height)) else {
      return whole
    }
    // What passes that are not run should have kept is not there.
    painter.shadows.removeAll()
    part.isCut = true
    return Flattener.flatten(
      tree, width: width, height: height, reusing: consume whole, rasters: painter.rasters, shadows: painter.shadows,
      traits: device.capabilities.traits, part: part, takesShortCuts: takesShortCuts, fineBoxes: fineBoxes)
  }

  /// The pixels of the canvas where what is drawn is rounded once, if the device draws what is finer than bytes.
  private func fineBoxes(of tree: RenderTree, in frame: Frame, inHaste: Bool) -> [DeviceBox] {
    guard device.capabilities.drawsHalfFloat else { return [] }
    // A part that replaces what is there would take away what the frame keeps beneath the tree.
    return SoftStacks.boxes(
      of: tree, most: inHaste ? SoftStacks.mostInHaste : SoftStacks.most,
      asWhole: frame.keepsPixels && tree.background?.alpha != 1)
  }

  /// Pixels of the longest side that surfaces may have, in place of the device's own limit: for tests.
  package var surfaceLimit: Int?

  /// A surface of half floats takes 256 MiB then.
  private static let mostSurfacePixels = 1 << 25

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
