import Glibc

/// An image in memory that devices and processes share: Linux dma-bufs with their format.
///
/// It owns the file descriptors and closes them.
package struct DmaBuf: ~Copyable {
  /// The layout. Its descriptors are open as long as this value; `dup` them for longer use.
  package let layout: DmaBufLayout

  /// Takes ownership of the file descriptors.
  package init(layout: DmaBufLayout) {
    self.layout = layout
  }

  /// Takes ownership of the file descriptor of an image in one plane.
  package init(
    descriptor: Int32, fourcc: UInt32, modifier: UInt64?, stride: Int, offset: Int, width: Int, height: Int
  ) {
    self.init(
      layout: DmaBufLayout(
        width: width, height: height, fourcc: fourcc, modifier: modifier,
        planes: [.init(descriptor: descriptor, offset: offset, stride: stride)], video: nil))
  }

  deinit {
    for plane in layout.planes { _ = close(plane.descriptor) }
  }

  /// The pixel format as in `drm_fourcc.h`, such as `XR24`.
  package var fourcc: UInt32 { layout.fourcc }
  /// The memory layout, as in `drm_fourcc.h`; nil if the driver does not report it.
  package var modifier: UInt64? { layout.modifier }
  /// The width, in pixels.
  package var width: Int { layout.width }
  /// The height, in pixels.
  package var height: Int { layout.height }

  /// The file descriptor of the first plane.
  package var descriptor: Int32 { layout.planes.first?.descriptor ?? -1 }
  /// Bytes per row of the first plane.
  package var stride: Int { layout.planes.first?.stride ?? 0 }
  /// The offset of the first plane, in bytes.
  package var offset: Int { layout.planes.first?.offset ?? 0 }

  /// The format's four letters, such as `XR24`.
  package var fourccName: String { layout.fourccName }
}
