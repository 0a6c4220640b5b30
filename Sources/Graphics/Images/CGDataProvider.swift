import Foundation

/// A callback that releases the memory of a data provider, with its `info`, the memory and the
/// size.
public typealias CGDataProviderReleaseDataCallback =
  @convention(c) (UnsafeMutableRawPointer?, UnsafeRawPointer, Int) -> Void

/// A source of bytes for images. Immutable, so that images and committed trees share the bytes.
public final class CGDataProvider: Sendable {
  /// The bytes themselves.
  package let bytes: Data
  /// The program's callbacks, for the time that the provider exists; nil without any.
  private let source: DataSource?

  /// The `info` of a provider with callbacks; nil for others.
  public var info: UnsafeMutableRawPointer? { source?.info }

  /// Creates a provider of data, without a copy.
  public init?(data: Data) {
    bytes = data
    source = nil
  }

  /// A provider of what callbacks gave.
  init(_ bytes: Data, from source: DataSource) {
    self.bytes = bytes
    self.source = source
  }

  /// Creates a provider of data; mutable data is copied.
  public convenience init?(data: CFData) {
    self.init(data: Data(referencing: data))
  }

  /// Creates a provider of the program's memory, without a copy; nil if `size` is negative. The
  /// memory must not change until `releaseData` is called, on any thread, after the last image that
  /// uses it is released.
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

  /// Creates a provider of a file's bytes; nil if it cannot be read.
  public convenience init?(url: CFURL) {
    guard let bytes = try? Data(contentsOf: url as URL) else { return nil }
    self.init(data: bytes)
  }

  /// Creates a provider of a file's bytes; nil if it cannot be read.
  public convenience init?(filename: UnsafePointer<CChar>) {
    guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: String(cString: filename))) else { return nil }
    self.init(data: bytes)
  }

  /// A copy of all bytes.
  public var data: CFData? { bytes as NSData }

  /// The callback that returns memory to the program.
  private struct Release {
    let callback: CGDataProviderReleaseDataCallback
    let info: UnsafeMutableRawPointer?
  }
}
