import MultiplaneCPURenderer
import MultiplaneDisplays
import MultiplaneFlattening
import MultiplaneGL
import MultiplaneRenderTree

/// A renderer that draws render trees to pixels, one frame at a time: with OpenGL ES on a device,
/// or on the processor.
///
/// It runs on the caller's thread and waits for the drawing. Frames of the same size share an
/// image, of which only the damage is drawn.
package final class OffscreenCompositor {
  let backEnd: any OffscreenBackEnd
  /// Whether an automatic choice of the device found only software.
  package let fellBackToSoftware: Bool

  /// The tiling of large canvases.
  package var tiling = CanvasTiling()
  /// The last picture, if it was drawn in tiles: RGBA8 premultiplied, rows tight, the top row
  /// first.
  private var tiledPixels: [UInt8]?
  /// The limits per picture, for untrusted trees; nil for none.
  package var limits: DrawingLimits? {
    didSet { backEnd.renderer.limits = limits }
  }
  /// The time spent so far on a picture in tiles, in seconds.
  fileprivate var secondsSpent = 0.0
  /// The frames that the image has shown.
  private var history = DamageHistory()
  /// Whether each frame is drawn as a whole, even without damage.
  package var redrawsEverything = false
  /// The precision of OpenGL ES.
  package var precision = RenderPrecision.words
  /// Whether 16 bits per channel are requested and the device supports only 8.
  package var lacksPrecision: Bool {
    precision == .words && (backEnd.renderer as? GLFrameRenderer)?.drawsWords == false
  }
  /// The debug overlay of targets; pictures have none.
  package var overlay = DebugOverlayState()

  /// Opens a renderer.
  ///
  /// - Parameters:
  ///   - options: the renderer and its device. `automatic` is OpenGL ES on a hardware device, else
  ///     the CPU renderer.
  ///   - debug: whether the OpenGL driver reports mistakes (`display.device.debugMessages`), at
  ///     some cost.
  package init(_ options: RendererOptions = RendererOptions(), debug: Bool = false) throws(CompositorError) {
    guard let display = try Self.display(for: options, debug: debug) else {
      backEnd = MemoryOffscreen(options.makeRendererInMemory())
      fellBackToSoftware = false
      if let budget = options.textureBudget { backEnd.renderer.textureBudget = budget }
      return
    }
    fellBackToSoftware = (options.device ?? .automatic) == .automatic && display.properties.isSoftware
    backEnd = try GLOffscreen(display, textureBudget: options.textureBudget)
  }

  /// Opens OpenGL ES on a device.
  ///
  /// - Parameters:
  ///   - device: by default the first hardware device, else a software one.
  ///   - debug: whether the OpenGL driver reports mistakes.
  ///   - textureBudget: the memory budget of all textures, in bytes
  ///     (`RendererOptions.textureBudget`); nil for the device's default.
  package convenience init(
    device selector: DeviceSelector, debug: Bool = false, textureBudget: Int? = RendererOptions.usualTextureBudget
  ) throws(CompositorError) {
    try self.init(RendererOptions(.gl, device: selector, textureBudget: textureBudget), debug: debug)
  }

  /// The display that OpenGL ES is to draw on; nil where another renderer is to draw.
  private static func display(
    for options: RendererOptions, debug: Bool
  ) throws(CompositorError) -> OffscreenDisplay? {
    switch options.settledChoice {
    case .cpu, .reference: return nil
    case .gl:
      return try onDisplay { () throws(DisplayError) in
        try OffscreenDisplay.open(options.device ?? .automatic, debug: debug)
      }
    case .automatic:
      // Without a node of a GPU there is no need to ask EGL, which loads all of Mesa.
      guard DeviceRoute.mayDrawInHardware() else { return nil }
      return try? OffscreenDisplay.open(.hardware, debug: debug)
    }
  }

  /// The kind of renderer; never `automatic`.
  package var choice: RendererChoice {
    switch backEnd.renderer {
    case is GLFrameRenderer: .gl
    case is ReferenceFrameRenderer: .reference
    default: .cpu
    }
  }

  /// The name in messages: the device's renderer, the CPU renderer, or the reference.
  package var rendererName: String { backEnd.renderer.name }

  /// The OpenGL ES device; nil without one.
  package var display: OffscreenDisplay? { (backEnd as? GLOffscreen)?.display }

  /// The memory budget of textures, or of the CPU renderer's images, in bytes.
  package var textureBudget: Int {
    get { backEnd.renderer.textureBudget }
    set { backEnd.renderer.textureBudget = newValue }
  }

  /// Whether the processor draws, into its own memory.
  package var drawsOnProcessor: Bool { backEnd.isOnProcessor }

  /// Draws a tree, and waits.
  ///
  /// - Returns: the counters and times of the frame; the time of drawing includes the wait.
  /// - Throws: `CompositorError`; after a lost context the next call creates a new one.
  package func draw(_ tree: RenderTree) throws(CompositorError) -> FrameStatistics {
    if isTiled(tree) { return try drawTiles(of: tree) }
    tiledPixels = nil
    let start = ThreadTime.now
    do throws(CompositorError) {
      var statistics = try submit(tree)
      let wait = ContinuousClock.now
      try backEnd.finish()
      statistics.draw += ContinuousClock.now - wait
      return statistics
    } catch {
      guard backEnd.renderer.drawsParts, Self.mayFitInParts(error) else { throw error }
      // The surfaces of a part are smaller.
      backEnd.dropImage()
      return try drawTiles(of: tree, side: Self.smallTile, after: ThreadTime.now - start)
    }
  }

  /// Whether a frame failed because its surfaces need too much memory or exceed the device's
  /// textures, as a blur of the whole canvas does.
  private static func mayFitInParts(_ error: CompositorError) -> Bool {
    switch error {
    case .render(_, .excess(.memory)), .render(_, .gl(.device(.size))): true
    default: false
    }
  }

  /// Pixels of a tile's side where surfaces take too much: the surfaces of its groups take 2 MiB
  /// each.
  private static let smallTile = 512

  /// Hands a tree's drawing to the renderer, and does not wait.
  func submit(_ tree: RenderTree) throws(CompositorError) -> FrameStatistics {
    try restore()
    if try backEnd.makeImage(width: tree.pixelWidth, height: tree.pixelHeight, scale: tree.scale) { history.forget() }
    var damage: PixelRegion?
    let start = ThreadTime.now
    if redrawsEverything { history.forget() } else { damage = history.damage(of: tree) }
    let comparison = ThreadTime.now - start
    do throws(CompositorError) {
      var statistics = try backEnd.render(tree, part: nil, RenderOrder(damage, precision: precision))
      statistics.damage = comparison
      return statistics
    } catch {
      // The contents of the image are now unknown.
      history.forget()
      throw error
    }
  }

  /// The transcript of drawing a whole tree.
  package func transcript(of tree: RenderTree) throws(CompositorError) -> [TranscriptLine] {
    guard !isTiled(tree) else { throw .tiles(side: tileLimit) }
    try restore()
    _ = try backEnd.makeImage(width: tree.pixelWidth, height: tree.pixelHeight, scale: tree.scale)
    history.forget()
    return try backEnd.transcript(of: tree, precision: precision)
  }

  private func restore() throws(CompositorError) {
    if try backEnd.restore() { history.forget() }
  }

  /// Reads the last frame.
  ///
  /// - Returns: RGBA8, premultiplied, tight rows, top row first; empty before the first frame.
  package func readPixels() throws(CompositorError) -> [UInt8] {
    if let tiledPixels { return tiledPixels }
    return try backEnd.readPixels()
  }

  /// Exports the memory of the last frame, after it is complete; nil before the first frame.
  ///
  /// - Throws: `CompositorError.tiles` for a picture in tiles.
  package func exportDmaBuf() throws(CompositorError) -> DmaBuf? {
    guard tiledPixels == nil else { throw .tiles(side: tileLimit) }
    guard let device = backEnd as? GLOffscreen else { throw noDevice(what: "dma-bufs") }
    return try device.exportDmaBuf()
  }

  /// The error of a renderer without a device.
  private func noDevice(what: String) -> CompositorError { .noDevice(of: rendererName, what: what) }

  /// Draws a tree and reads it.
  package func picture(of tree: RenderTree) throws(CompositorError) -> OffscreenPicture {
    let statistics = try draw(tree)
    return OffscreenPicture(
      width: tree.pixelWidth, height: tree.pixelHeight, pixels: try readPixels(), statistics: statistics)
  }
}

