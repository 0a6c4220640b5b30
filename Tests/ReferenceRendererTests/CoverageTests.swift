import MultiplaneGraphics
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import Testing

@Suite("Coverage")
struct CoverageTests {
  @Test(
    "an axis-aligned rectangle covers its exact area",
    arguments: [
      CGRect(x: 2, y: 3, width: 5, height: 4), CGRect(x: 2.25, y: 3.5, width: 4.5, height: 2.75),
      CGRect(x: 1.3, y: 1.2, width: 0.25, height: 6), CGRect(x: 4.9, y: 5.8, width: 0.3, height: 0.4),
      CGRect(x: 4.2, y: 4.3, width: 0.1, height: 0.2),
    ])
  func exactArea(frame: CGRect) {
    let drawn = picture(12, 12, layer(frame.minX, frame.minY, frame.width, frame.height, color: .red))
    #expect(abs(drawn.area - frame.width * frame.height) < 1e-9)
  }

  @Test("a pixel at a corner gets the product of what its edges leave")
  func cornerPixel() {
    let drawn = picture(12, 12, layer(2.25, 3.5, 4.5, 2.75, color: .red))
    #expect(isClose(drawn.color(2, 3), [0.375, 0, 0, 0.375]))
    #expect(isClose(drawn.color(3, 4), [1, 0, 0, 1]))
    #expect(isClose(drawn.color(6, 6), [0.1875, 0, 0, 0.1875]))
    #expect(drawn.alpha(1, 4) == 0 && drawn.alpha(7, 4) == 0)
  }

  @Test("the canvas scale multiplies lengths")
  func canvasScale() {
    let drawn = picture(10, 8, scale: 2, layer(1, 2, 3, 4, color: .red))
    #expect(drawn.width == 20 && drawn.height == 16)
    #expect(drawn.paintedBox == [2, 4, 8, 12])
  }

  @Test("a rounded square of half its side is a disc", arguments: [3.0, 8, 20.3])
  func disc(radius: Double) {
    let root = layer(4.2, 5.7, 2 * radius, 2 * radius, color: .red) { $0.cornerRadius = 1000 }
    let area = picture(50, 50, root).area
    // The ramp of one pixel across the edge adds π/12 to π·r²: ∫ 2πρ·(r + ½ − ρ) dρ from r − ½ to r
    // + ½ gives the ring.
    #expect(abs(area - Double.pi * (radius * radius + 1.0 / 12)) < 0.001 * area)
    if radius > 5 { #expect(abs(area - Double.pi * radius * radius) < 0.005 * area) }
  }

  @Test("a disc under unequal scales is an ellipse")
  func ellipse() {
    let root = layer(20, 20, 20, 20, color: .red) {
      $0.cornerRadius = 10
      $0.geometry.transform = CATransform3DMakeScale(1.8, 0.7, 1)
    }
    let expected = Double.pi * 18 * 7
    #expect(abs(picture(60, 60, root).area - expected) < 0.005 * expected)
  }

  @Test("a pixel that the arc passes through its centre is half covered")
  func arcThroughCenter() {
    // The circle about (10.5, 10.5) of radius 5 passes (10.5 − 3, 10.5 − 4) = (7.5, 6.5), the
    // centre of pixel (7, 6).
    let drawn = picture(22, 22, layer(5.5, 5.5, 10, 10, color: .red) { $0.cornerRadius = 5 })
    #expect(abs(drawn.alpha(7, 6) - 0.5) < 1e-9)
    #expect(abs(drawn.alpha(6, 7) - 0.5) < 1e-9)
    #expect(abs(drawn.alpha(13, 14) - 0.5) < 1e-9)
  }

  @Test("only masked corners are rounded")
  func maskedCorners() {
    let root = layer(2, 2, 16, 16, color: .red) {
      $0.cornerRadius = 8
      $0.maskedCorners = [.layerMaxXMinYCorner]
    }
    let drawn = picture(20, 20, root)
    #expect(drawn.alpha(2, 2) == 1 && drawn.alpha(2, 17) == 1 && drawn.alpha(17, 17) == 1)
    #expect(drawn.alpha(17, 2) == 0)
  }

  @Test("a turned square keeps its area", arguments: [0.1, 0.5, 0.785398, 1.3])
  func turnedSquare(angle: Double) {
    let root = layer(20, 20, 24, 24, color: .red) { $0.geometry.transform = CATransform3DMakeRotation(angle, 0, 0, 1) }
    #expect(abs(picture(64, 64, root).area - 576) < 2)
  }

  @Test("an edge at 45° through a pixel's centre halves it, and signed distance decides its neighbours")
  func slantedEdge() {
    // A square of side 20·√2 turned by 45° about (32.5, 32.5): its edges are |x| + |y| = 20 about
    // that centre.
    let side = 20 * 2.0.squareRoot()
    let root = layer(32.5 - side / 2, 32.5 - side / 2, side, side, color: .red) {
      $0.geometry.transform = CATransform3DMakeRotation(.pi / 4, 0, 0, 1)
    }
    let drawn = picture(65, 65, root)
    #expect(abs(drawn.alpha(42, 42) - 0.5) < 1e-9)
    // One pixel further out along x the centre lies 1/√2 outside.
    #expect(drawn.alpha(43, 42) == 0)
    #expect(drawn.alpha(41, 42) == 1)
  }
}
