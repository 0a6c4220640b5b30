import MultiplaneCPURenderer
import MultiplaneDisplays
import MultiplaneFlattening
import MultiplaneGL
import MultiplaneRenderTree

/// An image that trees are drawn into and that somebody else then uses: as a texture, as a dma-buf, or by its pixels.
package final class DrawingTarget {
  private let renderer: any TargetRenderer
  /// Nil only at the end.
  private var image: (any TargetImage)?
  /// Pixels.
  package let width: Int
  /// Pixels.
  package let height: Int
  private var history = DrawingHistory()

  /// An image of the renderer's own.
  package convenience init(on renderer: any TargetRenderer, width: Int, height: Int) throws(CompositorError) {
    let image: any TargetImage =
      if renderer.drawsIntoMemory {
        try MemoryImage(of: renderer, width: width, height: height)
      } else {
        DeviceImage(try renderer.makeFrame(width: width, height: height), of: renderer)
      }
    self.init(image, of: renderer)
  }

  /// Memory of the program's, which has to be there as long as the target; for renderers that draw into memory.
  ///
  /// - Parameters:
  ///   - width: pixels.
  ///   - height: pixels.
  ///   - isBlueFirst: whether a pixel's first byte is blue, else red.
  package convenience init(
    on renderer: any TargetRenderer, memory: UnsafeMutableRawBufferPointer, width: Int, height: Int, bytesPerRow: Int,
    isBlueFirst: Bool
  ) throws(CompositorError) {
    let pixels = PixelTarget(
      memory: memory, width: width, height: height, bytesPerRow: bytesPerRow, order: isBlueFirst ? .bgra : .rgba)
    self.init(try MemoryImage(of: renderer, memory: pixels), of: renderer)
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
    self.init(DeviceImage(frame, of: renderer), of: renderer)
  }

  /// Memory of the program's, or of another program or device. The descriptors may be closed afterwards.
  package convenience init(on renderer: any TargetRenderer, dmaBuf: DmaBufLayout) throws(CompositorError) {
    let frame = try renderer.onDevice { device throws(CompositorError) in
      try onDisplay { () throws(DisplayError) in
        try OffscreenFrame(on: device, deviceName: renderer.deviceName, dmaBuf: dmaBuf)
      }
    }
    self.init(DeviceImage(frame, of: renderer), of: renderer)
  }

  private init(_ image: any TargetImage, of renderer: any TargetRenderer) {
    self.renderer = renderer
    self.image = image
    (width, height) = (image.width, image.height)
  }

  deinit {
    // Before the renderer, which collects what is left when it goes.
    image = nil
  }

  /// OpenGL's name of the image in the renderer's context; 0 for memory.
  package var texture: TextureName { image?.texture ?? TextureName(rawValue: 0) }

  /// Whether it went with a context that was lost: another one has to be made.
  package var isLost: Bool { image?.isLost ?? true }

  /// Draws a tree, and does not wait.
  ///
  /// - Parameters:
  ///   - rowOrder: which row of the picture goes into the texture's row 0.
  ///   - keepsPixels: whether the present pixels stay beneath the layers; otherwise the tree's background replaces them.
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
      guard let image else { return FrameStatistics() }
      let statistics = try image.draw(tree, as: manner) { history.damage(of: tree, as: manner) }
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
  package func readPixels() throws(CompositorError) -> [UInt8] { try image?.readPixels() ?? [] }

  /// Hands out the image's memory, and a fence that signals once all drawing so far is done.
  ///
  /// - Throws: `CompositorError.display` if the driver does not share its images.
  package func export() throws(CompositorError) -> ExportedFrame {
    guard let image else { throw .noDevice(of: renderer.deviceName, what: "dma-bufs") }
    return try image.export()
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
