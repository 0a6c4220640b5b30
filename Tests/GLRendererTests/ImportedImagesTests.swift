import Foundation
import MultiplaneGL
import MultiplaneGraphics
import MultiplaneRenderTree
import TestSupport
import Testing

@testable import MultiplaneGLRenderer

/// Somebody else's pixels as contents, where a driver takes no dma-buf of them: a plain file stands
/// for one. Drivers that do are tested by `DisplaysTests` on a DRM device.
@Suite(.serialized) struct ImportedImagesTests {
  /// A file without a name; closed at the end.
  private final class Memory {
    let descriptor: Int32
    init(_ bytes: [UInt8]) {
      var path = Array("\(NSTemporaryDirectory())/pixels-XXXXXX".utf8CString)
      descriptor = mkstemp(&path)
      _ = unlink(path)
      write(bytes)
    }
    func write(_ bytes: [UInt8]) { _ = pwrite(descriptor, bytes, bytes.count, 0) }
    deinit { _ = close(descriptor) }
  }

  private static func showing(_ shared: ImportedImage, filter: CALayerContentsFilter = .linear) -> RenderTree {
    let size = CGSize(width: 2, height: 2)
    return tree(
      layer(0, 0, 2, 2) {
        $0.contents = shared.image
        $0.minificationFilter = filter
      }, size: size)
  }

  @Test func redGreenAndBlue() throws {
    let test = try TestDevice()
    // Blue, green, red, alpha; rows of two pixels, 12 bytes apart.
    let memory = Memory([
      255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 0, 0, 0, 0, 255, 255, 0, 64, 128, 128,
    ])
    let shared = try ImportedImage(
      width: 2, height: 2, pixelFormat: .argb8888,
      planes: [.init(descriptor: memory.descriptor, bytesPerRow: 12)])
    let picture = try test.draw(Self.showing(shared))
    #expect(
      picture.bytes == [0, 0, 255, 255, 0, 255, 0, 255, 255, 0, 0, 255, 128, 64, 0, 128])
    test.expectNoComplaints()
  }

  /// Set again after a change it is uploaded again; else once for all frames.
  @Test func changesAreShown() throws {
    let test = try TestDevice()
    let memory = Memory([UInt8](repeating: 255, count: 16))
    let shared = try ImportedImage(
      width: 2, height: 2, pixelFormat: .abgr8888,
      planes: [.init(descriptor: memory.descriptor, bytesPerRow: 8)])
    let tree = Self.showing(shared)
    _ = try test.draw(tree)
    let first = test.device.statistics.bytesUploaded
    _ = try test.draw(tree)
    memory.write([UInt8](repeating: 0, count: 16))
    shared.contentsChanged()
    let changed = try test.draw(Self.showing(shared))
    #expect(changed.bytes == [UInt8](repeating: 0, count: 16))
    #expect(first > 0)
  }

  @Test func videoAndMips() throws {
    let test = try TestDevice()
    // Red of BT.601: luma 81, Cb 90, Cr 240; 8×8 shown at a quarter of its size.
    let memory = Memory(
      [UInt8](repeating: 81, count: 64) + (0..<16).flatMap { _ in [90, 240] as [UInt8] })
    let shared = try ImportedImage(
      width: 8, height: 8, pixelFormat: .nv12,
      planes: [
        .init(descriptor: memory.descriptor, bytesPerRow: 8),
        .init(descriptor: memory.descriptor, offset: 64, bytesPerRow: 8),
      ], colorMatrix: .bt601)
    for filter in [CALayerContentsFilter.linear, .trilinear] {
      let bytes = try test.draw(Self.showing(shared, filter: filter)).bytes
      #expect((0..<4).allSatisfy { bytes[4 * $0] >= 253 && bytes[4 * $0 + 1] <= 2 && bytes[4 * $0 + 2] <= 2 })
    }
    test.expectNoComplaints()
  }

  @Test func whatCannotBeHadIsAnErrorWithBothReasons() throws {
    let test = try TestDevice()
    let memory = Memory([UInt8](repeating: 0, count: 16))
    let tiled = try ImportedImage(
      width: 2, height: 2, pixelFormat: .xrgb8888, modifier: 0x0100_0000_0000_0002,
      planes: [.init(descriptor: memory.descriptor, bytesPerRow: 8)])
    do {
      _ = try test.draw(Self.showing(tiled))
      Issue.record("no driver takes a plain file as a tiled dma-buf")
    } catch let error as RenderError {
      let line = error.description
      #expect(line.hasPrefix("a 2x2 XR24 dma-buf, modifier 0x100000000000002 cannot be shown with "))
      #expect(line.contains(test.device.capabilities.renderer) && line.contains("linear") && !line.contains("\n"))
    }
    // The next frame is drawn.
    #expect(try test.draw(tree(nil, size: CGSize(width: 1, height: 1), background: .red)).bytes == [255, 0, 0, 255])
  }

  /// An image that EGL made of a texture is shown where it is, or copied through an external
  /// texture.
  @Test(arguments: [false, true])
  func eglImage(isExternal: Bool) throws {
    let test = try TestDevice()
    let texture = try test.device.makeTexture(width: 2, height: 2, label: "of others")
    let pixels: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 10, 20, 30, 40]
    pixels.withUnsafeBytes { test.device.upload($0, to: texture) }
    // A driver without EGL_KHR_gl_texture_2D_image has no such images.
    guard test.device.context.connection.extensions.contains("EGL_KHR_gl_texture_2D_image"),
      !isExternal || test.device.capabilities.extensions.contains("GL_OES_EGL_image_external_essl3")
    else { return }
    let image = try SharedImage(texture: texture, context: test.device.context)
    let shared = try ImportedImage(eglImage: image.handle, width: 2, height: 2, isExternal: isExternal)
    #expect(try test.draw(Self.showing(shared)).bytes == pixels)
    test.expectNoComplaints()
  }

  @Test func imagesAreLetGo() throws {
    let device = try Device(context: Context(connection: Connection(platform: .surfaceless), debug: true))
    let images = ImportedImages(device: device)
    let memory = Memory([UInt8](repeating: 9, count: 4))
    weak var gone: ImportedImage?
    do {
      let shared = try ImportedImage(
        width: 1, height: 1, pixelFormat: .abgr8888,
        planes: [.init(descriptor: memory.descriptor, bytesPerRow: 4)])
      gone = shared
      _ = try images.allocation(of: shared, generation: 0, mipmapped: true)
    }
    for _ in 0..<16 { images.endFrame() }
    #expect(gone != nil && images.count == 1, "a decoder may come back to it")
    images.endFrame()
    #expect(gone == nil && images.count == 0)
  }
}
