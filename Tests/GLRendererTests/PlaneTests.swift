import Foundation
import Graphics
import RenderTree
import Testing

@testable import GLRenderer

@Suite struct PlaneTests {
  private static let perspective: CATransform3D = {
    var t = CATransform3DIdentity
    t.m34 = -1.0 / 100
    return t
  }()

  // MARK: Maps

  @Test(
    "The determinant is the area that a unit square takes, negative when mirrored",
    arguments: [
      (CATransform3DIdentity, 1), (CATransform3DMakeScale(2, 3, 9), 6), (CATransform3DMakeScale(-2, 3, 1), -6),
      (CATransform3DMakeTranslation(5, 6, 7), 1), (CATransform3DMakeRotation(1, 0, 0, 1), 1),
      (CATransform3DMakeRotation(.pi / 3, 0, 1, 0), 0.5),
    ] as [(CATransform3D, Double)])
  func determinant(transform: CATransform3D, value: Double) {
    #expect(abs(PlaneMap(transform).determinant - value) < 1e-12)
  }

  @Test func inverseByHand() throws {
    // (X, Y, W) = (2x + 10, 4y, x/100 + 1): x = (X − 10W′)/2 and so on; the adjugate over the determinant,
    // which is 2·4·1 − 10·4/100 = 7.6.
    var t = CATransform3DIdentity
    (t.m11, t.m22, t.m41, t.m14) = (2, 4, 10, 0.01)
    let map = PlaneMap(t)
    #expect(abs(map.determinant - 7.6) < 1e-12)
    let back = try #require(map.inverse)
    #expect(abs(back.xx - 4 / 7.6) < 1e-12 && abs(back.x0 + 40 / 7.6) < 1e-12 && abs(back.xy) < 1e-12)
    #expect(abs(back.yy - 0.25) < 1e-12 && abs(back.wx + 0.04 / 7.6) < 1e-12 && abs(back.w0 - 8 / 7.6) < 1e-12)
  }

  @Test(
    "There and back again",
    arguments: [
      CATransform3DMakeScale(3, -0.2, 1), CATransform3DRotate(CATransform3DMakeTranslation(9, -4, 3), 1, 1, 2, 3),
      CATransform3DRotate(perspective, 0.7, 0, 1, 0),
    ])
  func roundTrip(transform: CATransform3D) throws {
    let map = PlaneMap(transform)
    let p = try #require(map.inverse).after(map).applyHomogeneous(12, -7)
    #expect(abs(p.x / p.z - 12) < 1e-9 && abs(p.y / p.z + 7) < 1e-9 && p.z > 0)
  }

  @Test(
    "No way back",
    arguments: [
      CATransform3DMakeScale(0, 1, 1), CATransform3DMakeScale(.nan, 1, 1), CATransform3DMakeScale(.infinity, 1, 1),
      CATransform3DMakeScale(1e-200, 1e-200, 1),
    ])
  func noInverse(transform: CATransform3D) {
    #expect(PlaneMap(transform).inverse == nil)
    #expect(Plane(transform, in: Plane(scale: 2)) == nil)
  }

  @Test func pointsPerPixel() throws {
    let plane = try #require(Plane(CATransform3DMakeScale(2, 0.5, 1), in: Plane(scale: 2)))
    #expect(plane.pointsPerPixel == Vector2(0.25, 1))
    #expect(plane.point(at: Vector2(8, 3)) == Vector2(2, 3))
  }

  // MARK: The eye

  @Test func aPlaneThatCrossesTheEyeIsCut() throws {
    let transform = CATransform3DRotate(Self.perspective, .pi / 3, 0, 1, 0)
    let stream = flatten(layer(-150, 0, 400, 100, color: .red) { $0.geometry.transform = transform })
    #expect(stream.programs == ["fill+perspective"])
    // About the anchor at (50, 50): (X, W) = (x/2, 1 + (√3/2)·x/100), and Y = y.
    let local = CATransform3DConcat(transform, CATransform3DMakeTranslation(50, 50, 0))
    let plane = try #require(Plane(local, in: Plane(scale: 1)))
    let horizon = try #require(plane.horizons.first)
    // x → ∞: X/W → 50/(√3/2), so the horizon stands at 50 + 57.735, beyond the canvas; what is before it is seen.
    #expect(abs(horizon.value(at: Vector2(50 + 100 / 3.0.squareRoot(), 20))) < 1e-9)
    #expect(horizon.value(at: Vector2(50, 20)) > 0)
    for point in stream.fills.flatMap(\.points) {
      #expect(horizon.value(at: Vector2(Double(point.x), Double(point.y))) > 0)
      #expect((0...100).contains(point.x) && (0...100).contains(point.y))
    }
  }

  @Test func whatIsBehindTheEyeIsNotDrawn() {
    func scene(_ z: Double) -> CommandStream {
      flatten(
        layer(0, 0, 100, 100, sublayers: [layer(40, 40, 20, 20, color: .red) { $0.geometry.zPosition = z }]) {
          $0.geometry.sublayerTransform = Self.perspective
        })
    }
    #expect(scene(50).quadCount == 1)
    #expect(scene(200).quadCount == 0)
  }

  @Test func planesInAPlaneBehindTheEyeAreNotBroughtBack() {
    // Each alone is behind the eye; the product of their w is positive.
    let inner = layer(0, 0, 100, 100, sublayers: [layer(40, 40, 20, 20, color: .red) { $0.geometry.zPosition = 200 }]) {
      $0.geometry.sublayerTransform = Self.perspective
      $0.geometry.zPosition = 200
    }
    let stream = flatten(
      layer(0, 0, 100, 100, sublayers: [inner]) { $0.geometry.sublayerTransform = Self.perspective })
    #expect(stream.quadCount == 0)
  }

  // MARK: Back faces

  @Test(
    "A layer that is not double-sided shows its front only",
    arguments: [
      (CATransform3DIdentity, false, true), (CATransform3DMakeRotation(.pi, 0, 1, 0), false, false),
      (CATransform3DMakeScale(-1, 1, 1), false, false), (CATransform3DMakeScale(-1, -1, 1), false, true),
      (CATransform3DIdentity, true, true), (CATransform3DMakeScale(-1, 1, 1), true, false),
      (CATransform3DRotate(perspective, 2, 1, 0, 0), false, false),
    ] as [(CATransform3D, Bool, Bool)])
  func backFaces(transform: CATransform3D, isFlipped: Bool, isSeen: Bool) {
    for isDoubleSided in [false, true] {
      let stream = flatten(
        layer(20, 20, 40, 40, sublayers: [layer(0, 0, 30, 30, color: .red)]) {
          $0.isDoubleSided = isDoubleSided
          $0.geometry.isGeometryFlipped = isFlipped
          $0.geometry.transform = transform
        })
      #expect((stream.quadCount == 1) == (isSeen || isDoubleSided))
    }
  }

  @Test func flipsOfThoseAroundAreNotCounted() {
    let inner = layer(20, 20, 40, 40, color: .red) { $0.isDoubleSided = false }
    #expect(flatten(layer(0, 0, 90, 90, sublayers: [inner]) { $0.geometry.isGeometryFlipped = true }).quadCount == 1)
    let mirrored = layer(0, 0, 90, 90, sublayers: [inner]) {
      $0.geometry.transform = CATransform3DMakeScale(1, -1, 1)
    }
    #expect(flatten(mirrored).quadCount == 0)
  }
}
