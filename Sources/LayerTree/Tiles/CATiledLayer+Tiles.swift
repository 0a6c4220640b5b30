import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneRenderTree
import Synchronization

// Tiles: a commit finds out what is seen of each tiled layer, lets `draw(in:)` draw the tiles that
// are missing, and commits those that are seen. What is seen also depends on the layers around, so
// every commit looks at all tiled layers of its tree.

extension CALayer {
  /// Renews the tiles of the tiled layers in this one.
  ///
  /// - Parameter parentTime: in the superlayer's time, in seconds.
  func renewTiles(at parentTime: Double) {
    guard displayState.mayHoldTiles else { return }
    let time = timing.localTime(fromParent: parentTime)
    (self as? CATiledLayer)?.renewOwnTiles(at: time)
    for layer in layersWithin { layer.renewTiles(at: time) }
  }

  /// Notes that a tiled layer may lie in this one and in all above it. It stays noted when that
  /// layer is taken out.
  func noteTiles(in sublayer: CALayer) {
    guard sublayer.displayState.mayHoldTiles else { return }
    var layer: CALayer? = self
    while let current = layer, !current.displayState.mayHoldTiles {
      current.displayState.mayHoldTiles = true
      layer = current.parent
    }
  }

  /// The visible part of the bounds: within the root's bounds and those of every enclosing layer
  /// that clips. The whole bounds where perspective leaves no answer.
  fileprivate var seenRect: CGRect {
    var rect = bounds
    var layer: CALayer? = self
    while let current = layer {
      if current !== self, current.masksToBounds || current.parent == nil {
        let clip = convert(current.bounds, from: current)
        if !clip.isNull { rect = rect.intersection(clip) }
      }
      if rect.isNull { return .null }
      layer = current.parent
    }
    return rect
  }

  /// Pixels of the device for each point at a place of the layer: those that the root's
  /// `contentsScale` gives its own.
  fileprivate func deviceScale(at point: CGPoint) -> Double {
    let root = root
    let middle = convert(point, to: root)
    func length(_ dx: CGFloat, _ dy: CGFloat) -> Double {
      let end = convert(CGPoint(x: point.x + dx, y: point.y + dy), to: root)
      return Double(hypot(end.x - middle.x, end.y - middle.y))
    }
    return max(length(1, 0), length(0, 1)) * Double(root.contentsScale)
  }
}

extension CATiledLayer {
  fileprivate func renewOwnTiles(at time: Double) {
    let rect = seenRect
    guard draws, !skipsTiles, bounds.isFinite, !rect.isNull, rect.width > 0, rect.height > 0, !isHidden else {
      return handOver([])
    }
    let shape = TileShape(
      grid: TileGrid(
        of: self, showing: rect,
        deviceScale: deviceScale(at: CGPoint(x: rect.midX, y: rect.midY)) * deviceScaleFactor),
      isOpaque: isOpaque, format: contentsFormat, isFlipped: liesInFlippedGeometry)
    if let last = tileState.shape, !last.fits(shape) {
      tileState.cache = TileCache()
      tileState.edition += 1
      tileState.requested = []
    }
    tileState.shape = shape
    takeArrivedTiles(at: time)
    if shape.grid.hasTooMany(in: rect) { tellOfTooManyTiles() }
    let indices = shape.grid.tiles(in: shape.grid.rectAround(rect))
    // The first tiles are there at once: they are the layer's first picture.
    let fadeBegin = tileState.hasShown ? time : nil
    let missing = tileState.cache.missing(of: indices)
    if drawsAsynchronously {
      request(missing, of: shape)
    } else {
      for (index, picture) in zip(missing, draw(missing, of: shape)) {
        guard let picture else { continue }
        insert(picture, frame: shape.grid.frame(of: index), at: index, fadeBegin: fadeBegin)
      }
      tileState.invalidated = []
    }
    tileState.hasShown = true
    handOver(
      tileState.cache.show(indices, in: rect, at: time, fadeDuration: type(of: self).fadeDuration()))
    tileState.cache.trim(to: keptTilesBudget)
  }

