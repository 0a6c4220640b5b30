import MultiplaneGraphics
import MultiplaneRenderTree

/// A layer that shows what lies beneath it through filters (rendering rules §21), and which pixels
/// these read.
struct BackdropReader {
  let node: RenderNode
  /// The pixels of its bounds.
  let box: PixelBox
  private let reach: FilterReach

  /// - Parameter inside: inside the layer, on `plane`.
  fileprivate init(_ node: RenderNode, on plane: Plane, in inside: Flattener.Place) {
    self.node = node
    box = plane.pixels(of: Extent(node.bounds), movedBy: inside.offset, within: inside.box)
    reach = FilterReach(node.backgroundFilters, of: node, on: plane, in: inside)
  }

  /// Those of its pixels that may change where others beneath it do.
  func shown(of changed: PixelBox) -> PixelBox { reach.shown(of: changed).intersection(box) }

  /// The pixels that are read for some of its own.
  func read(for pixels: PixelBox) -> PixelBox { reach.read(for: pixels.intersection(box)) }
}

extension Flattener {
  /// Of a raster's canvas, what layers on it read that filter their backdrop.
  ///
  /// - Parameter place: inside the layer.
  mutating func backdropsRead(inside node: RenderNode, in place: Place) -> PixelBox {
    guard node.filtersBackdropInside else { return .empty }
    let planes = list.planes.count
    defer { list.planes.removeSubrange(planes...) }
    var place = place
    // Also where a filter around them shows more than the place does.
    place.box = DisplayList.limit(around: place.canvas)
    var backdrops: [BackdropReader] = []
    addBackdrops(ofSublayersOf: node, in: place, whole: true, to: &backdrops)
    return backdrops.reduce(.empty) { $0.union($1.read(for: $1.box).clamped(to: place.canvas)) }
  }

  /// Adds all layers inside of a layer that filter their backdrop, those beneath first.
  mutating func addBackdrops(
    inside node: RenderNode, in place: Place, whole: Bool = false, to backdrops: inout [BackdropReader]
  ) {
    guard node.filtersBackdropInside else { return }
    let planes = list.planes.count
    defer { list.planes.removeSubrange(planes...) }
    guard var inside = node.isSpace ? inside(space: node, in: place) : self.inside(node, in: place) else { return }
    if node.clipsToBounds, !whole { inside.box = pixels(of: Extent(node.bounds), in: inside) }
    guard !inside.box.isEmpty else { return }
    addBackdrops(ofSublayersOf: node, in: inside, whole: whole, to: &backdrops)
  }

  /// The same.
  ///
  /// - Parameters:
  ///   - place: inside the layer.
  ///   - whole: whether also what clips leave out of them counts, and those on rasters of their own
  ///     do not.
  private mutating func addBackdrops(
    ofSublayersOf node: RenderNode, in place: Place, whole: Bool, to backdrops: inout [BackdropReader]
  ) {
    for sublayer in node.sublayers {
      if sublayer.features.contains(.backgroundFilters) { addBackdrop(sublayer, in: place, to: &backdrops) }
      if whole, sublayer.rasterScale != nil { continue }
      addBackdrops(inside: sublayer, in: place, whole: whole, to: &backdrops)
    }
  }

  private mutating func addBackdrop(_ node: RenderNode, in place: Place, to backdrops: inout [BackdropReader]) {
    let planes = list.planes.count
    defer { list.planes.removeSubrange(planes...) }
    guard let inside = inside(node, in: place) else { return }
    let backdrop = BackdropReader(node, on: list.planes[Int(inside.plane)], in: inside)
    if !backdrop.box.isEmpty { backdrops.append(backdrop) }
  }
}
