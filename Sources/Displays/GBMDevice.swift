import Glibc
import MultiplaneCDRM
import MultiplaneCGBM

/// A DRM node opened for GBM: it owns the `gbm_device` on it, and the file descriptor unless that
/// belongs to a card.
final class GBMDevice {
  let path: String
  let handle: OpaquePointer
  /// Closed at the end; nil if it is the card's.
  private let descriptor: Int32?
  /// Keeps the card open.
  private let card: Card?

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
    card = nil
  }

  /// Makes memory on a card that is open, under the numbers that the card's own calls know it by.
  init(on card: Card) throws(DisplayError) {
    guard let handle = gbm_create_device(card.modeSetting.fileDescriptor) else {
      throw .node(
        path: card.path, call: "gbm_create_device", error: .last(),
        remedy: "install Mesa's driver for it (Debian: libgbm1, libgl1-mesa-dri)")
    }
    path = card.path
    self.handle = handle
    self.card = card
    descriptor = nil
  }

  deinit {
    gbm_device_destroy(handle)
    if let descriptor { _ = close(descriptor) }
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
