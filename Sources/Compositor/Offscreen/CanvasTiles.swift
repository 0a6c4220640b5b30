import GL

/// How canvases are drawn that are larger than a frame can be.
package struct CanvasTiling: Sendable {
  /// Pixels of a tile's side, margins not counted: a frame of 4096 x 4096 takes 64 MiB.
  package var side = 4096
  /// Pixels of the longest side that a frame may have; nil for what the device can hold.
  package var limit: Int?
  /// The same for the surfaces of groups.
  package var surfaceLimit: Int?
  /// Pixels of a canvas from which on a picture is drawn in bands, if it can be handed out so: those of 64 MiB.
  package var mostWholePixels = 1 << 24
  /// Pixels of a band: 64 MiB.
  package var mostBandPixels = 1 << 24
  /// Whether canvases are drawn in tiles that a frame could hold: where memory is short, and for tests.
  package var isForced = false
  /// Of a picture: 1 GiB.
  package var mostPixels = 1 << 28

  package init() {}
}

/// A canvas in tiles, row after row, each small enough for a frame.
struct CanvasTiles: Equatable {
  struct Tile: Equatable {
    /// What the picture takes from it, in pixels of the canvas.
    var shown: PixelRect
    /// What is drawn: with a margin, where the canvas goes on.
    var drawn: PixelRect
  }

  let tiles: [Tile]

  /// Origins are multiples of this many pixels where there is room: the pixels of a picture that was made smaller then lie
  /// where they lie in a whole one.
  private static let grid = 64

  /// Nil when a tile with its margins is larger than a frame can be.
  ///
  /// - Parameters:
  ///   - side: of a tile, in pixels.
  ///   - rows: of a tile, if not as many.
  ///   - margin: pixels around a tile that count for it.
  ///   - limit: of a frame's side, in pixels.
  init?(width: Int, height: Int, side: Int, rows mostRows: Int? = nil, margin: Int, limit: Int) {
    guard let columns = Self.spans(of: width, side: side, margin: margin, limit: limit),
      let rows = Self.spans(of: height, side: mostRows ?? side, margin: margin, limit: limit)
    else { return nil }
    tiles = rows.flatMap { row in
      columns.map { column in
        Tile(
          shown: PixelRect(
            x: column.shown.lowerBound, y: row.shown.lowerBound, width: column.shown.count, height: row.shown.count),
          drawn: PixelRect(
            x: column.drawn.lowerBound, y: row.drawn.lowerBound, width: column.drawn.count, height: row.drawn.count))
      }
    }
  }

  /// One direction of all tiles.
  private static func spans(
    of length: Int, side: Int, margin: Int, limit: Int
  ) -> [(shown: Range<Int>, drawn: Range<Int>)]? {
    guard length > limit || length > side else { return [(0..<length, 0..<length)] }
    let margin = (margin + grid - 1) / grid * grid
    let most = min(side, limit - 2 * margin)
    let step = most >= grid ? most / grid * grid : most
    guard step > 0 else { return nil }
    return stride(from: 0, to: length, by: step).map { start in
      let end = min(start + step, length)
      return (start..<end, max(0, start - margin)..<min(length, end + margin))
    }
  }
}

extension CanvasTiles.Tile {
  /// Copies what is shown of a tile's pixels to their place in the picture's. Both RGBA8, the top row first.
  ///
  /// - Parameter firstRow: of the canvas, that the pixels begin with.
  func copyShown(of tile: [UInt8], to picture: inout [UInt8], rowPixels: Int, firstRow: Int = 0) {
    for row in 0..<shown.height {
      let from = ((shown.y - drawn.y + row) * drawn.width + shown.x - drawn.x) * 4
      let to = ((shown.y - firstRow + row) * rowPixels + shown.x) * 4
      picture.replaceSubrange(to..<to + shown.width * 4, with: tile[from..<from + shown.width * 4])
    }
  }
}
