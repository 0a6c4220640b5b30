import MultiplaneCPNG

/// Encodes a PNG from a few rows at a time, so that neither the picture nor the file need be in memory as a whole: 8-bit RGBA, sRGB.
///
/// libpng reports errors in its row-by-row interface by jumps across frames, which Swift does not survive; so the format's few
/// chunks are written here, and zlib packs the rows. (Portable Network Graphics Specification, 2nd edition, 2003.)
final class PNGStream {
  private let rowBytes: Int
  private let filter: PNGRowFilter
  // zlib notes the address of its own structure.
  private let deflater: UnsafeMutablePointer<z_stream>
  /// What zlib has made and no chunk holds yet; `packedCount` bytes of it.
  private var packed: [UInt8]
  private var packedCount = 0
  /// Chunks that wait to be taken.
  private var bytes: [UInt8]

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
    // What libpng takes for filtered rows: the usual effort, 32 KiB of window, 2^8 KiB of memory.
    let status = deflateInit2_(
      deflater, Z_DEFAULT_COMPRESSION, Z_DEFLATED, 15, 8, Z_FILTERED, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
    guard status == Z_OK else {
      deflater.deallocate()
      throw .unencodable(name: name, expected: "memory for zlib", found: "its error \(status)")
    }
    filter = PNGRowFilter(rowBytes: rowBytes)
    packed = [UInt8](repeating: 0, count: Self.chunkBytes)
    bytes = PNGCodec.signature
    // 8 bits a sample, colour type 6: red, green, blue, alpha; not interlaced.
    append("IHDR", Self.bigEndian(width) + Self.bigEndian(height) + [8, 6, 0, 0, 0])
    append("sRGB", [0])
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
    append("IDAT", packed[..<packedCount])
    packedCount = 0
    append("IEND", [])
  }

  /// The bytes of the file that have been made since the last call.
  func takeBytes() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
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
        append("IDAT", packed[...])
        packedCount = 0
      }
    }
  }

  /// Adds a chunk: its length, its kind, what it holds, and a sum over the last two.
  private func append(_ kind: String, _ content: some Collection<UInt8>) {
    bytes += Self.bigEndian(content.count)
    let start = bytes.count
    bytes += kind.utf8
    bytes += content
    let sum = bytes[start...].withUnsafeBufferPointer { crc32(0, $0.baseAddress, uInt($0.count)) }
    bytes += Self.bigEndian(Int(sum))
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}

/// Writes each row of RGBA8 as what it differs from its neighbours, in the way that leaves the smallest numbers: the specification's
/// own advice (section 12.8).
private final class PNGRowFilter {
  private let rowBytes: Int
  /// Of five rows: the kind of filter, then as many bytes as a row has.
  private let candidates: UnsafeMutableRawBufferPointer
  /// The row before, and a pixel of zeros before that and the next.
  private let before: UnsafeMutablePointer<UInt8>
  private let row: UnsafeMutablePointer<UInt8>

  private static let kinds = 5
  private static let pixel = 4

  init(rowBytes: Int) {
    self.rowBytes = rowBytes
    candidates = .allocate(byteCount: (rowBytes + 1) * Self.kinds, alignment: 16)
    before = .allocate(capacity: rowBytes + Self.pixel)
    before.initialize(repeating: 0, count: rowBytes + Self.pixel)
    row = .allocate(capacity: rowBytes + Self.pixel)
    row.initialize(repeating: 0, count: rowBytes + Self.pixel)
  }

  deinit {
    candidates.deallocate()
    before.deallocate()
    row.deallocate()
  }

  /// The next row with its filter's number before it; good until the next call.
  func filtered(_ bytes: UnsafeRawBufferPointer) -> UnsafeMutableRawBufferPointer {
    guard let source = bytes.baseAddress else { return candidates }
    UnsafeMutableRawPointer(row + Self.pixel).copyMemory(from: source, byteCount: rowBytes)
    var best = 0
    var least = Int.max
    for kind in 0..<Self.kinds {
      let sum = write(kind)
      if sum < least { (best, least) = (kind, sum) }
    }
    UnsafeMutableRawPointer(before + Self.pixel).copyMemory(from: source, byteCount: rowBytes)
    let start = best * (rowBytes + 1)
    return UnsafeMutableRawBufferPointer(rebasing: candidates[start..<start + rowBytes + 1])
  }

  /// Writes a candidate.
  ///
  /// - Returns: the sum of its bytes' distances from zero, up or down.
  private func write(_ kind: Int) -> Int {
    let out = UnsafeMutableBufferPointer(
      rebasing: candidates.assumingMemoryBound(to: UInt8.self)[kind * (rowBytes + 1)..<(kind + 1) * (rowBytes + 1)])
    out[0] = UInt8(kind)
    guard let base = out.baseAddress else { return 0 }
    switch kind {
    case 0: return write(to: base + 1) { _, _, _ in 0 }
    case 1: return write(to: base + 1) { left, _, _ in left }
    case 2: return write(to: base + 1) { _, up, _ in up }
    case 3: return write(to: base + 1) { left, up, _ in UInt8(truncatingIfNeeded: (UInt16(left) + UInt16(up)) / 2) }
    default: return write(to: base + 1, Self.nearest)
    }
  }

  /// Writes the differences of a row from what is foretold of each byte by those to the left, above, and above to the left.
  @inline(__always)
  private func write(
    to out: UnsafeMutablePointer<UInt8>, _ foretold: (UInt8, UInt8, UInt8) -> UInt8
  ) -> Int {
    var sum = 0
    for index in 0..<rowBytes {
      let difference = row[index + Self.pixel] &- foretold(row[index], before[index + Self.pixel], before[index])
      out[index] = difference
      sum &+= Int(Int8(bitPattern: difference).magnitude)
    }
    return sum
  }

  /// That of the three which is nearest to left + up − upper left, the first of those that are as near (Paeth's filter).
  @inline(__always)
  private static func nearest(_ left: UInt8, _ up: UInt8, _ corner: UInt8) -> UInt8 {
    let toLeft = abs(Int16(up) - Int16(corner))
    let toUp = abs(Int16(left) - Int16(corner))
    let toCorner = abs(Int16(left) + Int16(up) - 2 * Int16(corner))
    return toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner
  }
}
