import Foundation

extension CGImage {
  /// Creates an image mask of 8-bit samples: 0 paints, 255 does not; reversed with `decode` 1, 0.
  ///
  /// Nil for other sample sizes, and for the same reasons as `init(width:…)`.
  public convenience init?(
    maskWidth width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int,
    provider: CGDataProvider, decode: [CGFloat]?, shouldInterpolate: Bool
  ) {
    if let decode, decode.count < 2 { return nil }
    self.init(
      width: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel,
      bytesPerRow: bytesPerRow, space: .deviceGraySpace, bitmapInfo: CGBitmapInfo(alpha: .alphaOnly),
      provider: provider, firstByte: 0, decode: decode, shouldInterpolate: shouldInterpolate, intent: .defaultIntent,
      isMask: true)
  }

  /// Creates an image mask, with a pointer to the two numbers of `decode`.
  @_disfavoredOverload  // Arrays and nil are for the other, which knows how many there are.
  public convenience init?(
    maskWidth width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int,
    provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool
  ) {
    self.init(
      maskWidth: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel,
      bytesPerRow: bytesPerRow, provider: provider, decode: decode.map { [$0[0], $0[1]] },
      shouldInterpolate: shouldInterpolate)
  }

  /// Returns the image masked by another one, which is stretched over it.
  ///
  /// An image mask is opaque where its samples are 0, a grey image where it is white, and an
  /// alpha-only image where alpha is 1. The result is 8-bit sRGB with alpha. Nil for other masks,
  /// and if the image itself is an image mask.
  public func masking(_ mask: CGImage) -> CGImage? {
    guard !isMask, let coverage = mask.maskCoverage() else { return nil }
    var pixels = premultipliedRGBA8()
    pixels.withUnsafeMutableBufferPointer { pixels in
      var next = 0
      for row in 0..<height {
        let maskRow = row * mask.height / height * mask.width
        for column in 0..<width {
          let part = UInt32(coverage[maskRow + column * mask.width / width])
          for channel in next..<next + 4 {
            pixels[channel] = UInt8(truncatingIfNeeded: (UInt32(pixels[channel]) * part + 127) / 255)
          }
          next += 4
        }
      }
    }
    return CGImage(premultipliedRGBA8: pixels, width: width, height: height)
  }

  /// Returns the image with the pixels inside a colour range made transparent: a minimum and a
  /// maximum, 0…255, per component of the image's own space.
  ///
  /// The result is 8-bit sRGB with alpha. Nil if numbers are missing, for image masks, and for
  /// images with alpha or with components other than bytes.
  public func copy(maskingColorComponents components: [CGFloat]) -> CGImage? {
    let count = layout.colorOffsets.count
    guard !isMask, isOpaque, layout.component == .byte, components.count >= 2 * count else { return nil }
    var pixels = premultipliedRGBA8()
    bytes.withUnsafeBytes { source in
      for row in 0..<height {
        for column in 0..<width {
          let pixel = firstByte + row * bytesPerRow + column * layout.bytesPerPixel
          let isMasked = layout.colorOffsets.enumerated().allSatisfy { index, offset in
            let value = CGFloat(source[pixel + offset])
            return components[2 * index] <= value && value <= components[2 * index + 1]
          }
          guard isMasked else { continue }
          let target = (row * width + column) * 4
          for channel in target..<target + 4 { pixels[channel] = 0 }
        }
      }
    }
    return CGImage(premultipliedRGBA8: pixels, width: width, height: height)
  }

  /// The coverage of a mask per pixel, 0…255, top row first; nil for an image that is no mask.
  package func maskCoverage() -> [UInt8]? {
    let isGray = colorSpace?.model == .monochrome && isOpaque
    guard isMask || isGray || alphaInfo == .alphaOnly else { return nil }
    // A grey number counts as it stands, whatever light it means in its space.
    guard let numbers = isGray ? copy(colorSpace: .deviceGraySpace) : self else { return nil }
    let pixels = numbers.premultipliedRGBA8()
    let channel = isGray ? 0 : 3
    return stride(from: channel, to: pixels.count, by: 4).map { pixels[$0] }
  }
}

/// The decode range of a stencil's samples: the masked share, from `low` for 0 to `high` for 255.
struct StencilDecoding {
  private let low: Double
  private let high: Double

  init(_ decode: [CGFloat]?) {
    let given = decode ?? []
    (low, high) = given.count >= 2 ? (Double(given[0]), Double(given[1])) : (0, 1)
  }

  /// The unmasked share, 0…1, for a sample 0…1.
  func coverage(ofSample sample: Double) -> Double {
    let keptOut = low + sample * (high - low)
    return keptOut.isNaN ? 0 : 1 - min(max(keptOut, 0), 1)
  }
}
