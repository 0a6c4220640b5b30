import Foundation

/// The difference of an animation's frame from the previous one: a rectangle of pixels.
struct AnimationDifference {
  /// Of the rectangle's top left corner, in pixels.
  let x: Int
  let y: Int
  let pixels: StraightPixels
  /// Whether the pixels lie over the frame before, so that transparent ones leave it as it is; else
  /// all take the place of its.
  let isOver: Bool

  /// - Parameters:
  ///   - frame: premultiplied RGBA8, tight, the top row first.
  ///   - before: the same of the frame before; nil for none.
  ///   - grid: what the corner's places are multiples of.
  ///   - mayLieOver: whether what did not change may be made transparent: not where files change
  ///     colours.
  /// - Returns: nil where nothing changes.
  init?(
    of frame: [UInt8], from before: [UInt8]?, width: Int, height: Int, grid: Int, mayLieOver: Bool
  ) {
    guard let before else {
      self.init(frame, width: width, columns: 0..<width, rows: 0..<height)
      return
    }
    guard let (columns, rows) = Self.changed(frame, before, width: width, height: height) else { return nil }
    let (left, top) = (columns.lowerBound / grid * grid, rows.lowerBound / grid * grid)
    self.init(
      frame, mayLieOver ? before : nil, width: width, columns: left..<columns.upperBound,
      rows: top..<rows.upperBound)
  }

  /// The first pixel, as it is: for a frame that changes nothing and has to stand in the file.
  init(unchanged frame: [UInt8], width: Int) {
    self.init(frame, width: width, columns: 0..<1, rows: 0..<1)
  }

  /// - Parameter before: nil for pixels that take the place of others.
  private init(_ frame: [UInt8], _ before: [UInt8]? = nil, width: Int, columns: Range<Int>, rows: Range<Int>) {
    (x, y) = (columns.lowerBound, rows.lowerBound)
    var isOver = false
    var part: [UInt8] = []
    part.reserveCapacity(columns.count * rows.count * 4)
    for row in rows {
      let start = row * width
      part += frame[(start + columns.lowerBound) * 4..<(start + columns.upperBound) * 4]
    }
    if let before {
      isOver = Self.clearUnchanged(&part, before, width: width, columns: columns, rows: rows)
    }
    self.isOver = isOver
    pixels = StraightPixels(width: columns.count, height: rows.count, premultiplied: part)
  }

  /// Makes what did not change transparent, if what did is opaque and less than half of all.
  ///
  /// - Returns: whether it did.
  private static func clearUnchanged(
    _ part: inout [UInt8], _ before: [UInt8], width: Int, columns: Range<Int>, rows: Range<Int>
  ) -> Bool {
    part.withUnsafeMutableBytes { part in
      before.withUnsafeBytes { before in
        /// Calls `body` with the place of each pixel that is as it was; false ends it.
        func forEach(_ body: (_ place: Int, _ isChanged: Bool) -> Bool) {
          for row in rows {
            for column in columns {
              let place = ((row - rows.lowerBound) * columns.count + column - columns.lowerBound) * 4
              let isChanged = word(part, place) != word(before, (row * width + column) * 4)
              guard body(place, isChanged) else { return }
            }
          }
        }
        var (changed, isOpaque) = (0, true)
        forEach { place, isChanged in
          if isChanged {
            changed += 1
            isOpaque = part[place + 3] == 255
          }
          return isOpaque
        }
        guard isOpaque, changed * 2 < columns.count * rows.count else { return false }
        forEach { place, isChanged in
          if !isChanged { part.storeBytes(of: 0, toByteOffset: place, as: UInt32.self) }
          return true
        }
        return true
      }
    }
  }

  /// The columns and rows with pixels that differ; nil if none does.
  private static func changed(
    _ frame: [UInt8], _ before: [UInt8], width: Int, height: Int
  ) -> (columns: Range<Int>, rows: Range<Int>)? {
    var (left, right, top, bottom) = (width, 0, height, 0)
    let rowBytes = width * 4
    frame.withUnsafeBytes { frame in
      before.withUnsafeBytes { before in
        for row in 0..<height {
          let (new, old) = (frame[row * rowBytes..<(row + 1) * rowBytes], before[row * rowBytes..<(row + 1) * rowBytes])
          guard !isAlike(UnsafeRawBufferPointer(rebasing: new), UnsafeRawBufferPointer(rebasing: old)) else { continue }
          (top, bottom) = (min(top, row), row + 1)
          func differs(_ column: Int) -> Bool {
            let place = row * rowBytes + column * 4
            return word(frame, place) != word(before, place)
          }
          if let column = (0..<left).first(where: differs) { left = column }
          if let column = (right..<width).last(where: differs) { right = column + 1 }
        }
      }
    }
    return top < bottom ? (left..<right, top..<bottom) : nil
  }

  private static func isAlike(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
    guard let first = a.baseAddress, let second = b.baseAddress else { return true }
    return memcmp(first, second, a.count) == 0
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt32 {
    bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
  }

  private static func word(_ bytes: UnsafeMutableRawBufferPointer, _ place: Int) -> UInt32 {
    bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self)
  }
}
