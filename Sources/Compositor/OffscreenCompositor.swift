import Displays
import GL
import GLRenderer
import RenderTree

/// Draws render trees on a device, one frame at a time, for those who want the pixels.
///
/// Everything happens on the caller's thread and waits for the device. Frames of one size are drawn into one image, of which
/// only what changed is drawn again.
package final class OffscreenCompositor {
  /// The device and how it was reached.
  package let display: OffscreenDisplay
  /// Whether any device would have done and only one that draws on the CPU was there.
  package let fellBackToSoftware: Bool

  private(set) var renderer: GLRenderer
  package var textureBudget: Int { didSet { renderer.textureBudget = textureBudget } }
  private var target: OffscreenFrame?
  /// How large canvases are drawn.
  package var tiling = CanvasTiling()
  /// What was drawn last, if it was drawn in tiles: RGBA8 premultiplied, rows tight, the top row first.
  private var tiledPixels: [UInt8]?
  /// What a picture may take, for trees that somebody else asks for; nil for all that they take.
  package var limits: DrawingLimits? {
    didSet { renderer.limits = limits }
  }
  /// Whether the program's own processor draws, in its own memory.
  package var drawsOnProcessor: Bool { display.properties.isSoftware }
  /// What was spent on the picture that is being drawn in tiles, in seconds.
  fileprivate var secondsSpent = 0.0
  /// What the image shows.
  private var history = DamageHistory(wholeShare: DamageHistory.usualWholeShare)
  /// Whether each frame is drawn as a whole, also where nothing changed.
  package var redrawsEverything = false
  /// Whether whole frames take short cuts (`GLRenderer.render`); nil where it pays.
  package var takesShortCuts: Bool?
  /// Whether frames are drawn as those that are seen as they come (`GLRenderer.isLive`).
  package var isLive = false
  /// Whether the context must be made anew before anything is drawn.
  private var isContextLost = false

  /// Opens a device.
  ///
  /// - Parameters:
  ///   - selector: which one; by default the first that draws in hardware, else one that draws on the CPU.
  ///   - debug: whether the driver reports mistakes (`display.device.debugMessages`), at a cost.
  ///   - textureBudget: bytes that all textures may take together (`GLRenderer.init`); nil for what suits the device.
  package init(
    device selector: DeviceSelector = .automatic, debug: Bool = false,
    textureBudget: Int? = GLRenderer.defaultTextureBudget
  ) throws(CompositorError) {
    display = try onDisplay { () throws(DisplayError) in try OffscreenDisplay.open(selector, debug: debug) }
    fellBackToSoftware = selector == .automatic && display.properties.isSoftware
    self.textureBudget =
      textureBudget ?? (display.properties.isSoftware ? Self.softwareTextureBudget : GLRenderer.defaultTextureBudget)
    renderer = try Self.makeRenderer(on: display, textureBudget: self.textureBudget)
  }

  /// Where textures are the program's own memory: who draws one picture needs each once.
  private static let softwareTextureBudget = 128 << 20

  /// Draws a tree and waits until the device has done so.
  ///
  /// - Returns: the counts and times of the frame; the time for drawing includes the wait.
  /// - Throws: `CompositorError`; after a lost context the next call begins anew.
  package func draw(_ tree: RenderTree) throws(CompositorError) -> FrameStatistics {
    if isTiled(tree) { return try drawTiles(of: tree) }
    tiledPixels = nil
    let start = ThreadTime.now
    do throws(CompositorError) {
      var statistics = try submit(tree)
      statistics.draw += ContinuousClock().measure { renderer.finish() }
      try checkContext()
      return statistics
    } catch {
      guard case .render(_, .excess(.memory)) = error else { throw error }
      // The surfaces of a part take less.
      target = nil
      return try drawTiles(of: tree, side: Self.smallTile, after: ThreadTime.now - start)
    }
  }

  /// Pixels of a tile's side where surfaces take too much: the surfaces of its groups take 2 MiB each.
  private static let smallTile = 512

  /// Hands a tree's drawing to the device, and does not wait.
  func submit(_ tree: RenderTree) throws(CompositorError) -> FrameStatistics {
    try restoreContextIfLost()
    let frame = try frame(for: tree)
    var damage: DamageRegion?
    let start = ThreadTime.now
    if redrawsEverything { history.forget() } else { damage = history.damage(of: tree) }
    let comparison = ThreadTime.now - start
    do throws(CompositorError) {
      var statistics = try render(tree, into: frame, history.changes(in: damage), takesShortCuts: takesShortCuts)
      statistics.damage = comparison
      history.drew(statistics)
      return statistics
    } catch {
      // What the image holds now is not known.
      history.forget()
      throw error
    }
  }

  package func render(
    _ tree: RenderTree, into frame: Frame, _ changes: FrameChanges, isExact: Bool
  ) throws(CompositorError) -> FrameStatistics {
    try render(tree, into: frame, changes, takesShortCuts: nil)
  }

  private func render(
    _ tree: RenderTree, into frame: Frame, _ changes: FrameChanges, takesShortCuts: Bool?
  ) throws(CompositorError) -> FrameStatistics {
    (renderer.isLive, renderer.keepsUnderlays) = (isLive, true)
    do throws(RenderError) {
      return try renderer.render(tree, into: frame, changes, takesShortCuts: takesShortCuts)
    } catch {
      // A lost context makes calls fail in any way; the loss is what the caller can act on.
      try checkContext()
      throw .render(device: "\(display.route)", error: error)
    }
  }

  /// Reads what was drawn last.
  ///
  /// - Returns: RGBA8 premultiplied, rows tight, the top row first; nothing before the first frame.
  package func readPixels() throws(CompositorError) -> [UInt8] {
    if let tiledPixels { return tiledPixels }
    guard let target else { return [] }
    let pixels = try onDisplay { () throws(DisplayError) in try target.readPixels() }
    try checkContext()
    return pixels
  }

  /// Hands out the memory of what was drawn last, which is finished then; nil before the first frame.
  ///
  /// - Throws: `CompositorError.tiles` for a picture that was drawn in tiles.
  package func exportDmaBuf() throws(CompositorError) -> DmaBuf? {
    guard tiledPixels == nil else { throw .tiles(side: tileLimit) }
    guard let target else { return nil }
    return try onDisplay { () throws(DisplayError) in try target.exportDmaBuf() }
  }

  /// Begins to read what was drawn last into a buffer, and does not wait.
  func startReading(into buffer: PixelBuffer) throws(CompositorError) {
    guard let target else { preconditionFailure("Draw a frame before reading it.") }
    try call { () throws(GLError) in try display.device.startReading(target.frame, into: buffer) }
  }

  /// Waits for what `startReading` began, and gives the pixels.
  ///
  /// - Returns: RGBA8 premultiplied, rows tight, the top row first.
  func finishReading(_ buffer: PixelBuffer) throws(CompositorError) -> [UInt8] {
    let pixels = try call { () throws(GLError) in try display.device.finishReading(buffer) }
    try checkContext()
    return pixels
  }

  /// Draws a tree and reads it.
  package func picture(of tree: RenderTree) throws(CompositorError) -> OffscreenPicture {
    let statistics = try draw(tree)
    return OffscreenPicture(
      width: tree.pixelWidth, height: tree.pixelHeight, pixels: try readPixels(), statistics: statistics)
  }

  /// The image for a tree: the last one if it fits.
  private func frame(for tree: RenderTree) throws(CompositorError) -> Frame {
    try frame(width: tree.pixelWidth, height: tree.pixelHeight, scale: tree.scale)
  }

  private func frame(width: Int, height: Int, scale: Double) throws(CompositorError) -> Frame {
    if let frame = target?.frame, frame.width == width, frame.height == height, frame.scale == scale {
      return frame
    }
    // Let go of the old image first: two large ones at once may not fit.
    target = nil
    history.forget()
    let made = try onDisplay { () throws(DisplayError) in
      try display.makeFrame(width: width, height: height, scale: scale)
    }
    target = made
    return made.frame
  }

  private func call<Result>(_ body: () throws(GLError) -> Result) throws(CompositorError) -> Result {
    do throws(GLError) {
      return try body()
    } catch {
      try checkContext()
      throw .display(.gl(device: "\(display.route)", error: error))
    }
  }

  private func checkContext() throws(CompositorError) {
    guard case .lost(let cause) = display.device.contextStatus else { return }
    isContextLost = true
    throw .contextLost(device: "\(display.route)", cause: cause)
  }

  private func restoreContextIfLost() throws(CompositorError) {
    guard isContextLost else { return }
    target = nil
    history.forget()
    do throws(GLError) {
      try display.device.restoreContext()
    } catch {
      throw .display(.gl(device: "\(display.route)", error: error))
    }
    renderer = try Self.makeRenderer(on: display, textureBudget: textureBudget)
    renderer.limits = limits
    isContextLost = false
  }

  private static func makeRenderer(
    on display: OffscreenDisplay, textureBudget: Int
  ) throws(CompositorError) -> GLRenderer {
    do throws(RenderError) {
      return try GLRenderer(device: display.device, textureBudget: textureBudget)
    } catch {
      throw .render(device: "\(display.route)", error: error)
    }
  }
}

