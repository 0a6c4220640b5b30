import MultiplaneGraphics
import MultiplaneRenderTree

/// A layer that shows what lies beneath it through filters (rendering rules §21), and which pixels these read.
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
  /// Adds all layers inside of a layer that filter their backdrop, those beneath first.
  mutating func addBackdrops(
    inside node: RenderNode, in place: Place, to backdrops: inout [BackdropReader]
  ) {
    guard node.filtersBackdropInside else { return }
    let planes = list.planes.count
    defer { list.planes.removeSubrange(planes...) }
    guard var inside = node.isSpace ? inside(space: node, in: place) : self.inside(node, in: place) else { return }
    if node.clipsToBounds { inside.box = pixels(of: Extent(node.bounds), in: inside) }
    guard !inside.box.isEmpty else { return }
    for sublayer in node.sublayers {
      if sublayer.features.contains(.backgroundFilters) { addBackdrop(sublayer, in: inside, to: &backdrops) }
      addBackdrops(inside: sublayer, in: inside, to: &backdrops)
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
