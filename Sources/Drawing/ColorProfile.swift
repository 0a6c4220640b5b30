import MultiplaneCPNG
import MultiplaneGraphics

/// The ICC profiles of image files. One that is damaged, truncated, or of another kind
/// than the image counts as none.
enum ColorProfile {
  /// The profile in a PNG's `iCCP` chunk: a name, a zero, the method zero, and a zlib stream.
  static func bytes(pngChunk chunk: ArraySlice<UInt8>) -> [UInt8] {
    guard let nameEnd = chunk.firstIndex(of: 0), nameEnd + 2 <= chunk.endIndex else { return [] }
    let packed = Array(chunk[(nameEnd + 2)...])
    return [UInt8](unsafeUninitializedCapacity: ImageProfile.maximumBytes) { unpacked, count in
      var size = uLongf(ImageProfile.maximumBytes)
      let status = uncompress(unpacked.baseAddress, &size, packed, uLong(packed.count))
      count = status == Z_OK ? Int(size) : 0
    }
  }

  /// The profile in a JPEG's `APP2` segments: a name, the number of the piece, how many there are,
  /// and the piece (ICC.1:2022, annex B.4).
  static func bytes(ofJPEG file: [UInt8]) -> [UInt8] {
    let pieces = JPEGSegments(of: file).all(of: 0xE2, beginningWith: Array("ICC_PROFILE\0".utf8))
      .filter { $0.count > 2 }
    guard let first = pieces.first, pieces.count == Int(file[first.lowerBound + 1]) else { return [] }
    var bytes: [UInt8] = []
    for number in 1...pieces.count {
      guard let piece = pieces.first(where: { Int(file[$0.lowerBound]) == number }) else { return [] }
      bytes += file[(piece.lowerBound + 2)..<piece.upperBound]
    }
    return bytes
  }

  /// The profile in a WebP's `ICCP` chunk: in an extended file the one that follows the first.
  static func bytes(ofWebP file: [UInt8]) -> [UInt8] {
    guard file.count >= 38, file[12..<16].elementsEqual("VP8X".utf8), file[30..<34].elementsEqual("ICCP".utf8)
    else { return [] }
    let size = file[34..<38].reversed().reduce(0) { $0 << 8 | Int($1) }
    return size <= file.count - 38 ? Array(file[38..<38 + size]) : []
  }
}

extension StraightPixels {
  /// Takes the pixels for what their file says they are, and makes them sRGB.
  ///
  /// - Parameter colors: nil where it says nothing.
  mutating func convert(from colors: ImageColors?) {
    guard let colors else { return }
    changeBytes { colors.convert(rgba8: $0) }
  }
}
