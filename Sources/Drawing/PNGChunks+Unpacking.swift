import MultiplaneCPNG

// libpng unpacks all that a PNG's pixels are packed in, also what lies behind the last pixel, and a
// byte may unfold to a thousand: a file of some megabytes would keep it busy for minutes.

extension PNGChunks {
  /// The most bytes that may be inflated beyond the pixels: a second's work on a slow machine.
  private static let harmlessExcess = 1 << 28
  /// The most that a byte of a deflate stream unfolds to (zlib's technical notes: 1032 : 1).
  private static let mostExpansion = 1032

  /// Refuses a file whose packed data hold much more than its pixels.
  ///
  /// It is unpacked for that where it could, piece by piece into nothing, and no further than to
  /// what is too much.
  ///
  /// - Throws: `ImageError.damaged`.
  func checkPackedPixels(name: String) throws(ImageError) {
    let most = mostUnpackedBytes + Self.harmlessExcess
    guard packed.reduce(0, { $0 + $1.count }) > most / Self.mostExpansion else { return }
    guard unpackedBytes(upTo: most) <= most else {
      throw .damaged(name: name, found: "a PNG with much more packed data than its pixels are")
    }
  }

  /// The most bytes of the header's pixels, with each row's filter byte.
  private var mostUnpackedBytes: Int {
    let (width, height) = (PNGCodec.bigEndian(file, at: 16), PNGCodec.bigEndian(file, at: 20))
    // Eight bytes per pixel are the most; interlaced images have up to 15 rows for every eight.
    return (width * 8 + 1) * height + (width + 16) * 8 + 2 * height
  }

  /// The inflated size of the packed data, which end at the first error.
  ///
  /// - Parameter most: counting ends soon after this many.
  private func unpackedBytes(upTo most: Int) -> Int {
    var stream = z_stream()
    guard inflateInit_(&stream, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else { return 0 }
    defer { inflateEnd(&stream) }
    var count = 0
    var output = [UInt8](repeating: 0, count: 1 << 16)
    for range in packed where !range.isEmpty {
      let isMore = file.withUnsafeBufferPointer { file in
        // zlib's header lacks a const that its code keeps.
        stream.next_in = UnsafeMutablePointer(mutating: file.baseAddress.map { $0 + range.lowerBound })
        stream.avail_in = UInt32(range.count)
        while stream.avail_in > 0, count <= most {
          let status = output.withUnsafeMutableBufferPointer { output in
            stream.next_out = output.baseAddress
            stream.avail_out = UInt32(output.count)
            return inflate(&stream, Z_NO_FLUSH)
          }
          count += output.count - Int(stream.avail_out)
          guard status == Z_OK else { return false }
        }
        return count <= most
      }
      guard isMore else { break }
    }
    return count
  }
}
