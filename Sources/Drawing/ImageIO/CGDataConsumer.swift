import Foundation
import MultiplaneGraphics

/// A destination of written bytes: memory or a file.
public final class CGDataConsumer {
  private let take: ([UInt8]) -> Bool

  /// Creates a consumer that appends to `data`.
  public init?(data: CFMutableData) {
    take = {
      data.append(Data($0))
      return true
    }
  }

  /// Creates a consumer that writes a file, completely or not at all; nil for a URL that is no
  /// file.
  public init?(url: CFURL) {
    guard let path = (url as URL).filePath else { return nil }
    take = { bytes in (try? writeFileAtomically(bytes, to: path)) != nil }
  }

  /// False if the bytes could not be taken.
  func write(_ bytes: [UInt8]) -> Bool { take(bytes) }
}
