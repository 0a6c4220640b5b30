import Graphics
import RenderTree

/// Where the walk for damage has come to: what tells which pixels a layer touches.
struct DamagePlace {
  var plane: Plane
  /// What comes after a layer's own matrix on the way to that plane; nil for the identity.
  var toPlane: CATransform3D?
  var isFlipped = false
  /// What the clips around leave, in whole device pixels.
  var box: DeviceBox
  /// Whether layers are groups here though their own opacity is 1: a transform layer around fades them.
  var fades = false
  /// Whether layers here are planes among which depth decides.
  var isInSpace = false

  init(_ tree: RenderTree, canvas: DeviceBox) {
    plane = Plane(scale: tree.scale)
    box = canvas
  }

  /// Inside a flat layer; nil when nothing of it can be seen. Its own clip is not counted.
  func inside(_ node: RenderNode) -> DamagePlace? {
    let matrix = node.geometry.placedMatrix
    guard let plane = Plane(toPlane.map { CATransform3DConcat(matrix, $0) } ?? matrix, in: plane) else { return nil }
    let isFlipped = isFlipped != node.geometry.isGeometryFlipped
    if !node.isDoubleSided, (plane.toDevice.determinant < 0) != isFlipped { return nil }
    var place = self
    place.plane = plane
    place.toPlane = node.geometry.sublayerMatrix
    place.isFlipped = isFlipped
    place.fades = false
    place.isInSpace = false
    return place
  }

  /// Inside a layer that is only a space.
  func through(_ node: RenderNode) -> DamagePlace {
    var matrix = node.geometry.placedMatrix
    if let toPlane { matrix = CATransform3DConcat(matrix, toPlane) }
    var place = self
    place.toPlane = node.geometry.sublayerMatrix.map { CATransform3DConcat($0, matrix) } ?? matrix
    place.isFlipped = isFlipped != node.geometry.isGeometryFlipped
    place.fades = fades || node.opacity < 1
    place.isInSpace = true
    return place
  }
}

extension Plane {
  /// The device pixels that something on the plane can touch: never too few, all of the box if need be.
  func pixels(of extent: Extent, in box: DeviceBox) -> DeviceBox {
    guard !extent.isEmpty else { return .nothing }
    guard !extent.isUnbounded else { return box }
    let m = toDevice
    guard isAffine else { return perspectivePixels(of: extent, in: box) }
    let turn = PlaneTurn(x: Vector2(m.xx, m.yx), y: Vector2(m.xy, m.yy))
    guard let rect = extent.box(after: turn) else { return box }
    let grow = pointsPerPixel * Flattener.fringe
    var around = DeviceBox.nothing
    for number in 0..<4 {
      let (x, y) = rect.corner(number)
      around.add(m.apply(x + (number & 1 == 0 ? -grow.x : grow.x), y + (number & 2 == 0 ? -grow.y : grow.y)))
    }
    guard around.isFinite else { return box }
    return around.inset(by: Flattener.untouched - extent.pixels).pixels.intersection(box)
  }

  private func perspectivePixels(of extent: Extent, in box: DeviceBox) -> DeviceBox {
    guard extent.spread == .none else { return box }
    var around = DeviceBox.nothing
    for number in 0..<4 {
      let (x, y) = extent.turned.corner(number)
      let p = toDevice.applyHomogeneous(x, y)
      guard p.z > 1e-3 else { return box }
      around.add(Vector2(p.x, p.y) / p.z)
    }
    guard around.isFinite else { return box }
    // Coverage reaches a little more than a pixel beyond the corners (section 4); the rest is room.
    return around.inset(by: -4 - extent.pixels).pixelsAround.intersection(box)
  }
}

extension DeviceBox {
  var isFinite: Bool { (minX * 0 + minY * 0 + maxX * 0 + maxY * 0) == 0 }
}
