import Foundation
import Graphics
import RenderTree
import Testing

@testable import GLRenderer

@Suite struct PolygonTests {
  private static let box = DeviceBox(0, 0, 10, 10)

  @Test(
    "Areas by hand",
    arguments: [
      ([], 100, 4), ([HalfPlane(a: 1, b: 0, c: -4)], 60, 4), ([HalfPlane(a: 1, b: 1, c: -10)], 50, 3),
      // A corner of legs 4 cut off.
      ([HalfPlane(a: 1, b: 1, c: -4)], 92, 5), ([HalfPlane(a: -1, b: 0, c: -1)], 0, 0),
      ([HalfPlane(a: 1, b: 0, c: -4), HalfPlane(a: -1, b: 0, c: 6), HalfPlane(a: 0, b: 1, c: -9)], 2, 4),
      // A line along an edge cuts nothing.
      ([HalfPlane(a: 1, b: 0, c: 0)], 100, 4), ([HalfPlane(a: 0, b: 0, c: 1)], 100, 4),
      ([HalfPlane(a: 0, b: 0, c: -1)], 0, 0),
    ] as [([HalfPlane], Double, Int)])
  func area(cuts: [HalfPlane], area: Double, corners: Int) {
    var polygon = Polygon(Self.box)
    for cut in cuts { polygon.cut(to: cut) }
    #expect(abs(polygon.area - area) < 1e-12)
    #expect(polygon.points.count == corners)
    #expect(polygon.isEmpty == (corners == 0))
  }

  @Test("Quads cover the polygon exactly once", arguments: 3...9)
  func quadsCoverOnce(corners: Int) {
    var polygon = Polygon(Self.box)
    // Tangents of a circle about the middle, whose polygon lies inside the box.
    for corner in 0..<corners {
      let angle = Double(corner) * 2 * .pi / Double(corners) + 0.2
      let half = HalfPlane(a: -cos(angle), b: -sin(angle), c: 2.4 + 5 * (cos(angle) + sin(angle)))
      polygon.cut(to: half)
    }
    #expect(corners == 3 || polygon.points.count == corners)
    #expect(polygon.quads.count == (polygon.points.count - 1) / 2)
    var inside = 0
    for x in stride(from: 0.013, to: 10, by: 0.171) {
      for y in stride(from: 0.029, to: 10, by: 0.193) {
        let p = Vector2(x, y)
        let times = polygon.quads.reduce(0) {
          $0 + (holds(p, [$1.a, $1.b, $1.c]) ? 1 : 0) + (holds(p, [$1.b, $1.c, $1.d]) ? 1 : 0)
        }
        #expect(times == (holds(p, polygon.points) ? 1 : 0), "at \(p)")
        inside += times
      }
    }
    #expect(abs(Double(inside) * 0.171 * 0.193 - polygon.area) < 1)
  }

  /// Whether a convex polygon of either direction holds a point in its inside.
  private func holds(_ p: Vector2, _ points: some RandomAccessCollection<Vector2>) -> Bool {
    var left = 0
    var right = 0
    for (index, a) in points.enumerated() {
      let b = points[points.index(points.startIndex, offsetBy: (index + 1) % points.count)]
      let side = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
      if side >= 0 { left += 1 }
      if side <= 0 { right += 1 }
    }
    return left == points.count || right == points.count ? left != right : false
  }
}

@Suite struct OutlineTests {
  private let flattener = Flattener(stream: CommandStream(), open: [])
  private let canvas = DeviceBox(0, 0, 100, 100)
  /// Half a pixel of coverage beyond an edge, and 1/64 for rounding.
  private let fringe = 0.515625

  @Test("The fringe is in device pixels, whatever the scale", arguments: [0.5, 1, 3])
  func fringe(scale: Double) throws {
    let plane = Plane(scale: scale)
    let rect = CGRect(x: 30 / scale, y: 20 / scale, width: 12 / scale, height: 6 / scale)
    let outline = try #require(flattener.outline(of: rect, on: plane, in: canvas))
    #expect(abs(outline.quad.a.x - (30 - fringe)) < 1e-9 && abs(outline.quad.a.y - (20 - fringe)) < 1e-9)
    #expect(abs(outline.quad.d.x - (42 + fringe)) < 1e-9 && abs(outline.quad.d.y - (26 + fringe)) < 1e-9)
    #expect(abs(outline.area - (12 + 2 * fringe) * (6 + 2 * fringe)) < 1e-9)
    #expect(outline.otherQuads.isEmpty)
    #expect(outline.pixels == DeviceBox(30, 20, 42, 26))
    #expect(outline.middle == Vector2(36, 23))
  }