extension OffscreenCompositor: TargetRenderer {
  package var deviceName: String { "\(display.route)" }

  package var contextHandles: (display: UnsafeMutableRawPointer, context: UnsafeMutableRawPointer)? {
    display.device.context.handles
  }

  package func onDevice<Result: ~Copyable>(
    _ body: (GL.Device) throws(CompositorError) -> Result
  ) throws(CompositorError) -> Result {
    try Context.keepingCurrent { () throws(CompositorError) in
      do throws(GLError) {
        try display.device.context.makeCurrent()
      } catch {
        throw .display(.gl(device: deviceName, error: error))
      }
      try restoreContextIfLost()
      let result = try body(display.device)
      try checkContext()
      return result
    }
  }

  package func makeFrame(width: Int, height: Int) throws(CompositorError) -> OffscreenFrame {
    try onDevice { _ throws(CompositorError) in
      try onDisplay { () throws(DisplayError) in try display.makeFrame(width: width, height: height) }
    }
  }
}

// MARK: Tiles

extension OffscreenCompositor {
  /// Pixels of the longest side of a frame.
  private var tileLimit: Int { min(tiling.limit ?? .max, display.device.capabilities.maxSurfaceSize) }

  /// Whether a tree's canvas is drawn in tiles.
  func isTiled(_ tree: RenderTree) -> Bool {
    max(tree.pixelWidth, tree.pixelHeight) > (tiling.isForced ? min(tiling.side, tileLimit) : tileLimit)
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
    let tiles = try tiles(of: tree, side: side ?? tiling.side).tiles
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
    try restoreContextIfLost()
    renderer.surfaceLimit = tiling.surfaceLimit
    // Before the first of them is drawn.
    if let limits, let excess = GLRenderer.excess(of: tree, inTiles: true, over: limits) {
      throw .render(device: deviceName, error: .excess(excess))
    }
    let margin = renderer.margin(of: tree)
    guard
      let tiles = CanvasTiles(
        width: width, height: height, side: side, rows: rows, margin: margin, limit: tileLimit)
    else { throw .backdrops(reach: margin, side: tileLimit) }
    return tiles
  }

