import MultiplaneGraphics
import MultiplaneRenderTree

// Where layers lie.

extension RandomTree {
  mutating func geometry(in size: CGSize, depth: Int) -> LayerGeometry {
    var geometry = LayerGeometry()
    let isRoot = depth == 0
    geometry.bounds = CGRect(
      x: chance(0.2) ? number(-10, 10) : 0, y: chance(0.2) ? number(-10, 10) : 0,
      width: isRoot ? size.width : number(0, size.width), height: isRoot ? size.height : number(0, size.height))
    geometry.position = CGPoint(
      x: isRoot ? size.width / 2 : number(-0.2, 1.2) * size.width,
      y: isRoot ? size.height / 2 : number(-0.2, 1.2) * size.height)
    if chance(0.3) {
      geometry.bounds = geometry.bounds.integral
      geometry.position = CGPoint(x: geometry.position.x.rounded(), y: geometry.position.y.rounded())
    }
    if chance(0.3) { geometry.anchorPoint = CGPoint(x: number(-0.5, 1.5), y: number(-0.5, 1.5)) }
    if chance(0.2) { geometry.zPosition = number(-40, 40) }
    if chance(0.1) { geometry.anchorPointZ = number(-20, 20) }
    if chance(0.2) { geometry.isGeometryFlipped = true }
    if !isRoot, chance(0.6) { geometry.transform = transform() }
    if chance(0.2) { geometry.sublayerTransform = transform() }
    return geometry
  }

  mutating func transform() -> CATransform3D {
    var transform = CATransform3DIdentity
    if chance(0.3) { transform.m34 = -1 / number(80, 600) }
    for _ in 0..<whole(1...2) {
      switch whole(0...5) {
      case 0: transform = CATransform3DRotate(transform, number(-3.2, 3.2), 0, 0, 1)
      case 1: transform = CATransform3DScale(transform, number(0.2, 2.5), number(0.2, 2.5), 1)
      case 2: transform = CATransform3DTranslate(transform, number(-20, 20), number(-20, 20), number(-30, 30))
      case 3: transform = CATransform3DRotate(transform, number(-1.3, 1.3), 0, 1, 0)
      case 4: transform = CATransform3DRotate(transform, number(-1.3, 1.3), 1, number(-0.3, 0.3), 0)
      default: transform = CATransform3DScale(transform, pick([-1, 1]), pick([-1, 1]), 1)
      }
    }
    return transform
  }
}
