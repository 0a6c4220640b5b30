import MultiplaneGraphics
import MultiplaneRenderTree

/// A layer that is drawn in tiles, at several levels of detail.
///
/// `draw(in:)`, or the delegate's, draws each visible tile, in the layer's coordinates and clipped
/// to the tile, on several threads at once. The commit waits for them, unless `drawsAsynchronously`
/// is set. Only visible tiles are drawn and few others are cached, so that the layer may have any
/// size. The rules are in docs/drawing.md. (Source: CATiledLayer.h.)
open class CATiledLayer: CALayer {
  package override var kind: LayerKind { .tiled }
  var tileState = TileState()

  /// Creates a layer with default values and without a superlayer.
  public override init() {
    super.init()
    displayState.mayHoldTiles = true
  }

  /// Creates a copy of another layer's values; see `CALayer`.
  public override init(layer: Any) { super.init(layer: layer) }

  /// Decodes a layer; see `CALayer`.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    displayState.mayHoldTiles = true
  }

  /// Discards the tiles that need display. The next commit draws the visible ones.
  open override func display() { invalidateTiles() }

  /// The picture of one tile, made on any thread; nil if there is no memory for it.
  func tilePicture(_ index: TileGrid.Index, of shape: TileShape) -> TilePicture? {
    drawTile(index, of: shape).map { TilePicture(image: $0) }
  }

  /// Whether no tiles are to be made, as they will not be seen.
  var skipsTiles: Bool { false }

  /// Most bytes of tiles that are cached; those that are seen stay beyond it.
  var keptTilesBudget: Int { TileCache.budget }

  /// Most tiles that are seen at a time: where there would be more, a coarser level takes their
  /// place, down to the coarsest.
  var mostTiles: Int { 1024 }

  /// The level that no coarser one takes the place of: what draws tiles draws them at any.
  var coarsestLevel: Int { -65 }

  /// Takes note that too many tiles would be seen at the coarsest level too.
  func tellOfTooManyTiles() {}

  /// The factor by which the device pixels of the root's `contentsScale` are multiplied.
  var deviceScaleFactor: Double { 1 }

  open override class func defaultValue(forKey key: String) -> Any? {
    key == "levelsOfDetailBias" ? NSNumber(value: 0) : typedDefault(forKey: key, of: .tiled)
  }

  /// The duration of a new tile's fade-in, in seconds. Default 0.25.
  open class func fadeDuration() -> CFTimeInterval { 0.25 }

  /// The number of levels of detail, each half as large as the previous one. Default 1.
  open var levelsOfDetail: Int {
    get { values.tiled.levelsOfDetail }
    set { change(\.tiled.levelsOfDetail, to: newValue) }
  }

  /// The number of magnified levels of detail. Default 0.
  open var levelsOfDetailBias: Int {
    get { values.tiled.levelsOfDetailBias }
    set { change(\.tiled.levelsOfDetailBias, to: newValue) }
  }

  /// The maximum size of a tile, in pixels. Default 256 × 256.
  open var tileSize: CGSize {
    get { values.tiled.tileSize }
    set { change(\.tiled.tileSize, to: newValue) }
  }
}
