import Foundation
import Testing

@testable import MultiplaneGraphics

@Suite struct CATransform3DTests {
  /// Not orthogonal, with perspective. Its determinant is 12: along the last row, 1 · det(2 0 0; 1
  /// 3 0; 0 1 2).
  static let general = CATransform3D(
    m11: 1, m12: 2, m13: 0, m14: 0, m21: 0, m22: 1, m23: 3, m24: 0,
    m31: 0, m32: 0, m33: 1, m34: 2, m41: -1, m42: 0, m43: 0, m44: 0)

  /// No number and no 2×2 minor is zero, so that each term of the inverse counts.
  static let dense = CATransform3D(
    m11: 1, m12: 2, m13: 3, m14: 5, m21: 7, m22: 11, m23: 13, m24: 17,
    m31: 19, m32: 29, m33: 23, m34: 31, m41: 43, m42: 37, m43: 53, m44: 41)

  @Test func newOperationActsFirst() {
    let scaled = CATransform3DMakeScale(2, 3, 4)
    let t = CATransform3DTranslate(scaled, 10, 10, 10)
    // 10 times the scale: the move happens before it.
    #expect((t.m41, t.m42, t.m43) == (20, 30, 40))
    let u = CATransform3DScale(CATransform3DMakeTranslation(10, 10, 10), 2, 3, 4)
    #expect((u.m41, u.m42, u.m43) == (10, 10, 10))
    let r = CATransform3DRotate(CATransform3DMakeTranslation(10, 0, 0), .pi / 2, 0, 0, 1)
    #expect(isNear(r.image(of: CGPoint(x: 1, y: 0)), HomogeneousPoint(x: 10, y: 1)))
  }

  @Test func concatActsLeftFirst() {
    let t = CATransform3DConcat(CATransform3DMakeScale(2, 2, 2), CATransform3DMakeTranslation(1, 1, 1))
    #expect(t.image(of: CGPoint(x: 5, y: 5)) == HomogeneousPoint(x: 11, y: 11, z: 1, w: 1))
  }

  @Test(arguments: [
    // About each axis, the quarter turn of the next axis in the cycle x, y, z.
    (CGFloat(1), CGFloat(0), CGFloat(0), HomogeneousPoint(x: 0, y: 1, z: 0), HomogeneousPoint(x: 0, y: 0, z: 1)),
    (0, 1, 0, HomogeneousPoint(x: 0, y: 0, z: 1), HomogeneousPoint(x: 1, y: 0, z: 0)),
    (0, 0, 1, HomogeneousPoint(x: 1, y: 0, z: 0), HomogeneousPoint(x: 0, y: 1, z: 0)),
    (0, 0, 1e-200, HomogeneousPoint(x: 1, y: 0, z: 0), HomogeneousPoint(x: 0, y: 1, z: 0)),
    (0, 0, -7, HomogeneousPoint(x: 0, y: 1, z: 0), HomogeneousPoint(x: 1, y: 0, z: 0)),
  ])
  func quarterTurn(x: CGFloat, y: CGFloat, z: CGFloat, from: HomogeneousPoint, to: HomogeneousPoint) {
    let t = CATransform3DMakeRotation(.pi / 2, x, y, z)
    #expect(isNear(t.image(of: from), to))
  }

  @Test func thirdOfATurnAboutTheDiagonalCyclesTheAxes() {
    let t = CATransform3DMakeRotation(2 * .pi / 3, 1, 1, 1)
    #expect(isNear(t.image(of: HomogeneousPoint(x: 1, y: 2, z: 3)), HomogeneousPoint(x: 3, y: 1, z: 2)))
  }

  @Test func zeroAxisDoesNothing() {
    #expect(CATransform3DMakeRotation(1, 0, 0, 0) == CATransform3DIdentity)
    #expect(CATransform3DRotate(Self.general, 1, 0, 0, 0) == Self.general)
  }

