import Glibc
import MultiplaneCEGL

/// The layout of an image in foreign dma-bufs, for EGL.
package struct DmaBufLayout: Sendable {
  /// A plane of the image.
  package struct Plane: Sendable {
    /// The file descriptor, open as long as this value is used.
    package let descriptor: Int32
    /// The offset of the first row, in bytes.
    package let offset: Int
    /// Bytes per row.
    package let stride: Int

    package init(descriptor: Int32, offset: Int, stride: Int) {
      self.descriptor = descriptor
      self.offset = offset
      self.stride = stride
    }
  }

  /// The matrix of luma and chroma.
  package enum Matrix: Sendable {
    case bt601
    case bt709
    case bt2020
  }

  /// The width, in pixels.
  package let width: Int
  /// The height, in pixels.
  package let height: Int
  /// The pixel format as in `drm_fourcc.h`.
  package let fourcc: UInt32
  /// The memory layout, as in `drm_fourcc.h`; nil if unknown.
  package let modifier: UInt64?
  package let planes: [Plane]
  /// The matrix and range of luma and chroma; nil for RGB formats.
  package let video: (matrix: Matrix, isFullRange: Bool)?

  package init(
    width: Int, height: Int, fourcc: UInt32, modifier: UInt64?, planes: [Plane],
    video: (matrix: Matrix, isFullRange: Bool)?
  ) {
    self.width = width
    self.height = height
    self.fourcc = fourcc
    self.modifier = modifier
    self.planes = planes
    self.video = video
  }

  /// The format's four letters, such as `XR24`.
  package var fourccName: String { "\(FourCC(rawValue: fourcc))" }

  /// The error in its numbers; nil when they can be passed to EGL.
  private var problem: String? {
    let most = Int(EGLint.max)
    guard (1...most).contains(width), (1...most).contains(height) else {
      return "a dma-buf of \(width)x\(height) pixels"
    }
    guard (1...Self.names.count).contains(planes.count) else { return "a dma-buf of \(planes.count) planes" }
    for (index, plane) in planes.enumerated()
    where !(0...most).contains(plane.offset) || !(1...most).contains(plane.stride) || plane.descriptor < 0 {
      return "a dma-buf whose plane \(index) has descriptor \(plane.descriptor), offset \(plane.offset) and stride "
        + "\(plane.stride)"
    }
    return beyondItsMemory
  }

  /// The first plane that leaves its memory; nil if there is none, or if the kernel reports no
  /// size.
  ///
  /// Some drivers (llvmpipe of Mesa 25) import any numbers, and crash when they draw.
  private var beyondItsMemory: String? {
    for (index, plane) in planes.enumerated() {
      var status = stat()
      // A dma-buf of a virtual GPU has its pixels on the host: only plain memory has a size to rely
      // on.
      guard fstat(plane.descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      var end = plane.offset + 1
      // Tiled memory has rows of its own, and further planes may have fewer.
      if index == 0, modifier ?? 0 == 0 {
        let row = FourCC(rawValue: fourcc).isFourBytes ? 4 * width : 1
        guard plane.stride >= row else {
          return "a dma-buf of \(width) pixels per row with a stride of \(plane.stride) bytes"
        }
        end = plane.offset + plane.stride * (height - 1) + row
      }
      guard end <= status.st_size else {
        return "a dma-buf whose plane \(index) ends at byte \(end) of \(status.st_size)"
      }
    }
    return nil
  }

  /// EGL's attributes for it (EGL_EXT_image_dma_buf_import and, if they may be passed,
  /// …_modifiers).
  ///
  /// - Throws: `GLError.unsupported` for numbers that EGL's 32 bits do not hold, and such as mean
  ///   nothing.
  func attributes(tellingModifier: Bool) throws(GLError) -> [EGLint] {
    if let problem {
      throw .unsupported(
        what: "a way to take \(problem)",
        remedy: "give 1 to 4 planes with open descriptors, offsets from 0, and sizes and strides from 1, below 2³¹, "
          + "all within their memory")
    }
    var attributes: [EGLint] = [
      EGL_WIDTH, EGLint(width), EGL_HEIGHT, EGLint(height), EGL_LINUX_DRM_FOURCC_EXT, EGLint(bitPattern: fourcc),
    ]
    for (plane, names) in zip(planes, Self.names) {
      attributes += [
        names.descriptor, plane.descriptor, names.offset, EGLint(plane.offset), names.stride, EGLint(plane.stride),
      ]
      if tellingModifier, let modifier {
        attributes += [
          names.modifierLow, EGLint(truncatingIfNeeded: modifier), names.modifierHigh,
          EGLint(truncatingIfNeeded: modifier >> 32),
        ]
      }
    }
    if let video {
      let matrix =
        switch video.matrix {
        case .bt601: EGL_ITU_REC601_EXT
        case .bt709: EGL_ITU_REC709_EXT
        case .bt2020: EGL_ITU_REC2020_EXT
        }
      attributes += [
        EGL_YUV_COLOR_SPACE_HINT_EXT, matrix, EGL_SAMPLE_RANGE_HINT_EXT,
        video.isFullRange ? EGL_YUV_FULL_RANGE_EXT : EGL_YUV_NARROW_RANGE_EXT,
      ]
    }
    return attributes
  }

  private typealias Names = (
    descriptor: EGLint, offset: EGLint, stride: EGLint, modifierLow: EGLint, modifierHigh: EGLint
  )

  /// EGL's attribute names of planes 0 to 3.
  private static let names: [Names] = [
    (
      EGL_DMA_BUF_PLANE0_FD_EXT, EGL_DMA_BUF_PLANE0_OFFSET_EXT, EGL_DMA_BUF_PLANE0_PITCH_EXT,
      EGL_DMA_BUF_PLANE0_MODIFIER_LO_EXT, EGL_DMA_BUF_PLANE0_MODIFIER_HI_EXT
    ),
    (
      EGL_DMA_BUF_PLANE1_FD_EXT, EGL_DMA_BUF_PLANE1_OFFSET_EXT, EGL_DMA_BUF_PLANE1_PITCH_EXT,
      EGL_DMA_BUF_PLANE1_MODIFIER_LO_EXT, EGL_DMA_BUF_PLANE1_MODIFIER_HI_EXT
    ),
    (
      EGL_DMA_BUF_PLANE2_FD_EXT, EGL_DMA_BUF_PLANE2_OFFSET_EXT, EGL_DMA_BUF_PLANE2_PITCH_EXT,
      EGL_DMA_BUF_PLANE2_MODIFIER_LO_EXT, EGL_DMA_BUF_PLANE2_MODIFIER_HI_EXT
    ),
    (
      EGL_DMA_BUF_PLANE3_FD_EXT, EGL_DMA_BUF_PLANE3_OFFSET_EXT, EGL_DMA_BUF_PLANE3_PITCH_EXT,
      EGL_DMA_BUF_PLANE3_MODIFIER_LO_EXT, EGL_DMA_BUF_PLANE3_MODIFIER_HI_EXT
    ),
  ]
}
