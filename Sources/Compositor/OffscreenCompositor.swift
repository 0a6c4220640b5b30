import Displays
import GL
import GLRenderer
import RenderTree

/// Draws render trees on a device, one frame at a time, for those who want the pixels.
///
/// Everything happens on the caller's thread and waits for the device. Frames of one size are drawn into one image.
package final class OffscreenCompositor {
  /// The device and how it was reached.
  package let display: OffscreenDisplay
  /// Whether any device would have done and only one that draws on the CPU was there.
  package let fellBackToSoftware: Bool

  private var renderer: GLRenderer
  private let textureBudget: Int
  private var target: OffscreenFrame?
  /// Whether the context must be made anew before anything is drawn.
  private var isContextLost = false

  /// Opens a device.
  ///
  /// - Parameters:
  ///   - selector: which one; by default the first that draws in hardware, else one that draws on the CPU.
  ///   - debug: whether the driver reports mistakes (`display.device.debugMessages`), at a cost.
  ///   - textureBudget: bytes that all textures may take together (`GLRenderer.init`).
  package init(
    device selector: DeviceSelector = .automatic, debug: Bool = false,
    textureBudget: Int = GLRenderer.defaultTextureBudget
  ) throws(CompositorError) {
    display = try onDisplay { () throws(DisplayError) in try OffscreenDisplay.open(selector, debug: debug) }
    fellBackToSoftware = selector == .automatic && display.properties.isSoftware
    self.textureBudget = textureBudget
    renderer = try Self.makeRenderer(on: display, textureBudget: textureBudget)
  }

  /// Draws a tree and waits until the device has done so.
  ///
  /// - Returns: the counts and times of the frame; the time for drawing includes the wait.
  /// - Throws: `CompositorError`; after a lost context the next call begins anew.
  package func draw(_ tree: RenderTree) throws(CompositorError) -> FrameStatistics {
    var statistics = try submit(tree)
    statistics.draw += ContinuousClock().measure { renderer.finish() }
    try checkContext()
    return statistics
  }

  /// Hands a tree's drawing to the device, and does not wait.
  func submit(_ tree: RenderTree) throws(CompositorError) -> FrameStatistics {
    try restoreContextIfLost()
    let frame = try frame(for: tree)
    do throws(RenderError) {
      return try renderer.render(tree, into: frame)
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
    guard let target else { return [] }
    let pixels = try onDisplay { () throws(DisplayError) in try target.readPixels() }
    try checkContext()
    return pixels
  }

  /// Hands out the memory of what was drawn last, which is finished then; nil before the first frame.
  package func exportDmaBuf() throws(CompositorError) -> DmaBuf? {
    guard let target else { return nil }
    return try onDisplay { () throws(DisplayError) in try target.exportDmaBuf() }
  }

  /// Begins to read what was drawn last into a buffer, and does not wait.
  func startReading(into buffer: PixelBuffer) throws(CompositorError) {
    guard let target else { preconditionFailure("Draw a frame before reading it.") }
    try onDevice { () throws(GLError) in try display.device.startReading(target.frame, into: buffer) }
  }

  /// Waits for what `startReading` began, and gives the pixels.
  ///
  /// - Returns: RGBA8 premultiplied, rows tight, the top row first.
  func finishReading(_ buffer: PixelBuffer) throws(CompositorError) -> [UInt8] {
    let pixels = try onDevice { () throws(GLError) in try display.device.finishReading(buffer) }
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
    let (width, height) = (tree.pixelWidth, tree.pixelHeight)
    if let frame = target?.frame, frame.width == width, frame.height == height, frame.scale == tree.scale {
      return frame
    }
    // Let go of the old image first: two large ones at once may not fit.
    target = nil
    let made = try onDisplay { () throws(DisplayError) in
      try display.makeFrame(width: width, height: height, scale: tree.scale)
    }
    target = made
    return made.frame
  }

  private func onDevice<Result>(_ body: () throws(GLError) -> Result) throws(CompositorError) -> Result {
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
    do throws(GLError) {
      try display.device.restoreContext()
    } catch {
      throw .display(.gl(device: "\(display.route)", error: error))
    }
    renderer = try Self.makeRenderer(on: display, textureBudget: textureBudget)
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
