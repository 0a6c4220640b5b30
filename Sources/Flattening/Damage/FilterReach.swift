import MultiplaneGraphics
import MultiplaneRenderTree

/// How far a pixel that filters make of a picture may lie from those that they read for it, in
/// device pixels.
struct FilterReach {
  /// How much farther than a pixel the pixels reach that are read for it.
  private let left, top, right, bottom: Int32

  /// - Parameters:
  ///   - grow: lets an extent reach as far as what is read for it.
  ///   - node: the layer whose place on the device says how long a point is.
  ///   - inside: inside of it, on `plane`.
  private init(of node: RenderNode, on plane: Plane, in inside: Flattener.Place, _ grow: (inout Extent) -> Void) {
    let bounds = Extent(node.bounds)
    var read = bounds
    grow(&read)
    // In perspective a point has no one length.
    if !plane.isAffine, read != bounds { read = .unbounded }
    let all = PixelBox(minX: -Self.far, minY: -Self.far, maxX: Self.far, maxY: Self.far)
    let without = plane.pixels(of: bounds, movedBy: inside.offset, within: all)
    let with = plane.pixels(of: read, movedBy: inside.offset, within: all)
    left = max(0, without.minX - with.minX) + Self.room
    top = max(0, without.minY - with.minY) + Self.room
    right = max(0, with.maxX - without.maxX) + Self.room
    bottom = max(0, with.maxY - without.maxY) + Self.room
  }

  /// - Parameter inside: inside the layer, on `plane`.
  init(_ filters: [Filter], of node: RenderNode, on plane: Plane, in inside: Flattener.Place) {
    self.init(of: node, on: plane, in: inside) { extent in
      for filter in filters { extent.grow(by: filter) }
    }
  }

  /// That of a shadow's blur.
  init(_ shadow: Shadow, of node: RenderNode, on plane: Plane, in inside: Flattener.Place) {
    self.init(of: node, on: plane, in: inside) { $0.blur(by: shadow.radius) }
  }

  /// Beyond every canvas, in pixels.
  private static let far: Int32 = 1 << 29
  /// What is read between pixels lies up to a pixel farther; one more for rounding.
  private static let room: Int32 = 2

  /// The pixels that are read for some.
  func read(for pixels: PixelBox) -> PixelBox {
    pixels.isEmpty ? .empty : pixels.grown(left, top, right, bottom)
  }

  /// The pixels for which some are read: what reaches to the right is read on the left.
  func shown(of pixels: PixelBox) -> PixelBox {
    pixels.isEmpty ? .empty : pixels.grown(right, bottom, left, top)
  }
}

extension PixelBox {
  /// The box with its sides moved outwards by a number of pixels.
  func grown(_ left: Int32, _ top: Int32, _ right: Int32, _ bottom: Int32) -> PixelBox {
    func sum(_ a: Int32, _ b: Int32) -> Int32 { Int32(clamping: Int64(a) + Int64(b)) }
    return PixelBox(minX: sum(minX, -left), minY: sum(minY, -top), maxX: sum(maxX, right), maxY: sum(maxY, bottom))
  }
}
