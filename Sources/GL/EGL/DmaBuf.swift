import Glibc

/// One image in memory that devices and processes share: Linux dma-bufs and what their bytes mean.
///
/// It owns the file descriptors and closes them.
package struct DmaBuf: ~Copyable {
  /// What lies where. Its descriptors are open as long as this value lives; `dup` them to keep them longer.
  package let layout: DmaBufLayout

  /// Takes over the file descriptors.
  package init(layout: DmaBufLayout) {
    self.layout = layout
  }

  /// Takes over the file descriptor of an image in one plane.
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
  /// How the pixels lie in memory, as in `drm_fourcc.h`; nil if the driver does not tell.
  package var modifier: UInt64? { layout.modifier }
  /// Pixels.
  package var width: Int { layout.width }
  /// Pixels.
  package var height: Int { layout.height }

  /// The first plane's.
  package var descriptor: Int32 { layout.planes.first?.descriptor ?? -1 }
  /// Bytes from one row of the first plane to the next.
  package var stride: Int { layout.planes.first?.stride ?? 0 }
  /// Bytes before the first plane's first row.
  package var offset: Int { layout.planes.first?.offset ?? 0 }

  /// The format's four letters, such as `XR24`.
  package var fourccName: String { layout.fourccName }
}
