import Foundation
import Testing

@testable import MultiplaneGraphics

@Suite struct CGAffineTransformTests {
  @Test func memberTransformsActBeforeTheReceiver() {
    // (1, 1) moved by (10, 0) is (11, 1), then doubled.
    let t = CGAffineTransform(scaleX: 2, y: 2).translatedBy(x: 10, y: 0)
    #expect(CGPoint(x: 1, y: 1).applying(t) == CGPoint(x: 22, y: 2))
    // (1, 1) doubled, then moved.
    let u = CGAffineTransform(translationX: 10, y: 0).scaledBy(x: 2, y: 2)
    #expect(CGPoint(x: 1, y: 1).applying(u) == CGPoint(x: 12, y: 2))
  }

  @Test func concatenatingActsAfterTheReceiver() {
    let t = CGAffineTransform(scaleX: 2, y: 3).concatenating(CGAffineTransform(translationX: 1, y: 1))
    #expect(t == CGAffineTransform(a: 2, b: 0, c: 0, d: 3, tx: 1, ty: 1))
    #expect(CGAffineTransformConcat(.identity, t) == t)
  }

  @Test func rotationTurnsXTowardY() {
    let turned = CGPoint(x: 1, y: 0).applying(CGAffineTransform(rotationAngle: .pi / 2))
    #expect(isNear(turned, CGPoint(x: 0, y: 1)))
    let moved = CGPoint(x: 1, y: 0).applying(CGAffineTransform(translationX: 5, y: 0).rotated(by: .pi / 2))
    #expect(isNear(moved, CGPoint(x: 5, y: 1)))
  }

  @Test func invertedUndoes() {
    let t = CGAffineTransform(a: 2, b: 1, c: -1, d: 3, tx: 7, ty: -4)
    let product = t.concatenating(t.inverted())
    #expect(isNear(CGPoint(x: 3, y: 4).applying(product), CGPoint(x: 3, y: 4)))
  }

  @Test func singularInvertsToItself() {
    let t = CGAffineTransform(a: 1, b: 2, c: 2, d: 4, tx: 5, ty: 6)
    #expect(t.inverted() == t)
    #expect(CGAffineTransformInvert(t) == t)
  }

  @Test(arguments: [
    CGAffineTransformComponents(
      scale: CGSize(width: 2, height: 3), horizontalShear: 0.5, rotation: 0.7, translation: CGVector(dx: 1, dy: 2)),
    CGAffineTransformComponents(
      scale: CGSize(width: 1, height: -1), horizontalShear: -1, rotation: -2, translation: CGVector(dx: 0, dy: 9)),
    CGAffineTransformComponents(
      scale: CGSize(width: 0, height: 4), horizontalShear: 0, rotation: 1, translation: .zero),
    CGAffineTransformComponents(
      scale: CGSize(width: 4, height: 0), horizontalShear: 0, rotation: 1, translation: .zero),
  ])
  func decomposedGivesBackItsComponents(_ components: CGAffineTransformComponents) {
    let found = CGAffineTransform(components).decomposed()
    #expect(abs(found.scale.width - components.scale.width) < 1e-12)
    #expect(abs(found.scale.height - components.scale.height) < 1e-12)
    #expect(abs(found.horizontalShear - components.horizontalShear) < 1e-12)
    #expect(abs(found.rotation - components.rotation) < 1e-12)
    #expect(found.translation == components.translation)
  }

  @Test func componentsScaleBeforeTheyRotate() {
    let t = CGAffineTransformMakeWithComponents(
      CGAffineTransformComponents(
        scale: CGSize(width: 2, height: 1), horizontalShear: 0, rotation: .pi / 2, translation: CGVector(dx: 3, dy: 0)))
    #expect(isNear(CGPoint(x: 1, y: 0).applying(t), CGPoint(x: 3, y: 2)))
  }

  @Test func isCodedAsSixNumbers() throws {
    let t = CGAffineTransform(1, 2, 3, 4, 5, 6)
    let json = try JSONEncoder().encode(t)
    #expect(String(decoding: json, as: UTF8.self) == "[1,2,3,4,5,6]")
    #expect(try JSONDecoder().decode(CGAffineTransform.self, from: json) == t)
  }
}

@Suite struct GeometryApplyingTests {
  @Test func rectangleBecomesTheBoxOfItsCorners() {
    // Corners (0,0) (0,2) (-1,0) (-1,2) after a quarter turn of a 2×1 rectangle.
    let turned = CGRect(x: 0, y: 0, width: 2, height: 1).applying(
      CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0))
    #expect(turned == CGRect(x: -1, y: 0, width: 1, height: 2))
    let mirrored = CGRect(x: 1, y: 1, width: 2, height: 2).applying(CGAffineTransform(scaleX: -1, y: 1))
    #expect(mirrored == CGRect(x: -3, y: 1, width: 2, height: 2))
  }

  @Test(arguments: [CGRect.null, .infinite])
  func specialRectanglesStay(_ rect: CGRect) {
    #expect(rect.applying(CGAffineTransform(scaleX: 2, y: 2)) == rect)
  }

  @Test func sizeIgnoresTheMove() {
    let t = CGAffineTransform(a: 2, b: 0, c: 0, d: -3, tx: 100, ty: 100)
    #expect(CGSize(width: 1, height: 1).applying(t) == CGSize(width: 2, height: -3))
  }

  @Test func vectorIsCodedAsTwoNumbers() throws {
    let json = try JSONEncoder().encode(CGVector(dx: 1, dy: 2))
    #expect(String(decoding: json, as: UTF8.self) == "[1,2]")
    #expect(try JSONDecoder().decode(CGVector.self, from: json) == CGVector(dx: 1, dy: 2))
  }
}

/// Whether two points differ by less than rounding of a few operations.
func isNear(_ a: CGPoint, _ b: CGPoint, within tolerance: CGFloat = 1e-12) -> Bool {
  hypot(a.x - b.x, a.y - b.y) <= tolerance
}
