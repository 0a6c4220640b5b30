import MultiplaneGraphics
import MultiplaneLayerTree
import Testing

@Suite struct LayerFrameTests {
  private let layer = CALayer()

  private func isClose(_ a: CGRect, _ b: CGRect, within tolerance: CGFloat = 1e-9) -> Bool {
    abs(a.origin.x - b.origin.x) <= tolerance && abs(a.origin.y - b.origin.y) <= tolerance
      && abs(a.size.width - b.size.width) <= tolerance && abs(a.size.height - b.size.height) <= tolerance
  }

  @Test func anchorOutsideTheBounds() {
    layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 50)
    layer.anchorPoint = CGPoint(x: 2, y: -1)
    #expect(layer.frame == CGRect(x: -200, y: 50, width: 100, height: 50))
    #expect(layer.position == .zero)
  }

  @Test func rotatedByAnEighth() {
    layer.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
    layer.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 4))
    let half = 100 * 0.5.squareRoot()
    #expect(isClose(layer.frame, CGRect(x: -half, y: -half, width: 2 * half, height: 2 * half)))
    #expect(isClose(layer.frame, CGRect(x: -70.71, y: -70.71, width: 141.42, height: 141.42), within: 0.005))
  }

  @Test func setUnderAScale() {
    layer.transform = CATransform3DMakeScale(2, 4, 1)
    layer.frame = CGRect(x: 0, y: 0, width: 100, height: 50)
    #expect(layer.bounds == CGRect(x: 0, y: 0, width: 50, height: 12.5))
    #expect(layer.position == CGPoint(x: 50, y: 25))
    #expect(layer.frame == CGRect(x: 0, y: 0, width: 100, height: 50))
  }

  @Test func setUnderATranslation() {
    layer.transform = CATransform3DMakeTranslation(10, 20, 0)
    layer.frame = CGRect(x: 10, y: 20, width: 100, height: 50)
    #expect(layer.position == CGPoint(x: 50, y: 25))
    #expect(layer.bounds.size == CGSize(width: 100, height: 50))
  }

  @Test func setUnderAQuarterTurn() {
    layer.setAffineTransform(CGAffineTransform(rotationAngle: .pi / 2))
    layer.frame = CGRect(x: 10, y: 20, width: 100, height: 50)
    #expect(isClose(layer.bounds, CGRect(x: 0, y: 0, width: 50, height: 100)))
    #expect(isClose(layer.frame, CGRect(x: 10, y: 20, width: 100, height: 50)))
  }

  @Test func setWithANegativeSize() {
    layer.frame = CGRect(x: 100, y: 50, width: -100, height: -50)
    #expect(layer.frame == CGRect(x: 0, y: 0, width: 100, height: 50))
  }

  @Test func theBoundsOriginIsKeptAndMovesNothing() {
    layer.bounds = CGRect(x: 7, y: 8, width: 1, height: 1)
    layer.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
    #expect(layer.bounds == CGRect(x: 7, y: 8, width: 30, height: 40))
    layer.bounds.origin = CGPoint(x: 1000, y: 1000)
    #expect(layer.frame == CGRect(x: 10, y: 20, width: 30, height: 40))
  }

  /// The same frame gives the same position, wherever the layer was before.
  @Test func setTwice() {
    layer.position = CGPoint(x: 1e9, y: -1e9)
    layer.anchorPoint = CGPoint(x: 0.3, y: 0.7)
    layer.frame = CGRect(x: 0.1, y: 0.2, width: 0.3, height: 0.7)
    let position = layer.position
    #expect(abs(position.x - 0.19) < 1e-12 && abs(position.y - 0.69) < 1e-12)
    layer.frame = CGRect(x: 0.1, y: 0.2, width: 0.3, height: 0.7)
    #expect(layer.position == position)
  }

  @Test func emptyAtThePosition() {
    layer.position = CGPoint(x: 3, y: 4)
    #expect(layer.frame == CGRect(x: 3, y: 4, width: 0, height: 0))
  }

  @Test func neitherDepthNorFlipCounts() {
    layer.frame = CGRect(x: 10, y: 20, width: 30, height: 40)
    layer.anchorPoint = CGPoint(x: 0.5, y: 0)
    let frame = layer.frame
    layer.isGeometryFlipped = true
    layer.zPosition = 100
    #expect(layer.frame == frame)
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 100
    layer.transform = perspective
    #expect(layer.frame == frame)
  }

  @Test func perspectiveDivides() {
    layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    // A w of 2 everywhere.
    layer.transform.m44 = 2
    #expect(layer.frame == CGRect(x: -2.5, y: -2.5, width: 5, height: 5))
  }
}

@Suite struct LayerTransformTests {
  @Test(arguments: [
    CATransform3DMakeScale(1, 1, 2), CATransform3DMakeTranslation(1, 2, 3), CATransform3DMakeRotation(1, 1, 0, 0),
    {
      var transform = CATransform3DIdentity
      transform.m34 = -0.01
      return transform
    }(),
  ])
  func affineTransformIsTheIdentityUnlessExactlyAffine(transform: CATransform3D) {
    let layer = CALayer()
    layer.transform = transform
    #expect(layer.affineTransform() == .identity)
  }

  @Test func affineTransformReplacesAllOfTheTransform() {
    let layer = CALayer()
    layer.transform = CATransform3DMakeTranslation(1, 2, 3)
    let affine = CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6)
    layer.setAffineTransform(affine)
    #expect(layer.affineTransform() == affine)
    #expect(layer.transform.m43 == 0)
    #expect(layer.transform.m12 == 2 && layer.transform.m42 == 6)
  }

  @Test func contentsAreFlippedUnlessAnOddNumberOfLayersIs() {
    let layers = (0..<3).map { _ in CALayer() }
    layers[0].addSublayer(layers[1])
    layers[1].addSublayer(layers[2])
    layers[0].isGeometryFlipped = true
    #expect(layers.map { $0.contentsAreFlipped() } == [false, false, false])
    layers[2].isGeometryFlipped = true
    #expect(layers.map { $0.contentsAreFlipped() } == [false, false, true])
    #expect(CALayer().contentsAreFlipped(), "y runs down in the context of a layer that is not flipped")
  }
}
