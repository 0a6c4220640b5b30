import CPixels

/// Memory for a canvas: premultiplied pixels of 4 bytes, the top row first.
package struct PixelTarget {
  package enum Order: Sendable {
    case rgba
    case bgra
  }

  package var memory: UnsafeMutableRawBufferPointer
  /// Pixels.
  package var width, height: Int
  package var bytesPerRow: Int
  package var order: Order

  package init(
    memory: UnsafeMutableRawBufferPointer, width: Int, height: Int, bytesPerRow: Int, order: Order = .rgba
  ) {
    self.memory = memory
    (self.width, self.height) = (width, height)
    self.bytesPerRow = bytesPerRow
    self.order = order
  }

  /// Pixels a side at most.
  package static let largestSide = 65_536

  /// - Throws: when the canvas does not fit.
  func check() throws(CPURendererError) {
    let fits =
      (0...Self.largestSide).contains(width) && (0...Self.largestSide).contains(height)
      && bytesPerRow >= width * 4 && bytesPerRow <= Int(Int32.max)
      && (height == 0 || width == 0 || memory.count >= (height - 1) * bytesPerRow + width * 4)
    if !fits {
      throw .target(width: width, height: height, bytesPerRow: bytesPerRow, byteCount: memory.count)
    }
  }

  /// Where a device pixel lies; one left of or above the canvas lies before its memory, for offsets only.
  func address(x: Int, y: Int) -> UnsafeMutablePointer<UInt8>? {
    memory.baseAddress?.advanced(by: y * bytesPerRow + x * 4).assumingMemoryBound(to: UInt8.self)
  }
}
