import MultiplaneGraphics
import MultiplaneRenderTree

/// How a tiled layer is cut into tiles at one level of detail.
///
/// The grid begins at (0, 0) of the layer's coordinates. At level k a point has `contentsScale ·
/// 2ᵏ` pixels.
struct TileGrid: Equatable {
  /// The maximum side of a tile, in pixels: 16 Mi pixels per tile.
  static let longestSide = 4096

  struct Index: Hashable {
    let level: Int
    let column: Int
    let row: Int
  }

  let level: Int
  /// Pixels of a point.
  let scale: Double
  /// In points.
  let tile: CGSize
  let bounds: CGRect
  /// Most tiles that are seen at a time.
  let mostTiles: Int

  private init(level: Int, of layer: CATiledLayer) {
    let base = Double(layer.contentsScale)
    self.level = level
    scale = (base > 0 && base.isFinite ? base : 1) * exp2(Double(level))
    func side(_ length: CGFloat) -> Double { length >= 1 ? min(Double(length).rounded(), Double(Self.longestSide)) : 1 }
    tile = CGSize(width: side(layer.tileSize.width) / scale, height: side(layer.tileSize.height) / scale)
    bounds = layer.bounds
    mostTiles = layer.mostTiles
  }

  /// At the coarsest level that has a pixel for each one of the device, of those that the layer
  /// has; where too many tiles would be seen, at a coarser one.
  ///
  /// - Parameters:
  ///   - rect: what is seen of the layer, in its coordinates.
  ///   - deviceScale: pixels of the device for each of its points.
  init(of layer: CATiledLayer, showing rect: CGRect, deviceScale: Double) {
    let levels = Self.levels(of: layer)
    let base = TileGrid(level: 0, of: layer).scale
    // Rounding errors must not select a finer level.
    let wanted = deviceScale > 0 && deviceScale.isFinite ? (log2(deviceScale / base) - 1e-6).rounded(.up) : 0
    var level = Int(min(max(wanted, Double(levels.lowerBound)), Double(levels.upperBound)))
    while true {
      let grid = TileGrid(level: level, of: layer)
      if !grid.hasTooMany(in: rect) || level <= layer.coarsestLevel {
        self = grid
        return
      }
      level -= 1
    }
  }

  /// From the coarsest level of detail that a layer has to the finest.
  static func levels(of layer: CATiledLayer) -> ClosedRange<Int> {
    let finest = min(max(layer.levelsOfDetailBias, 0), TiledValues.mostFinerLevels)
    return finest - (min(max(layer.levelsOfDetail, 1), TiledValues.mostLevels) - 1)...finest
  }

  /// Whether a rectangle touches more tiles than may be seen.
  func hasTooMany(in rect: CGRect) -> Bool { count(in: rect) > Double(mostTiles) }

  /// The tiles that a rectangle touches; none outside of the bounds, and none where it has too
  /// many.
  func tiles(in rect: CGRect) -> [Index] {
    guard let (columns, rows) = range(in: rect), !hasTooMany(in: rect) else { return [] }
    return rows.flatMap { row in columns.map { Index(level: level, column: $0, row: row) } }
  }

  /// A tile's rectangle in the layer's coordinates, cut to the bounds.
  func frame(of index: Index) -> CGRect {
    CGRect(
      x: CGFloat(index.column) * tile.width, y: CGFloat(index.row) * tile.height, width: tile.width,
      height: tile.height
    ).intersection(bounds)
  }

  /// The same with a tile more on every side, for what comes next; as it is where that would be too
  /// many.
  func rectAround(_ rect: CGRect) -> CGRect {
    let wider = rect.insetBy(dx: -tile.width, dy: -tile.height)
    return hasTooMany(in: wider) ? rect : wider
  }

  private func count(in rect: CGRect) -> Double {
    let inside = rect.intersection(bounds)
    guard !inside.isNull, inside.isFinite else { return 0 }
    return (inside.width / tile.width + 1).rounded(.up) * (inside.height / tile.height + 1).rounded(.up)
  }

  private func range(in rect: CGRect) -> (columns: Range<Int>, rows: Range<Int>)? {
    let inside = rect.intersection(bounds)
    guard !inside.isNull, inside.isFinite, inside.width > 0, inside.height > 0,
      max(abs(inside.minX), abs(inside.maxX)) / tile.width < 1e9,
      max(abs(inside.minY), abs(inside.maxY)) / tile.height < 1e9
    else { return nil }
    func range(_ low: CGFloat, _ high: CGFloat, _ side: CGFloat) -> Range<Int> {
      Int((low / side + 1e-9).rounded(.down))..<Int((high / side - 1e-9).rounded(.up))
    }
    let columns = range(inside.minX, inside.maxX, tile.width)
    let rows = range(inside.minY, inside.maxY, tile.height)
    return columns.isEmpty || rows.isEmpty ? nil : (columns, rows)
  }
}
