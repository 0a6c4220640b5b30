import MultiplaneGraphics
import Synchronization

// Tiles that are drawn while the program continues (`drawsAsynchronously`): a commit asks for them,
// other threads draw, and what has arrived is taken in by a later commit of the layer's thread, of
// which its next turn is told. The main thread is woken for that; others, and programs without a
// run loop, take their next turn by themselves.

/// The tiles of a layer that drawing threads have finished.
final class TileArrivals: Sendable {
  struct Tile: Sendable {
    let index: TileGrid.Index
    let frame: CGRect
    /// Nil if there was no memory for it.
    let picture: TilePicture?
    /// The layer's edition when it was asked for.
    let edition: Int
  }

  private let tiles = Mutex<[Tile]>([])

  /// - Returns: whether it is the first since they were taken, so that a notice is due.
  func add(_ tile: Tile) -> Bool {
    tiles.withLock {
      $0.append(tile)
      return $0.count == 1
    }
  }

  var count: Int { tiles.withLock(\.count) }

  func take() -> [Tile] {
    tiles.withLock { tiles in
      defer { tiles = [] }
      return tiles
    }
  }
}

extension CATiledLayer {
  /// Has tiles drawn on other threads, unless they already are.
  func request(_ indices: [TileGrid.Index], of shape: TileShape) {
    let asked = indices.filter { !tileState.requested.contains($0) }
    guard !asked.isEmpty else { return }
    delegate?.layerWillDraw(self)
    tileState.requested.formUnion(asked)
    let (arrivals, edition) = (tileState.arrivals, tileState.edition)
    // `draw(in:)` is asked for on other threads by the program's own wish; what it reads is the
    // program's affair, as on Apple's systems. What it draws goes through `TileArrivals`, and the
    // layer itself is touched on its thread only.
    nonisolated(unsafe) let layer = self
    let (callbacks, isMain) = (TransactionThread.current.callbacks, Thread.isMainThread)
    for index in asked {
      Self.drawingQueue.async {
        let picture = layer.tilePicture(index, of: shape)
        let tile = TileArrivals.Tile(
          index: index, frame: shape.grid.frame(of: index), picture: picture, edition: edition)
        guard arrivals.add(tile) else { return }
        callbacks.append(Callback { layer.setNeedsCommit() })
        if isMain { DispatchQueue.main.async { TransactionThread.current.scheduleTurn() } }
      }
    }
  }

  /// Takes in the tiles that other threads have drawn; they fade in from now on.
  func takeArrivedTiles(at time: Double) {
    for tile in tileState.arrivals.take() where tile.edition == tileState.edition {
      tileState.requested.remove(tile.index)
      if let picture = tile.picture { insert(picture, frame: tile.frame, at: tile.index, fadeBegin: time) }
    }
  }

  /// The number of tiles that other threads are drawing.
  package var requestedTileCount: Int { tileState.requested.count }

  /// The number of finished tiles of other threads that wait for a commit.
  package var arrivedTileCount: Int { tileState.arrivals.count }

  private static let drawingQueue = DispatchQueue(label: "multiplane.tiles", attributes: .concurrent)
}
