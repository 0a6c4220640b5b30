import Foundation
import MultiplaneGraphics

/// A callback that takes bytes, and returns how many it took.
public typealias CGDataConsumerPutBytesCallback =
  @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Int
/// A callback that releases the `info` of a data consumer.
public typealias CGDataConsumerReleaseInfoCallback = @convention(c) (UnsafeMutableRawPointer?) -> Void

/// The callbacks of a `CGDataConsumer`.
///
/// `@unchecked Sendable`, as C's structure of function pointers is: they have no captures.
public struct CGDataConsumerCallbacks: @unchecked Sendable {
  /// The callback that takes bytes.
  public var putBytes: CGDataConsumerPutBytesCallback?
  /// The callback that releases the `info`.
  public var releaseConsumer: CGDataConsumerReleaseInfoCallback?

  /// Creates empty callbacks.
  public init() {
    self.init(putBytes: nil, releaseConsumer: nil)
  }

  /// Creates callbacks.
  public init(putBytes: CGDataConsumerPutBytesCallback?, releaseConsumer: CGDataConsumerReleaseInfoCallback?) {
    self.putBytes = putBytes
    self.releaseConsumer = releaseConsumer
  }
}

/// A destination of written bytes: memory, a file, or callbacks.
public final class CGDataConsumer {
  private let take: ([UInt8]) -> Bool
  private let release: () -> Void

  /// Creates a consumer that appends to `data`.
  public init?(data: CFMutableData) {
    take = {
      data.append(Data($0))
      return true
    }
    release = {}
  }

  /// Creates a consumer that writes a file, completely or not at all; nil for a URL that is no
  /// file.
  public init?(url: CFURL) {
    guard let path = (url as URL).filePath else { return nil }
    take = { bytes in (try? writeFileAtomically(bytes, to: path)) != nil }
    release = {}
  }

  /// Creates a consumer that passes bytes to a callback with `info`; nil without one.
  public init?(info: UnsafeMutableRawPointer?, cbks: UnsafePointer<CGDataConsumerCallbacks>) {
    let callbacks = cbks.pointee
    guard let put = callbacks.putBytes else { return nil }
    take = { bytes in
      bytes.withUnsafeBytes { bytes in bytes.baseAddress.map { put(info, $0, bytes.count) == bytes.count } ?? true }
    }
    release = { callbacks.releaseConsumer?(info) }
  }

  deinit { release() }

  /// False if the bytes could not be taken.
  func write(_ bytes: [UInt8]) -> Bool { take(bytes) }

  /// The type identifier of data consumers.
  public static var typeID: CFTypeID { classID(of: CGDataConsumer.self) }
}
