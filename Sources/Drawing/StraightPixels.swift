import Foundation

/// Pixels as image files hold them: RGBA8, straight (colour not multiplied by alpha), sRGB, top row
/// first, no padding.
///
/// They are `Data` because an image keeps its pixels so: a large file's are in memory once.
struct StraightPixels {
  let width: Int
  let height: Int
  /// `width * height * 4` bytes.
  private(set) var bytes: Data

  /// Takes straight RGBA8 bytes, or opaque ones of either kind.
  init(width: Int, height: Int, bytes: Data) {
    precondition(bytes.count == width * height * 4, "RGBA8 pixels must be width * height * 4 bytes")
    self.width = width
    self.height = height
    self.bytes = bytes
  }

  /// Divides colour by alpha: `straight = premultiplied * 255 / alpha`, rounded to nearest, halves
  /// up.
  ///
  /// Alpha 0 gives colour 0. A colour above its alpha (no premultiplied pixel has one) gives 255.
  init(width: Int, height: Int, premultiplied: [UInt8]) {
    self.init(width: width, height: height, bytes: Data(premultiplied))
    bytes.withUnsafeMutableBytes { Self.divideByAlpha($0) }
  }

  /// The same for pixels in their place.
  static func divideByAlpha(_ bytes: UnsafeMutableRawBufferPointer) {
    changeColors(of: bytes) { color, alpha in alpha == 0 ? 0 : min(255, (color * 255 + alpha / 2) / alpha) }
  }

  /// Whether no pixel lets anything through.
  var isOpaque: Bool { bytes.withUnsafeBytes(Self.isOpaque) }

  /// The same of RGBA8 bytes.
  static func isOpaque(_ bytes: UnsafeRawBufferPointer) -> Bool {
    let alphaMask = UInt32(bigEndian: 0xFF)
    var all = alphaMask
    // A word a pixel; bound memory would ask for aligned addresses.
    for start in stride(from: 0, to: bytes.count, by: 4) {
      all &= bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self)
    }
    return all & alphaMask == alphaMask
  }

  /// Multiplies colour by alpha: `premultiplied = straight * alpha / 255`, rounded to nearest.
  ///
  /// No product is half-way between two bytes, 255 being odd; `+ 127` before the division rounds
  /// exactly. Dividing and multiplying again returns every premultiplied byte: the division is off
  /// by at most 1/2, which the multiplication shrinks by alpha / 255 to less than 1/2.
  consuming func premultiplied() -> Data {
    bytes.withUnsafeMutableBytes { Self.changeColors(of: $0) { color, alpha in (color * alpha + 127) / 255 } }
    return bytes
  }

  /// Has a function change the pixels in their place.
  mutating func changeBytes(_ change: (UnsafeMutableRawBufferPointer) -> Void) {
    bytes.withUnsafeMutableBytes { change($0) }
  }

  /// Replaces red, green and blue of each pixel that is not opaque by a function of itself and
  /// alpha, both 0…255.
  private static func changeColors(
    of bytes: UnsafeMutableRawBufferPointer, _ change: (_ color: UInt32, _ alpha: UInt32) -> UInt32
  ) {
    for pixel in stride(from: 0, to: bytes.count, by: 4) {
      let alpha = UInt32(bytes[pixel + 3])
      if alpha == 255 { continue }
      for channel in pixel..<pixel + 3 {
        bytes[channel] = UInt8(truncatingIfNeeded: change(UInt32(bytes[channel]), alpha))
      }
    }
  }
}

/// Premultiplied RGBA8 pixels over opaque white, as RGB8: `colour + (255 - alpha)`, at most 255.
func compositeOverWhite(premultiplied pixels: [UInt8]) -> [UInt8] {
  let count = pixels.count / 4
  return [UInt8](unsafeUninitializedCapacity: count * 3) { result, initializedCount in
    for index in 0..<count {
      let white = 255 - UInt16(pixels[index * 4 + 3])
      for channel in 0..<3 {
        result[index * 3 + channel] = UInt8(min(255, UInt16(pixels[index * 4 + channel]) + white))
      }
    }
    initializedCount = count * 3
  }
}

/// Premultiplies RGBA8 pixels, rounded to the nearest.
///
/// - Parameter isOpaque: whether the fourth byte is unused, and becomes 255.
package func premultipliedRGBA8(straight pixels: [UInt8], isOpaque: Bool) -> [UInt8] {
  guard isOpaque else {
    return [UInt8](StraightPixels(width: pixels.count / 4, height: 1, bytes: Data(pixels)).premultiplied())
  }
  var pixels = pixels
  for pixel in stride(from: 3, to: pixels.count, by: 4) { pixels[pixel] = 255 }
  return pixels
}

/// Unpremultiplies RGBA8 pixels: `colour · 255 / alpha`, rounded to the nearest.
///
/// - Parameter pixels: premultiplied, `width * height * 4` bytes.
package func straightRGBA8(premultiplied pixels: [UInt8], width: Int, height: Int) -> [UInt8] {
  Array(StraightPixels(width: width, height: height, premultiplied: pixels).bytes)
}
