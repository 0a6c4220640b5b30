import MultiplaneGL

/// Which part of a frame differs from the one before, found by looking at the pixels.
///
/// It is for frames that the CPU copies to where a display reads them: their pixels are at hand,
/// and such displays (on a slow bus, or without memory of their own) gain most from being told what
/// changed.
struct FrameDamage {
  /// RGBA8, rows tight; empty before the first frame.
  private(set) var pixels: [UInt8] = []

  /// Takes the next frame.
  ///
  /// - Parameters:
  ///   - next: RGBA8, rows tight.
  ///   - width: pixels, above 0.
  /// - Returns: the smallest rectangle that holds all changes, without sides if there are none; all
  ///   of a first frame.
  mutating func take(_ next: [UInt8], width: Int) -> PixelRect {
    defer { pixels = next }
    let (stride, height) = (width * 4, next.count / (width * 4))
    guard pixels.count == next.count else { return PixelRect(x: 0, y: 0, width: width, height: height) }
    var rows: Range<Int>?
    var columns: Range<Int>?
    pixels.withUnsafeBytes { old in
      next.withUnsafeBytes { new in
        for row in 0..<height {
          let oldRow = UnsafeRawBufferPointer(rebasing: old[row * stride..<(row + 1) * stride])
          let newRow = UnsafeRawBufferPointer(rebasing: new[row * stride..<(row + 1) * stride])
          guard let changed = Self.changedColumns(oldRow, newRow) else { continue }
          rows = (rows?.lowerBound ?? row)..<(row + 1)
          columns =
            columns.map { min($0.lowerBound, changed.lowerBound)..<max($0.upperBound, changed.upperBound) } ?? changed
        }
      }
    }
    guard let rows, let columns else { return PixelRect(x: 0, y: 0, width: 0, height: 0) }
    return PixelRect(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }

  /// From the first to the last pixel of a row that differs; nil if none does.
  private static func changedColumns(_ old: UnsafeRawBufferPointer, _ new: UnsafeRawBufferPointer) -> Range<Int>? {
    guard !old.elementsEqual(new) else { return nil }
    let (old, new) = (old.bindMemory(to: UInt32.self), new.bindMemory(to: UInt32.self))
    guard let first = old.indices.first(where: { old[$0] != new[$0] }),
      let last = old.indices.last(where: { old[$0] != new[$0] })
    else { return nil }
    return first..<last + 1
  }
}

extension PixelRect {
  /// The smallest rectangle that holds two; one without sides adds nothing.
  func union(_ other: PixelRect) -> PixelRect {
    if width == 0 || height == 0 { return other }
    if other.width == 0 || other.height == 0 { return self }
    let (left, top) = (min(x, other.x), min(y, other.y))
    return PixelRect(
      x: left, y: top, width: max(x + width, other.x + other.width) - left,
      height: max(y + height, other.y + other.height) - top)
  }
}
