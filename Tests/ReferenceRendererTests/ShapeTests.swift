import Foundation
import MultiplaneGraphics
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import Testing

@Suite("Shapes")
struct ShapeTests {
  /// A shape layer without size at the origin of the canvas, red.
  private func shapeLayer(_ path: CGPath, configure: (inout LayerValues) -> Void = { _ in }) -> RenderNode? {
    layer(0, 0, 0, 0, kind: .shape) {
      $0.shape.path = path
      $0.shape.fillColor = CGColor(.red)
      configure(&$0)
    }
  }

  private func polygon(_ corners: [CGPoint], closes: Bool = true) -> CGMutablePath {
    let path = CGMutablePath()
    path.addLines(between: corners)
    if closes { path.closeSubpath() }
    return path
  }

  @Test("a triangle covers its exact area, closed or not", arguments: [true, false])
  func triangle(closes: Bool) {
    let path = polygon([CGPoint(x: 2.3, y: 1.7), CGPoint(x: 17.1, y: 4.2), CGPoint(x: 9.4, y: 15.9)], closes: closes)
    // Half the cross product of (14.8, 2.5) and (7.1, 14.2).
    #expect(abs(picture(20, 20, shapeLayer(path)).area - (14.8 * 14.2 - 2.5 * 7.1) / 2) < 1e-9)
  }

  @Test("an edge at 45° through a pixel's corners halves it")
  func slantedEdge() {
    let drawn = picture(8, 8, shapeLayer(polygon([.zero, CGPoint(x: 8, y: 0), CGPoint(x: 0, y: 8)])))
    #expect(isClose([drawn.alpha(3, 4), drawn.alpha(3, 3), drawn.alpha(4, 4)], [0.5, 1, 0]))
  }

  @Test("an ellipse covers π·a·b, on planes that stretch it too", arguments: [0.05, 1.0, 7.5])
  func ellipse(stretch: Double) {
    let path = CGPath(ellipseIn: CGRect(x: -8, y: -6, width: 16, height: 12))
    let root = shapeLayer(path) {
      $0.geometry.position = CGPoint(x: 100.3, y: 60.2)
      $0.geometry.transform = CATransform3DConcat(
        CATransform3DMakeScale(stretch, 1, 1), CATransform3DMakeRotation(0.4, 0, 0, 1))
    }
    let area = picture(200, 120, root).area
    // Four cubics stray from the circle by less than 0.03 % of the radius.
    #expect(abs(area / (Double.pi * 48 * stretch) - 1) < 0.0006)
  }

  @Test("a pentagram keeps or loses its middle by the rule", arguments: [CAShapeLayerFillRule.nonZero, .evenOdd])
  func pentagram(rule: CAShapeLayerFillRule) {
    let radius = 30.0
    let corners = (0..<5).map { index -> CGPoint in
      let angle = Double(index) * 0.8 * .pi + 0.1
      return CGPoint(x: 40 + radius * cos(angle), y: 40 + radius * sin(angle))
    }
    // The inner pentagon's corners lie at R / φ², and the star is ten triangles between both kinds
    // of corners.
    let inner = radius * (3 - 5.0.squareRoot()) / 2
    let star = 5 * radius * inner * sin(.pi / 5)
    let middle = 2.5 * inner * inner * sin(0.4 * .pi)
    let area = picture(80, 80, shapeLayer(polygon(corners)) { $0.shape.fillRule = rule }).area
    #expect(abs(area - (rule == .evenOdd ? star - middle : star)) < 1e-9)
  }

  @Test("subpaths that share a pixel count once, and those that turn against each other make a hole")
  func sharedPixel() {
    let rect = CGRect(x: 1, y: 1, width: 2.5, height: 1)
    let path = CGMutablePath()
    path.addRect(rect)
    path.addRect(rect)
    #expect(isClose([picture(5, 3, shapeLayer(path)).alpha(3, 1)], [0.5]))
    let apart = CGMutablePath()
    apart.addRect(CGRect(x: 1, y: 1, width: 0.25, height: 1))
    apart.addRect(CGRect(x: 1.5, y: 1, width: 0.25, height: 1))
    #expect(isClose([picture(5, 3, shapeLayer(apart)).alpha(1, 1)], [0.5]))
    let hole = CGMutablePath()
    hole.addRect(CGRect(x: 1, y: 1, width: 1, height: 1))
    hole.addLines(between: [
      CGPoint(x: 1.25, y: 1.25), CGPoint(x: 1.25, y: 1.75), CGPoint(x: 1.75, y: 1.75), CGPoint(x: 1.75, y: 1.25),
    ])
    #expect(isClose([picture(5, 3, shapeLayer(hole)).alpha(1, 1)], [0.75]))
    // A bow tie of two triangles of a quarter each, crossing in the pixel's middle.
    let tie = polygon([CGPoint(x: 1, y: 1), CGPoint(x: 2, y: 2), CGPoint(x: 2, y: 1), CGPoint(x: 1, y: 2)])
    #expect(isClose([picture(5, 3, shapeLayer(tie)).alpha(1, 1)], [0.5]))
  }