  @Test func inverseTimesMatrixIsIdentity() throws {
    var perspective = CATransform3DRotate(CATransform3DMakeTranslation(3, 4, 5), 1, 1, 2, 3)
    perspective.m34 = -1 / 500
    for t in [Self.general, Self.dense, perspective] {
      let inverse = CATransform3DInvert(t)
      #expect(inverse != t)
      for product in [t.concatenating(inverse), inverse.concatenating(t)] {
        for (index, axis) in Self.axes.enumerated() {
          #expect(isNear(product.image(of: axis), axis, within: 1e-11), "row \(index)")
        }
      }
    }
  }

  static let axes = [
    HomogeneousPoint(x: 1, y: 0, z: 0, w: 0), HomogeneousPoint(x: 0, y: 1, z: 0, w: 0),
    HomogeneousPoint(x: 0, y: 0, z: 1, w: 0), HomogeneousPoint(x: 0, y: 0, z: 0, w: 1),
  ]

  @Test(arguments: [CATransform3D(), CATransform3DMakeScale(1, 1, 0), CATransform3DMakeScale(.infinity, 1, 1)])
  func singularInvertsToItself(_ t: CATransform3D) {
    #expect(CATransform3DInvert(t) == t)
    #expect(t.inverted() == nil)
  }

  @Test func affineTests() {
    let affine = CGAffineTransform(1, 2, 3, 4, 5, 6)
    let t = CATransform3DMakeAffineTransform(affine)
    #expect(CATransform3DIsAffine(t))
    #expect(CATransform3DGetAffineTransform(t) == affine)
    #expect(CATransform3DIsIdentity(CATransform3DMakeAffineTransform(.identity)))
    #expect(!CATransform3DIsAffine(CATransform3DMakeTranslation(0, 0, 1)))
    #expect(!CATransform3DIsAffine(CATransform3DMakeScale(1, 1, 2)))
    #expect(CATransform3DMakeTranslation(1, 2, 0).isPlaneTranslation)
    #expect(!t.isPlaneTranslation)
    #expect(CATransform3DMakeTranslation(0, 0, 9).keepsPlaneAffine)
  }

  @Test func perspectiveDividesByDistance() throws {
    var t = CATransform3DIdentity
    t.m34 = -1.0 / 100
    // Half way to the camera at z = 100, everything looks twice as large.
    let image = t.image(of: HomogeneousPoint(x: 10, y: 20, z: 50))
    #expect(image.w == 0.5)
    #expect(image.projected == CGPoint(x: 20, y: 40))
    #expect(t.image(of: HomogeneousPoint(x: 1, y: 1, z: 100)).projected == nil)
  }
}

@Suite struct BridgeTests {
  @Test func transformsTravelInValues() {
    let value = NSValue(caTransform3D: CATransform3DTests.general)
    #expect(value.caTransform3DValue == CATransform3DTests.general)
    let affine = CGAffineTransform(1, 2, 3, 4, 5, 6)
    #expect(NSValue(cgAffineTransform: affine).cgAffineTransformValue == affine)
    #expect(NSValue(cgPoint: CGPoint(x: 1, y: 2)).cgPointValue == CGPoint(x: 1, y: 2))
  }

  @Test func anotherValueIsNoTransform() {
    #expect(NSValue(cgPoint: .zero).boxedTransform3D == nil)
    #expect(NSValue(cgAffineTransform: .identity).caTransform3DValue == CATransform3DIdentity)
  }

  @Test func numbersOfCGFloat() {
    let number = CGFloat(2.5) as NSNumber
    #expect(number.doubleValue == 2.5)
    #expect((number as Any) as? CGFloat == 2.5)
  }

  @Test func mediaTimeRunsForward() {
    let first = CACurrentMediaTime()
    #expect(first > 0)
    #expect(CACurrentMediaTime() >= first)
  }

  @Test func autoreleasepoolPassesResultAndError() {
    #expect(autoreleasepool { 3 } == 3)
    #expect(throws: CancellationError.self) {
      try autoreleasepool { throw CancellationError() }
    }
  }
}

private func isNear(_ a: HomogeneousPoint, _ b: HomogeneousPoint, within tolerance: CGFloat = 1e-12) -> Bool {
  max(abs(a.x - b.x), abs(a.y - b.y), abs(a.z - b.z), abs(a.w - b.w)) < tolerance
}
