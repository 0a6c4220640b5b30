import Foundation

/// A picture in real numbers, for comparisons with rounded bytes.
package struct ReferencePicture: Sendable {
  /// The width, in device pixels.
  package let width: Int
  /// The height, in device pixels.
  package let height: Int
  /// Premultiplied red, green, blue and alpha in 0…1, four per pixel, in rows from the top.
  package let pixels: [Double]

  package init(width: Int, height: Int, pixels: [Double]) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// The picture in premultiplied RGBA8, rounded to the nearest.
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
