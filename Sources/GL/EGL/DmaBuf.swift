import Glibc

/// One image in memory that devices and processes share: a Linux dma-buf and what its bytes mean.
///
/// It owns the file descriptor and closes it.
package struct DmaBuf: ~Copyable {
  /// Open as long as this value lives; `dup` it to keep it longer.
  package let descriptor: Int32
  /// The pixel format as in `drm_fourcc.h`, such as `XR24`.
  package let fourcc: UInt32
  /// How the pixels lie in memory, as in `drm_fourcc.h`; nil if the driver does not tell.
  package let modifier: UInt64?
  /// Bytes from one row to the next.
  package let stride: Int
  /// Bytes before the first row.
  package let offset: Int
  /// Pixels.
  package let width: Int
  /// Pixels.
  package let height: Int

  /// Takes over the file descriptor.
  package init(
    descriptor: Int32, fourcc: UInt32, modifier: UInt64?, stride: Int, offset: Int, width: Int, height: Int
  ) {
    self.descriptor = descriptor
    self.fourcc = fourcc
    self.modifier = modifier
    self.stride = stride
    self.offset = offset
    self.width = width
    self.height = height
  }

  deinit {
    _ = close(descriptor)
  }

  /// The format's four letters, such as `XR24`.
  package var fourccName: String {
    String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: fourcc >> (8 * UInt32($0))) }, as: UTF8.self)
  }
}
