import MultiplaneCPixels
import MultiplaneFlattening

/// What whole passes and the filters of backdrops have made so far, for those who show it.
///
/// Threads read it while it is not changed.
final class PassPictures {
  @exclusivity(unchecked) private var pictures: [TileSurface?] = []
  @exclusivity(unchecked) private var backdrops: [TileSurface?] = []
  @exclusivity(unchecked) private var texels: [ImageTexels?] = []
  private let images = Storage<CPImage>()
  private let filters = Storage<CPFilter>()
  /// The planes of the rasters, whose edges do not end them.
  private let shapes = Storage<CPShape>()

  func prepare(_ list: DisplayList) {
    pictures = [TileSurface?](repeating: nil, count: list.passes.count)
    backdrops = [TileSurface?](repeating: nil, count: list.backdrops.count)
    texels = [ImageTexels?](repeating: nil, count: list.rasters.count)
    images.reserve(list.rasters.count)
    filters.reserve(list.rasters.count)
    shapes.reserve(list.rasters.count)
  }

  /// Gives up all memory.
  func removeAll() {
    pictures.removeAll(keepingCapacity: true)
    backdrops.removeAll(keepingCapacity: true)
    texels.removeAll(keepingCapacity: true)
  }

  /// What a whole pass shows after its filters; nil for nothing.
  func setPicture(_ surface: TileSurface?, of pass: Int) { pictures[pass] = surface }

  /// What lies beneath a backdrop, after its filters.
  func setBackdrop(_ surface: TileSurface?, _ index: Int) { backdrops[index] = surface }

  /// The part of a pass's picture in a tile; nil for nothing.
  @inline(__always)
  func tile(of pass: Int, x: Int32, y: Int32) -> Tile? { pictures[pass].flatMap { Tile($0, x: x, y: y) } }

  @inline(__always)
  func backdropTile(_ index: Int, x: Int32, y: Int32) -> Tile? {
    backdrops[index].flatMap { Tile($0, x: x, y: y) }
  }

  /// One tile of a surface.
  struct Tile {
    /// Four components; nil where there is alpha alone.
    var pixels: UnsafePointer<Int16>?
    var alpha: UnsafePointer<Int16>
    var alphaStride: Int32

    /// A tile of four components.
    init(_ tile: UnsafeMutablePointer<Int16>) {
      pixels = UnsafePointer(tile)
      alpha = UnsafePointer(tile + 3 * TileSize.width)
      alphaStride = Int32(TileSize.rowNumbers)
    }

    fileprivate init?(_ surface: TileSurface, x: Int32, y: Int32) {
      guard let tile = surface.tile(column: TileSize.column(of: x), row: TileSize.row(of: y)) else { return nil }
      let isAlphaOnly = surface.channels == 1
      pixels = isAlphaOnly ? nil : UnsafePointer(tile)
      alpha = UnsafePointer(isAlphaOnly ? tile : tile + 3 * TileSize.width)
      alphaStride = Int32(isAlphaOnly ? TileSize.width : TileSize.rowNumbers)
    }
  }

  // MARK: Rasters

  /// Makes a raster's picture an image on its plane. Nothing shows of one without a picture.
  func setRaster(_ index: Int, _ use: RasterUse, plane: Int32, _ planes: PlaneTable) {
    guard let surface = pictures[Int(use.pass)], !surface.box.isEmpty else { return }
    let everywhere = BoxShape(
      minX: 0, minY: 0, maxX: 1, maxY: 1, radii: .square, hardEdges: [], openEdges: [.minX, .maxX, .minY, .maxY])
    guard let shape = planes.shape(everywhere, plane: plane) else { return }
    let mapping = ImageMapping(use, pixels: surface.box)
    let own = ImageTexels(surface)
    let paint = ImagePaint(mapping, own, on: planes.fromDevice(plane))
    texels[index] = own
    shapes[index] = shape
    images[index] = paint.image(mapping.columns.first, mapping.rows.first)
    images.pointer[index].tint = CPColor(red: 1, green: 1, blue: 1, alpha: 1)
    if let filter = paint.filter(mapping.columns.first, mapping.rows.first) {
      filters[index] = filter
      images.pointer[index].filter = UnsafePointer(filters.pointer + index)
    }
  }

  /// How a raster is sampled, and where its plane is seen; nil for one that shows nothing.
  @inline(__always)
  func raster(_ index: Int) -> (image: UnsafePointer<CPImage>, shape: UnsafePointer<CPShape>)? {
    guard texels[index] != nil else { return nil }
    return (UnsafePointer(images.pointer + index), UnsafePointer(shapes.pointer + index))
  }
}
