import Graphics
import RenderTree

/// A layer that is to be drawn in tiles, at several levels of detail.
///
/// It has its properties; tiles are not drawn yet. (Source: CATiledLayer.h.)
open class CATiledLayer: CALayer {
  package override var kind: LayerKind { .tiled }

  open override class func defaultValue(forKey key: String) -> Any? { typedDefault(forKey: key, of: .tiled) }

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
