import MultiplaneCPURenderer
import MultiplaneDisplays
import MultiplaneFlattening
import MultiplaneGL
import MultiplaneRenderTree

/// An image for drawing that other code uses: as a texture, as a dma-buf, or by its pixels.
package final class DrawingTarget {
  private let renderer: any TargetRenderer
  /// Nil only at the end.
  private var image: (any TargetImage)?
  /// The width, in pixels.
  package let width: Int
  /// The height, in pixels.
  package let height: Int
  private var history = DrawingHistory()

  /// Creates an image of the renderer.
  package convenience init(on renderer: any TargetRenderer, width: Int, height: Int) throws(CompositorError) {
    let image: any TargetImage =
      if renderer.drawsIntoMemory {
        try MemoryImage(of: renderer, width: width, height: height)
      } else {
        DeviceImage(try renderer.makeFrame(width: width, height: height), of: renderer)
      }
    self.init(image, of: renderer)
  }

  /// Wraps the program's memory, which must outlive the target; for renderers that draw into
  /// memory.
  ///
  /// - Parameters:
  ///   - width: in pixels.
  ///   - height: in pixels.
  ///   - isBlueFirst: whether the byte order is BGRA, else RGBA.
  package convenience init(
    on renderer: any TargetRenderer, memory: UnsafeMutableRawBufferPointer, width: Int, height: Int, bytesPerRow: Int,
    isBlueFirst: Bool
  ) throws(CompositorError) {
    let pixels = PixelTarget(
      memory: memory, width: width, height: height, bytesPerRow: bytesPerRow, order: isBlueFirst ? .bgra : .rgba)
    self.init(try MemoryImage(of: renderer, memory: pixels), of: renderer)
  }

  /// Wraps the program's texture in the renderer's context.
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

  /// Imports dma-bufs. The descriptors may be closed afterwards.
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

  /// The OpenGL name of the image in the renderer's context; 0 for memory.
  package var texture: TextureName { image?.texture ?? TextureName(rawValue: 0) }

  /// Whether its context was lost, so that a new target is needed.
  package var isLost: Bool { image?.isLost ?? true }

  /// Draws a tree, without waiting.
  ///
  /// - Parameters:
  ///   - rowOrder: the row of the picture in row 0 of the texture.
  ///   - keepsPixels: whether existing pixels stay below the layers; otherwise the tree's
  ///     background replaces them.
  ///   - onlyChanges: whether the image still has the last drawn tree, so that only the damage is
  ///     drawn; otherwise all is drawn.
  ///   - precision: bytes for screens, words for files.
  /// - Throws: `CompositorError`; the contents of the image are then undefined.
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

  /// The damage that `draw` would draw now for a tree: maybe nothing; nil for all.
  package func changes(
    to tree: RenderTree, rowOrder: RowOrder = .topRowFirst, keepsPixels: Bool = false,
    precision: RenderPrecision = .bytes
  ) -> PixelRegion? {
    guard !isLost else { return nil }
    var history = history
    let tree = renderer.overlay.covered(keepsPixels ? tree.withoutBackground : tree)
    return history.damage(of: tree, as: manner(rowOrder, keepsPixels, precision))
  }

  /// The damage of the last frame: maybe nothing; nil for all, or before the first.
  package var change: PixelRegion? { history.change }

  /// Marks the image as changed by other code.
  package func forget() { history.forget() }

  private func manner(
    _ rowOrder: RowOrder, _ keepsPixels: Bool, _ precision: RenderPrecision
  ) -> DrawingHistory.Manner {
    DrawingHistory.Manner(
      width: width, height: height, rowOrder: rowOrder, keepsPixels: keepsPixels, precision: precision)
  }

  /// Waits until the image is drawn, and reads it.
  ///
  /// - Returns: RGBA8, premultiplied, tight rows, the texture's row 0 first.
  package func readPixels() throws(CompositorError) -> [UInt8] { try image?.readPixels() ?? [] }

  /// Exports the image's memory, with a fence that signals when all drawing so far is complete.
  ///
  /// - Throws: `CompositorError.display` if the driver cannot share its images.
  package func export() throws(CompositorError) -> ExportedFrame {
    guard let image else { throw .noDevice(of: renderer.deviceName, what: "dma-bufs") }
    return try image.export()
  }
}

extension RenderTree {
  /// The tree without its background.
  package var withoutBackground: RenderTree {
    var tree = self
    tree.background = nil
    return tree
  }
}
