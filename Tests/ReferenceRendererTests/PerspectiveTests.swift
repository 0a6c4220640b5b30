import Foundation
import MultiplaneGraphics
import MultiplaneRenderTree
import Testing

@testable import MultiplaneReferenceRenderer

@Suite("Planes")
struct PerspectiveTests {
  /// A turn about y by 60°, then seen from a distance: x goes to x/2, w to 1 + x·sin 60°/distance.
  private func turned(distance: Double) -> CATransform3D {
    var transform = CATransform3DIdentity
    transform.m34 = -1 / distance
    return CATransform3DRotate(transform, .pi / 3, 0, 1, 0)
  }

  @Test("corners go where the hand calculation puts them")
  func corners() throws {
    let node = try #require(layer(50, 50, 100, 100) { $0.geometry.transform = turned(distance: 200) })
    let canvas = try #require(PlaneMap(scale: 1))
    let plane = try #require(canvas.plane(placedBy: node.geometry.matrix))
    // w = 1 ± 50·0.8660254/200: 1.21650635 on the right, 0.78349365 on the left; 25/w and 50/w from
    // the middle (100, 100).
    let expected: [(Double, Double, Double, Double)] = [
      (0, 0, 68.0916367, 36.1832734), (100, 0, 120.5506531, 58.8986938), (100, 100, 120.5506531, 141.1013062),
    ]
    for (x, y, deviceX, deviceY) in expected {
      let point = plane.point(deviceX, deviceY)
      #expect(isClose([point.x, point.y], [x, y], within: 1e-6))
    }
  }

  @Test("a trapezium covers its area, and its upright edges are exact")
  func trapezium() {
    let drawn = picture(
      200, 200, layer(50, 50, 100, 100, color: .red) { $0.geometry.transform = turned(distance: 200) })
    let (left, right) = (100 - 25 / 0.78349365, 100 + 25 / 1.21650635)
    let area = (right - left) * (100 / 0.78349365 + 100 / 1.21650635) / 2
    #expect(abs(drawn.area - area) < 0.001 * area)
    #expect(abs(drawn.alpha(68, 100) - (69 - left)) < 1e-6)
    #expect(abs(drawn.alpha(120, 100) - (right - 120)) < 1e-6)
  }