  @Test func atTheBoxItIsCut() throws {
    let outline = try #require(
      flattener.outline(of: CGRect(x: -5, y: 90, width: 20, height: 30), on: Plane(scale: 1), in: canvas))
    #expect(outline.pixels == DeviceBox(0, 90, 15, 100))
    #expect(abs(outline.area - (15 + fringe) * (10 + fringe)) < 1e-9)
  }

  @Test func turnedByAnEighth() throws {
    // A square of 20 about (50, 50): a diamond whose corners are 10·√2 away, its edges moved outwards by the fringe.
    let turn = CATransform3DConcat(CATransform3DMakeRotation(.pi / 4, 0, 0, 1), CATransform3DMakeTranslation(50, 50, 0))
    let plane = try #require(Plane(turn, in: Plane(scale: 1)))
    let outline = try #require(
      flattener.outline(of: CGRect(x: -10, y: -10, width: 20, height: 20), on: plane, in: canvas))
    #expect(abs(outline.area - (20 + 2 * fringe) * (20 + 2 * fringe)) < 1e-9)
    // 50 ± (10.5 · √2 = 14.85): the centres 35.5 and 64.5.
    #expect(outline.pixels == DeviceBox(35, 35, 65, 65))
  }

  @Test func aNeedleEndsAtItsCorners() throws {
    // A skew: corners at (40, 40), (60, 60), (40.2, 40) and (60.2, 60), edges of an eighth turn that meet others at 45°.
    let skew = CATransform3D(
      m11: 1, m12: 1, m13: 0, m14: 0, m21: 0.01, m22: 0, m23: 0, m24: 0, m31: 0, m32: 0, m33: 1, m34: 0, m41: 40,
      m42: 40, m43: 0, m44: 1)
    let plane = try #require(Plane(skew, in: Plane(scale: 1)))
    let rect = CGRect(x: 0, y: 0, width: 20, height: 20)
    #expect(plane.coverageLimit(of: rect) == DeviceBox(39, 39, 61, 61))
    let outline = try #require(flattener.outline(of: rect, on: plane, in: canvas))
    #expect(DeviceBox(39, 39, 61, 61).contains(outline.pixels))
    // Right angles need no limit, nor can what reaches behind the eye have one.
    let turned = try #require(Plane(CATransform3DMakeRotation(0.6, 0, 0, 1), in: Plane(scale: 2)))
    #expect(turned.coverageLimit(of: rect) == nil)
    var eye = CATransform3DIdentity
    eye.m34 = -1 / 10
    let passing = try #require(Plane(CATransform3DRotate(eye, 1.4, 0, 1, 0), in: Plane(scale: 1)))
    #expect(passing.coverageLimit(of: CGRect(x: -20, y: 0, width: 40, height: 20)) == nil)
  }

  @Test(
    "Without a pixel to cover there is no outline",
    arguments: [
      // Just beyond half a pixel from the nearest centre, on either side of the canvas's edge.
      CGRect(x: -5, y: 0, width: 5, height: 9), CGRect(x: 100, y: 0, width: 5, height: 9),
      CGRect(x: 0, y: 400, width: 5, height: 9),
    ])
  func none(rect: CGRect) {
    #expect(flattener.outline(of: rect, on: Plane(scale: 1), in: canvas) == nil)
    #expect(flattener.outline(of: rect, on: Plane(scale: 1), in: .nothing) == nil)
  }

  @Test("Thin things still have pixels", arguments: [0.0, 0.001])
  func thin(width: Double) throws {
    let rect = CGRect(x: 10.5, y: 10, width: width, height: 5)
    #expect(flattener.outline(of: rect, on: Plane(scale: 1), in: canvas)?.pixels == DeviceBox(10, 10, 11, 15))
  }
}

@Suite struct DeviceBoxTests {
  @Test(
    "A pixel belongs to a box that holds its centre inside",
    arguments: [
      (DeviceBox(0, 0, 1, 1), DeviceBox(0, 0, 1, 1)), (DeviceBox(0.5, 0.5, 2.5, 2.5), DeviceBox(1, 1, 2, 2)),
      (DeviceBox(0.49, 0.49, 2.51, 2.51), DeviceBox(0, 0, 3, 3)), (DeviceBox(-3.2, -0.4, 0, 8), DeviceBox(-3, 0, 0, 8)),
    ])
  func pixels(box: DeviceBox, pixels: DeviceBox) {
    #expect(box.pixels == pixels)
  }

  @Test func nothing() {
    #expect(DeviceBox.nothing.isEmpty && DeviceBox.nothing.pixels.isEmpty && DeviceBox.nothing.area == 0)
    #expect(DeviceBox(3, 3, 3, 9).isEmpty)
    var box = DeviceBox.nothing
    box.add(DeviceBox(2, 2, 1, 1))
    #expect(box == .nothing)
    box.add(DeviceBox(2, 3, 4, 5))
    #expect(box == DeviceBox(2, 3, 4, 5))
  }
}

extension Polygon {
  fileprivate var quads: [Quad] { (0..<quadCount).map { quad($0) } }
}
