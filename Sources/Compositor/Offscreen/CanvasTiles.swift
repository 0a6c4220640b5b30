import MultiplaneGL

/// The tiling of canvases that are larger than a frame can be.
package struct CanvasTiling: Sendable {
  /// The side of a tile without margins, in pixels: a frame of 4096 × 4096 takes 64 MiB.
  package var side = 4096
  /// The maximum side of a frame, in pixels; nil for the device's.
  package var limit: Int?
  /// The number of canvas pixels from which a picture is drawn in bands, if its file format allows
  /// it: 64 MiB.
  package var mostWholePixels = 1 << 24
  /// The number of pixels in a band: 64 MiB.
  package var mostBandPixels = 1 << 24
  /// Whether to use tiles for canvases that fit into a frame: to save memory, and for tests.
  package var isForced = false
  /// The maximum number of pixels in a picture: 1 GiB.
  package var mostPixels = 1 << 28

  package init() {}
}

/// A canvas in tiles, row after row, each small enough for a frame.
struct CanvasTiles: Equatable {
  struct Tile: Equatable {
    /// Pixels of the canvas.
    var shown: PixelRect
  }

  let tiles: [Tile]

  /// - Parameters:
  ///   - side: of a tile, in pixels.
  ///   - rows: of a tile, if not as many.
  ///   - limit: of a frame's side, in pixels.
  init(width: Int, height: Int, side: Int, rows: Int? = nil, limit: Int) {
    let columns = Self.spans(of: width, side: min(side, limit))
    tiles = Self.spans(of: height, side: min(rows ?? side, limit)).flatMap { row in
      columns.map { column in
        Tile(shown: PixelRect(x: column.lowerBound, y: row.lowerBound, width: column.count, height: row.count))
      }
    }
  }

  /// One direction of all tiles.
  private static func spans(of length: Int, side: Int) -> [Range<Int>] {
    stride(from: 0, to: length, by: max(1, side)).map { $0..<min($0 + max(1, side), length) }
  }
}

extension CanvasTiles.Tile {
  /// Copies what is shown of a tile's pixels to their place in the picture's. Both RGBA8, the top
  /// row first.
  ///
  /// - Parameter firstRow: of the canvas, that the pixels begin with.
  func copyShown(of tile: [UInt8], to picture: inout [UInt8], rowPixels: Int, firstRow: Int = 0) {
    for row in 0..<shown.height {
      let from = row * shown.width * 4
      let to = ((shown.y - firstRow + row) * rowPixels + shown.x) * 4
      picture.replaceSubrange(to..<to + shown.width * 4, with: tile[from..<from + shown.width * 4])
    }
  }
}
