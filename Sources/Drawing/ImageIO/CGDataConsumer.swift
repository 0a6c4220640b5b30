import Foundation
import MultiplaneGraphics

/// What takes bytes that are written: memory or a file.
public final class CGDataConsumer {
  private let take: ([UInt8]) -> Bool

  /// Appends to `data`.
  public init?(data: CFMutableData) {
    take = {
      data.append(Data($0))
      return true
    }
  }

  /// Writes a file, whole or not at all; nil for a place that is no file.
  public init?(url: CFURL) {
    guard let path = (url as URL).filePath else { return nil }
    take = { bytes in (try? writeFileAtomically(bytes, to: path)) != nil }
  }

  /// False if the bytes could not be taken.
  func write(_ bytes: [UInt8]) -> Bool { take(bytes) }
}
