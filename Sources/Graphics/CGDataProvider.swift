import Foundation

/// What releases the memory that a data provider was made of: called with the `dataInfo`, the memory and its size.
public typealias CGDataProviderReleaseDataCallback = (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Void

/// The bytes that an image reads. Immutable, so that images and committed trees share them without copying.
public final class CGDataProvider: Sendable {
  /// The bytes themselves.
  package let bytes: Data

  /// Hands out these bytes.
  public init?(data: Data) {
    bytes = data
  }

  /// Hands out the bytes of an `NSData`, copied if it is mutable.
  public convenience init?(data: CFData) {
    self.init(data: Data(referencing: data))
  }

  /// Hands out a copy of the memory, and calls `releaseData` at once: what is shared between threads must not be memory
  /// that others write to. Nil if `size` is negative.
  public convenience init?(
    dataInfo: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int,
    releaseData: CGDataProviderReleaseDataCallback
  ) {
    guard size >= 0 else { return nil }
    let copy = Data(bytes: data, count: size)
    releaseData(dataInfo, data, size)
    self.init(data: copy)
  }

  /// All the bytes.
  public var data: CFData? { bytes as NSData }
}
