import MultiplaneGraphics
import MultiplaneLayerTree
import Testing

private func isClose(_ a: CGPoint, _ b: CGPoint, within tolerance: CGFloat = 1e-9) -> Bool {
  abs(a.x - b.x) <= tolerance && abs(a.y - b.y) <= tolerance
}

private func rect(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
  CGRect(x: x, y: y, width: width, height: height)
}

private func makeLayer(_ bounds: CGRect, at position: CGPoint, in superlayer: CALayer? = nil) -> CALayer {
  let layer = CALayer()
  layer.bounds = bounds
  layer.position = position
  superlayer?.addSublayer(layer)
  return layer
}

@Suite("§3, §4 conversion of points and rectangles") struct LayerConversionTests {
  @Test(
    "§4: the bounds origin of an untransformed layer lands at position − anchor · size, whatever the superlayer's is")
  func boundsOrigin() {
    let superlayer = makeLayer(rect(-30, 40, 200, 200), at: .zero)
    let layer = makeLayer(rect(7, 8, 100, 50), at: CGPoint(x: 60, y: 70), in: superlayer)
    layer.anchorPoint = CGPoint(x: 0.25, y: 1)
    #expect(layer.convert(CGPoint(x: 7, y: 8), to: superlayer) == CGPoint(x: 60 - 25, y: 70 - 50))
    #expect(layer.convert(CGPoint(x: 35, y: 20), from: superlayer) == CGPoint(x: 7, y: 8))
  }

  @Test(
    "§4: flipped and turned",
    arguments: [
      (CGPoint(x: 5, y: 7), CGPoint(x: 50.2062, y: 101.7187)),
      (CGPoint(x: 105, y: 7), CGPoint(x: 145.7398, y: 131.2707)),
      (CGPoint(x: 5, y: 87), CGPoint(x: 73.8478, y: 25.2918)),
    ])
  func flippedAndTurned(point: CGPoint, expected: CGPoint) {
    let layer = makeLayer(rect(5, 7, 100, 80), at: CGPoint(x: 80, y: 90))
    layer.anchorPoint = CGPoint(x: 0.25, y: 0.75)
    layer.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
    layer.isGeometryFlipped = true
    #expect(isClose(layer.convert(point, to: nil), expected, within: 5e-5))
    #expect(isClose(layer.convert(layer.convert(point, to: nil), from: nil), point))
  }

  @Test("§4: a sublayer transform acts about the anchor point")
  func sublayerTransform() {
    let superlayer = makeLayer(rect(0, 0, 200, 200), at: CGPoint(x: 100, y: 100))
    superlayer.sublayerTransform = CATransform3DMakeScale(2, 2, 1)
    let layer = makeLayer(rect(0, 0, 50, 50), at: CGPoint(x: 100, y: 50), in: superlayer)
    layer.transform = CATransform3DMakeTranslation(5, 6, 0)
    // The corner lies at (100 − 25 + 5, 50 − 25 + 6) = (80, 31), and twice as far from (100, 100).
    #expect(layer.convert(.zero, to: superlayer) == CGPoint(x: 60, y: -38))
    #expect(layer.convert(CGPoint(x: 60, y: -38), from: superlayer) == .zero)
  }

  @Test("§3: nil is the space above the root, whose own place counts")
  func toNil() {
    let root = makeLayer(rect(0, 0, 10, 10), at: CGPoint(x: 100, y: 200))
    let layer = makeLayer(rect(0, 0, 4, 4), at: CGPoint(x: 5, y: 5), in: root)
    #expect(layer.convert(.zero, to: nil) == CGPoint(x: 98, y: 198))
    #expect(layer.convert(CGPoint(x: 98, y: 198), from: nil) == .zero)
    #expect(layer.convert(.zero, to: root) == CGPoint(x: 3, y: 3))
    #expect(layer.convert(CGPoint(x: 3, y: 4), to: layer) == CGPoint(x: 3, y: 4))
  }

  @Test("§3: layers of different trees convert through both roots as if these shared one space")
  func differentTrees() {
    let one = makeLayer(rect(0, 0, 10, 10), at: CGPoint(x: 100, y: 200))
    let other = makeLayer(rect(0, 0, 10, 10), at: CGPoint(x: 50, y: 50))
    other.setAffineTransform(CGAffineTransform(scaleX: 2, y: 2))
    // (95, 195) is 45 and 145 from the middle of the other, in points twice as large.
    #expect(one.convert(.zero, to: other) == CGPoint(x: 5 + 22.5, y: 5 + 72.5))
    #expect(other.convert(.zero, from: one) == CGPoint(x: 27.5, y: 77.5))
  }

  @Test("§3: siblings convert though a layer above both is scaled to nothing")
  func siblingsUnderNothing() {
    let root = makeLayer(rect(0, 0, 10, 10), at: .zero)
    root.transform = CATransform3DMakeScale(0, 0, 1)
    let a = makeLayer(rect(0, 0, 2, 2), at: CGPoint(x: 1, y: 1), in: root)
    let b = makeLayer(rect(0, 0, 2, 2), at: CGPoint(x: 8, y: 1), in: root)
    #expect(a.convert(.zero, to: b) == CGPoint(x: -7, y: 0))
  }

