import MultiplaneCPixels
import MultiplaneFlattening

/// The memory of a canvas, or of a part of it: premultiplied pixels of 4 bytes, top row first.
package struct PixelTarget {
  package enum Order: Sendable {
    case rgba
    case bgra
  }

  package var memory: UnsafeMutableRawBufferPointer
  /// The size, in pixels.
  package var width, height: Int
  package var bytesPerRow: Int
  package var order: Order
  /// The canvas pixel at the start of the memory.
  package var x, y: Int

  /// Creates a target.
  ///
  /// - Parameters:
  ///   - x: the canvas column at the start of each row.
  ///   - y: the canvas row at the start.
  package init(
    memory: UnsafeMutableRawBufferPointer, width: Int, height: Int, bytesPerRow: Int, order: Order = .rgba, x: Int = 0,
    y: Int = 0
  ) {
    self.memory = memory
    (self.x, self.y) = (x, y)
    (self.width, self.height) = (width, height)
    self.bytesPerRow = bytesPerRow
    self.order = order
  }

  /// The maximum side, in pixels.
  package static let largestSide = 65_536

  /// The canvas's pixels that it holds.
  var box: PixelBox {
    PixelBox(minX: Int32(x), minY: Int32(y), maxX: Int32(x + width), maxY: Int32(y + height))
  }

  /// Validates the layout.
  ///
  /// - Throws: if the pixels do not fit.
  package func check() throws(CPURendererError) {
    let fits =
      (0...Self.largestSide).contains(x) && (0...Self.largestSide).contains(y)
      && (0...Self.largestSide).contains(width) && (0...Self.largestSide).contains(height)
      && bytesPerRow >= width * 4 && bytesPerRow <= Int(Int32.max)
      && (height == 0 || width == 0 || memory.count >= (height - 1) * bytesPerRow + width * 4)
    if !fits {
      throw .target(width: width, height: height, bytesPerRow: bytesPerRow, byteCount: memory.count)
    }
  }

  /// The address of a device pixel; for one left of or above the memory only a base for offsets.
  func address(x: Int, y: Int) -> UnsafeMutablePointer<UInt8>? {
    memory.baseAddress?.advanced(by: (y - self.y) * bytesPerRow + (x - self.x) * 4)
      .assumingMemoryBound(to: UInt8.self)
  }
}