extension OffscreenCompositor: TargetRenderer {
  package var deviceName: String { backEnd.name }

  package var drawsIntoMemory: Bool { display == nil }

  package var contextHandles: (display: UnsafeMutableRawPointer, context: UnsafeMutableRawPointer)? {
    display?.device.context.handles
  }

  package func onDevice<Result: ~Copyable>(
    _ body: (MultiplaneGL.Device) throws(CompositorError) -> Result
  ) throws(CompositorError) -> Result {
    guard let device = backEnd as? GLOffscreen else { throw noDevice(what: "OpenGL context") }
    return try Context.keepingCurrent { () throws(CompositorError) in
      do throws(GLError) {
        try device.display.device.context.makeCurrent()
      } catch {
        throw .display(.gl(device: deviceName, error: error))
      }
      try restore()
      let result = try body(device.display.device)
      try device.checkContext()
      return result
    }
  }

  package func makeFrame(width: Int, height: Int) throws(CompositorError) -> OffscreenFrame {
    guard let display else { throw noDevice(what: "textures") }
    return try onDevice { _ throws(CompositorError) in
      try onDisplay { () throws(DisplayError) in try display.makeFrame(width: width, height: height) }
    }
  }

  package func render(
    _ tree: RenderTree, into frame: Frame, _ order: RenderOrder
  ) throws(CompositorError) -> FrameStatistics {
    guard let device = backEnd as? GLOffscreen else { throw noDevice(what: "framebuffers") }
    return try device.render(tree, into: frame, RenderOrder(order.damage, precision: precision))
  }

