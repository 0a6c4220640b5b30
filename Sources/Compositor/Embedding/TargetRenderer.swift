import MultiplaneCPURenderer
import MultiplaneDisplays
import MultiplaneFlattening
import MultiplaneGL
import MultiplaneRenderTree

/// A renderer that draws render trees into persistent images: in the program's context
/// (`EmbeddedRenderer`), on its own device or with the CPU (`OffscreenCompositor`).
package protocol TargetRenderer: AnyObject {
  /// The name of the device in messages.
  var deviceName: String { get }

  /// Bytes that all textures may take together (`RendererOptions.textureBudget`).
  var textureBudget: Int { get set }

  /// The debug overlay of what it draws.
  var overlay: DebugOverlayState { get set }

  /// Whether it draws into memory, not into frames of a device.
  var drawsIntoMemory: Bool { get }

  /// EGL's display and context that it draws with; nil where the CPU draws, and after the context
  /// could not be recreated.
  var contextHandles: (display: UnsafeMutableRawPointer, context: UnsafeMutableRawPointer)? { get }

  /// Runs a body with the device's context current, and leaves the context that the program has,
  /// and its state, as it was.
  func onDevice<Result: ~Copyable>(
    _ body: (MultiplaneGL.Device) throws(CompositorError) -> Result
  ) throws(CompositorError) -> Result

  /// Makes an image of the device's best kind: one that can be shared where there is such a kind.
  ///
  /// - Parameters:
  ///   - width: pixels.
  ///   - height: pixels.
  func makeFrame(width: Int, height: Int) throws(CompositorError) -> OffscreenFrame

  /// Draws a tree into a frame of the device, and need not wait. It is called within `onDevice`.
  ///
  /// A renderer on a device of its own has a precision of its own.
  ///
  /// - Throws: `CompositorError`; what the frame then holds is undefined.
  func render(
    _ tree: RenderTree, into frame: Frame, _ order: RenderOrder
  ) throws(CompositorError) -> FrameStatistics

  /// Draws a tree into memory.
  ///
  /// - Throws: `CompositorError`, also unless `drawsIntoMemory`; what the memory then holds is
  ///   undefined.
  func render(
    _ tree: RenderTree, into memory: PixelTarget, _ order: RenderOrder
  ) throws(CompositorError) -> FrameStatistics
}

extension TargetRenderer {
  /// Creates a fence that is signalled when all drawing so far is complete.
  ///
  /// - Returns: a `sync_file`, owned by the caller; nil if the driver has none: then drawing is
  ///   complete already.
  package func fence() throws(CompositorError) -> Int32? {
    if drawsIntoMemory { return nil }
    return try onDevice { device throws(CompositorError) in
      let fence = device.makeNativeFence()
      if fence == nil { device.finish() }
      return fence
    }
  }

  /// Makes the following drawing wait for a foreign fence, which its owner closes.
  package func wait(forFence descriptor: Int32) throws(CompositorError) {
    if drawsIntoMemory { return NativeFence.wait(descriptor) }
    try onDevice { device throws(CompositorError) in
      if !device.context.wait(forNativeFence: descriptor) { NativeFence.wait(descriptor) }
    }
  }

  /// Waits until all drawing is complete.
  package func finish() throws(CompositorError) {
    if drawsIntoMemory { return }
    try onDevice { device throws(CompositorError) in device.finish() }
  }
}
