import Foundation
import Synchronization

/// Pixels that belong to somebody else, a video decoder, a camera or another program, and that a layer shows without
/// copying them where the driver can: a Linux dma-buf or an EGLImage. Set it as a layer's `contents`, as an `IOSurface` on
/// Apple's systems.
///
/// Alpha is multiplied in, the top row comes first, red, green and blue are sRGB. The pixels must stay as they are from
/// the moment they are handed over until a frame with others in their place has been drawn: a decoder takes turns with
/// several buffers. If one is written again, call `contentsChanged(acquireFence:)` and set it as contents again.
public final class ImportedImage: Sendable {
  /// One plane of the pixels.
  public struct Plane: Sendable {
    /// The dma-buf that it lies in, several planes in one or each in its own.
    public var descriptor: Int32
    /// Bytes before its first row.
    public var offset: Int
    /// Bytes from one row to the next.
    public var bytesPerRow: Int

    /// A plane of its three parts.
    public init(descriptor: Int32, offset: Int = 0, bytesPerRow: Int) {
      self.descriptor = descriptor
      self.offset = offset
      self.bytesPerRow = bytesPerRow
    }
  }

  /// What somebody else's pixels are known by.
  package enum Source: Sendable {
    /// Our own descriptors of the dma-bufs.
    case dmaBuf([Plane])
    /// The EGLImage's handle; whether it can be read as an external texture only.
    case eglImage(UInt, isExternal: Bool)
  }

  /// Pixels in a row.
  public let width: Int
  /// Rows.
  public let height: Int
  /// How a pixel is stored.
  public let pixelFormat: DRMPixelFormat
  /// How the pixels lie in memory, as in `drm_fourcc.h`; nil if nobody told.
  public let modifier: UInt64?
  /// What luma and chroma mean; does not matter for formats of red, green and blue.
  public let colorMatrix: YCbCrMatrix
  /// Which numbers black and white are; does not matter for formats of red, green and blue.
  public let colorRange: YCbCrRange
  package let source: Source
  private let release: (@Sendable () -> Void)?
  private let state = Mutex(State())

  /// What changes when the pixels do.
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

  /// The pixels of one or several dma-bufs. Their descriptors are duplicated; yours may be closed afterwards.
  ///
  /// - Parameters:
  ///   - modifier: how they lie in memory, as in `drm_fourcc.h`; nil leaves it to the driver.
  ///   - colorMatrix: of luma and chroma, by default that of high-definition video.
  ///   - colorRange: of luma and chroma, by default that of video.
  ///   - acquireFence: a `sync_file` that is signalled when the pixels are there; it is duplicated. Nil if they are.
  ///   - release: called, on any thread, when nothing uses the pixels any more.
  /// - Throws: `ImportedImageError` for a size that is not positive, another number of planes than the format has, or rows
  ///   that do not fit.
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

  /// The pixels of an `EGLImage` of the EGL display that frames are drawn with.
  ///
  /// They can be shown by OpenGL only: the reference renderer, and `render(in:)` with it, sees them transparent.
  ///
  /// - Parameters:
  ///   - isExternal: whether it can be read as an external texture only, as video can.
  ///   - release: called, on any thread, when nothing uses the image any more and it may be destroyed.
  /// - Throws: `ImportedImageError` for a size that is not positive.
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

  /// Tells that other pixels are there now. Layers show them once the image is set as their contents again.
  ///
  /// - Parameter acquireFence: a `sync_file` that is signalled when they are there; it is duplicated. Nil if they are.
  public func contentsChanged(acquireFence: Int32? = nil) {
    state.withLock {
      $0.generation += 1
      $0.fence = acquireFence.flatMap(SyncFile.init(duplicating:))
      $0.image = nil
    }
  }

  /// How often the pixels have changed.
  package var generation: Int { state.withLock(\.generation) }

  /// What to wait for before the pixels are read; nil if they are there.
  package var fence: SyncFile? { state.withLock(\.fence) }

  /// The pixels as they are now, as an image: another object after each change. It does not hold them; whoever looks at
  /// its bytes reads them then.
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
  /// The image that contents of any kind show: itself, or the pixels of an `ImportedImage` as they are now; nil for others.
  package static func shown(by contents: Any?) -> CGImage? {
    contents as? CGImage ?? (contents as? ImportedImage)?.image
  }
}

/// A `sync_file`: a descriptor that can be read from once something is done.
package final class SyncFile: Sendable {
  /// Open as long as this lives.
  package let descriptor: Int32

  /// Nil for what is no descriptor.
  init?(duplicating descriptor: Int32) {
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return nil }
    self.descriptor = copy
  }

  deinit { _ = close(descriptor) }

  /// Waits on this thread, a second at most: who hands over a fence has begun what it stands for.
  package func wait() {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    _ = poll(&polled, 1, 1000)
  }
}
