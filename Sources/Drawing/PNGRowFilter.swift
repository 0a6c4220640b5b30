import MultiplaneCPNGFilters

/// Writes each row of 8-bit samples as what it differs from its neighbours, in the way that leaves
/// the smallest numbers: the specification's own advice (section 12.8).
final class PNGRowFilter {
  private let rowBytes: Int
  /// Of each filter: the kind of filter, then as many bytes as a row has.
  private let candidates: UnsafeMutableRawBufferPointer
  /// The row before, and a pixel of zeros before that and the next.
  private let before: UnsafeMutablePointer<UInt8>
  private let row: UnsafeMutablePointer<UInt8>

  /// Bytes of a pixel.
  private let pixel: Int

  private static let kinds = Int(CPF_FILTERS)

  /// - Parameter pixel: bytes of a pixel.
  init(rowBytes: Int, pixel: Int) {
    self.rowBytes = rowBytes
    self.pixel = pixel
    candidates = .allocate(byteCount: (rowBytes + 1) * Self.kinds, alignment: 16)
    before = .allocate(capacity: rowBytes + pixel)
    before.initialize(repeating: 0, count: rowBytes + pixel)
    row = .allocate(capacity: rowBytes + pixel)
    row.initialize(repeating: 0, count: rowBytes + pixel)
  }

  deinit {
    candidates.deallocate()
    before.deallocate()
    row.deallocate()
  }

  /// The next row with its filter's number before it; good until the next call.
  func filtered(_ bytes: UnsafeRawBufferPointer) -> UnsafeMutableRawBufferPointer {
    guard let source = bytes.baseAddress else { return candidates }
    UnsafeMutableRawPointer(row + pixel).copyMemory(from: source, byteCount: rowBytes)
    var best = 0
    var least = UInt64.max
    for kind in 0..<Self.kinds {
      let sum = write(kind)
      if sum < least { (best, least) = (kind, sum) }
    }
    UnsafeMutableRawPointer(before + pixel).copyMemory(from: source, byteCount: rowBytes)
    let start = best * (rowBytes + 1)
    return UnsafeMutableRawBufferPointer(rebasing: candidates[start..<start + rowBytes + 1])
  }

  /// Writes a candidate.
  ///
  /// - Returns: the sum of its bytes' distances from zero, up or down.
  private func write(_ kind: Int) -> UInt64 {
    let out = candidates.assumingMemoryBound(to: UInt8.self).baseAddress.map { $0 + kind * (rowBytes + 1) }
    guard let out else { return 0 }
    out.pointee = UInt8(kind)
    return cpf_filter(Int32(kind), row + pixel, before + pixel, out + 1, rowBytes, pixel)
  }
}
