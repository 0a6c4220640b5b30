import Foundation

extension CGImage {
  /// How many columns from the left, rows from the top, columns from the right and rows from the bottom show nothing at
  /// all: their premultiplied components are 0.
  ///
  /// 32,767 at most; 0 where that is not known at little cost (imported images, half floats, stencils), and for images of
  /// which no pixel shows. Who asks first looks at the pixels, from the edges inwards and no farther than to those that
  /// show.
  package var transparentMargins: SIMD4<Double> {
    var packed = storedMargins.load(ordering: .relaxed)
    if packed == 0 {
      packed = packedMargins()
      // Others who ask at the same time find the same.
      storedMargins.store(packed, ordering: .relaxed)
    }
    func number(_ index: UInt64) -> Double { Double(packed >> (index * 15) & Self.mostMargin) }
    return SIMD4(number(0), number(1), number(2), number(3))
  }

  /// Four numbers of 15 bits, and a bit that tells them from what was never asked for.
  private static let mostMargin: UInt64 = 0x7FFF
  private static let knownMargins: UInt64 = 1 << 63

  private func packedMargins() -> UInt64 {
    guard imported == nil, !isMask, layout.component == .byte, let alpha = layout.alphaOffset,
      !layout.isPremultiplied || decode == nil
    else { return Self.knownMargins }
    return bytes.withUnsafeBytes { bytes in
      // Colours of pixels without alpha show only where they are taken as multiplied already.
      let looked = layout.isPremultiplied ? 0..<layout.bytesPerPixel : alpha..<alpha + 1
      let pixels = MarginPixels(
        bytes: UnsafeRawBufferPointer(rebasing: bytes[firstByte...]), bytesPerRow: bytesPerRow,
        bytesPerPixel: layout.bytesPerPixel, looked: looked, width: width)
      guard let top = (0..<height).first(where: pixels.isShown(inRow:)),
        let last = (top..<height).last(where: pixels.isShown(inRow:))
      else { return Self.knownMargins }
      var (left, right) = (width, width)
      for row in top...last {
        left = (0..<left).first { pixels.isShown($0, row) } ?? left
        right = (0..<right).first { pixels.isShown(width - 1 - $0, row) } ?? right
      }
      let margins = [left, top, right, height - 1 - last]
      return margins.reversed().reduce(0) { $0 << 15 | min(UInt64($1), Self.mostMargin) } | Self.knownMargins
    }
  }
}

/// Tells which pixels show.
private struct MarginPixels {
  let bytes: UnsafeRawBufferPointer
  let bytesPerRow: Int
  let bytesPerPixel: Int
  /// The bytes of a pixel of which one has to be other than 0.
  let looked: Range<Int>
  let width: Int
  /// The same as bits of four bytes.
  private let mask: UInt32

  init(bytes: UnsafeRawBufferPointer, bytesPerRow: Int, bytesPerPixel: Int, looked: Range<Int>, width: Int) {
    (self.bytes, self.bytesPerRow, self.bytesPerPixel) = (bytes, bytesPerRow, bytesPerPixel)
    (self.looked, self.width) = (looked, width)
    mask = looked.reduce(0) { $0 | 0xFF << UInt32(8 * $1) }
  }

  func isShown(_ column: Int, _ row: Int) -> Bool {
    let pixel = row * bytesPerRow + column * bytesPerPixel
    guard bytesPerPixel == 4 else { return looked.contains { bytes[pixel + $0] != 0 } }
    return bits(at: pixel) & mask != 0
  }

  /// Whether a pixel of a row shows. Of a large image most of the time goes here, so the usual pixels are looked at
  /// without a branch.
  func isShown(inRow row: Int) -> Bool {
    guard bytesPerPixel == 4 else { return (0..<width).contains { isShown($0, row) } }
    var found: UInt32 = 0
    for column in 0..<width { found |= bits(at: row * bytesPerRow + column * 4) }
    return found & mask != 0
  }

  private func bits(at offset: Int) -> UInt32 {
    UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
  }
}
