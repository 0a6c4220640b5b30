import GL
import Graphics
import RenderTree
import Testing

@testable import GLRenderer

/// A renderer on a device of its own, with all checks on, and an image to draw into.
///
/// A context belongs to one thread at a time: what uses this must not wait for anything in between.
struct TestRenderer {
  let device: Device
  let renderer: GLRenderer

  init(textureBudget: Int = GLRenderer.defaultTextureBudget) throws {
    device = try Device(context: Context(connection: Connection(platform: .surfaceless), debug: true))
    renderer = try GLRenderer(device: device, textureBudget: textureBudget)
  }

  /// The picture of a tree and what it cost.
  func draw(_ tree: RenderTree, rowOrder: RowOrder = .topRowFirst) throws -> (bytes: [UInt8], cost: FrameStatistics) {
    // Another renderer may have been at work on this thread.
    try device.context.makeCurrent()
    let surface = try device.makeSurface(width: tree.pixelWidth, height: tree.pixelHeight, label: "test")
    let frame = Frame(
      framebuffer: surface.framebuffer, width: surface.width, height: surface.height, rowOrder: rowOrder)
    let cost = try renderer.render(tree, into: frame)
    let bytes = try device.readPixels(frame)
    withExtendedLifetime(surface) {}
    return (bytes, cost)
  }

  /// Fails the test if the driver found a mistake.
  func expectNoComplaints(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(device.debugMessages.filter { $0.severity != .notification } == [], sourceLocation: sourceLocation)
  }
}
