import Foundation

extension CGImage {
  /// Whether components are half floats, which exceed the precision of bytes (rendering rules §9).
  package var hasHalfFloats: Bool { layout.component != .byte }

  /// Creates an image from tight half floats: RGBA, little-endian, premultiplied, top row first.
  /// Nil if there are too few, or a size is not positive.
  ///
  /// - Parameters:
  ///   - isExtended: whether numbers may be outside 0…1; the space is then extended sRGB, else
  ///     sRGB.
  ///   - fileType: the type of the file that the numbers are decoded from.
  package convenience init?(
    premultipliedHalves halves: Data, width: Int, height: Int, isExtended: Bool, fileType: String? = nil
  ) {
    let (rowSize, overflow) = width.multipliedReportingOverflow(by: 8)
    guard !overflow, let provider = CGDataProvider(data: halves) else { return nil }
    var info = CGBitmapInfo(alpha: .premultipliedLast, byteOrder: .order16Little)
    info.insert(.floatComponents)
    self.init(
      width: width, height: height, bitsPerComponent: 16, bitsPerPixel: 64, bytesPerRow: rowSize,
      space: isExtended ? .extendedSRGBSpace : .srgbSpace, bitmapInfo: info, provider: provider, firstByte: 0,
      decode: nil, shouldInterpolate: true, intent: .defaultIntent, isMask: false, fileType: fileType)
  }

  /// The pixels as half floats: RGBA in extended sRGB, premultiplied, tight rows, top row first.
  ///
  /// The array has width · height · 4 numbers, all finite. Alpha is in 0…1, and so are the colours
  /// unless the image's space is extended.
  package func premultipliedHalves() -> [Float16] {
    var reader = PixelReader(image: self, target: .extendedSRGBSpace, keepsRange: true)
    return [Float16](unsafeUninitializedCapacity: width * height * 4) { target, count in
      bytes.withUnsafeBytes { source in
        let firstRow = UnsafeRawBufferPointer(rebasing: source[firstByte...])
        for row in 0..<height {
          for column in 0..<width {
            let offset = row * bytesPerRow + column * layout.bytesPerPixel
            let pixel = plainHalves(in: firstRow, at: offset) ?? reader.color(in: firstRow, at: offset).halves
            for channel in 0..<4 { target[count + channel] = pixel[channel] }
            count += 4
          }
        }
      }
    }
  }

  /// The same as they are drawn: straight colours beyond −2…2 become the nearest of these
  /// (rendering rules §9).
  package func drawnHalves() -> [Float16] {
    var halves = premultipliedHalves()
    halves.withUnsafeMutableBufferPointer { halves in
      for first in stride(from: 0, to: halves.count, by: 4) {
        let most = 2 * halves[first + 3]
        for index in first..<first + 3 where halves[index].magnitude > most {
          halves[index] = halves[index] < 0 ? -most : most
        }
      }
    }
    return halves
  }

  /// A pixel that is stored as it is wanted; nil for one that has to be converted.
  private func plainHalves(in bytes: UnsafeRawBufferPointer, at offset: Int) -> SIMD4<Float16>? {
    guard layout == .premultipliedHalves, decode == nil, colorSpace == .extendedSRGBSpace else { return nil }
    let bits = SIMD4<UInt16>(
      littleEndian(bytes, offset), littleEndian(bytes, offset + 2), littleEndian(bytes, offset + 4),
      littleEndian(bytes, offset + 6))
    // An exponent of ones is an infinity or no number; alpha, not negative, is at most that of 1.
    let isFinite = all((bits & 0x7C00) .!= 0x7C00)
    guard isFinite, bits.w > 0, bits.w <= Float16(1).bitPattern else { return nil }
    return SIMD4<Float16>(
      Float16(bitPattern: bits.x), Float16(bitPattern: bits.y), Float16(bitPattern: bits.z),
      Float16(bitPattern: bits.w))
  }

  private func littleEndian(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> UInt16 {
    UInt16(bytes[offset]) | UInt16(bytes[offset + 1]) << 8
  }
}

extension PremultipliedColor {
  /// Rounded to half floats; what is too large for one becomes the largest.
  fileprivate var halves: SIMD4<Float16> {
    let most = Double(Float16.greatestFiniteMagnitude)
    let numbers = SIMD4(red, green, blue, alpha).clamped(
      lowerBound: SIMD4(repeating: -most), upperBound: SIMD4(repeating: most))
    return SIMD4(Float16(numbers.x), Float16(numbers.y), Float16(numbers.z), Float16(numbers.w))
  }
}
