import MultiplaneCDeflate
import MultiplaneCPNGFilters

/// The rows of a picture as a PNG file has them, each with the number of its filter before it.
///
/// Rows of flat graphics are not filtered, because a filter would make equal neighbours different:
/// files without filters are smaller, and take less time.
struct PNGRows {
  private let bytes: [UInt8]

  /// The least share of pixels of flat graphics that equal the one to the left or above, as a
  /// percentage. Below, filtered files are smaller.
  private static let flatShare = 92

  /// - Parameters:
  ///   - source: RGBA8, straight, rows tight.
  ///   - isOpaque: whether alpha is left out.
  ///   - isFlat: whether the picture counts as flat graphics; nil to find out.
  init(of source: UnsafeRawBufferPointer, width: Int, height: Int, isOpaque: Bool, isFlat: Bool? = nil) {
    let pixel = isOpaque ? 3 : 4
    let rowBytes = width * pixel
    let hasFilters = !(isFlat ?? Self.isFlat(source, width: width, height: height))
    let filter = PNGRowFilter(rowBytes: rowBytes, pixel: pixel)
    var rows = [UInt8](repeating: 0, count: (rowBytes + 1) * height)
    var opaqueRow = [UInt8](repeating: 0, count: isOpaque && hasFilters ? rowBytes : 0)
    rows.withUnsafeMutableBytes { rows in
      for y in 0..<height {
        let row = UnsafeRawBufferPointer(rebasing: source[y * width * 4..<(y + 1) * width * 4])
        let target = UnsafeMutableRawBufferPointer(rebasing: rows[y * (rowBytes + 1)..<(y + 1) * (rowBytes + 1)])
        switch (isOpaque, hasFilters) {
        case (false, true): target.copyMemory(from: UnsafeRawBufferPointer(filter.filtered(row)))
        case (false, false): UnsafeMutableRawBufferPointer(rebasing: target[1...]).copyMemory(from: row)
        case (true, false): Self.dropAlpha(of: row, into: UnsafeMutableRawBufferPointer(rebasing: target[1...]), width)
        case (true, true):
          opaqueRow.withUnsafeMutableBytes { opaque in
            Self.dropAlpha(of: row, into: opaque, width)
            target.copyMemory(from: UnsafeRawBufferPointer(filter.filtered(UnsafeRawBufferPointer(opaque))))
          }
        }
      }
    }
    bytes = rows
  }

  private static func isFlat(_ source: UnsafeRawBufferPointer, width: Int, height: Int) -> Bool {
    let repeated = cpf_repeated_pixels(source.bindMemory(to: UInt8.self).baseAddress, width, height)
    return repeated * 100 >= width * height * flatShare
  }

  private static func dropAlpha(
    of row: UnsafeRawBufferPointer, into opaque: UnsafeMutableRawBufferPointer, _ width: Int
  ) {
    cpf_drop_alpha(
      row.bindMemory(to: UInt8.self).baseAddress, opaque.bindMemory(to: UInt8.self).baseAddress, width)
  }

  /// The rows as a zlib stream.
  ///
  /// - Parameter effort: see `CompressionEffort`.
  func packed(effort: Double?, name: String) throws(ImageError) -> [UInt8] {
    guard let compressor = libdeflate_alloc_compressor(CompressionEffort.deflateLevel(effort)) else {
      throw .unencodable(name: name, expected: "memory for libdeflate", found: "none")
    }
    defer { libdeflate_free_compressor(compressor) }
    let packed = [UInt8](
      unsafeUninitializedCapacity: libdeflate_zlib_compress_bound(compressor, bytes.count)
    ) { packed, count in
      bytes.withUnsafeBytes { rows in
        count = libdeflate_zlib_compress(compressor, rows.baseAddress, rows.count, packed.baseAddress, packed.count)
      }
    }
    guard !packed.isEmpty else {
      throw .unencodable(name: name, expected: "pixels that fit a PNG", found: "\(bytes.count) bytes of them")
    }
    return packed
  }
}