  @Test("§3: a layer that is scaled to nothing has no coordinates to convert to")
  func singular() {
    let root = makeLayer(rect(0, 0, 10, 10), at: .zero)
    let layer = makeLayer(rect(0, 0, 2, 2), at: .zero, in: root)
    layer.transform = CATransform3DMakeScale(0, 1, 1)
    let point = layer.convert(CGPoint(x: 1, y: 1), from: root)
    #expect(!point.x.isFinite && !point.y.isFinite)
    #expect(layer.convert(rect(0, 0, 1, 1), from: root).isNull)
    #expect(layer.convert(CGPoint(x: 1, y: 1), to: root) == .zero)
  }

  @Test("§3: a rectangle becomes the box of its four corners")
  func rectangles() {
    let layer = makeLayer(rect(0, 0, 20, 10), at: CGPoint(x: 50, y: 50))
    layer.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 2))
    let box = layer.convert(rect(0, 0, 20, 10), to: nil)
    #expect(isClose(box.origin, CGPoint(x: 45, y: 40)))
    #expect(abs(box.width - 10) < 1e-9 && abs(box.height - 20) < 1e-9)
    let eighth = makeLayer(rect(0, 0, 2, 2), at: .zero)
    eighth.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 4))
    #expect(abs(eighth.convert(rect(0, 0, 2, 2), to: nil).width - 2 * 2.0.squareRoot()) < 1e-9)
    #expect(layer.convert(CGRect.null, to: nil).isNull && layer.convert(CGRect.infinite, to: nil).isInfinite)
  }

  @Test("§4: perspective divides by w")
  func perspective() {
    let root = makeLayer(rect(0, 0, 100, 100), at: CGPoint(x: 50, y: 50))
    root.sublayerTransform.m34 = -1.0 / 200
    let layer = makeLayer(rect(0, 0, 40, 40), at: CGPoint(x: 50, y: 50), in: root)
    layer.zPosition = 100
    // 100 of 200 toward the camera: everything is seen twice as large about the middle.
    #expect(isClose(layer.convert(.zero, to: root), CGPoint(x: 10, y: 10)))
    #expect(isClose(layer.convert(CGPoint(x: 10, y: 10), from: root), .zero))
  }

  @Test("§4: a plain layer flattens what is within it, a transform layer does not")
  func flattening() {
    for isSpace in [false, true] {
      let root = makeLayer(rect(0, 0, 100, 100), at: CGPoint(x: 50, y: 50))
      root.sublayerTransform.m34 = -1.0 / 200
      let middle = isSpace ? CATransformLayer() : CALayer()
      middle.bounds = rect(0, 0, 100, 100)
      middle.position = CGPoint(x: 50, y: 50)
      root.addSublayer(middle)
      let layer = makeLayer(rect(0, 0, 40, 40), at: CGPoint(x: 50, y: 50), in: middle)
      layer.zPosition = 100
      let corner = CGPoint(x: isSpace ? 10 : 30, y: isSpace ? 10 : 30)
      #expect(isClose(layer.convert(.zero, to: root), corner))
      #expect(isClose(layer.convert(corner, from: root), .zero))
    }
  }

  @Test("scrolling moves what is within the bounds")
  func scrolling() {
    let layer = CAScrollLayer()
    layer.bounds = rect(0, 0, 100, 100)
    layer.position = CGPoint(x: 50, y: 50)
    let content = makeLayer(rect(0, 0, 10, 10), at: CGPoint(x: 5, y: 5), in: layer)
    layer.scroll(to: CGPoint(x: 30, y: 40))
    #expect(content.convert(.zero, to: nil) == CGPoint(x: -30, y: -40))
  }
}

@Suite("§11 conversion of times") struct LayerTimeConversionTests {
  private let root = CALayer()
  private let mid = CALayer()
  private let leaf = CALayer()

  init() {
    root.addSublayer(mid)
    mid.addSublayer(leaf)
    (mid.beginTime, mid.speed, mid.timeOffset) = (2, 3, 0.25)
    (leaf.beginTime, leaf.speed, leaf.timeOffset) = (1, 2, 0.5)
  }

  @Test func workedExample() {
    #expect(leaf.convertTime(10, from: mid) == 18.5)
    #expect(leaf.convertTime(10, from: root) == 47)
    #expect(leaf.convertTime(10, to: mid) == 5.75)
    #expect(abs(leaf.convertTime(10, to: root) - 23.0 / 6) < 1e-12)
    #expect(mid.convertTime(5.75, to: leaf) == leaf.convertTime(5.75, from: mid))
    #expect(leaf.convertTime(3, to: leaf) == 3)
  }

  @Test func beforeTheBeginningIsZero() {
    #expect(mid.convertTime(1, from: root) == 0)
    #expect(leaf.convertTime(0, from: mid) == 0)
  }

  @Test func aStoppedLayerHasNoWayBack() {
    mid.speed = 0
    #expect(mid.convertTime(5, to: root) == 0)
    #expect(mid.convertTime(5, from: root) == 0.25)
  }

  @Test func theRootsOwnTimingCountsForNilOnly() {
    root.speed = 2
    #expect(root.convertTime(10, from: nil) == 20)
    #expect(root.convertTime(20, to: nil) == 10)
    #expect(mid.convertTime(10, from: root) == 24.25)
    #expect(mid.convertTime(5, from: nil) == 24.25)
  }

  @Test func differentTrees() {
    let other = CALayer()
    other.timeOffset = 100
    #expect(other.convertTime(47, from: leaf) == 110)
  }
}
