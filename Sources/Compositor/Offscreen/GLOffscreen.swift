import MultiplaneDisplays
import MultiplaneFlattening
import MultiplaneGL
import MultiplaneRenderTree

/// Pictures that OpenGL ES draws on a device without a display.
final class GLOffscreen: OffscreenBackEnd {
  let display: OffscreenDisplay
  private(set) var glRenderer: GLFrameRenderer
  private var target: OffscreenFrame?
  /// Buffers that wait for a frame on its way.
  private var idle: [PixelBuffer] = []
  /// Whether the context must be recreated before anything is drawn.
  private var isContextLost = false
  private let textureBudget: Int

  /// - Parameter textureBudget: bytes that all textures may take together
  ///   (`RendererOptions.textureBudget`); nil for what suits the device.
  init(_ display: OffscreenDisplay, textureBudget: Int?) throws(CompositorError) {
    self.display = display
    self.textureBudget =
      textureBudget ?? (display.properties.isSoftware ? Self.softwareTextureBudget : RendererOptions.usualTextureBudget)
    glRenderer = try Self.makeRenderer(on: display, textureBudget: self.textureBudget)
  }

  /// For software renderers, whose textures are process memory: a single picture needs each once.
  private static let softwareTextureBudget = 128 << 20

  var renderer: any Renderer { glRenderer }
  var name: String { "\(display.route)" }
  var largestSide: Int { display.device.capabilities.maxSurfaceSize }
  var isOnProcessor: Bool { display.properties.isSoftware }

  private static func makeRenderer(
    on display: OffscreenDisplay, textureBudget: Int
  ) throws(CompositorError) -> GLFrameRenderer {
    do throws(RenderFailure) {
      return try GLFrameRenderer(device: display.device, textureBudget: textureBudget)
    } catch {
      throw .render(device: "\(display.route)", error: error)
    }
  }

  // MARK: The context

  func restore() throws(CompositorError) -> Bool {
    guard isContextLost else { return false }
    target = nil
    idle.removeAll()
    try call { () throws(GLError) in try display.device.restoreContext() }
    let old = glRenderer
    glRenderer = try Self.makeRenderer(on: display, textureBudget: old.textureBudget)
    glRenderer.limits = old.limits
    isContextLost = false
    return true
  }

  func checkContext() throws(CompositorError) {
    guard case .lost(let cause) = display.device.contextStatus else { return }
    isContextLost = true
    throw .contextLost(device: name, cause: cause)
  }

  private func call<Result>(_ body: () throws(GLError) -> Result) throws(CompositorError) -> Result {
    do throws(GLError) {
      return try body()
    } catch {
      if !isContextLost { try checkContext() }
      throw .display(.gl(device: name, error: error))
    }
  }

  // MARK: The image

  func makeImage(width: Int, height: Int, scale: Double) throws(CompositorError) -> Bool {
    if let frame = target?.frame, frame.width == width, frame.height == height, frame.scale == scale { return false }
    // Release the old image first: two large ones at once may not fit.
    target = nil
    target = try onDisplay { () throws(DisplayError) in
      try display.makeFrame(width: width, height: height, scale: scale)
    }
    return true
  }

  func dropImage() { target = nil }

  func render(
    _ tree: RenderTree, part: PixelRect?, _ order: RenderOrder
  ) throws(CompositorError) -> FrameStatistics {
    guard let target else { preconditionFailure("Make an image before drawing into it.") }
    return try render(tree, into: target.frame, part: part, order)
  }

  func render(
    _ tree: RenderTree, into frame: Frame, part: PixelRect? = nil, _ order: RenderOrder
  ) throws(CompositorError) -> FrameStatistics {
    do throws(RenderFailure) {
      return try glRenderer.render(tree, into: frame, part: part, order)
    } catch {
      // A lost context makes calls fail in any way; the loss is what the caller can act on.
      try checkContext()
      throw .render(device: name, error: error)
    }
  }

  func transcript(of tree: RenderTree, precision: RenderPrecision) throws(CompositorError) -> [TranscriptLine] {
    guard let target else { return [] }
    do throws(RenderFailure) {
      return try glRenderer.transcript(of: tree, into: target.frame, precision: precision)
    } catch {
      throw .render(device: name, error: error)
    }
  }

  func finish() throws(CompositorError) {
    renderer.finish()
    try checkContext()
  }

  func readPixels() throws(CompositorError) -> [UInt8] {
    guard let target else { return [] }
    let pixels = try onDisplay { () throws(DisplayError) in try target.readPixels() }
    try checkContext()
    return pixels
  }

  func startReading() throws(CompositorError) -> FrameReading {
    guard let target else { preconditionFailure("Draw a frame before reading it.") }
    let buffer = idle.popLast() ?? display.device.makePixelBuffer(label: "frame on its way")
    try call { () throws(GLError) in try display.device.startReading(target.frame, into: buffer) }
    return .buffer(buffer)
  }

  func finishReading(_ reading: FrameReading) throws(CompositorError) -> [UInt8] {
    guard case .buffer(let buffer) = reading else { return [] }
    let pixels = try call { () throws(GLError) in try display.device.finishReading(buffer) }
    try checkContext()
    idle.append(buffer)
    return pixels
  }

  /// The memory of the image, which is finished then; nil before the first.
  func exportDmaBuf() throws(CompositorError) -> DmaBuf? {
    guard let target else { return nil }
    return try onDisplay { () throws(DisplayError) in try target.exportDmaBuf() }
  }

  // MARK: Tiles

  func tiles(
    of tree: RenderTree, side: Int, rows: Int?, limit: Int, _ tiling: CanvasTiling
  ) throws(CompositorError) -> CanvasTiles {
    CanvasTiles(width: tree.pixelWidth, height: tree.pixelHeight, side: side, rows: rows, limit: limit)
  }

  func draw(
    _ tile: CanvasTiles.Tile, of tree: RenderTree, to pixels: inout [UInt8], firstRow: Int
  ) throws(CompositorError) -> FrameStatistics {
    // The caller restores the limits.
    glRenderer.limits?.bytesTaken += pixels.count
    _ = try makeImage(width: tile.shown.width, height: tile.shown.height, scale: tree.scale)
    var statistics = try render(tree, part: tile.shown, RenderOrder())
    let start = ContinuousClock.now
    tile.copyShown(of: try readPixels(), to: &pixels, rowPixels: tree.pixelWidth, firstRow: firstRow)
    statistics.draw += ContinuousClock.now - start
    return statistics
  }
}
