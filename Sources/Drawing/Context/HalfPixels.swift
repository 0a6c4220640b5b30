import MultiplaneGraphics

/// The pixels of a bitmap of half floats, where they lie: red, green, blue and alpha,
/// premultiplied.
///
/// Cairo knows no such pixels. What is drawn is computed in real numbers and rounded to halves
/// where it is stored, so that neither fine steps nor colours brighter than white are lost; only
/// how much of a pixel a shape covers is eight bits, Cairo's.
final class HalfPixels {
  /// The pixels of the context's plane that it has.
  let area: PixelArea
  private let memory: UnsafeMutableRawPointer
  private let bytesPerRow: Int
  private let isLittleEndian: Bool
  private let ownsMemory: Bool

  /// Pixels in memory that outlives this.
  init(memory: UnsafeMutableRawPointer, _ area: PixelArea, bytesPerRow: Int, isLittleEndian: Bool) {
    self.memory = memory
    self.area = area
    self.bytesPerRow = bytesPerRow
    self.isLittleEndian = isLittleEndian
    ownsMemory = false
  }

  /// Clear pixels of its own; nil for no area, or without memory.
  init?(_ area: PixelArea) {
    guard !area.isEmpty else { return nil }
    guard let memory = calloc(area.width * area.height, HalfPixels.size) else {
      ContentsWatch.reportMissing(bytes: area.width * area.height * HalfPixels.size)
      return nil
    }
    self.memory = memory
    self.area = area
    bytesPerRow = area.width * HalfPixels.size
    isLittleEndian = true
    ownsMemory = true
  }

  deinit {
    if ownsMemory { free(memory) }
  }

  /// Bytes of a pixel.
  static let size = 8

  /// The pixel at a place of the context's plane, which lies inside.
  subscript(x: Int, y: Int) -> SIMD4<Float> {
    get {
      let bits = address(x, y).loadUnaligned(as: SIMD4<UInt16>.self)
      let ordered = isLittleEndian ? bits : Self.swapped(bits)
      return SIMD4<Float>(
        Float(Float16(bitPattern: ordered.x)), Float(Float16(bitPattern: ordered.y)),
        Float(Float16(bitPattern: ordered.z)), Float(Float16(bitPattern: ordered.w)))
    }
    set {
      let bits = SIMD4<UInt16>(
        Float16(newValue.x).bitPattern, Float16(newValue.y).bitPattern, Float16(newValue.z).bitPattern,
        Float16(newValue.w).bitPattern)
      address(x, y).storeBytes(of: isLittleEndian ? bits : Self.swapped(bits), as: SIMD4<UInt16>.self)
    }
  }

  private func address(_ x: Int, _ y: Int) -> UnsafeMutableRawPointer {
    memory + (y - area.y) * bytesPerRow + (x - area.x) * HalfPixels.size
  }

  private static func swapped(_ bits: SIMD4<UInt16>) -> SIMD4<UInt16> { (bits &<< 8) | (bits &>> 8) }
}
