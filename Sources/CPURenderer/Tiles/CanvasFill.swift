import MultiplaneCPixels

/// Tiles of the canvas side by side that show one colour, and are written together: long rows are
/// written faster.
struct CanvasFill {
  private struct Part {
    /// The first tile; `max_x` is that of the last.
    var tile: CPTile
    var color: CPColor
    /// Of the first tile's first pixel.
    let address: UnsafeMutablePointer<UInt8>
  }

  private var part: Part?

  /// Adds the wanted pixels of a tile, which may be written later.
  ///
  /// - Parameter address: of the tile's first pixel.
  mutating func add(
    _ run: TileRun, _ color: CPColor, _ address: UnsafeMutablePointer<UInt8>, _ target: PixelTarget
  ) {
    let tile = run.tile
    if let last = part, last.tile.isFollowed(by: tile), last.color.isSame(as: color) {
      part?.tile.max_x = tile.x + tile.max_x - last.tile.x
      return
    }
    write(run.kernels, target)
    part = Part(tile: tile, color: color, address: address)
  }

  /// Writes what was added.
  mutating func write(_ kernels: UnsafePointer<CPKernels>, _ target: PixelTarget) {
    guard var part else { return }
    kernels.pointee.fill(&part.tile, &part.color, part.address, target.bytesPerRow, target.order == .bgra)
    self.part = nil
  }
}

extension CPTile {
  /// Whether another tile's wanted pixels continue the rows of this one's.
  fileprivate func isFollowed(by other: CPTile) -> Bool {
    y == other.y && min_y == other.min_y && max_y == other.max_y && x + max_x == other.x + other.min_x
  }
}

extension CPColor {
  fileprivate func isSame(as other: CPColor) -> Bool {
    red == other.red && green == other.green && blue == other.blue && alpha == other.alpha
  }
}
