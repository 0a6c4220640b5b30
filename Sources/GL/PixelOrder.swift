/// Pixels of four bytes whose first and third change places: red first becomes blue first, and
/// back.
enum PixelOrder {
  /// One pixel, however the machine orders its bytes.
  private static func turned(_ pixel: UInt32) -> UInt32 {
    let littleEndian = UInt32(littleEndian: pixel)
    return (littleEndian.byteSwapped >> 8 | littleEndian & 0xff00_0000).littleEndian
  }

  /// Turns pixels round where they lie.
  static func turn(_ bytes: UnsafeMutableRawBufferPointer) {
    for offset in stride(from: 0, to: bytes.count & ~3, by: 4) {
      bytes.storeBytes(
        of: turned(bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)), toByteOffset: offset, as: UInt32.self)
    }
  }
}