  package func render(
    _ tree: RenderTree, into memory: PixelTarget, _ order: RenderOrder
  ) throws(CompositorError) -> FrameStatistics {
    guard let backEnd = backEnd as? MemoryOffscreen else { throw .noMemory(of: deviceName) }
    do throws(RenderFailure) {
      return try backEnd.memoryRenderer.render(tree, into: memory, RenderOrder(order.damage, precision: precision))
    } catch {
      throw .render(device: deviceName, error: error)
    }
  }
}

// MARK: Tiles

extension OffscreenCompositor {
  /// Pixels of the longest side of a frame.
  private var tileLimit: Int { min(tiling.limit ?? .max, backEnd.largestSide) }

  /// The side of a tile in pixels. In software, a tile's frame and surfaces are memory of the
  /// process, in addition to the picture.
  private var usualSide: Int {
    let side = display?.properties.isSoftware == true && !tiling.isForced ? tiling.side / 2 : tiling.side
    // Surfaces of blurs and shadows are larger than their tile.
    return min(side, max(backEnd.largestSide / 2, 1))
  }

  /// Whether a tree's canvas is drawn in tiles.
  func isTiled(_ tree: RenderTree) -> Bool {
    backEnd.renderer.drawsParts
      && max(tree.pixelWidth, tree.pixelHeight) > (tiling.isForced ? min(tiling.side, tileLimit) : tileLimit)
  }

  /// Draws a canvas tile by tile and keeps its pixels.
  ///
  /// - Parameters:
  ///   - side: of a tile; nil for the usual one.
  ///   - spent: what was done for the picture before.
  private func drawTiles(
    of tree: RenderTree, side: Int? = nil, after spent: Duration = .zero
  ) throws(CompositorError) -> FrameStatistics {
    // Those of the last picture go first: two of the size may not fit.
    tiledPixels = nil
    let tiles = try tiles(of: tree, side: side ?? usualSide).tiles
    // The picture, and once more while a file is made of it.
    let bytes = 2 * 4 * tree.pixelWidth * tree.pixelHeight
    if let excess = limits?.excess(bytes: bytes) { throw .render(device: deviceName, error: .excess(excess)) }
    secondsSpent = spent / .seconds(1)
    var pixels = [UInt8](repeating: 0, count: tree.pixelWidth * tree.pixelHeight * 4)
    var statistics = FrameStatistics()
    for tile in tiles { statistics.add(try draw(tile, of: tree, to: &pixels, firstRow: 0)) }
    tiledPixels = pixels
    return statistics
  }

