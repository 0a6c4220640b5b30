import Foundation

/// A picture in real numbers, so that a comparison can tell which bytes a pixel may round to.
package struct ReferencePicture: Sendable {
  /// In device pixels.
  package let width: Int
  /// In device pixels.
  package let height: Int
  /// Premultiplied red, green, blue and alpha, 0…1, four a pixel, row after row, the top row first.
  package let pixels: [Double]

  package init(width: Int, height: Int, pixels: [Double]) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// The picture in premultiplied RGBA of 8 bits, each number rounded to the nearest.
  package func bytes() -> [UInt8] {
    pixels.withUnsafeBufferPointer { $0.roundedBytes() }
  }
}

extension UnsafeBufferPointer<Double> {
  /// Numbers of 0…1 as bytes.
  func roundedBytes() -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { bytes, initializedCount in
      var index = 0
      while index < count {
        bytes[index] = UInt8(limited((self[index] * 255).rounded(), 0, 255))
        index += 1
      }
      initializedCount = count
    }
  }
}