  @Test("a card that is nearly degenerate covers nothing far from its corners", arguments: [0.3, 0.88, -0.7, 1.2])
  func needle(turn: Double) throws {
    var perspective = CATransform3DIdentity
    perspective.m34 = -1 / 300
    for angle in stride(from: 1.30, to: 1.45, by: 0.004) {
      let card = layer(115, 20, 60, 40, color: .red) {
        $0.geometry.transform = CATransform3DConcat(
          CATransform3DMakeRotation(turn, 0, 0, 1), CATransform3DMakeRotation(angle, 0, 1, 0))
      }
      let root = try #require(layer(0, 0, 200, 160, sublayers: [card]) { $0.geometry.sublayerTransform = perspective })
      let canvas = try #require(PlaneMap(scale: 1))
      let outer = try #require(canvas.plane(placedBy: root.geometry.matrix))
      let node = try #require(card)
      guard let plane = outer.plane(placedBy: node.geometry.matrix(in: root.geometry)) else { continue }
      let corners = [(0.0, 0.0), (60, 0), (0, 40), (60, 40)].compactMap { plane.devicePoint($0.0, $0.1) }
      let (x, y) = (corners.map(\.x), corners.map(\.y))
      let (left, right) = (try #require(x.min()) - 1.01, try #require(x.max()) + 1.01)
      let (top, bottom) = (try #require(y.min()) - 1.01, try #require(y.max()) + 1.01)
      let drawn = picture(200, 160, root)
      var outside = 0.0
      for row in 0..<160 {
        for column in 0..<200 {
          let (px, py) = (Double(column) + 0.5, Double(row) + 0.5)
          if px < left || px > right || py < top || py > bottom { outside = max(outside, drawn.alpha(column, row)) }
        }
      }
      #expect(outside == 0, "at \(angle)")
    }
  }

  @Test("what lies behind the camera does not appear mirrored in front of it")
  func behindTheCamera() {
    // w is 0 at x = −115.5 of −200 … 200; x = 200 is seen at 100 + 100/2.73205, and x → −115.5 far
    // to the left. The part behind would appear from 100 + 136.6 to the right.
    let drawn = picture(
      400, 200, layer(-100, 50, 400, 100, color: .red) { $0.geometry.transform = turned(distance: 100) })
    #expect(drawn.alpha(0, 100) == 1 && drawn.alpha(0, 0) == 1)
    #expect(abs(drawn.alpha(136, 100) - (100 / 2.7320508 - 36)) < 1e-6)
    for x in 138..<400 { #expect(drawn.alpha(x, 100) == 0) }
  }

  @Test("a sublayer on a plane is cut at the camera plane of its superlayer")
  func behindTheCameraOfTheSuperlayer() {
    let sublayer = layer(0, 0, 80, 100, color: .red)
    let drawn = picture(
      400, 200, layer(-100, 50, 400, 100, sublayers: [sublayer]) { $0.geometry.transform = turned(distance: 100) })
    // The sublayer covers x = −200 … −120 of the plane, all of it behind the camera.
    #expect(drawn.area == 0)
  }

  @Test("two negative w do not make a positive one", arguments: [false, true])
  func negativeTwice(isNegative: Bool) {
    // The matrix times −1 is the same map of the plane, but each of its points has w = −1.
    let sublayer = layer(0, 0, 400, 400, color: .red) {
      let sign: Double = isNegative ? -1 : 1
      $0.geometry.transform = CATransform3D(scaleX: sign, y: sign, z: sign)
      $0.geometry.transform.m44 = sign
    }
    var transform = CATransform3DIdentity
    transform.m34 = -1.0 / 80
    transform = CATransform3DRotate(transform, 1, 1, 1, 0)
    let drawn = picture(400, 400, layer(0, 0, 400, 400, sublayers: [sublayer]) { $0.geometry.transform = transform })
    #expect((drawn.area == 0) == isNegative)
  }

  @Test("a layer's inside is flattened into its plane, a transform layer's is not", arguments: LayerKind.allCases)
  func flattening(kind: LayerKind) {
    let back = layer(0, 0, 40, 20, color: .red) {
      $0.geometry.transform = CATransform3DMakeRotation(-.pi / 3, 0, 1, 0)
    }
    let root = layer(20, 20, 40, 20, kind: kind, sublayers: [back]) {
      $0.geometry.transform = CATransform3DMakeRotation(.pi / 3, 0, 1, 0)
    }
    // Turned there and back it is 40 wide; flattened between, 40 · cos 60° · cos 60°.
    #expect(abs(picture(80, 60, root).area - (kind == .transform ? 800 : 200)) < 1e-6)
  }

  @Test("a sublayer transform turns about the superlayer's anchor point")
  func sublayerTransform() {
    let root = layer(10, 10, 20, 20, sublayers: [layer(0, 0, 10, 10, color: .red)]) {
      $0.geometry.sublayerTransform = CATransform3DMakeScale(2, -1, 1)
    }
    #expect(picture(60, 60, root).paintedBox == [0, 20, 20, 30])
  }

  @Test(
    "back faces are not drawn when doubleSided is off",
    arguments: [
      (CATransform3DIdentity, true), (CATransform3DMakeRotation(.pi, 0, 1, 0), false),
      (CATransform3DMakeRotation(.pi, 0, 0, 1), true), (CATransform3DMakeScale(-1, 1, 1), false),
      (CATransform3DMakeScale(-1, -1, 1), true), (CATransform3DMakeRotation(2, 1, 0, 0), false),
    ])
  func backFaces(transform: CATransform3D, isDrawn: Bool) {
    for isFlipped in [false, true] {
      let face = layer(5, 5, 10, 10, color: .red) {
        $0.geometry.transform = transform
        $0.isDoubleSided = false
      }
      let root = layer(0, 0, 20, 20, sublayers: [face]) { $0.geometry.isGeometryFlipped = isFlipped }
      #expect((picture(20, 20, root).area > 0) == isDrawn)
    }
  }

  @Test("a hidden face hides its sublayers")
  func backFaceHidesSublayers() {
    let root = layer(5, 5, 10, 10, sublayers: [layer(0, 0, 10, 10, color: .red)]) {
      $0.isDoubleSided = false
      $0.geometry.transform = CATransform3DMakeScale(-1, 1, 1)
    }
    #expect(picture(20, 20, root).area == 0)
  }

  @Test("boxes hold every pixel that is painted", arguments: 0..<24)
  func boxes(step: Int) {
    // The same scene on a canvas of twice the size: what a box cuts off would differ.
    var transform = CATransform3DIdentity
    transform.m34 = -1 / 60
    transform = CATransform3DRotate(transform, Double(step) * 0.27, 0.3, 1, 0.2)
    func drawn(_ side: Double) -> ReferencePicture {
      picture(side, side, layer(10, 10, 40, 40, color: .red) { $0.geometry.transform = transform })
    }
    let (small, large) = (drawn(60), drawn(120))
    for y in 0..<60 { for x in 0..<60 { #expect(abs(small.alpha(x, y) - large.alpha(x, y)) < 1e-9) } }
  }
}