  /// The tiles of a canvas that is not too large for any.
  private func tiles(of tree: RenderTree, side: Int, rows: Int? = nil) throws(CompositorError) -> CanvasTiles {
    secondsSpent = 0
    let (width, height) = (tree.pixelWidth, tree.pixelHeight)
    guard width <= tiling.mostPixels / height else {
      throw .canvas(width: width, height: height, mostPixels: tiling.mostPixels)
    }
    try restore()
    // Before the first of them is drawn.
    if let limits, let excess = cost(of: tree).excess(inTiles: true, over: limits) {
      throw .render(device: deviceName, error: .excess(excess))
    }
    return try backEnd.tiles(of: tree, side: side, rows: rows, limit: tileLimit, tiling)
  }

  /// Draws a tile and reads it.
  ///
  /// - Parameters:
  ///   - pixels: of whole rows of the canvas, RGBA8.
  ///   - firstRow: the first of these.
  fileprivate func draw(
    _ tile: CanvasTiles.Tile, of tree: RenderTree, to pixels: inout [UInt8], firstRow: Int
  ) throws(CompositorError) -> FrameStatistics {
    try restore()
    history.forget()
    backEnd.renderer.limits?.secondsSpent += secondsSpent
    defer { backEnd.renderer.limits = limits }
    let statistics = try backEnd.draw(tile, of: tree, to: &pixels, firstRow: firstRow)
    secondsSpent += statistics.work
    return statistics
  }

  /// The picture of a tree in bands; nil unless it is large.
  package func bands(of tree: RenderTree) throws(CompositorError) -> CanvasBands? {
    guard backEnd.renderer.drawsParts,
      isTiled(tree) || tree.pixelWidth > tiling.mostWholePixels / tree.pixelHeight
    else { return nil }
    tiledPixels = nil
    let pixels = usualSide < tiling.side ? tiling.mostBandPixels / 4 : tiling.mostBandPixels
    let rows = max(64, min(usualSide, pixels / tree.pixelWidth))
    return CanvasBands(of: tree, tiles: try tiles(of: tree, side: usualSide, rows: rows).tiles, on: self)
  }
}

/// A picture that is drawn in rows of tiles, so that it is never in memory as a whole.
package struct CanvasBands {
  private let compositor: OffscreenCompositor
  private let tree: RenderTree
  /// Those that are not drawn yet, the first row of tiles last.
  private var rows: [[CanvasTiles.Tile]]

  fileprivate init(of tree: RenderTree, tiles: [CanvasTiles.Tile], on compositor: OffscreenCompositor) {
    self.compositor = compositor
    self.tree = tree
    rows = Dictionary(grouping: tiles, by: \.shown.y).sorted { $0.key > $1.key }.map(\.value)
  }

  /// Draws the next band, from the top.
  ///
  /// - Parameter pixels: receives its rows: RGBA8, premultiplied, tight, top row first. Its memory
  ///   is reused.
  /// - Returns: false after the last band.
  package mutating func next(_ pixels: inout [UInt8]) throws(CompositorError) -> Bool {
    guard let row = rows.popLast(), let first = row.first?.shown else { return false }
    let count = tree.pixelWidth * first.height * 4
    if pixels.count > count { pixels.removeSubrange(count...) }
    if pixels.count < count { pixels = [UInt8](repeating: 0, count: count) }
    for tile in row { _ = try compositor.draw(tile, of: tree, to: &pixels, firstRow: first.y) }
    return true
  }
}

/// A frame in memory.
package struct OffscreenPicture: Sendable {
  /// The width, in device pixels.
  package let width: Int
  /// The height, in device pixels.
  package let height: Int
  /// RGBA8, premultiplied, tight rows, top row first.
  package let pixels: [UInt8]
  package let statistics: FrameStatistics
}

func onDisplay<Result: ~Copyable>(_ body: () throws(DisplayError) -> Result) throws(CompositorError) -> Result {
  do throws(DisplayError) {
    return try body()
  } catch {
    throw .display(error)
  }
}

extension CompositorError {
  /// The error of a renderer without a device.
  static func noDevice(of renderer: String, what: String) -> CompositorError {
    .display(.unsupported(device: renderer, what: what, remedy: "draw on a device, or take the pixels"))
  }

  /// What a renderer lacks that draws on a device.
  static func noMemory(of renderer: String) -> CompositorError {
    .display(
      .unsupported(
        device: renderer, what: "targets in the program's memory",
        remedy: "draw with the CPU renderer, or read the pixels of another target"))
  }
}
