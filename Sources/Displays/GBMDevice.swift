import CDRM
import CGBM
import Glibc

/// A DRM node opened for GBM: it owns the file descriptor and the `gbm_device` on it.
final class GBMDevice {
  let path: String
  let handle: OpaquePointer
  private let descriptor: Int32

  /// Opens a node, without waiting for a device that does not answer.
  init(path: String) throws(DisplayError) {
    // O_NONBLOCK: a pipe, or a device whose driver waits, must not stop us here.
    let descriptor = open(path, O_RDWR | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      let error = SystemError.last()
      throw .node(path: path, call: "open", error: error, remedy: error.remedy)
    }
    guard Self.isGraphicsDevice(descriptor) else {
      _ = close(descriptor)
      throw .notADevice(path: path)
    }
    guard let handle = gbm_create_device(descriptor) else {
      let error = SystemError.last()
      _ = close(descriptor)
      throw .node(
        path: path, call: "gbm_create_device", error: error,
        remedy: "install Mesa's driver for it (Debian: libgbm1, libgl1-mesa-dri)")
    }
    self.path = path
    self.descriptor = descriptor
    self.handle = handle
  }

  deinit {
    gbm_device_destroy(handle)
    _ = close(descriptor)
  }

  /// Makes sure that buffers can be had: a display's render node may open and yet have none.
  func checkAllocation() throws(DisplayError) {
    _ = try GBMBuffer(device: self, width: 16, height: 16)
  }

  private static func isGraphicsDevice(_ descriptor: Int32) -> Bool {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFCHR,
      let version = drmGetVersion(descriptor)
    else { return false }
    drmFreeVersion(version)
    return true
  }
}
