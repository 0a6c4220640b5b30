import MultiplaneDisplays
import MultiplaneFlattening
import MultiplaneGL
import MultiplaneRenderTree

/// Draws render trees into framebuffers of an OpenGL ES context that belongs to somebody else.
///
/// It is made, used and let go of with that context current. Each frame leaves the context's state as it found it.
package final class EmbeddedRenderer {
  /// What messages call the device.
  private static let name = "the current OpenGL ES context"

  private let device: MultiplaneGL.Device
  /// Nil only at the end.
  private var renderer: GLFrameRenderer?
  package var overlay = DebugOverlayState()

  /// - Throws: `CompositorError.display` when no OpenGL ES 3 context is current, `.render` when its driver refuses our programs.
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

  /// Bytes that all textures may take together (`RendererOptions.textureBudget`).
  package var textureBudget: Int {
    get { renderer?.textureBudget ?? 0 }
    set { renderer?.textureBudget = newValue }
  }

  /// Draws a tree into the framebuffer that is bound, as large as the viewport, from the viewport's corner (0, 0).
  ///
  /// - Parameters:
  ///   - rowOrder: which row of the picture goes into the framebuffer's row 0. OpenGL's own way is the bottom row.
  ///   - keepsPixels: whether what is there stays beneath what is drawn; otherwise the tree's background replaces it.
  ///   - damage: the pixels that are drawn; nil for all.
  ///   - precision: bytes for what is seen as it comes, words for what is kept.
  /// - Throws: `CompositorError`; what the framebuffer then holds is undefined.
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
      try render(tree, into: .frame(frame), RenderOrder(damage, precision: precision))
    }
  }

  /// Draws of a tree what the framebuffer that is bound does not show yet, otherwise as the above.
  ///
  /// - Parameters:
  ///   - history: of the framebuffer, or of those that take turns.
  ///   - bufferAge: how many of the frames in the history ago its pixels were drawn; 0 if they are not known.
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

  /// What the framebuffer that is bound does not show yet of a tree: maybe nothing; nil for all. The tree counts as drawn
  /// from now on. An overlay is part of the tree, if there is one.
  ///
  /// - Parameters: as of `draw`.
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

  /// The viewport of the framebuffer that is bound, in pixels.
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
    _ tree: RenderTree, into target: RenderTarget, _ order: RenderOrder
  ) throws(CompositorError) -> FrameStatistics {
    do throws(RenderFailure) {
      return try renderer?.render(tree, into: target, order) ?? FrameStatistics()
    } catch {
      // What textures and buffers hold is not known after an error of OpenGL's, and only ours can be made anew.
      if case .gl(.device(.drawing)) = error,
        let made = try? GLFrameRenderer(device: device, textureBudget: textureBudget)
      {
        renderer = made
      }
      throw .render(device: Self.name, error: error)
    }
  }
}
