import MultiplaneDisplays
import MultiplaneFlattening
import MultiplaneGL
import MultiplaneRenderTree

/// What draws render trees into images that outlive a frame: in a context of the program's (`EmbeddedRenderer`), or on a
/// device of its own (`OffscreenCompositor`).
package protocol TargetRenderer: AnyObject {
  /// What messages call the device.
  var deviceName: String { get }

  /// Bytes that all textures may take together (`RendererOptions.textureBudget`).
  var textureBudget: Int { get set }

  /// The debug overlay of what it draws.
  var overlay: DebugOverlayState { get set }

  /// EGL's display and context that it draws with; nil after the context could not be made anew.
  var contextHandles: (display: UnsafeMutableRawPointer, context: UnsafeMutableRawPointer)? { get }

  /// Runs a body with the device's context current, and leaves the context that the program has, and its state, as it was.
  func onDevice<Result: ~Copyable>(
    _ body: (MultiplaneGL.Device) throws(CompositorError) -> Result
  ) throws(CompositorError) -> Result

  /// Makes an image of the device's best kind: one that can be shared where there is such a kind.
  ///
  /// - Parameters:
  ///   - width: pixels.
  ///   - height: pixels.
  func makeFrame(width: Int, height: Int) throws(CompositorError) -> OffscreenFrame

  /// Hands a tree's drawing to the device, within `onDevice`, and does not wait.
  ///
  /// A renderer on a device of its own has a precision of its own.
  ///
  /// - Throws: `CompositorError`; what the frame then holds is undefined.
  func render(
    _ tree: RenderTree, into frame: Frame, _ order: RenderOrder
  ) throws(CompositorError) -> FrameStatistics
}

