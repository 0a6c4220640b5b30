import MultiplaneCompositor
import MultiplaneGraphics
import Testing

@Suite struct OutputGeometryTests {
  /// A canvas of 40×20 points on a panel of 200×100 pixels, or of 100×200 when it is turned: 5
  /// pixels a point.
  @Test(arguments: [
    (Rotation.none, CGPoint(x: 0, y: 0), CGPoint(x: 0, y: 0)),
    (.none, CGPoint(x: 40, y: 10), CGPoint(x: 200, y: 50)),
    // Turned clockwise, the canvas' left top is at the panel's right top.
    (.quarter, CGPoint(x: 0, y: 0), CGPoint(x: 100, y: 0)),
    (.quarter, CGPoint(x: 40, y: 0), CGPoint(x: 100, y: 200)),
    (.quarter, CGPoint(x: 0, y: 20), CGPoint(x: 0, y: 0)),
    (.half, CGPoint(x: 0, y: 0), CGPoint(x: 200, y: 100)),
    (.half, CGPoint(x: 30, y: 20), CGPoint(x: 50, y: 0)),
    (.threeQuarters, CGPoint(x: 0, y: 0), CGPoint(x: 0, y: 200)),
    (.threeQuarters, CGPoint(x: 40, y: 20), CGPoint(x: 100, y: 0)),
  ])
  func aCanvasPointHasAPixel(rotation: Rotation, point: CGPoint, pixel: CGPoint) {
    let (width, height) = rotation.swapsSides ? (100, 200) : (200, 100)
    let geometry = OutputGeometry(
      pixelWidth: width, pixelHeight: height, rotation: rotation, canvas: CGSize(width: 40, height: 20))
    #expect(geometry.scale == 5 && geometry.isFilled)
    let found = geometry.pixel(ofCanvasPoint: point)
    #expect(abs(found.x - pixel.x) < 1e-9 && abs(found.y - pixel.y) < 1e-9)
    let back = geometry.canvasPoint(ofPixel: pixel)
    #expect(abs(back.x - point.x) < 1e-9 && abs(back.y - point.y) < 1e-9)
  }

  @Test func aCanvasOfAnotherShapeIsCentredAsLargeAsFits() {
    let geometry = OutputGeometry(pixelWidth: 300, pixelHeight: 100, canvas: CGSize(width: 50, height: 50))
    #expect(geometry.scale == 2 && !geometry.isFilled)
    #expect(geometry.pixel(ofCanvasPoint: .zero) == CGPoint(x: 100, y: 0))
  }

  @Test func aScaleThatIsGivenIsKept() {
    let geometry = OutputGeometry(pixelWidth: 301, pixelHeight: 100, scale: 3, canvas: CGSize(width: 50, height: 50))
    #expect(geometry.scale == 3)
    // (301 − 150) / 2 and (100 − 150) / 2, on whole pixels.
    #expect(geometry.pixel(ofCanvasPoint: .zero) == CGPoint(x: 75, y: -25))
  }

  @Test func touchScreensCountFromNoughtToOne() {
    let geometry = OutputGeometry(
      pixelWidth: 100, pixelHeight: 200, rotation: .quarter, canvas: CGSize(width: 40, height: 20))
    let point = geometry.canvasPoint(ofUnit: CGPoint(x: 0.5, y: 0.5))
    #expect(abs(point.x - 20) < 1e-9 && abs(point.y - 10) < 1e-9)
  }
}
