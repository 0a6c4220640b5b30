import MultiplaneDisplays
import MultiplaneFlattening
import MultiplaneGL
import MultiplaneRenderTree

/// What draws render trees into images that outlive a frame: in a context of the program's (`EmbeddedRenderer`), or on a
/// device of its own or with the CPU (`OffscreenCompositor`).
package protocol TargetRenderer: AnyObject {
  /// What messages call the device.
  var deviceName: String { get }

  /// Bytes that all textures may take together (`RendererOptions.textureBudget`).
  var textureBudget: Int { get set }

  /// The debug overlay of what it draws.
  var overlay: DebugOverlayState { get set }

  /// Whether it draws into memory, not into frames of a device.
  var drawsIntoMemory: Bool { get }

  /// EGL's display and context that it draws with; nil where the CPU draws, and after the context could not be made anew.
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

  /// Draws a tree, and need not wait: into a frame within `onDevice`, into memory where `drawsIntoMemory`.
  ///
  /// A renderer on a device of its own has a precision of its own.
  ///
  /// - Throws: `CompositorError`; what the target then holds is undefined.
  func render(
    _ tree: RenderTree, into target: RenderTarget, _ order: RenderOrder
  ) throws(CompositorError) -> FrameStatistics
}

extension TargetRenderer {
  /// A file that says when all that was drawn so far is there.
  ///
  /// - Returns: a `sync_file`, the caller's to close; nil where the driver has none: then all is there, as it was waited for.
  package func fence() throws(CompositorError) -> Int32? {
    if drawsIntoMemory { return nil }
    return try onDevice { device throws(CompositorError) in
      let fence = device.makeNativeFence()
      if fence == nil { device.finish() }
      return fence
    }
  }

  /// Has what is drawn from now on wait for a fence of somebody else's, which remains theirs.
  package func wait(forFence descriptor: Int32) throws(CompositorError) {
    if drawsIntoMemory { return NativeFence.wait(descriptor) }
    try onDevice { device throws(CompositorError) in
      if !device.context.wait(forNativeFence: descriptor) { NativeFence.wait(descriptor) }
    }
  }

  /// Waits until all that was drawn is there.
  package func finish() throws(CompositorError) {
    if drawsIntoMemory { return }
    try onDevice { device throws(CompositorError) in device.finish() }
  }
}