/// An image that trees are drawn into and that somebody else then uses: as a texture, as a dma-buf, or by its pixels.
package final class DrawingTarget {
  private let renderer: any TargetRenderer
  /// Nil only at the end.
  private var frame: OffscreenFrame?
  /// Pixels.
  package let width: Int
  /// Pixels.
  package let height: Int
  private var history = DrawingHistory()

  /// An image of the renderer's own.
  package convenience init(on renderer: any TargetRenderer, width: Int, height: Int) throws(CompositorError) {
    self.init(try renderer.makeFrame(width: width, height: height), of: renderer)
  }

  /// A texture of the program's, in the renderer's context.
  package convenience init(
    on renderer: any TargetRenderer, texture: TextureName, width: Int, height: Int
  ) throws(CompositorError) {
    let frame = try renderer.onDevice { device throws(CompositorError) in
      try onDisplay { () throws(DisplayError) in
        try OffscreenFrame(
          on: device, deviceName: renderer.deviceName, texture: texture, width: width, height: height)
      }
    }
    self.init(frame, of: renderer)
  }

  /// Memory of the program's, or of another program or device. The descriptors may be closed afterwards.
  package convenience init(on renderer: any TargetRenderer, dmaBuf: DmaBufLayout) throws(CompositorError) {
    let frame = try renderer.onDevice { device throws(CompositorError) in
      try onDisplay { () throws(DisplayError) in
        try OffscreenFrame(on: device, deviceName: renderer.deviceName, dmaBuf: dmaBuf)
      }
    }
    self.init(frame, of: renderer)
  }

  private init(_ frame: OffscreenFrame, of renderer: any TargetRenderer) {
    self.renderer = renderer
    self.frame = frame
    (width, height) = (frame.width, frame.height)
  }

  deinit {
    // Before the renderer, which collects what is left when it goes.
    frame = nil
  }

  /// OpenGL's name of the image in the renderer's context; 0 at the end.
  package var texture: TextureName { frame?.texture ?? TextureName(rawValue: 0) }

  /// Whether it went with a context that was lost: another one has to be made.
  package var isLost: Bool { frame?.isLost ?? true }

  /// Draws a tree, and does not wait.
  ///
  /// - Parameters:
  ///   - rowOrder: which row of the picture goes into the texture's row 0.
  ///   - keepsPixels: whether what is there stays beneath what is drawn; otherwise the tree's background replaces it.
  ///   - onlyChanges: whether the image still holds the tree that was drawn last, of which only what has changed is replaced;
  ///     otherwise all of it is drawn.
  ///   - precision: bytes for what is seen as it comes, words for what is kept.
  /// - Throws: `CompositorError`; what the image then holds is undefined.
  @discardableResult package func draw(
    _ tree: RenderTree, rowOrder: RowOrder = .topRowFirst, keepsPixels: Bool = false, onlyChanges: Bool = false,
    precision: RenderPrecision = .bytes
  ) throws(CompositorError) -> FrameStatistics {
    if !onlyChanges { history.forget() }
    let manner = manner(rowOrder, keepsPixels, precision)
    let tree = renderer.overlay.covering(keepsPixels ? tree.withoutBackground : tree)
    do throws(CompositorError) {
      let statistics = try use { frame throws(CompositorError) in
        let damage = history.damage(of: tree, as: manner)
        return try renderer.render(
          tree, into: frame.frame(scale: tree.scale, rowOrder: rowOrder, keepsPixels: keepsPixels),
          RenderOrder(damage, precision: precision))
      }
      renderer.overlay.note(statistics)
      return statistics
    } catch {
      history.forget()
      throw error
    }
  }

  /// What of the image would look otherwise if a tree was drawn now, as `draw` draws it: maybe nothing; nil for all.
  package func changes(
    to tree: RenderTree, rowOrder: RowOrder = .topRowFirst, keepsPixels: Bool = false,
    precision: RenderPrecision = .bytes
  ) -> PixelRegion? {
    guard !isLost else { return nil }
    var history = history
    let tree = renderer.overlay.covered(keepsPixels ? tree.withoutBackground : tree)
    return history.damage(of: tree, as: manner(rowOrder, keepsPixels, precision))
  }

  /// What looks otherwise since the last frame: maybe nothing; nil for all, or before the first.
  package var change: PixelRegion? { history.change }

  /// Takes note that somebody else has changed the pixels.
  package func forget() { history.forget() }

  private func manner(
    _ rowOrder: RowOrder, _ keepsPixels: Bool, _ precision: RenderPrecision
  ) -> DrawingHistory.Manner {
    DrawingHistory.Manner(
      width: width, height: height, rowOrder: rowOrder, keepsPixels: keepsPixels, precision: precision)
  }

  /// Waits until the image is drawn, and reads it.
  ///
  /// - Returns: RGBA8 premultiplied, rows tight, the texture's row 0 first.
  package func readPixels() throws(CompositorError) -> [UInt8] {
    try use { frame throws(CompositorError) in
      try onDisplay { () throws(DisplayError) in try frame.readPixels() }
    }
  }

  /// Hands out the image's memory, and a fence that says when what is drawn so far is there.
  ///
  /// - Throws: `CompositorError.display` if the driver does not share its images.
  package func export() throws(CompositorError) -> ExportedFrame {
    try use { frame throws(CompositorError) in
      try onDisplay { () throws(DisplayError) in try frame.exportWithFence() }
    }
  }

  private func use<Result: ~Copyable>(
    _ body: (OffscreenFrame) throws(CompositorError) -> Result
  ) throws(CompositorError) -> Result {
    try renderer.onDevice { _ throws(CompositorError) in
      guard let frame, !frame.isLost else {
        throw .contextLost(device: renderer.deviceName, cause: "the image is one of an earlier context: make it anew")
      }
      try onDisplay { () throws(DisplayError) in try frame.check() }
      return try body(frame)
    }
  }
}

extension TargetRenderer {
  /// A file that says when all that was drawn so far is there.
  ///
  /// - Returns: a `sync_file`, the caller's to close; nil where the driver has none: then all is there, as it was waited for.
  package func fence() throws(CompositorError) -> Int32? {
    try onDevice { device throws(CompositorError) in
      let fence = device.makeNativeFence()
      if fence == nil { device.finish() }
      return fence
    }
  }

  /// Has what is drawn from now on wait for a fence of somebody else's, which remains theirs.
  package func wait(forFence descriptor: Int32) throws(CompositorError) {
    try onDevice { device throws(CompositorError) in
      if !device.context.wait(forNativeFence: descriptor) { NativeFence.wait(descriptor) }
    }
  }

  /// Waits until all that was drawn is there.
  package func finish() throws(CompositorError) {
    try onDevice { device throws(CompositorError) in device.finish() }
  }
}

extension RenderTree {
  /// The layers alone.
  package var withoutBackground: RenderTree {
    var tree = self
    tree.background = nil
    return tree
  }
}
