import MultiplaneCPNG

/// An ICC profile, of which one thing is asked: whether it is Display P3.
///
/// There is no colour management here. Display P3 is the one space other than sRGB that cameras and screenshots commonly
/// use; it is told by its three primaries, and its transfer function is that of sRGB.
struct ColorProfile {
  /// The longest profile that is unpacked.
  private static let maximumBytes = 1 << 20

  private let bytes: [UInt8]

  init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// The profile in a PNG's `iCCP` chunk: a name, a zero, the method zero, and a zlib stream.
  init(pngChunk chunk: ArraySlice<UInt8>) {
    guard let nameEnd = chunk.firstIndex(of: 0), nameEnd + 2 <= chunk.endIndex else {
      bytes = []
      return
    }
    let packed = Array(chunk[(nameEnd + 2)...])
    bytes = [UInt8](unsafeUninitializedCapacity: Self.maximumBytes) { unpacked, count in
      var size = uLongf(Self.maximumBytes)
      let status = uncompress(unpacked.baseAddress, &size, packed, uLong(packed.count))
      count = status == Z_OK ? Int(size) : 0
    }
  }

  /// Whether red, green and blue are those of Display P3, adapted to the profiles' white D50.
  var isDisplayP3: Bool {
    let expected: [(tag: String, xyz: [Double])] = [
      ("rXYZ", [0.5151, 0.2412, -0.0011]), ("gXYZ", [0.2920, 0.6922, 0.0419]), ("bXYZ", [0.1571, 0.0666, 0.7841]),
    ]
    return expected.allSatisfy { tag, xyz in
      guard let found = primary(tag) else { return false }
      return zip(found, xyz).allSatisfy { abs($0 - $1) < 0.002 }
    }
  }

  /// The CIE XYZ of a primary (ICC.1:2022, 7.3 and 10.31): entries of tag, place and size after a header of 128 bytes and
  /// their count; at the place "XYZ ", four zeros, and three numbers of 16 + 16 bits.
  private func primary(_ tag: String) -> [Double]? {
    guard let count = number(at: 128) else { return nil }
    for entry in 0..<min(count, 100) {
      let start = 132 + 12 * entry
      guard start + 12 <= bytes.count else { return nil }
      guard bytes[start..<start + 4].elementsEqual(tag.utf8) else { continue }
      guard let place = number(at: start + 4) else { return nil }
      let numbers = [8, 12, 16].compactMap { number(at: place + $0) }
      return numbers.count == 3 ? numbers.map { Double(Int32(truncatingIfNeeded: $0)) / 65536 } : nil
    }
    return nil
  }

  private func number(at offset: Int) -> Int? {
    guard offset >= 0, offset + 4 <= bytes.count else { return nil }
    return bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }
}
