import MultiplaneCPNG

/// Encodes a PNG from a few rows at a time, so that neither the picture nor the file need be in
/// memory as a whole: 8-bit RGBA, sRGB.
///
/// libpng reports errors in its row-by-row interface by jumps across frames, which Swift does not
/// survive; so the format's few chunks are written here, and zlib packs the rows. (Portable Network
/// Graphics Specification, 2nd edition, 2003.)
final class PNGStream {
  private let rowBytes: Int
  private let filter: PNGRowFilter
  // zlib notes the address of its own structure.
  private let deflater: UnsafeMutablePointer<z_stream>
  /// The output of zlib that is in no chunk yet; `packedCount` bytes of it.
  private var packed: [UInt8]
  private var packedCount = 0
  /// Chunks that wait to be taken.
  private var chunks = PNGChunkWriter()

  /// Of a chunk of pixels: fewer chunks than there are rows, and little memory.
  private static let chunkBytes = 1 << 16

  /// - Parameters:
  ///   - width: pixels, from 1 to a quarter of 2³¹ less a row's filter byte.
  ///   - height: pixels, from 1 to 2³¹ − 1.
  /// - Throws: `ImageError.unencodable` for another size, or when zlib finds no memory.
  init(width: Int, height: Int, name: String) throws(ImageError) {
    guard (1...Int(Int32.max) / 4 - 1).contains(width), (1...Int(Int32.max)).contains(height) else {
      throw .unencodable(
        name: name, expected: "1 to 2³¹ − 1 rows of 1 to 2²⁹ − 2 px", found: "\(width) x \(height) px")
    }
    rowBytes = width * 4
    deflater = .allocate(capacity: 1)
    deflater.initialize(to: z_stream())
    // libpng's parameters for filtered rows: the usual effort, 32 KiB of window, 2^8 KiB of memory.
    let status = deflateInit2_(
      deflater, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15, 8, Z_FILTERED, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      deflater.deallocate()
      throw .unencodable(name: name, expected: "memory for zlib", found: "its error \(status)")
    }
    filter = PNGRowFilter(rowBytes: rowBytes, pixel: 4)
    packed = [UInt8](repeating: 0, count: Self.chunkBytes)
    chunks.begin(width: width, height: height, hasAlpha: true)
  }

  deinit {
    deflateEnd(deflater)
    deflater.deallocate()
  }

  /// Adds rows.
  ///
  /// - Parameter rows: straight RGBA8, whole rows, tight, the next one first.
  func add(_ rows: UnsafeRawBufferPointer) {
    precondition(rows.count % rowBytes == 0, "\(rows.count) bytes are no rows of \(rowBytes).")
    for start in stride(from: 0, to: rows.count, by: rowBytes) {
      pack(filter.filtered(UnsafeRawBufferPointer(rebasing: rows[start..<start + rowBytes])), Z_NO_FLUSH)
    }
  }

  /// Ends the file, which is whole if all rows were added.
  func end() {
    pack(UnsafeMutableRawBufferPointer(start: nil, count: 0), Z_FINISH)
    packed.withUnsafeBytes { chunks.append("IDAT", UnsafeRawBufferPointer(rebasing: $0[..<packedCount])) }
    packedCount = 0
    chunks.end()
  }

  /// The bytes of the file that have been made since the last call.
  func takeBytes() -> [UInt8] {
    defer { chunks.bytes.removeAll(keepingCapacity: true) }
    return chunks.bytes
  }

  /// Hands bytes to zlib, and makes chunks of what comes out.
  private func pack(_ input: UnsafeMutableRawBufferPointer, _ flush: Int32) {
    deflater.pointee.next_in = input.baseAddress?.assumingMemoryBound(to: Bytef.self)
    deflater.pointee.avail_in = uInt(input.count)
    var isDone = false
    while !isDone {
      let room = Self.chunkBytes - packedCount
      let (deflater, start) = (deflater, packedCount)
      let status = packed.withUnsafeMutableBufferPointer { packed in
        deflater.pointee.next_out = packed.baseAddress.map { $0 + start }
        deflater.pointee.avail_out = uInt(room)
        return deflate(deflater, flush)
      }
      packedCount = Self.chunkBytes - Int(deflater.pointee.avail_out)
      // With room left over, zlib has taken all that there was.
      isDone = flush == Z_FINISH ? status == Z_STREAM_END : deflater.pointee.avail_out > 0
      if packedCount == Self.chunkBytes {
        packed.withUnsafeBytes { chunks.append("IDAT", $0) }
        packedCount = 0
      }
    }
  }
}
