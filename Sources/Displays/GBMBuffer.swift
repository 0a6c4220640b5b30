import Glibc
import MultiplaneCDRM
import MultiplaneCGBM
import MultiplaneGL

/// A `gbm_bo`: memory for one frame that devices and displays share.
final class GBMBuffer {
  let device: GBMDevice
  let handle: OpaquePointer
  let width: Int
  let height: Int
  let format: FourCC

  /// The formats that are tried, the best first: RGBA in the order of readers, then in the order of
  /// displays. In a name the last letter comes first in memory. Each can hold alpha but the last.
  private static let formats: [FourCC] = [.abgr8888, .argb8888, .xrgb8888]

  /// Takes over a `gbm_bo`.
  init(handle: OpaquePointer, device: GBMDevice, width: Int, height: Int, format: FourCC) {
    self.handle = handle
    self.device = device
    (self.width, self.height, self.format) = (width, height, format)
  }

  /// Allocates a buffer, linear if the driver can draw into such a one: any reader understands it.
  convenience init(device: GBMDevice, width: Int, height: Int) throws(DisplayError) {
    let drawn = GBM_BO_USE_RENDERING.rawValue
    var error = SystemError(rawValue: EINVAL)
    for format in Self.formats {
      for usage in [drawn | GBM_BO_USE_LINEAR.rawValue, drawn] {
        if let handle = gbm_bo_create(device.handle, UInt32(width), UInt32(height), format.rawValue, usage) {
          self.init(handle: handle, device: device, width: width, height: height, format: format)
          return
        }
        error = SystemError.last()
      }
    }
    throw .buffer(
      device: device.path, call: "gbm_bo_create(\(width)x\(height))", error: error,
      remedy: "use the device's other node (card… or renderD…), or --device software")
  }

  deinit {
    gbm_bo_destroy(handle)
  }

  /// Shares the memory as it is; the caller has finished drawing.
  func exportDmaBuf() throws(DisplayError) -> DmaBuf {
    var planes: [DmaBufLayout.Plane] = []
    for index in 0..<gbm_bo_get_plane_count(handle) {
      let descriptor = gbm_bo_get_fd_for_plane(handle, index)
      guard descriptor >= 0 else {
        let error = SystemError.last()
        for plane in planes { _ = close(plane.descriptor) }
        throw .buffer(device: device.path, call: "gbm_bo_get_fd_for_plane", error: error, remedy: error.remedy)
      }
      planes.append(
        DmaBufLayout.Plane(
          descriptor: descriptor, offset: Int(gbm_bo_get_offset(handle, index)),
          stride: Int(gbm_bo_get_stride_for_plane(handle, index))))
    }
    let modifier = gbm_bo_get_modifier(handle)
    return DmaBuf(
      layout: DmaBufLayout(
        width: width, height: height, fourcc: format.rawValue,
        modifier: modifier == PixelModifier.implicit.rawValue ? nil : modifier, planes: planes, video: nil))
  }

  /// Reads the memory itself, not asking OpenGL.
  ///
  /// - Returns: RGBA8, rows tight, in the order of memory. A format without alpha reads as opaque.
  func readPixels() throws(DisplayError) -> [UInt8] {
    var stride: UInt32 = 0
    var mapping: UnsafeMutableRawPointer?
    let mapped = gbm_bo_map(
      handle, 0, 0, UInt32(width), UInt32(height), GBM_BO_TRANSFER_READ.rawValue, &stride, &mapping)
    guard let mapped else {
      let error = SystemError.last()
      throw .buffer(
        device: device.path, call: "gbm_bo_map", error: error, remedy: "read the pixels with OpenGL instead")
    }
    defer { gbm_bo_unmap(handle, mapping) }
    let bytes = UnsafeRawBufferPointer(start: mapped, count: Int(stride) * (height - 1) + width * 4)
    let redFirst = format == .abgr8888
    let opaque = format == .xrgb8888
    var pixels: [UInt8] = []
    pixels.reserveCapacity(width * height * 4)
    for row in 0..<height {
      for column in 0..<width {
        let at = row * Int(stride) + column * 4
        pixels.append(bytes[redFirst ? at : at + 2])
        pixels.append(bytes[at + 1])
        pixels.append(bytes[redFirst ? at + 2 : at])
        pixels.append(opaque ? 255 : bytes[at + 3])
      }
    }
    return pixels
  }
}
