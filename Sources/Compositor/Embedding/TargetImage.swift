import MultiplaneCPURenderer
import MultiplaneDisplays
import MultiplaneFlattening
import MultiplaneGL
import MultiplaneGraphics
import MultiplaneRenderTree

/// The pixels of a `DrawingTarget`.
protocol TargetImage: AnyObject {
  /// Pixels.
  var width: Int { get }
  /// Pixels.
  var height: Int { get }
  /// OpenGL's name in the renderer's context; 0 for none.
  var texture: TextureName { get }
  /// Whether it went with a context that was lost.
  var isLost: Bool { get }

  /// Draws a tree, and need not wait.
  ///
  /// - Parameter damage: the pixels that are replaced, asked for once it is known that the image is
  ///   there; nil for all.
  func draw(
    _ tree: RenderTree, as manner: DrawingHistory.Manner, damage: () -> PixelRegion?
  ) throws(CompositorError) -> FrameStatistics

  /// Waits until it is drawn: RGBA8 premultiplied, rows tight, row 0 first.
  func readPixels() throws(CompositorError) -> [UInt8]

  /// The memory, and a fence that signals once all drawing so far is done.
  func export() throws(CompositorError) -> ExportedFrame
}

/// An image of a device.
final class DeviceImage: TargetImage {
  private let renderer: any TargetRenderer
  private let frame: OffscreenFrame

  init(_ frame: OffscreenFrame, of renderer: any TargetRenderer) {
    self.frame = frame
    self.renderer = renderer
  }

  var width: Int { frame.width }
  var height: Int { frame.height }
  var texture: TextureName { frame.texture }
  var isLost: Bool { frame.isLost }

  func draw(
    _ tree: RenderTree, as manner: DrawingHistory.Manner, damage: () -> PixelRegion?
  ) throws(CompositorError) -> FrameStatistics {
    try use { frame throws(CompositorError) in
      let order = RenderOrder(damage(), precision: manner.precision)
      let target = frame.frame(scale: tree.scale, rowOrder: manner.rowOrder, keepsPixels: manner.keepsPixels)
      return try renderer.render(tree, into: target, order)
    }
  }

  func readPixels() throws(CompositorError) -> [UInt8] {
    try use { frame throws(CompositorError) in
      try onDisplay { () throws(DisplayError) in try frame.readPixels() }
    }
  }

  func export() throws(CompositorError) -> ExportedFrame {
    try use { frame throws(CompositorError) in
      try onDisplay { () throws(DisplayError) in try frame.exportWithFence() }
    }
  }

  private func use<Result: ~Copyable>(
    _ body: (OffscreenFrame) throws(CompositorError) -> Result
  ) throws(CompositorError) -> Result {
    try renderer.onDevice { _ throws(CompositorError) in
      guard !frame.isLost else {
        throw .contextLost(
          device: renderer.deviceName, cause: "the image belongs to an earlier context: create it again")
      }
      try onDisplay { () throws(DisplayError) in try frame.check() }
      return try body(frame)
    }
  }
}

/// An image in memory: of its own, or of the program's.
final class MemoryImage: TargetImage {
  private let renderer: any TargetRenderer
  private let pixels: PixelTarget
  /// The memory to free.
  private let own: UnsafeMutableRawBufferPointer?
  /// The buffer for a tree that is drawn over existing pixels; as large as the image, created when
  /// first needed.
  private var layer: [UInt8] = []

  init(of renderer: any TargetRenderer, width: Int, height: Int) throws(CompositorError) {
    let mostPixels = CanvasTiling().mostPixels
    guard max(width, height) <= PixelTarget.largestSide, width <= mostPixels / max(1, height) else {
      throw .canvas(width: width, height: height, mostPixels: mostPixels)
    }
    let own = UnsafeMutableRawBufferPointer.allocate(byteCount: width * height * 4, alignment: 64)
    own.initializeMemory(as: UInt8.self, repeating: 0)
    self.own = own
    self.renderer = renderer
    pixels = PixelTarget(memory: own, width: width, height: height, bytesPerRow: width * 4)
  }

  init(of renderer: any TargetRenderer, memory: PixelTarget) throws(CompositorError) {
    guard renderer.drawsIntoMemory else { throw .noMemory(of: renderer.deviceName) }
    self.renderer = renderer
    pixels = memory
    own = nil
  }

  deinit { own?.deallocate() }

  var width: Int { pixels.width }
  var height: Int { pixels.height }
  var texture: TextureName { TextureName(rawValue: 0) }
  var isLost: Bool { false }

  func draw(
    _ tree: RenderTree, as manner: DrawingHistory.Manner, damage: () -> PixelRegion?
  ) throws(CompositorError) -> FrameStatistics {
    let damage = damage()
    let order = RenderOrder(damage, precision: manner.precision)
    guard manner.keepsPixels else { return try renderer.render(tree, into: pixels, order) }
    if layer.isEmpty { layer = [UInt8](repeating: 0, count: width * height * 4) }
    let result = layer.withUnsafeMutableBytes { bytes -> Result<FrameStatistics, CompositorError> in
      let drawn = PixelTarget(
        memory: bytes, width: width, height: height, bytesPerRow: width * 4, order: pixels.order)
      return Result { () throws(CompositorError) in
        let statistics = try renderer.render(tree, into: drawn, order)
        for box in damage?.boxes ?? [PixelRegion.whole(width: width, height: height).canvas] { cover(box, with: drawn) }
        return statistics
      }
    }
    return try result.get()
  }

  /// Composites what was drawn over what is there (source over, premultiplied).
  private func cover(_ box: PixelBox, with drawn: PixelTarget) {
    let (first, count) = (Int(box.minX), box.width * 4)
    for row in Int(box.minY)..<Int(box.maxY) {
      let upper = UnsafeRawBufferPointer(rebasing: drawn.memory[(row * drawn.bytesPerRow + first * 4)...].prefix(count))
      let lower = UnsafeMutableRawBufferPointer(
        rebasing: pixels.memory[(row * pixels.bytesPerRow + first * 4)...].prefix(count))
      for pixel in stride(from: 0, to: count, by: 4) {
        let rest = 255 - UInt32(upper[pixel + 3])
        for byte in pixel..<pixel + 4 {
          // Rounded division by 255.
          let product = UInt32(lower[byte]) * rest + 128
          lower[byte] = UInt8(min(255, UInt32(upper[byte]) + (product + product >> 8) >> 8))
        }
      }
    }
  }

  func readPixels() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: width * height * 4) { bytes, count in
      count = width * height * 4
      let tight = UnsafeMutableRawBufferPointer(bytes)
      for row in 0..<height {
        let line = UnsafeRawBufferPointer(rebasing: pixels.memory[(row * pixels.bytesPerRow)...].prefix(width * 4))
        let target = UnsafeMutableRawBufferPointer(rebasing: tight[(row * width * 4)...].prefix(width * 4))
        target.copyMemory(from: line)
        guard pixels.order == .bgra else { continue }
        for pixel in stride(from: 0, to: width * 4, by: 4) { target.swapAt(pixel, pixel + 2) }
      }
    }
  }

  func export() throws(CompositorError) -> ExportedFrame {
    throw .noDevice(of: renderer.deviceName, what: "dma-bufs")
  }
}
