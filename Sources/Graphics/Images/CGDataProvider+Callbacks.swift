import Foundation

/// A callback that copies the next bytes into memory for `count`, and returns their number; 0 at
/// the end.
public typealias CGDataProviderGetBytesCallback =
  @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer, Int) -> Int
/// A callback that skips bytes, and returns their number.
public typealias CGDataProviderSkipForwardCallback = @convention(c) (UnsafeMutableRawPointer?, off_t) -> off_t
/// A callback that returns to the first byte.
public typealias CGDataProviderRewindCallback = @convention(c) (UnsafeMutableRawPointer?) -> Void
/// A callback that releases the `info` of a data provider.
public typealias CGDataProviderReleaseInfoCallback = @convention(c) (UnsafeMutableRawPointer?) -> Void
/// A callback that returns all bytes of a data provider; nil if they are not in memory.
public typealias CGDataProviderGetBytePointerCallback = @convention(c) (UnsafeMutableRawPointer?) -> UnsafeRawPointer?
/// A callback that takes back what the callback before returned.
public typealias CGDataProviderReleaseBytePointerCallback =
  @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer) -> Void
/// A callback that copies bytes from a position into memory for a count, and returns their number.
public typealias CGDataProviderGetBytesAtPositionCallback =
  @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer, off_t, Int) -> Int

/// The callbacks of a data provider that is read from start to end.
///
/// `@unchecked Sendable`, as C's structure of function pointers is: they have no captures.
public struct CGDataProviderSequentialCallbacks: @unchecked Sendable {
  /// The version of the structure, 0.
  public var version: UInt32
  /// The callback that copies the next bytes.
  public var getBytes: CGDataProviderGetBytesCallback?
  /// The callback that skips bytes. Not called.
  public var skipForward: CGDataProviderSkipForwardCallback?
  /// The callback that returns to the first byte. Not called, because bytes are read once.
  public var rewind: CGDataProviderRewindCallback?
  /// The callback that releases the `info`.
  public var releaseInfo: CGDataProviderReleaseInfoCallback?

  /// Creates empty callbacks of version 0.
  public init() {
    self.init(version: 0, getBytes: nil, skipForward: nil, rewind: nil, releaseInfo: nil)
  }

  /// Creates callbacks.
  public init(
    version: UInt32, getBytes: CGDataProviderGetBytesCallback?, skipForward: CGDataProviderSkipForwardCallback?,
    rewind: CGDataProviderRewindCallback?, releaseInfo: CGDataProviderReleaseInfoCallback?
  ) {
    self.version = version
    self.getBytes = getBytes
    self.skipForward = skipForward
    self.rewind = rewind
    self.releaseInfo = releaseInfo
  }
}

/// The callbacks of a data provider that is read at any position.
///
/// `@unchecked Sendable`, as C's structure of function pointers is: they have no captures.
public struct CGDataProviderDirectCallbacks: @unchecked Sendable {
  /// The version of the structure, 0.
  public var version: UInt32
  /// The callback that returns all bytes.
  public var getBytePointer: CGDataProviderGetBytePointerCallback?
  /// The callback that takes the bytes back.
  public var releaseBytePointer: CGDataProviderReleaseBytePointerCallback?
  /// The callback that copies bytes from a position.
  public var getBytesAtPosition: CGDataProviderGetBytesAtPositionCallback?
  /// The callback that releases the `info`.
  public var releaseInfo: CGDataProviderReleaseInfoCallback?

  /// Creates empty callbacks of version 0.
  public init() {
    self.init(version: 0, getBytePointer: nil, releaseBytePointer: nil, getBytesAtPosition: nil, releaseInfo: nil)
  }

  /// Creates callbacks.
  public init(
    version: UInt32, getBytePointer: CGDataProviderGetBytePointerCallback?,
    releaseBytePointer: CGDataProviderReleaseBytePointerCallback?,
    getBytesAtPosition: CGDataProviderGetBytesAtPositionCallback?, releaseInfo: CGDataProviderReleaseInfoCallback?
  ) {
    self.version = version
    self.getBytePointer = getBytePointer
    self.releaseBytePointer = releaseBytePointer
    self.getBytesAtPosition = getBytesAtPosition
    self.releaseInfo = releaseInfo
  }
}

/// The program's side of a data provider, with the lifetime of the provider.
///
/// `@unchecked Sendable`, because `info` cannot be checked. The proof: it never changes, and is
/// passed to the program once more, when the last reference is released.
final class DataSource: @unchecked Sendable {
  let info: UnsafeMutableRawPointer?
  private let release: CGDataProviderReleaseInfoCallback?

  init(_ info: UnsafeMutableRawPointer?, release: CGDataProviderReleaseInfoCallback?) {
    (self.info, self.release) = (info, release)
  }

  deinit { release?(info) }
}

extension CGDataProvider {
  /// The most bytes that callbacks may give.
  private static let maximumBytes = 1 << 31
  /// The bytes that a sequential provider is asked for at a time.
  private static let chunkSize = 1 << 16

  /// Creates a provider of bytes that callbacks give from start to end. They are read at once, up
  /// to 2³¹ bytes, and `releaseInfo` is called with the provider's end. Nil without a callback for
  /// bytes.
  public convenience init?(
    sequentialInfo info: UnsafeMutableRawPointer?, callbacks: UnsafePointer<CGDataProviderSequentialCallbacks>
  ) {
    let callbacks = callbacks.pointee
    guard let read = callbacks.getBytes else { return nil }
    let bytes = Self.bytes { buffer, _ in read(info, buffer, Self.chunkSize) }
    self.init(bytes, from: DataSource(info, release: callbacks.releaseInfo))
  }

  /// Creates a provider of `size` bytes that callbacks give at any position. They are copied at
  /// once, and `releaseInfo` is called with the provider's end. Nil for a negative size or one
  /// above 2³¹ bytes, and without a callback for bytes.
  public convenience init?(
    directInfo info: UnsafeMutableRawPointer?, size: off_t, callbacks: UnsafePointer<CGDataProviderDirectCallbacks>
  ) {
    let callbacks = callbacks.pointee
    guard (0...off_t(Self.maximumBytes)).contains(size) else { return nil }
    let bytes: Data
    if let start = callbacks.getBytePointer?(info) {
      bytes = Data(bytes: start, count: Int(size))
      callbacks.releaseBytePointer?(info, start)
    } else if let read = callbacks.getBytesAtPosition {
      bytes = Self.bytes { buffer, position in
        read(info, buffer, off_t(position), min(Self.chunkSize, Int(size) - position))
      }
    } else {
      return nil
    }
    self.init(bytes, from: DataSource(info, release: callbacks.releaseInfo))
  }

  /// The bytes that `read` stores, given memory for `chunkSize` bytes and the position, until it
  /// stores none.
  private static func bytes(_ read: (UnsafeMutableRawPointer, Int) -> Int) -> Data {
    var bytes = Data()
    var chunk = [UInt8](repeating: 0, count: chunkSize)
    while bytes.count < maximumBytes {
      let position = bytes.count
      let count = chunk.withUnsafeMutableBytes { buffer in buffer.baseAddress.map { read($0, position) } ?? 0 }
      guard count > 0 else { break }
      bytes.append(contentsOf: chunk.prefix(count))
    }
    return bytes
  }
}