  @Test("any polygon covers what its inside is sampled to", arguments: 0..<12)
  func sampled(seed: Int) {
    var state = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 &+ 1
    func random() -> Double {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 40) / Double(1 << 24)
    }
    let path = polygon((0..<7).map { _ in CGPoint(x: random() * 5 - 0.5, y: random() * 5 - 0.5) })
    let rule: CAShapeLayerFillRule = seed % 2 == 0 ? .nonZero : .evenOdd
    let drawn = picture(4, 4, shapeLayer(path) { $0.shape.fillRule = rule })
    for y in 0..<4 {
      for x in 0..<4 {
        var inside = 0
        for index in 0..<4096 {
          // The first coordinate runs evenly, the second in the golden ratio: the error falls
          // nearly with the number.
          let across = (Double(index) + 0.5) / 4096
          let down = (Double(index) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
          let point = CGPoint(x: Double(x) + across, y: Double(y) + down)
          if path.contains(point, using: rule == .evenOdd ? .evenOdd : .winding) { inside += 1 }
        }
        #expect(abs(drawn.alpha(x, y) - Double(inside) / 4096) < 0.006)
      }
    }
  }

  /// How a line from (4, 6) to (14, 6) is stroked, and its area.
  private static let strokedLines: [(cap: CAShapeLayerLineCap, dashes: [Double]?, phase: Double, area: Double)] = [
    (.butt, nil, 0, 30), (.square, nil, 0, 39), (.round, nil, 0, 30 + .pi * 2.25),
    (.butt, [2, 1], 0, 21), (.butt, [2, 1], 1, 21), (.butt, [3], 0, 18), (.butt, [3, -1], 0, 30),
    (.butt, [0, 0], 0, 30), (.square, [1, 9], 0, 12), (.butt, [4, 4], -3, 12),
  ]

  @Test("a line is stroked with its caps and dashes", arguments: strokedLines.indices)
  func line(index: Int) {
    let line = ShapeTests.strokedLines[index]
    let path = polygon([CGPoint(x: 4, y: 6), CGPoint(x: 14, y: 6)], closes: false)
    let root = shapeLayer(path) {
      $0.shape.strokeColor = CGColor(.red)
      $0.shape.lineWidth = 3
      $0.shape.lineCap = line.cap
      $0.shape.dashPattern = line.dashes
      $0.shape.dashPhase = line.phase
    }
    #expect(abs(picture(20, 12, root).area - line.area) < 0.005)
  }

  private static let strokedJoins: [(join: CAShapeLayerLineJoin, miterLimit: Double, area: Double)] = [
    (.miter, 10, 80), (.miter, 1.4, 78), (.miter, 1.5, 80), (.bevel, 10, 78), (.round, 10, 76 + .pi),
  ]

  @Test("a square of side 10 is stroked with its joins, over its fill", arguments: strokedJoins.indices)
  func joins(index: Int) {
    let join = ShapeTests.strokedJoins[index]
    func drawn(fill: StraightColor?) -> ReferencePicture {
      picture(
        20, 20,
        shapeLayer(CGPath(rect: CGRect(x: 5, y: 5, width: 10, height: 10))) {
          $0.shape.fillColor = fill.map { CGColor($0) }
          $0.shape.strokeColor = CGColor(.green)
          $0.shape.lineWidth = 2
          $0.shape.lineJoin = join.join
          $0.shape.miterLimit = join.miterLimit
        })
    }
    #expect(abs(drawn(fill: nil).area - join.area) < 0.003)
    #expect(drawn(fill: .red).color(5, 10) == [0, 1, 0, 1] && drawn(fill: .red).color(6, 10) == [1, 0, 0, 1])
  }

  @Test(
    "only the part from strokeStart to strokeEnd is stroked",
    arguments: [(0.25, 0.75, 12.0), (0.5, 0.5, 0), (-1, 2, 24)])
  func part(start: Double, end: Double, area: Double) {
    let path = polygon([CGPoint(x: 2, y: 3), CGPoint(x: 14, y: 3)], closes: false)
    let root = shapeLayer(path) {
      $0.shape.strokeColor = CGColor(.red)
      $0.shape.lineWidth = 2
      $0.shape.strokeStart = start
      $0.shape.strokeEnd = end
    }
    #expect(abs(picture(20, 6, root).area - area) < 1e-6)
  }

  @Test(
    "a stroke of less than a millionth of the length is nothing, its caps too",
    arguments: [(1 - 1e-9, 1, 0), (0, 9e-7, 0), (0.5, 0.50000001, 0), (0.5, 0.500002, 4), (0, 1e-5, 4)]
      as [(Double, Double, Double)])
  func almostNothing(start: Double, end: Double, area: Double) {
    let root = shapeLayer(polygon([CGPoint(x: 4, y: 4), CGPoint(x: 16, y: 4)], closes: false)) {
      $0.shape.strokeColor = CGColor(.red)
      $0.shape.lineWidth = 2
      $0.shape.lineCap = .square
      $0.shape.strokeStart = start
      $0.shape.strokeEnd = end
    }
    #expect(abs(picture(20, 8, root).area - area) < 1e-3)
  }

