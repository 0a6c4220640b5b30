import Foundation

/// What releases the memory that a data provider was made of: called with the `dataInfo`, the memory and its size.
public typealias CGDataProviderReleaseDataCallback =
  @Sendable (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Void

/// The bytes that an image reads. Immutable, so that images and committed trees share them without copying.
public final class CGDataProvider: Sendable {
  /// The bytes themselves.
  package let bytes: Data

  /// Hands out these bytes, which are not copied.
  public init?(data: Data) {
    bytes = data
  }

  /// Hands out the bytes of an `NSData`, copied if it is mutable.
  public convenience init?(data: CFData) {
    self.init(data: Data(referencing: data))
  }

  /// Hands out memory of the program, which is not copied: it must stay as it is until `releaseData` is called, on any
  /// thread, when the last image over it is gone. Nil if `size` is negative.
  public convenience init?(
    dataInfo: UnsafeMutableRawPointer?, data: UnsafeRawPointer, size: Int,
    releaseData: @escaping CGDataProviderReleaseDataCallback
  ) {
    guard size >= 0 else { return nil }
    // Few bytes are copied into the value itself, and released at once.
    let release = Release(callback: releaseData, info: dataInfo)
    self.init(
      data: Data(
        bytesNoCopy: UnsafeMutableRawPointer(mutating: data), count: size,
        deallocator: .custom { release.callback(release.info, $0, $1) }))
  }

  /// Hands out the bytes of a file; nil if it cannot be read.
  public convenience init?(url: CFURL) {
    guard let bytes = try? Data(contentsOf: url as URL) else { return nil }
    self.init(data: bytes)
  }

  /// Hands out the bytes of a file; nil if it cannot be read.
  public convenience init?(filename: UnsafePointer<CChar>) {
    guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: String(cString: filename))) else { return nil }
    self.init(data: bytes)
  }

  /// All the bytes.
  public var data: CFData? { bytes as NSData }

  /// What gives memory back to the program.
  private struct Release {
    let callback: CGDataProviderReleaseDataCallback
    let info: UnsafeMutableRawPointer?
  }
}
