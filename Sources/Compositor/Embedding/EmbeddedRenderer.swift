import MultiplaneCPURenderer
import MultiplaneDisplays
import MultiplaneFlattening
import MultiplaneGL
import MultiplaneRenderTree

/// A renderer that draws render trees into framebuffers of a foreign OpenGL ES context.
///
/// The context must be current when it is created, used and released. Each frame restores the
/// context's state.
package final class EmbeddedRenderer {
  /// The name of the device in messages.
  private static let name = "the current OpenGL ES context"

  private let device: MultiplaneGL.Device
  /// Nil only at the end.
  private var renderer: GLFrameRenderer?
  package var overlay = DebugOverlayState()

  /// Creates a renderer in the current context.
  ///
  /// - Throws: `CompositorError.display` without a current OpenGL ES 3 context, `.render` if its
  ///   driver is unsupported.
  package init() throws(CompositorError) {
    let device: MultiplaneGL.Device
    do throws(GLError) {
      device = try MultiplaneGL.Device.adoptingCurrentContext()
    } catch {
      throw .display(.gl(device: Self.name, error: error))
    }
    self.device = device
    renderer = try device.visit { () throws(CompositorError) in
      do throws(RenderFailure) {
        return try GLFrameRenderer(device: device)
      } catch {
        throw .render(device: Self.name, error: error)
      }
    }
  }

  deinit {
    // Its textures and programs go with it, if they can: the context has to be current for that.
    renderer = nil
    guard (try? device.context.makeCurrent()) != nil else { return }
    device.visit { device.collectGarbage() }
  }

  /// The memory budget of all textures, in bytes (`RendererOptions.textureBudget`).
  package var textureBudget: Int {
    get { renderer?.textureBudget ?? 0 }
    set { renderer?.textureBudget = newValue }
  }

  /// Draws a tree into the bound framebuffer, with the size of the viewport, from its corner (0,
  /// 0).
  ///
  /// - Parameters:
  ///   - rowOrder: the row of the picture in row 0 of the framebuffer. OpenGL's own order has the
  ///     bottom row first.
  ///   - keepsPixels: whether existing pixels stay below the drawing; otherwise the tree's
  ///     background replaces them.
  ///   - damage: the pixels to draw; nil for all.
  ///   - precision: bytes for screens, words for files.
  /// - Throws: `CompositorError`; the contents of the framebuffer are then undefined.
  @discardableResult package func draw(
    _ tree: RenderTree, rowOrder: RowOrder = .bottomRowFirst, keepsPixels: Bool = true,
    damage: PixelRegion? = nil, precision: RenderPrecision = .bytes
  ) throws(CompositorError) -> FrameStatistics {
    let tree = keepsPixels ? tree.withoutBackground : tree
    let bound = MultiplaneGL.Device.boundFramebuffer
    let frame = Frame(
      framebuffer: bound.name, width: bound.viewport.width, height: bound.viewport.height, scale: tree.scale,
      rowOrder: rowOrder, keepsPixels: keepsPixels)
    return try device.visit { () throws(CompositorError) in
      try render(tree, into: frame, RenderOrder(damage, precision: precision))
    }
  }

  /// Draws only the damage of the bound framebuffer.
  ///
  /// - Parameters:
  ///   - history: of the framebuffer or its swapchain.
  ///   - bufferAge: the age of its pixels in frames of the history; 0 if unknown.
  @discardableResult package func draw(
    _ tree: RenderTree, rowOrder: RowOrder, keepsPixels: Bool, precision: RenderPrecision = .bytes,
    history: inout DrawingHistory,
    bufferAge: Int
  ) throws(CompositorError) -> FrameStatistics {
    let tree = overlay.covering(keepsPixels ? tree.withoutBackground : tree)
    let damage = changes(
      to: tree, rowOrder: rowOrder, keepsPixels: keepsPixels, precision: precision, history: &history,
      bufferAge: bufferAge)
    do throws(CompositorError) {
      let statistics = try draw(
        tree, rowOrder: rowOrder, keepsPixels: keepsPixels, damage: damage, precision: precision)
      overlay.note(statistics)
      return statistics
    } catch {
      history.forget()
      throw error
    }
  }

  /// The damage of the bound framebuffer for a tree, including its overlay: maybe nothing; nil for
  /// all. The tree counts as drawn from now on.
  ///
  /// - Parameters: as for `draw`.
  package func changes(
    to tree: RenderTree, rowOrder: RowOrder, keepsPixels: Bool, precision: RenderPrecision = .bytes,
    history: inout DrawingHistory,
    bufferAge: Int
  ) -> PixelRegion? {
    let viewport = viewport
    let manner = DrawingHistory.Manner(
      width: viewport.width, height: viewport.height, rowOrder: rowOrder, keepsPixels: keepsPixels,
      precision: precision)
    return history.damage(of: keepsPixels ? tree.withoutBackground : tree, as: manner, bufferAge: bufferAge)
  }

  /// The viewport of the bound framebuffer, in pixels.
  package var viewport: PixelRect { MultiplaneGL.Device.boundFramebuffer.viewport }
}

extension EmbeddedRenderer: TargetRenderer {
  package var deviceName: String { Self.name }

  package var drawsIntoMemory: Bool { false }

  package var contextHandles: (display: UnsafeMutableRawPointer, context: UnsafeMutableRawPointer)? {
    device.context.handles
  }

  package func onDevice<Result: ~Copyable>(
    _ body: (MultiplaneGL.Device) throws(CompositorError) -> Result
  ) throws(CompositorError) -> Result {
    do throws(GLError) {
      try device.context.makeCurrent()
    } catch {
      throw .display(.gl(device: Self.name, error: error))
    }
    return try device.visit { () throws(CompositorError) in try body(device) }
  }

  package func makeFrame(width: Int, height: Int) throws(CompositorError) -> OffscreenFrame {
    try onDevice { device throws(CompositorError) in
      try onDisplay { () throws(DisplayError) in
        try OffscreenFrame(on: device, deviceName: Self.name, width: width, height: height)
      }
    }
  }

  package func render(
    _ tree: RenderTree, into frame: Frame, _ order: RenderOrder
  ) throws(CompositorError) -> FrameStatistics {
    do throws(RenderFailure) {
      return try renderer?.render(tree, into: frame, order) ?? FrameStatistics()
    } catch {
      // The contents of textures and buffers are unknown after an OpenGL error, and only ours can
      // be recreated.
      if case .gl(.device(.drawing)) = error,
        let made = try? GLFrameRenderer(device: device, textureBudget: textureBudget)
      {
        renderer = made
      }
      throw .render(device: Self.name, error: error)
    }
  }

  package func render(
    _ tree: RenderTree, into memory: PixelTarget, _ order: RenderOrder
  ) throws(CompositorError) -> FrameStatistics {
    throw .noMemory(of: Self.name)
  }
}
