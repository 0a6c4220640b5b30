import MultiplaneCPixels
import MultiplaneDrawing
import MultiplaneFlattening

/// A pass that is drawn into a surface tile by tile, on demand.
///
/// A tile that a backdrop reads is drawn up to it; later the rest comes on top. So each primitive
/// is drawn once in each tile.
final class PassSweep {
  let pass: Int
  let surface: TileSurface
  let bins: TileBins
  /// By tile of the surface, the primitive before which it stands.
  private var progress: [Int]

  /// - Parameter bins: the pass's primitives by tile.
  init(pass: Int, _ surface: TileSurface, bins: TileBins) {
    self.pass = pass
    self.surface = surface
    self.bins = bins
    progress = [Int](repeating: -1, count: surface.tileCount)
  }

  /// The primitive before which a tile of the surface stands; nil where nothing was drawn.
  func progress(ofTile index: Int) -> Int? { progress[index] < 0 ? nil : progress[index] }

  /// Draws what comes before a primitive in all tiles that touch a box.
  func advance(to end: Int, in box: PixelBox, _ painters: [TilePainter]) {
    let tiles = (0..<surface.tileCount).filter {
      progress[$0] < end && !surface.tileBox($0).intersection(box).isEmpty
    }
    Parallel.run(tiles.count, threads: painters.count) { number, thread in
      painters[thread].paint(tiles[number], of: self, to: end)
    }
    for tile in tiles { progress[tile] = end }
  }
}