  /// Takes a tile in; one that takes the place of an older one does not fade.
  func insert(_ picture: TilePicture, frame: CGRect, at index: TileGrid.Index, fadeBegin: Double?) {
    let wasThere = tileState.invalidated.remove(index) != nil
    tileState.cache.insert(picture, frame: frame, at: index, fadeBegin: wasThere ? nil : fadeBegin)
  }

  private func handOver(_ tiles: [TileValues]) {
    guard tiles != values.tiled.tiles else { return }
    values.tiled.tiles = tiles
    setNeedsCommit()
  }

  /// Whether a delegate or a subclass could draw.
  private var draws: Bool { delegate != nil || type(of: self) != CATiledLayer.self }

  /// Draws tiles on several threads at once, and waits for them; nil for one without
  /// memory.
  private func draw(_ indices: [TileGrid.Index], of shape: TileShape) -> [TilePicture?] {
    guard !indices.isEmpty else { return [] }
    delegate?.layerWillDraw(self)
    // While they draw, this thread waits and changes nothing: `draw(in:)` may read the layer.
    nonisolated(unsafe) let layer = self
    let pictures = Mutex([TilePicture?](repeating: nil, count: indices.count))
    Parallel.run(indices.count) { number in
      let picture = layer.tilePicture(indices[number], of: shape)
      pictures.withLock { $0[number] = picture }
    }
    return pictures.withLock { $0 }
  }

  /// Draws one tile, on any thread; nil if there is no memory for it.
  func drawTile(_ index: TileGrid.Index, of shape: TileShape) -> CGImage? {
    guard let backing = BackingShape(bounds: shape.grid.frame(of: index), scale: shape.grid.scale, shape),
      let context = backing.makeContext()
    else { return nil }
    context.concatenate(backing.toBase)
    draw(in: context)
    return context.makeImage()
  }

  /// Drops the tiles of the rectangle that is to be displayed; the next commit draws those that are
  /// seen.
  func invalidateTiles() {
    let asked = displayState.displayedRect
    let rect = asked.isNull ? .infinite : asked
    let before = tileState.shape.map { $0.grid.tiles(in: $0.grid.rectAround(seenRect)) } ?? []
    let there = Set(before).subtracting(tileState.cache.missing(of: before))
    tileState.cache.removeTiles(in: rect)
    // Tiles that are being drawn may show the old contents.
    tileState.edition += 1
    tileState.requested = []
    tileState.invalidated.formUnion(there)
    setNeedsCommit()
  }
}

/// The tile state of a tiled layer.
struct TileState {
  var cache = TileCache()
  /// The parameters of their last drawing.
  var shape: TileShape?
  /// Those that were seen and are drawn again: they do not fade in.
  var invalidated: Set<TileGrid.Index> = []
  var hasShown = false
  /// Those that are being drawn on other threads.
  var requested: Set<TileGrid.Index> = []
  /// Counts what makes tiles that are being drawn useless when they come.
  var edition = 0
  let arrivals = TileArrivals()
}

/// The parameters that decide how a tile is drawn.
struct TileShape {
  let grid: TileGrid
  let isOpaque: Bool
  let format: CALayerContentsFormat
  let isFlipped: Bool

  /// Whether tiles that were drawn by this one are those of another: its level may be a different
  /// one.
  func fits(_ other: TileShape) -> Bool {
    let steps = exp2(Double(grid.level - other.grid.level))
    return isOpaque == other.isOpaque && format == other.format && isFlipped == other.isFlipped
      && grid.bounds == other.grid.bounds && grid.scale == other.grid.scale * steps
      && grid.tile.width * steps == other.grid.tile.width && grid.tile.height * steps == other.grid.tile.height
  }
}

extension CATiledLayer {
  /// The memory of all cached tiles, in bytes.
  package var keptTileBytes: Int { tileState.cache.bytes }
}
