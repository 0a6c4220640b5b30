import MultiplaneGraphics
import MultiplaneRenderTree
import Testing

@Suite struct LayerGeometryTests {
  /// Bounds (5, 7, 100, 80), anchor (¼, ¾), position (80, 90), turned by 0.3.
  private var turned: LayerGeometry {
    var geometry = LayerGeometry()
    geometry.bounds = CGRect(x: 5, y: 7, width: 100, height: 80)
    geometry.anchorPoint = CGPoint(x: 0.25, y: 0.75)
    geometry.position = CGPoint(x: 80, y: 90)
    geometry.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
    return geometry
  }

  @Test(arguments: [(5, 7, 50.2062, 101.7187), (105, 7, 145.7398, 131.2707), (5, 87, 73.8478, 25.2918)])
  func flippedLayer(x: Double, y: Double, mappedX: Double, mappedY: Double) {
    var geometry = turned
    geometry.isGeometryFlipped = true
    #expect(isClose(mapped(x, y, geometry.matrix), mappedX, mappedY))
  }

  @Test func theFlipKeepsTheAnchorInItsPlace() {
    // The point that mirrors the anchor about the middle, y = 47: 7 + 60 = 67 becomes 27.
    var geometry = turned
    #expect(isClose(mapped(30, 67, geometry.matrix), 80, 90))
    geometry.isGeometryFlipped = true
    #expect(isClose(mapped(30, 27, geometry.matrix), 80, 90))
  }

  @Test func theBoundsOriginMovesWhatIsInside() {
    var geometry = LayerGeometry()
    geometry.bounds = CGRect(x: 30, y: 40, width: 100, height: 50)
    geometry.position = CGPoint(x: 200, y: 300)
    // The origin of the bounds lies at position − anchor · size.
    #expect(mapped(30, 40, geometry.matrix) == CGPoint(x: 150, y: 275))
  }

  @Test func depthAddsUp() {
    var geometry = LayerGeometry()
    geometry.zPosition = 5
    geometry.anchorPointZ = 2
    geometry.transform = CATransform3DMakeScale(1, 1, 10)
    // (0 − 2) · 10 + 5
    #expect(geometry.matrix.image(of: CGPoint.zero).z == -15)
  }

  @Test func sublayerTransformPivotsOnTheAnchorPoint() {
    var superlayer = LayerGeometry()
    superlayer.bounds = CGRect(x: 0, y: 0, width: 200, height: 200)
    superlayer.sublayerTransform = CATransform3DMakeScale(2, 2, 1)
    var geometry = LayerGeometry()
    geometry.bounds = CGRect(x: 0, y: 0, width: 50, height: 50)
    geometry.position = CGPoint(x: 100, y: 50)
    geometry.transform = CATransform3DMakeTranslation(5, 6, 0)
    #expect(mapped(0, 0, geometry.matrix(in: superlayer)) == CGPoint(x: 60, y: -38))
    #expect(mapped(0, 0, geometry.matrix(in: nil)) == CGPoint(x: 80, y: 31))
    // Its own transform and position play no part for the sublayers.
    superlayer.transform = CATransform3DMakeScale(7, 7, 7)
    superlayer.position = CGPoint(x: 1, y: 2)
    #expect(mapped(0, 0, geometry.matrix(in: superlayer)) == CGPoint(x: 60, y: -38))
  }

  @Test func sublayerTransformPivotsOnTheAnchorDepth() {
    var superlayer = LayerGeometry()
    superlayer.anchorPointZ = 10
    superlayer.sublayerTransform = CATransform3DMakeScale(1, 1, 2)
    // 10 + 2 · (0 − 10)
    #expect(LayerGeometry().matrix(in: superlayer).image(of: CGPoint.zero).z == -10)
  }

  @Test func negativeBoundsAreStandardised() {
    var geometry = LayerGeometry()
    geometry.bounds = CGRect(x: 0, y: 0, width: -100, height: -50)
    #expect(geometry.bounds.origin == CGPoint(x: -100, y: -50))
    #expect(geometry.bounds.size == CGSize(width: 100, height: 50))
    geometry.bounds.size.width = -20
    #expect(geometry.bounds == CGRect(x: -120, y: -50, width: 20, height: 50))
  }

  @Test(arguments: [CGFloat.nan, .infinity, -.infinity])
  func whatIsNotFinite(number: CGFloat) {
    let paths: [WritableKeyPath<LayerGeometry, CGFloat>] = [
      \.bounds.origin.x, \.bounds.origin.y, \.bounds.size.width, \.bounds.size.height, \.position.x, \.position.y,
      \.anchorPoint.x, \.anchorPoint.y, \.anchorPointZ, \.zPosition, \.transform.m11, \.transform.m34,
      \.transform.m44, \.sublayerTransform.m22, \.sublayerTransform.m43,
    ]
    #expect(LayerGeometry().isFinite)
    for path in paths {
      var geometry = LayerGeometry()
      geometry[keyPath: path] = number
      #expect(!geometry.isFinite, "\(path)")
    }
  }
}