  @Test("within a curve the stroke is cut by the parameter")
  func curvePart() {
    let path = CGMutablePath()
    path.move(to: CGPoint(x: 0, y: 5))
    path.addCurve(to: CGPoint(x: 100, y: 5), control1: CGPoint(x: 0, y: 5), control2: CGPoint(x: 100, y: 5))
    let root = shapeLayer(path) {
      $0.shape.strokeColor = CGColor(.red)
      $0.shape.lineWidth = 2
      $0.shape.strokeEnd = 0.25
    }
    #expect(abs(picture(100, 10, root).area - 2 * 15.625) < 1e-3)
  }

  @Test("a stroke is as wide as the plane makes it")
  func strokeOnPlane() {
    let path = polygon([CGPoint(x: 0, y: 5), CGPoint(x: 10, y: 5)], closes: false)
    let root = shapeLayer(path) {
      $0.shape.strokeColor = CGColor(.red)
      $0.shape.lineWidth = 2
      $0.geometry.transform = CATransform3DMakeScale(2, 3, 1)
    }
    let drawn = picture(30, 30, root)
    #expect(drawn.paintedBox == [0, 12, 20, 18] && abs(drawn.area - 120) < 1e-6)
  }

  @Test("it lies over background and contents, under the sublayers, and only masksToBounds clips it")
  func order() {
    func drawn(clips: Bool) -> ReferencePicture {
      picture(
        12, 12,
        layer(2, 2, 6, 6, color: .blue, kind: .shape, sublayers: [layer(3, 3, 2, 2, color: .green)]) {
          $0.shape.path = CGPath(rect: CGRect(x: 2, y: 2, width: 8, height: 2))
          $0.shape.fillColor = CGColor(.red)
          $0.masksToBounds = clips
        })
    }
    let free = drawn(clips: false)
    #expect(
      free.color(4, 4) == [1, 0, 0, 1] && free.color(5, 5) == [0, 1, 0, 1] && free.color(10, 4) == [1, 0, 0, 1])
    #expect(drawn(clips: true).paintedBox == [2, 2, 8, 8])
  }

  /// A plane turned about the y axis through x = 100, seen from 100 points away.
  private func turned(_ path: CGPath) -> RenderNode? {
    shapeLayer(path) {
      $0.geometry.position = CGPoint(x: 100, y: 50)
      $0.geometry.transform.m34 = -0.01
      $0.geometry.transform = CATransform3DRotate($0.geometry.transform, .pi / 3, 0, 1, 0)
    }
  }

  @Test("in perspective lines stay lines, and curves are mapped point by point")
  func perspective() {
    // (x, y) goes to (x/2, y) / (1 + x·sin 60° / 100).
    func device(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
      let w = 1 + x * sin(.pi / 3) / 100
      return (x / 2 / w, y / w)
    }
    let path = CGPath(ellipseIn: CGRect(x: -60, y: -30, width: 120, height: 60))
    var area = 0.0
    let count = 4000
    for index in 0..<count {
      func point(_ index: Int) -> (x: Double, y: Double) {
        let angle = 2 * .pi * Double(index) / Double(count)
        return device(60 * cos(angle), 30 * sin(angle))
      }
      let (a, b) = (point(index), point(index + 1))
      area += (a.x * b.y - a.y * b.x) / 2
    }
    #expect(abs(picture(200, 200, turned(path)).area / area - 1) < 0.001)
  }

  @Test("what lies behind the camera is cut off")
  func behindTheCamera() {
    // Behind x = −115 the plane is behind the camera; from −110 on it is seen outside of the frame
    // only.
    let whole = picture(200, 100, turned(CGPath(rect: CGRect(x: -400, y: -10, width: 420, height: 20))))
    let seen = picture(200, 100, turned(CGPath(rect: CGRect(x: -114, y: -10, width: 134, height: 20))))
    #expect(whole.area > 1000)
    let isSame = isClose(whole.pixels, seen.pixels, within: 1e-6)
    #expect(isSame)
    let curved = picture(200, 100, turned(CGPath(ellipseIn: CGRect(x: -400, y: -10, width: 420, height: 20))))
    #expect(curved.area > 500 && curved.area < whole.area)
  }

  @Test("numbers of any size end", arguments: [1e-300, 1e9, 1e150, 1e300])
  func degenerate(size: Double) {
    let path = CGMutablePath()
    path.addEllipse(in: CGRect(x: -size, y: -size, width: 2 * size, height: 2 * size))
    path.addLine(to: CGPoint(x: size, y: 3))
    let root = shapeLayer(path) {
      $0.shape.strokeColor = CGColor(.green)
      $0.shape.lineWidth = size
      $0.shape.dashPattern = [size / 1000, 1]
      $0.shape.lineCap = .round
    }
    #expect(picture(8, 8, root).pixels.allSatisfy { $0 >= 0 && $0 <= 1 + 1e-9 })
  }
}
