import Foundation
import Synchronization

/// External pixels of a video decoder, a camera or another program: a Linux dma-buf or an EGLImage.
/// Layers show them without a copy if the driver can. Set it as a layer's `contents`, like an
/// `IOSurface` on Apple's systems.
///
/// The pixels are premultiplied sRGB, top row first. They must not change until a frame without
/// them has been drawn, so a decoder needs several buffers. To reuse a buffer, call
/// `contentsChanged(acquireFence:)` and set it as contents again.
public final class ImportedImage: Sendable {
  /// One plane of the pixels.
  public struct Plane: Sendable {
    /// The file descriptor of the dma-buf; planes may share one.
    public var descriptor: Int32
    /// The offset of the first row, in bytes.
    public var offset: Int
    /// Bytes per row, including padding.
    public var bytesPerRow: Int

    /// Creates a plane.
    public init(descriptor: Int32, offset: Int = 0, bytesPerRow: Int) {
      self.descriptor = descriptor
      self.offset = offset
      self.bytesPerRow = bytesPerRow
    }
  }

  /// The source of the external pixels.
  package enum Source: Sendable {
    /// Our own descriptors of the dma-bufs.
    case dmaBuf([Plane])
    /// The EGLImage's handle; whether it can be read as an external texture only.
    case eglImage(UInt, isExternal: Bool)
  }

  /// The width, in pixels.
  public let width: Int
  /// The height, in pixels.
  public let height: Int
  /// The pixel format.
  public let pixelFormat: DRMPixelFormat
  /// The memory layout, a modifier of `drm_fourcc.h`; nil if it is unknown.
  public let modifier: UInt64?
  /// The matrix of luma and chroma; ignored for RGB formats.
  public let colorMatrix: YCbCrMatrix
  /// The range of luma and chroma; ignored for RGB formats.
  public let colorRange: YCbCrRange
  package let source: Source
  private let release: (@Sendable () -> Void)?
  private let state = Mutex(State())

  /// The state that changes with the pixels.
  private struct State {
    var generation = 0
    var fence: SyncFile?
    weak var image: CGImage?
  }

  private init(
    width: Int, height: Int, _ format: DRMPixelFormat, modifier: UInt64?, _ matrix: YCbCrMatrix, _ range: YCbCrRange,
    _ source: Source, release: (@Sendable () -> Void)?
  ) {
    (self.width, self.height) = (width, height)
    pixelFormat = format
    self.modifier = modifier
    colorMatrix = matrix
    colorRange = range
    self.source = source
    self.release = release
  }

  /// Imports pixels of dma-bufs. The descriptors are duplicated; the caller may close its own.
  ///
  /// - Parameters:
  ///   - modifier: the memory layout, as in `drm_fourcc.h`; nil lets the driver decide.
  ///   - colorMatrix: the matrix of luma and chroma; by default that of high-definition video.
  ///   - colorRange: the range of luma and chroma; by default that of video.
  ///   - acquireFence: a `sync_file` that is signalled when the pixels are ready; duplicated. Nil
  ///     if they are.
  ///   - release: called on any thread when the pixels are no longer used.
  /// - Throws: `ImportedImageError` for an invalid size, number of planes, or row length.
  public convenience init(
    width: Int, height: Int, pixelFormat: DRMPixelFormat, modifier: UInt64? = nil, planes: [Plane],
    colorMatrix: YCbCrMatrix = .bt709, colorRange: YCbCrRange = .limited, acquireFence: Int32? = nil,
    release: (@Sendable () -> Void)? = nil
  ) throws(ImportedImageError) {
    guard (1...32768).contains(width), (1...32768).contains(height) else {
      throw .size(width: width, height: height)
    }
    try pixelFormat.check(planes, modifier: modifier, width: width)
    var owned: [Plane] = []
    for plane in planes {
      let copy = fcntl(plane.descriptor, F_DUPFD_CLOEXEC, 0)
      guard copy >= 0 else {
        for plane in owned { _ = close(plane.descriptor) }
        throw .descriptor(plane.descriptor)
      }
      owned.append(Plane(descriptor: copy, offset: plane.offset, bytesPerRow: plane.bytesPerRow))
    }
    self.init(
      width: width, height: height, pixelFormat, modifier: modifier, colorMatrix, colorRange, .dmaBuf(owned),
      release: release)
    if let acquireFence { state.withLock { $0.fence = SyncFile(duplicating: acquireFence) } }
  }

  /// Imports the pixels of an `EGLImage` of the EGL display that draws the frames.
  ///
  /// Only OpenGL can show them: the reference renderer and `render(in:)` draw them transparent.
  ///
  /// - Parameters:
  ///   - isExternal: whether it can only be sampled as an external texture, as video may be.
  ///   - release: called on any thread when the image is no longer used and may be destroyed.
  /// - Throws: `ImportedImageError` for an invalid size.
  public convenience init(
    eglImage: UnsafeMutableRawPointer, width: Int, height: Int, isExternal: Bool = false,
    release: (@Sendable () -> Void)? = nil
  ) throws(ImportedImageError) {
    guard (1...32768).contains(width), (1...32768).contains(height) else {
      throw .size(width: width, height: height)
    }
    self.init(
      width: width, height: height, .argb8888, modifier: nil, .bt709, .limited,
      .eglImage(UInt(bitPattern: eglImage), isExternal: isExternal), release: release)
  }

  deinit {
    if case .dmaBuf(let planes) = source {
      for plane in planes { _ = close(plane.descriptor) }
    }
    release?()
  }

  /// Announces new pixels in the same memory. Layers show them after the image is set as contents
  /// again.
  ///
  /// - Parameter acquireFence: a `sync_file` that is signalled when the pixels are ready;
  ///   duplicated. Nil if they are.
  public func contentsChanged(acquireFence: Int32? = nil) {
    state.withLock {
      $0.generation += 1
      $0.fence = acquireFence.flatMap(SyncFile.init(duplicating:))
      $0.image = nil
    }
  }

  /// The fence before reading the pixels; nil if they are ready.
  package var fence: SyncFile? { state.withLock(\.fence) }

  /// The current pixels as an image, a new object after each change. It does not copy them: its
  /// bytes are read on demand.
  package var image: CGImage {
    state.withLock { state in
      if let known = state.image { return known }
      let image = CGImage(imported: self, generation: state.generation)
      state.image = image
      return image
    }
  }
}

extension CGImage {
  /// The image of a layer's contents: itself, or the current pixels of an `ImportedImage`; nil for
  /// others.
  package static func shown(by contents: Any?) -> CGImage? {
    contents as? CGImage ?? (contents as? ImportedImage)?.image
  }
}

/// A `sync_file`: a descriptor that becomes readable when work is complete.
package final class SyncFile: Sendable {
  /// The descriptor, open as long as this object.
  package let descriptor: Int32

  /// Nil for what is no descriptor.
  init?(duplicating descriptor: Int32) {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return nil }
    self.descriptor = copy
  }

  deinit { _ = close(descriptor) }

  /// Waits on this thread, at most a second, because the work of a fence has begun when it is
  /// passed on.
  package func wait() {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&polled, 1, 1000)
  }
}
