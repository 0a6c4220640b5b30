import MultiplaneFlattening
import MultiplaneGL
import MultiplaneGraphics
import MultiplaneRenderTree
import TestSupport
import Testing

@testable import MultiplaneGLRenderer

/// A renderer on a device of its own, with all checks on, and an image to draw into.
///
/// A context belongs to one thread at a time: what uses this must not wait for anything in between.
struct TestDevice {
  let device: Device
  let renderer: GLRenderer

  init(textureBudget: Int = GLRenderer.defaultTextureBudget) throws {
    device = try Device(context: Context(connection: Connection(platform: .surfaceless), debug: true))
    renderer = try GLRenderer(device: device, textureBudget: textureBudget)
  }

  /// The picture of a tree and what it cost.
  ///
  /// - Parameters:
  ///   - part: of the canvas, that the frame holds; nil for all.
  ///   - beneath: what the frame holds before.
  func draw(
    _ tree: RenderTree, rowOrder: RowOrder = .topRowFirst, part: PixelBox? = nil, damage: [PixelBox]? = nil,
    beneath: [UInt8]? = nil, keepsPixels: Bool = false, precision: GLRenderer.Precision = .words
  ) throws -> (bytes: [UInt8], cost: DrawStatistics) {
    // Another renderer may have been at work on this thread.
    try device.context.makeCurrent()
    let surface = try device.makeSurface(
      width: part?.width ?? tree.pixelWidth, height: part?.height ?? tree.pixelHeight, label: "test")
    let frame = Frame(
      framebuffer: surface.framebuffer, width: surface.width, height: surface.height, rowOrder: rowOrder,
      keepsPixels: keepsPixels)
    beneath?.withUnsafeBytes { device.upload($0, to: surface.texture) }
    let cost = try renderer.render(
      Flattener.flatten(tree, within: damage), into: frame, x: Int(part?.minX ?? 0), y: Int(part?.minY ?? 0),
      damage: damage, precision: precision)
    let bytes = try device.readPixels(frame)
    withExtendedLifetime(surface) {}
    return (bytes, cost)
  }

  /// Fails the test if the driver found a mistake.
  func expectNoComplaints(sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(device.debugMessages.filter { $0.severity != .notification } == [], sourceLocation: sourceLocation)
  }
}

/// The largest difference of two pictures, in 255ths.
func difference(_ a: [UInt8], _ b: [UInt8]) -> Int {
  a.count == b.count ? zip(a, b).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) } : 255
}

// MARK: Trees

/// A root layer on a canvas of 100 × 100 points by default.
func tree(
  _ root: RenderNode?, size: CGSize = CGSize(width: 100, height: 100), background: StraightColor? = nil
) -> RenderTree {
  RenderTree(size: size, scale: 1, background: background, root: root, time: 0)
}

/// Layers in a root that shows nothing itself, on a canvas of 400 × 400.
func tree(of layers: [RenderNode?]) -> RenderTree {
  let size = CGSize(width: 400, height: 400)
  return tree(
    layer(0, 0, 400, 400, sublayers: layers), size: size, background: StraightColor(red: 1, green: 1, blue: 1))
}

/// An image of a gradient, so that each place of it is told from the others.
func image(_ width: Int, _ height: Int, red: UInt8 = 0) throws -> CGImage {
  let pixels = (0..<width * height).flatMap { index -> [UInt8] in
    [red, UInt8(index % width * 255 / width), UInt8(index / width * 255 / height), 255]
  }
  return try #require(CGImage(premultipliedRGBA8: pixels, width: width, height: height))
}
