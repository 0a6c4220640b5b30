import Foundation

extension CGImage {
  /// Creates an sRGB image from tight premultiplied RGBA bytes, top row first; nil if there are too
  /// few, or a size is not positive.
  package convenience init?(premultipliedRGBA8 bytes: [UInt8], width: Int, height: Int) {
    self.init(premultipliedRGBA8: Data(bytes), width: width, height: height)
  }

  /// Creates an sRGB image from tight premultiplied RGBA bytes, top row first; nil if there are too
  /// few, or a size is not positive.
  ///
  /// - Parameter fileType: the type of the file that the bytes are decoded from.
  package convenience init?(premultipliedRGBA8 bytes: Data, width: Int, height: Int, fileType: String? = nil) {
    let (rowSize, overflow) = width.multipliedReportingOverflow(by: 4)
    guard !overflow, let provider = CGDataProvider(data: bytes) else { return nil }
    self.init(
      width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: rowSize, space: .srgbSpace,
      bitmapInfo: CGBitmapInfo(alpha: .premultipliedLast, byteOrder: .order32Big), provider: provider, firstByte: 0,
      decode: nil, shouldInterpolate: true, intent: .defaultIntent, isMask: false, fileType: fileType)
  }

  /// The pixels as bytes: RGBA in sRGB, premultiplied, tight rows, top row first.
  ///
  /// The array has width · height · 4 bytes, rounded to the nearest and clipped to the gamut of
  /// sRGB. An alpha-only image is black with that alpha.
  package func premultipliedRGBA8() -> [UInt8] {
    premultipliedRGBA8(in: .srgbSpace)
  }

  /// The pixels as bytes in another RGB space, or three times the grey of a grey one.
  package func premultipliedRGBA8(in space: CGColorSpace) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: width * height * 4) { target, count in
      bytes.withUnsafeBytes { source in
        let firstRow = UnsafeRawBufferPointer(rebasing: source[firstByte...])
        if isCopiedAsIs(in: space) {
          copyRows(firstRow, to: target)
        } else if isReordered(in: space) {
          reorderRows(firstRow, to: target)
        } else {
          convertRows(firstRow, space, to: target)
        }
      }
      count = width * height * 4
    }
  }

  /// Calls `body` with the result of `premultipliedRGBA8`, without a copy if the image has that
  /// layout.
  package func withPremultipliedRGBA8<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    let rowSize = width * 4
    guard imported == nil, isCopiedAsIs(in: .srgbSpace), bytesPerRow == rowSize || height == 1 else {
      return premultipliedRGBA8().withUnsafeBytes { body($0) }
    }
    return bytes.withUnsafeBytes { bytes in
      body(UnsafeRawBufferPointer(rebasing: bytes[firstByte..<firstByte + rowSize * height]))
    }
  }

  /// The pixels as RGBA in a space, premultiplied, tight rows, top row first.
  ///
  /// Neither rounded to bytes nor, if the space is extended, clamped to 0…1.
  package func premultipliedFloats(in space: CGColorSpace) -> [SIMD4<Float>] {
    var reader = PixelReader(image: self, target: space, keepsRange: space.isExtended)
    var pixels: [SIMD4<Float>] = []
    pixels.reserveCapacity(width * height)
    bytes.withUnsafeBytes { source in
      let firstRow = UnsafeRawBufferPointer(rebasing: source[firstByte...])
      for row in 0..<height {
        for column in 0..<width {
          let pixel = reader.color(in: firstRow, at: row * bytesPerRow + column * layout.bytesPerPixel)
          pixels.append(SIMD4(Float(pixel.red), Float(pixel.green), Float(pixel.blue), Float(pixel.alpha)))
        }
      }
    }
    return pixels
  }

  /// Whether the bytes already are what `premultipliedRGBA8` gives.
  private func isCopiedAsIs(in space: CGColorSpace) -> Bool {
    layout.isRGBAOrder && layout.isPremultiplied && layout.alphaOffset == 3 && decode == nil
      && colorSpace == space
  }

  private func copyRows(_ source: UnsafeRawBufferPointer, to target: UnsafeMutableBufferPointer<UInt8>) {
    let rowSize = width * 4
    let destination = UnsafeMutableRawBufferPointer(target)
    for row in 0..<height {
      let pixels = UnsafeRawBufferPointer(rebasing: source[row * bytesPerRow..<row * bytesPerRow + rowSize])
      UnsafeMutableRawBufferPointer(rebasing: destination[row * rowSize..<(row + 1) * rowSize])
        .copyMemory(from: pixels)
    }
  }

  /// Whether the bytes only stand in another order than `premultipliedRGBA8` gives, or lack an
  /// alpha.
  private func isReordered(in space: CGColorSpace) -> Bool {
    layout.component == .byte && layout.colorOffsets.count == 3 && decode == nil && colorSpace == space
      && (layout.isPremultiplied || layout.alphaOffset == nil)
  }

  private func reorderRows(_ source: UnsafeRawBufferPointer, to target: UnsafeMutableBufferPointer<UInt8>) {
    let (red, green, blue) = (layout.colorOffsets[0], layout.colorOffsets[1], layout.colorOffsets[2])
    var next = 0
    for row in 0..<height {
      var pixel = row * bytesPerRow
      for _ in 0..<width {
        let alpha = layout.alphaOffset.map { source[pixel + $0] } ?? 255
        // No premultiplied colour is above its alpha.
        target[next] = min(source[pixel + red], alpha)
        target[next + 1] = min(source[pixel + green], alpha)
        target[next + 2] = min(source[pixel + blue], alpha)
        target[next + 3] = alpha
        next += 4
        pixel += layout.bytesPerPixel
      }
    }
  }

  private func convertRows(
    _ source: UnsafeRawBufferPointer, _ space: CGColorSpace, to target: UnsafeMutableBufferPointer<UInt8>
  ) {
    var reader = PixelReader(image: self, target: space)
    var next = 0
    for row in 0..<height {
      for column in 0..<width {
        let pixel = reader.color(in: source, at: row * bytesPerRow + column * layout.bytesPerPixel)
        target[next] = byte(pixel.red)
        target[next + 1] = byte(pixel.green)
        target[next + 2] = byte(pixel.blue)
        target[next + 3] = byte(pixel.alpha)
        next += 4
      }
    }
  }

  /// 0…1 to the nearest of 0…255; the reader gives nothing outside.
  private func byte(_ value: Double) -> UInt8 {
    UInt8(value * 255 + 0.5)
  }
}
