import MultiplaneGraphics
import MultiplaneRenderTree

extension Flattener {
  /// The image of a layer, in the rectangle that its gravity gives it (rendering rules §9).
  mutating func add(_ contents: Contents, of node: RenderNode, in place: Place) {
    guard contents.tint.isFinite else { return }
    let (width, height) = (Double(contents.image.width), Double(contents.image.height))
    let part = contents.rect
    let natural = (width: width * part.width / contents.scale, height: height * part.height / contents.scale)
    let bounds = boundsShape(of: node, in: place)
    var shape = target(of: natural, in: bounds.reaching(contents), gravity: contents.gravity)
    guard shape.width > 0, shape.height > 0 else { return }
    if node.clipsToBounds { shape.openEdges = edges(of: shape, onOrOutside: bounds) }
    guard let box = pixels(of: shape, in: place) else { return }
    let center = contents.center
    let columns = StretchAxis(
      target: (shape.minX, shape.width), source: (width * part.minX, width * part.width), size: width,
      natural: natural.width, center: center.map { ($0.minX, $0.width) })
    let rows = StretchAxis(
      target: (shape.minY, shape.height), source: (height * part.minY, height * part.height), size: height,
      natural: natural.height, center: center.map { ($0.minY, $0.height) })
    list.images.append(
      ImageBox(
        shape: shape, image: contents.image, columns: columns,
        rows: place.isFlipped ? rows.mirrored(size: height) : rows, minification: contents.minificationFilter,
        magnification: contents.magnificationFilter, minificationBias: contents.minificationFilterBias,
        tint: contents.tint))
    append(.image, payload: list.images.count - 1, box, in: place)
  }

  /// The rectangle that an image of a size in points fills.
  private func target(
    of size: (width: Double, height: Double), in bounds: BoxShape, gravity: ContentsGravity
  ) -> BoxShape {
    func shape(_ minX: Double, _ minY: Double, _ width: Double, _ height: Double) -> BoxShape {
      BoxShape(
        minX: minX, minY: minY, maxX: minX + width, maxY: minY + height, radii: .square, hardEdges: bounds.hardEdges)
    }
    if gravity == .resize { return shape(bounds.minX, bounds.minY, bounds.width, bounds.height) }
    let factor: (width: Double, height: Double) =
      switch gravity {
      case .resizeAspect:
        alike(min(bounds.width / size.width, bounds.height / size.height))
      case .resizeAspectFill:
        alike(max(bounds.width / size.width, bounds.height / size.height))
      default: (1, 1)
      }
    let (width, height) = (size.width * factor.width, size.height * factor.height)
    // The share of the remaining room on the side of the least x, and of the least y ("bottom").
    let left: Double =
      switch gravity {
      case .left, .topLeft, .bottomLeft: 0
      case .right, .topRight, .bottomRight: 1
      default: 0.5
      }
    let bottom: Double =
      switch gravity {
      case .bottom, .bottomLeft, .bottomRight: 0
      case .top, .topLeft, .topRight: 1
      default: 0.5
      }
    return shape(
      bounds.minX + (bounds.width - width) * left, bounds.minY + (bounds.height - height) * bottom, width, height)
  }

  private func alike(_ factor: Double) -> (width: Double, height: Double) { (factor, factor) }

  /// The edges of a layer's contents that only its own clip shapes: those on or outside the bounds,
  /// within a millionth of their size (§8).
  private func edges(of shape: BoxShape, onOrOutside bounds: BoxShape) -> BoxShape.EdgeSet {
    let (x, y) = (bounds.width / 1_000_000, bounds.height / 1_000_000)
    var edges: BoxShape.EdgeSet = []
    if shape.minX <= bounds.minX + x { edges.insert(.minX) }
    if shape.maxX >= bounds.maxX - x { edges.insert(.maxX) }
    if shape.minY <= bounds.minY + y { edges.insert(.minY) }
    if shape.maxY >= bounds.maxY - y { edges.insert(.maxY) }
    return edges
  }
}

extension BoxShape {
  /// The bounds of a layer, with those of contents that reach beyond them.
  fileprivate func reaching(_ contents: Contents) -> BoxShape {
    guard contents.overhangs else { return self }
    let box = contents.box(in: CGRect(x: minX, y: minY, width: width, height: height))
    var shape = self
    (shape.minX, shape.minY, shape.maxX, shape.maxY) = (box.minX, box.minY, box.maxX, box.maxY)
    return shape
  }
}
