import MultiplaneGraphics
import MultiplaneRenderTree

/// A layer that is to be drawn in tiles, at several levels of detail.
///
/// `draw(in:)`, or the delegate's, draws each tile that is seen, in the layer's own coordinates and clipped to the
/// tile, on several threads at once; the commit waits for them, unless `drawsAsynchronously` is set. Only tiles that are
/// seen are drawn, and few others are cached, so that the layer may be of any size. docs/drawing.md has the rules.
/// (Source: CATiledLayer.h.)
open class CATiledLayer: CALayer {
  package override var kind: LayerKind { .tiled }
  var tileState = TileState()

  /// A layer with default values, in no tree.
  public override init() {
    super.init()
    displayState.mayHoldTiles = true
  }

  /// A copy of another layer's values; see `CALayer`.
  public override init(layer: Any) { super.init(layer: layer) }

  /// Reads a layer out of an archive; see `CALayer`.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    displayState.mayHoldTiles = true
  }

  /// Drops the tiles that are to be displayed; those that are seen are drawn by the next commit.
  open override func display() { invalidateTiles() }

  /// The picture of one tile, made on any thread; nil if there is no memory for it.
  func tilePicture(_ index: TileGrid.Index, of shape: TileShape) -> TilePicture? {
    drawTile(index, of: shape).map { TilePicture(image: $0) }
  }

  /// Whether no tiles are to be made, as nobody will see them.
  var skipsTiles: Bool { false }

  /// Most bytes of tiles that are cached; those that are seen stay beyond it.
  var keptTilesBudget: Int { TileCache.budget }

  /// Most tiles that are seen at a time: where there would be more, a coarser level takes their place, down to the coarsest.
  var mostTiles: Int { 1024 }

  /// The level that no coarser one takes the place of: what draws tiles draws them at any.
  var coarsestLevel: Int { -65 }

  /// Takes note that too many tiles would be seen at the coarsest level too.
  func tellOfTooManyTiles() {}

  /// What the pixels of the device that the root's `contentsScale` says are multiplied by.
  var deviceScaleFactor: Double { 1 }

  open override class func defaultValue(forKey key: String) -> Any? {
    key == "levelsOfDetailBias" ? NSNumber(value: 0) : typedDefault(forKey: key, of: .tiled)
  }

  /// For how long a new tile fades in, in seconds: a quarter.
  open class func fadeDuration() -> CFTimeInterval { 0.25 }

  /// How many levels of detail there are, each half as large as the one before; default 1.
  open var levelsOfDetail: Int {
    get { values.tiled.levelsOfDetail }
    set { change(\.tiled.levelsOfDetail, to: newValue) }
  }

  /// How many of the levels are larger than the layer; default 0.
  open var levelsOfDetailBias: Int {
    get { values.tiled.levelsOfDetailBias }
    set { change(\.tiled.levelsOfDetailBias, to: newValue) }
  }

  /// The largest size of a tile in pixels; default 256 × 256.
  open var tileSize: CGSize {
    get { values.tiled.tileSize }
    set { change(\.tiled.tileSize, to: newValue) }
  }
}
