import MultiplaneGraphics
import MultiplaneRenderTree
import Testing

@Suite struct DrawingOrderTests {
  private func names(_ sublayers: [RenderNode?], under transform: CATransform3D = CATransform3DIdentity) -> [String] {
    let superlayer = node(sublayers: sublayers.compactMap { $0 }) { $0.geometry.sublayerTransform = transform }
    return superlayer?.sublayers.compactMap(\.name) ?? []
  }

  private func layer(_ name: String, z: CGFloat) -> RenderNode? { node(name) { $0.geometry.zPosition = z } }

  @Test func arrayOrderWhereTheDepthIsTheSame() {
    #expect(names([layer("a", z: 0), layer("b", z: 0), layer("c", z: 0)]) == ["a", "b", "c"])
    #expect(names([layer("a", z: 3), layer("b", z: 3), layer("c", z: 3)]) == ["a", "b", "c"])
  }

  @Test func fromLowToHighDepth() {
    #expect(names([layer("a", z: 2), layer("b", z: 0), layer("c", z: 2), layer("d", z: -1)]) == ["d", "b", "a", "c"])
  }

  @Test func translationCountsLikeZPosition() {
    let moved = node("moved") { $0.geometry.transform = CATransform3DMakeTranslation(0, 0, 2) }
    #expect(names([moved, layer("one", z: 1), layer("three", z: 3)]) == ["one", "moved", "three"])
    let lowered = node("lowered") { $0.geometry.anchorPointZ = 1 }
    #expect(names([layer("zero", z: 0), lowered]) == ["lowered", "zero"])
  }

  @Test func theAnchorPointCounts() {
    // Turned about its left edge, as a door, by an angle at which what cancels out leaves rounding.
    let turned = node("turned") {
      $0.geometry.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
      $0.geometry.anchorPoint = CGPoint(x: 0, y: 0.5)
      $0.geometry.transform = CATransform3DMakeRotation(1.1, 0, 1, 0)
    }
    #expect(turned.map { DrawingOrder.depth(of: $0.geometry) } == 0)
    #expect(names([layer("0", z: 0), turned, layer("-1", z: -1), layer("1", z: 1)]) == ["-1", "0", "turned", "1"])
    let lifted = node("lifted") {
      $0.geometry.bounds = CGRect(x: 3, y: 0, width: 10, height: 10)
      $0.geometry.anchorPoint = CGPoint(x: 1, y: 0.5)
      $0.geometry.zPosition = 7
      $0.geometry.transform = CATransform3DTranslate(CATransform3DMakeRotation(1.1, 0, 1, 0), 0, 0, 0)
    }
    #expect(lifted.map { abs(DrawingOrder.depth(of: $0.geometry) - 7) < 1e-9 } == true)
  }

  @Test(arguments: [
    (CATransform3DMakeRotation(.pi, 0, 1, 0), true),
    (CATransform3DMakeRotation(2, 1, 0, 0), true),
    (CATransform3DMakeScale(1, 1, -1), true),
    (CATransform3DMakeScale(1e-60, 1e-60, -1e-60), true),
    (CATransform3DMakeScale(1e120, 1e120, -1), true),
    (CATransform3DMakeRotation(1, 1, 0, 0), false),
    (CATransform3DMakeRotation(3, 0, 0, 1), false),
    (CATransform3DMakeScale(-1, 1, 1), false),
    (CATransform3DMakeScale(0, 0, 0), false),
  ])
  func reversedWhereTheSuperlayerIsTurnedAway(transform: CATransform3D, isReversed: Bool) {
    let sublayers = [layer("a", z: 1), layer("b", z: 0), layer("c", z: 1), layer("d", z: 2)]
    // Those of the same depth keep their order.
    #expect(names(sublayers, under: transform) == (isReversed ? ["d", "a", "c", "b"] : ["b", "a", "c", "d"]))
  }

  @Test func depthThatIsNoNumberCountsAsZero() {
    // A depth of 0 · ∞, out of finite numbers: 1e300 · 1e300 − the same.
    let odd = node("odd") {
      $0.geometry.anchorPointZ = 1e300
      $0.geometry.transform = CATransform3DMakeScale(1, 1, 1e300)
      $0.geometry.transform.m43 = 1e300
      $0.geometry.transform.m34 = 1e300
    }
    #expect(odd.map { DrawingOrder.depth(of: $0.geometry).isNaN } == false)
    #expect(names([layer("front", z: 1), odd, layer("back", z: -1)]).count == 3)
  }
}