  /// Draws a tile and reads it.
  ///
  /// - Parameters:
  ///   - pixels: of whole rows of the canvas, RGBA8.
  ///   - firstRow: the first of these.
  fileprivate func draw(
    _ tile: CanvasTiles.Tile, of tree: RenderTree, to pixels: inout [UInt8], firstRow: Int
  ) throws(CompositorError) -> FrameStatistics {
    try restoreContextIfLost()
    history.forget()
    let frame = try frame(width: tile.drawn.width, height: tile.drawn.height, scale: tree.scale)
    var statistics: FrameStatistics
    renderer.limits?.secondsSpent += secondsSpent
    defer { renderer.limits = limits }
    do throws(RenderError) {
      statistics = try renderer.render(tree, into: frame, part: CanvasPart(area: tile.drawn))
      secondsSpent += statistics.work
    } catch {
      try checkContext()
      throw .render(device: "\(display.route)", error: error)
    }
    let start = ContinuousClock.now
    tile.copyShown(of: try readPixels(), to: &pixels, rowPixels: tree.pixelWidth, firstRow: firstRow)
    statistics.draw += ContinuousClock.now - start
    return statistics
  }

  /// A tree's picture in bands, for those who take it so; nil for one that is not that large.
  package func bands(of tree: RenderTree) throws(CompositorError) -> CanvasBands? {
    guard isTiled(tree) || tree.pixelWidth > tiling.mostWholePixels / tree.pixelHeight else { return nil }
    tiledPixels = nil
    let rows = max(64, min(tiling.side, tiling.mostBandPixels / tree.pixelWidth))
    return CanvasBands(of: tree, tiles: try tiles(of: tree, side: tiling.side, rows: rows).tiles, on: self)
  }
}

/// A picture that is drawn a row of tiles at a time, so that it need not be in memory as a whole.
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
  /// - Parameter pixels: become its rows: RGBA8 premultiplied, tight, the top row first. Their memory is used again.
  /// - Returns: false when there is none left.
  package mutating func next(_ pixels: inout [UInt8]) throws(CompositorError) -> Bool {
    guard let row = rows.popLast(), let first = row.first?.shown else { return false }
    let count = tree.pixelWidth * first.height * 4
    if pixels.count > count { pixels.removeSubrange(count...) }
    if pixels.count < count { pixels = [UInt8](repeating: 0, count: count) }
    for tile in row { _ = try compositor.draw(tile, of: tree, to: &pixels, firstRow: first.y) }
    return true
  }
}

/// A frame that was read back.
package struct OffscreenPicture: Sendable {
  /// Device pixels.
  package let width: Int
  /// Device pixels.
  package let height: Int
  /// RGBA8 premultiplied, rows tight, the top row first.
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
