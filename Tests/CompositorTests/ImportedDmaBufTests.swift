import Foundation
import MultiplaneCGBM
import MultiplaneCompositor
import MultiplaneDisplays
import MultiplaneGL
import MultiplaneGraphics
import MultiplaneRenderTree
import Testing

/// The GBM nodes of this machine whose frames can be had.
private let workingNodes = DeviceProbe.reports().compactMap { report -> String? in
  if case .gbm(let path) = report.route, report.isWorking { path } else { nil }
}

/// Contents that a driver takes in without a copy: dma-bufs of the device that draws.
@Suite(
  .serialized, .enabled(if: !workingNodes.isEmpty, "this machine has no DRM node under /dev/dri that GBM can use"))
struct ImportedDmaBufTests {
  private static let (width, height) = (64, 64)

  /// A frame cleared to one colour above and another below.
  private static func paint(_ frame: OffscreenFrame, on compositor: OffscreenCompositor, red: Float) throws {
    let device = try #require(compositor.display).device
    try device.beginFrame()
    device.beginPass(on: frame.frame, load: .clear(red, 0, 0, 1), label: "all")
    device.endPass()
    let lower = PixelRect(x: 0, y: height / 2, width: width, height: height / 2)
    device.beginPass(on: frame.frame, load: .clear(0, 0.2, 0.4, 1), area: lower, label: "lower half")
    device.endPass()
    device.finish()
  }

  private static func tree(of shared: ImportedImage) -> RenderTree {
    var values = LayerValues()
    values.geometry.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    values.geometry.position = CGPoint(x: width / 2, y: height / 2)
    values.contents = shared.image
    let node = RenderNode(
      identifier: LayerIdentifier(rawValue: 1), name: nil, kind: .layer, values: values, sublayers: [])
    return RenderTree(size: values.geometry.bounds.size, scale: 1, background: nil, root: node, time: 0)
  }

  private static func bands(red: UInt8) -> [UInt8] {
    (0..<height).flatMap { row -> [UInt8] in
      let pixel: [UInt8] = row < height / 2 ? [red, 0, 0, 255] : [0, 51, 102, 255]
      return Array(repeating: pixel, count: width).flatMap { $0 }
    }
  }

  /// Another frame of the same device, as a decoder's would be, shown before and after it is drawn
  /// again.
  @Test(arguments: workingNodes)
  func framesOfTheDevice(path: String) throws {
    let compositor = try OffscreenCompositor(device: .route(.gbm(path: path)), debug: true)
    let display = try #require(compositor.display)
    let frame = try display.makeFrame(width: Self.width, height: Self.height)
    try Self.paint(frame, on: compositor, red: 1)
    let dmaBuf = try frame.exportDmaBuf()
    let shared = try ImportedImage(
      width: dmaBuf.width, height: dmaBuf.height, pixelFormat: DRMPixelFormat(rawValue: dmaBuf.fourcc),
      modifier: dmaBuf.modifier,
      planes: [.init(descriptor: dmaBuf.descriptor, offset: dmaBuf.offset, bytesPerRow: dmaBuf.stride)])
    display.device.removeDebugMessages()
    let picture = try compositor.picture(of: Self.tree(of: shared))
    #expect(picture.pixels == Self.bands(red: 255))
    #expect(picture.statistics.bytesUploaded < Self.width * Self.height, "16 KiB of pixels stay where they are")
    try Self.paint(frame, on: compositor, red: 0.4)
    shared.contentsChanged()
    #expect(try compositor.picture(of: Self.tree(of: shared)).pixels == Self.bands(red: 102))
    #expect(compositor.display?.device.debugMessages.filter(\.isFault) == [])
  }

  /// Video: luma in one buffer, chroma in another; red on the left, white on the right.
  ///
  /// In two, because virgl (Mesa 22.3) does not read a second plane out of the first one's buffer.
  @Test(arguments: workingNodes)
  func video(path: String) throws {
    guard let luma = PlaneBuffer(path: path, width: Self.width, height: Self.height, bytes: 1),
      let chroma = PlaneBuffer(path: path, width: Self.width / 2, height: Self.height / 2, bytes: 2)
    else {
      return  // A device without buffers of one and two bytes per pixel has none to hold luma and chroma.
    }
    // BT.601: red is luma 81, Cb 90, Cr 240; white is luma 235.
    try luma.write { x in [x < Self.width / 2 ? 81 : 235] }
    try chroma.write { x in x < Self.width / 4 ? [90, 240] : [128, 128] }
    let shared = try ImportedImage(
      width: Self.width, height: Self.height, pixelFormat: .nv12, modifier: nil, planes: [luma.plane, chroma.plane],
      colorMatrix: .bt601)
    let compositor = try OffscreenCompositor(device: .route(.gbm(path: path)), debug: true)
    let picture = try compositor.picture(of: Self.tree(of: shared))
    func pixel(_ x: Int, _ y: Int) -> [Int] {
      let first = (y * Self.width + x) * 4
      return picture.pixels[first..<first + 4].map { Int($0) }
    }
    for (place, color) in [((4, 4), [255, 0, 0, 255]), ((60, 60), [255, 255, 255, 255])] {
      let found = pixel(place.0, place.1)
      #expect(zip(found, color).allSatisfy { abs($0 - $1) <= 3 }, "\(found)")
    }
    #expect(picture.statistics.bytesUploaded < Self.width * Self.height)
    #expect(compositor.display?.device.debugMessages.filter(\.isFault) == [])
  }
}

/// A buffer of one or two bytes per pixel: what a decoder writes a plane into.
private final class PlaneBuffer {
  private let handle: OpaquePointer
  private let device: OpaquePointer
  private let node: Int32
  private let descriptor: Int32
  private let width: Int
  private let height: Int
  private let bytes: Int

  init?(path: String, width: Int, height: Int, bytes: Int) {
    (self.width, self.height, self.bytes) = (width, height, bytes)
    // R8 and GR88 of `drm_fourcc.h`.
    let format: UInt32 = bytes == 1 ? 0x2020_3852 : 0x3838_5247
    node = open(path, O_RDWR | O_CLOEXEC)
    guard node >= 0, let device = gbm_create_device(node) else { return nil }
    self.device = device
    guard
      let handle = gbm_bo_create(device, UInt32(width), UInt32(height), format, GBM_BO_USE_LINEAR.rawValue)
        ?? gbm_bo_create(device, UInt32(width), UInt32(height), format, GBM_BO_USE_RENDERING.rawValue)
    else { return nil }
    self.handle = handle
    descriptor = gbm_bo_get_fd(handle)
  }

  deinit {
    _ = close(descriptor)
    gbm_bo_destroy(handle)
    gbm_device_destroy(device)
    _ = close(node)
  }

  var plane: ImportedImage.Plane { .init(descriptor: descriptor, bytesPerRow: Int(gbm_bo_get_stride(handle))) }

  /// The same pixels in each row.
  func write(_ pixel: (_ x: Int) -> [UInt8]) throws {
    var stride: UInt32 = 0
    var mapping: UnsafeMutableRawPointer?
    let mapped = gbm_bo_map(
      handle, 0, 0, UInt32(width), UInt32(height), GBM_BO_TRANSFER_WRITE.rawValue, &stride, &mapping)
    let memory = try #require(mapped)
    for y in 0..<height {
      for x in 0..<width {
        for (index, byte) in pixel(x).enumerated() {
          memory.storeBytes(of: byte, toByteOffset: y * Int(stride) + x * bytes + index, as: UInt8.self)
        }
      }
    }
    gbm_bo_unmap(handle, mapping)
  }
}
