import Foundation
import MultiplaneGraphics
import MultiplaneMotion
import Testing

/// Largest difference of two matrices' elements.
private func difference(_ a: CATransform3D, _ b: CATransform3D) -> Double {
  [
    a.m11 - b.m11, a.m12 - b.m12, a.m13 - b.m13, a.m14 - b.m14, a.m21 - b.m21, a.m22 - b.m22, a.m23 - b.m23,
    a.m24 - b.m24, a.m31 - b.m31, a.m32 - b.m32, a.m33 - b.m33, a.m34 - b.m34, a.m41 - b.m41, a.m42 - b.m42,
    a.m43 - b.m43, a.m44 - b.m44,
  ].map { abs($0) }.max() ?? .nan
}

private func rotation(_ angle: Double, _ x: Double, _ y: Double, _ z: Double) -> CATransform3D {
  CATransform3DMakeRotation(angle, x, y, z)
}

private let perspective: CATransform3D = {
  var transform = CATransform3D.identity
  transform.m34 = -1.0 / 500
  return transform
}()

@Suite struct TransformDecompositionTests {
  static let transforms: [CATransform3D] = [
    .identity, CATransform3DMakeTranslation(10, -20, 30), CATransform3DMakeScale(2, 3, 4),
    CATransform3DMakeScale(-1, 1, 1), CATransform3DMakeScale(1, -2, 1), CATransform3DMakeScale(-1, -2, -3),
    CATransform3DMakeScale(-1, -1, 1),
    rotation(1, 1, 2, 3), rotation(3, -1, 0.5, 0.2), rotation(.pi, 0, 0, 1), rotation(.pi, 0, 1, 0),
    rotation(.pi, 1, 0, 0), rotation(.pi, 1, 1, 0), perspective,
    CATransform3DConcat(CATransform3DMakeScale(2, 3, -4), rotation(1, 1, 2, 3)),
    CATransform3DConcat(rotation(1, 1, 2, 3), CATransform3DMakeScale(2, 3, 4)),
    CATransform3DRotate(CATransform3DTranslate(perspective, 5, 6, 100), 0.7, 0, 1, 0),
    CATransform3DMakeAffineTransform(CGAffineTransform(a: 1, b: 0.2, c: 0.7, d: -1.5, tx: 3, ty: 4)),
  ]

  @Test(arguments: transforms)
  func partsPutTogetherGiveTheTransform(transform: CATransform3D) throws {
    let parts = try #require(TransformDecomposition(transform))
    #expect(difference(parts.transform, transform) < 1e-12)
  }

  @Test func partsOfAKnownProduct() throws {
    let scaled = CATransform3DConcat(CATransform3DMakeScale(2, 3, 4), rotation(.pi / 3, 0, 0, 1))
    let moved = CATransform3DConcat(scaled, CATransform3DMakeTranslation(5, 6, 7))
    let parts = try #require(TransformDecomposition(moved))
    #expect((parts.scale.x - 2).magnitude < 1e-12 && (parts.scale.y - 3).magnitude < 1e-12)
    #expect(parts.translation == Vector3(5, 6, 7))
    #expect(abs(parts.rotation.z - 0.5) < 1e-12 && abs(parts.rotation.w - cos(.pi / 6)) < 1e-12)
    #expect(abs(parts.skew.xy) < 1e-12)
  }

  @Test func aMirrorIsANegativeScaleWithoutRotation() throws {
    let parts = try #require(TransformDecomposition(CATransform3DMakeScale(-1, 1, 1)))
    #expect(parts.scale == Vector3(-1, 1, 1))
    #expect(parts.rotation == .identity)
  }

  @Test func aMoveBeforeAPerspectiveIsNoScale() throws {
    let parts = try #require(TransformDecomposition(CATransform3DTranslate(perspective, 0, 0, 100)))
    #expect(parts.scale == Vector3(1, 1, 1) && parts.translation == Vector3(0, 0, 100))
    #expect(abs(parts.perspective.z + 1.0 / 500) < 1e-15 && abs(parts.perspective.w - 1) < 1e-15)
  }

  @Test func singularTransformsHaveNoParts() {
    #expect(TransformDecomposition(CATransform3DMakeScale(0, 1, 1)) == nil)
    #expect(TransformDecomposition(CATransform3D()) == nil)
    var broken = CATransform3D.identity
    broken.m22 = .nan
    #expect(TransformDecomposition(broken) == nil)
    #expect(TransformDecomposition.allowingFlat(broken) == nil)
  }

  @Test(arguments: [
    CATransform3DMakeScale(0, 1, 1), CATransform3DMakeScale(1, 0, 1), CATransform3DMakeScale(2, 3, 0),
    CATransform3DMakeScale(0, 0, 1), CATransform3DMakeScale(0, 0, 0), CATransform3DMakeScale(3, 0, 0),
    CATransform3DMakeScale(0, 3, 0),
    CATransform3DConcat(CATransform3DMakeScale(0, 2, 1), rotation(1, 0, 0, 1)),
  ])
  func flatTransformsCanStillBeTakenApart(transform: CATransform3D) throws {
    let parts = try #require(TransformDecomposition.allowingFlat(transform))
    #expect(difference(parts.transform, transform) < 1e-12)
  }
}

@Suite struct TransformInterpolationTests {
  @Test func halfATurnPassesThroughPlusNinety() {
    let middle = CATransform3D.identity.interpolated(to: rotation(.pi, 0, 0, 1), fraction: 0.5)
    #expect(difference(middle, rotation(.pi / 2, 0, 0, 1)) < 1e-12)
    let twice = CATransform3DConcat(rotation(.pi / 2, 0, 0, 1), rotation(.pi / 2, 0, 0, 1))
    let viaTwice = CATransform3D.identity.interpolated(to: twice, fraction: 0.5)
    #expect(difference(viaTwice, rotation(.pi / 2, 0, 0, 1)) < 1e-12)
  }

  @Test(arguments: [(0.0, 1.0, 0.25, 0.25), (0, 2, 0.5, 1), (0.5, -0.5, 0.25, 0.25), (3, -3, 0.5, .pi)])
  func rotationsTakeTheShorterArc(from: Double, to: Double, fraction: Double, expected: Double) {
    let axis = (1.0, 2.0, 3.0)
    let result = rotation(from, axis.0, axis.1, axis.2)
      .interpolated(to: rotation(to, axis.0, axis.1, axis.2), fraction: fraction)
    #expect(difference(result, rotation(expected, axis.0, axis.1, axis.2)) < 1e-9)
  }

  @Test func aFullTurnDoesNotMove() {
    let middle = CATransform3D.identity.interpolated(to: rotation(2 * .pi, 0, 0, 1), fraction: 0.5)
    #expect(difference(middle, .identity) < 1e-12)
  }

  @Test func movesScalesAndPerspectivesAreLinear() {
    let to = CATransform3DConcat(CATransform3DMakeScale(3, 5, 1), CATransform3DMakeTranslation(10, 20, 30))
    let expected = CATransform3DConcat(CATransform3DMakeScale(2, 3, 1), CATransform3DMakeTranslation(5, 10, 15))
    #expect(difference(CATransform3D.identity.interpolated(to: to, fraction: 0.5), expected) < 1e-12)
    let half = CATransform3D.identity.interpolated(to: perspective, fraction: 0.5)
    #expect(abs(half.m34 + 1.0 / 1000) < 1e-15)
  }

  @Test func aMirrorCollapsesInItsPlane() {
    let quarter = CATransform3D.identity.interpolated(to: CATransform3DMakeScale(-1, 1, 1), fraction: 0.25)
    #expect(difference(quarter, CATransform3DMakeScale(0.5, 1, 1)) < 1e-12)
  }

  /// Two mirror images, and how far between them is looked at.
  private static let mirrors: [(CATransform3D, CATransform3D)] = [
    (
      CATransform3DMakeScale(1, -1, 1),
      CATransform3DConcat(CATransform3DMakeScale(-1, 1, 1), rotation(.pi / 2, 0, 0, 1))
    ),
    (CATransform3DMakeScale(-1, 1, 1), CATransform3DMakeScale(1, -1, 1)),
    (CATransform3DMakeScale(-1, 1, 1), CATransform3DMakeScale(1, 1, -1)),
    (CATransform3DMakeScale(1, -1, 1), CATransform3DConcat(rotation(1, 1, 2, 3), CATransform3DMakeScale(-1, -1, -1))),
  ]

  @Test(arguments: mirrors, [0.25, 0.5, 0.75])
  func betweenMirrorImagesLieMirrorImages(ends: (CATransform3D, CATransform3D), fraction: Double) {
    let m = ends.0.interpolated(to: ends.1, fraction: fraction)
    let rows = [Vector3(m.m11, m.m12, m.m13), Vector3(m.m21, m.m22, m.m23), Vector3(m.m31, m.m32, m.m33)]
    #expect(abs(rows[0].dot(rows[1].cross(rows[2])) + 1) < 1e-12)
    #expect(rows.allSatisfy { abs($0.length - 1) < 1e-12 })
  }

  @Test func mirrorImagesTurnAsAllThreeAxesNegatedDo() {
    // −1 times rotations, put on the way by hand: half a turn about y, and half a turn about (1, 1,
    // 0).
    let from = CATransform3DMakeScale(1, -1, 1)
    let to = CATransform3DConcat(CATransform3DMakeScale(-1, 1, 1), rotation(.pi / 2, 0, 0, 1))
    let turned = rotation(.pi, 0, 1, 0).interpolated(to: rotation(.pi, 1, 1, 0), fraction: 0.3)
    let expected = CATransform3DConcat(CATransform3DMakeScale(-1, -1, -1), turned)
    #expect(difference(from.interpolated(to: to, fraction: 0.3), expected) < 1e-12)
  }

  @Test func mirrorImagesInAPlaneStayInIt() {
    let from = CATransform3DMakeScale(-1, 2, 1)
    let to = CATransform3DConcat(CATransform3DMakeScale(-3, 1, 1), rotation(2, 0, 0, 1))
    let middle = from.interpolated(to: to, fraction: 0.5)
    #expect(CATransform3DIsAffine(middle))
    let expected = CATransform3DConcat(CATransform3DMakeScale(-2, 1.5, 1), rotation(1, 0, 0, 1))
    #expect(difference(middle, expected) < 1e-12)
  }

  @Test func smoothWaysThroughMirrorImagesDoNotCollapse() throws {
    let turns = [0, 1, 2, 3.0].map { angle -> AnimatableValue in
      .transform(CATransform3DConcat(CATransform3DMakeScale(1, -1, 1), rotation(angle, 0, 0, 1)))
    }
    guard case .transform(let found)? = Keyframes(values: turns, mode: .cubic).value(at: 0.5) else {
      Issue.record("no transform")
      return
    }
    let expected = CATransform3DConcat(CATransform3DMakeScale(1, -1, 1), rotation(1.5, 0, 0, 1))
    #expect(difference(found, expected) < 1e-12)
  }

  /// MᵀM of the upper left 2×2: xx, xy and yy.
  private func squared(_ m: CATransform3D) -> Vector3 {
    Vector3(m.m11 * m.m11 + m.m21 * m.m21, m.m11 * m.m12 + m.m21 * m.m22, m.m12 * m.m12 + m.m22 * m.m22)
  }

  private static let skewed: CATransform3D = {
    var transform = CATransform3D.identity
    transform.m21 = -tan(26 * .pi / 180)
    return transform
  }()

  @Test func aSkewThatTurnsComesNearWhatIsSeen() {
    let turned = CATransform3DConcat(Self.skewed, rotation(.pi / 3, 0, 0, 1))
    let found = squared(Self.skewed.interpolated(to: turned, fraction: 0.54))
    // A picture of iOS has (1.323, −0.098, 0.829), and its mean stretch is 1.0293 as that of both
    // ends.
    #expect((found - Vector3(1.323, -0.098, 0.829)).length < 0.062)
    #expect((found - Vector3(1.32531, -0.03705, 0.82394)).length < 1e-4)
    let determinant = (found.x * found.z - found.y * found.y).squareRoot()
    #expect(abs((found.x + found.z + 2 * determinant).squareRoot() / 2 - 1.0293) < 1e-4)
  }

  @Test func aTurnBeforeAStretchIsATurnBeforeIt() {
    // By scale and skew one after the other it would be sheared on the way.
    let stretch = CATransform3DMakeScale(3, 0.5, 2)
    let to = CATransform3DConcat(rotation(1, 1, 2, 3), stretch)
    let expected = CATransform3DConcat(rotation(0.25, 1, 2, 3), stretch)
    #expect(difference(stretch.interpolated(to: to, fraction: 0.25), expected) < 1e-9)
    let after = CATransform3DConcat(stretch, rotation(1, 1, 2, 3))
    let quarter = CATransform3DConcat(stretch, rotation(0.25, 1, 2, 3))
    #expect(difference(stretch.interpolated(to: after, fraction: 0.25), quarter) < 1e-9)
  }

  @Test func mirroredSkewsStayMirrorImagesInTheirPlane() {
    let mirrored = CATransform3DConcat(CATransform3DMakeScale(-1, 1, 1), Self.skewed)
    let to = CATransform3DConcat(mirrored, rotation(.pi / 3, 0, 0, 1))
    let middle = mirrored.interpolated(to: to, fraction: 0.54)
    #expect(CATransform3DIsAffine(middle))
    #expect((squared(middle) - Vector3(1.32531, -0.03705, 0.82394)).length < 1e-4)
    #expect(middle.m11 * middle.m22 - middle.m12 * middle.m21 < -1)
  }

  @Test(arguments: [0.0, 1e-9, 1 - 1e-9, 1])
  func skewedEndsAreReached(fraction: Double) {
    for (index, from) in TransformDecompositionTests.transforms.enumerated() {
      for to in TransformDecompositionTests.transforms[index...] {
        let found = from.interpolated(to: to, fraction: fraction)
        #expect(difference(found, fraction < 0.5 ? from : to) < 1e-5, "\(from) \(to)")
      }
    }
  }

  @Test func smoothWaysThroughSkewedTransforms() {
    let turns = [0, 0.4, 0.8, 1.2].map { angle -> AnimatableValue in
      .transform(CATransform3DConcat(rotation(angle, 0, 0, 1), Self.skewed))
    }
    // U·P with P as in all of them: only the turn is left.
    guard case .transform(let found)? = Keyframes(values: turns, mode: .cubic).value(at: 0.5) else {
      Issue.record("no transform")
      return
    }
    #expect(difference(found, CATransform3DConcat(rotation(0.6, 0, 0, 1), Self.skewed)) < 1e-9)
  }

  @Test func singularTransformsMixByElements() {
    let middle = CATransform3D.identity.interpolated(to: CATransform3DMakeScale(0, 0, 0), fraction: 0.25)
    #expect(difference(middle, CATransform3DMakeScale(0.75, 0.75, 0.75)) < 1e-15)
  }

  @Test func endsAreExact() {
    let (a, b) = (rotation(1, 1, 2, 3), CATransform3DMakeScale(3, 1, 7))
    #expect(a.interpolated(to: b, fraction: 0) == a)
    #expect(a.interpolated(to: b, fraction: 1) == b)
  }

  @Test func planeTransformsStayInThePlane() {
    let from = CATransform3DMakeAffineTransform(CGAffineTransform(a: 1, b: 0.3, c: -0.2, d: 2, tx: 1, ty: 2))
    let middle = from.interpolated(to: rotation(2, 0, 0, 1), fraction: 0.3)
    #expect(CATransform3DIsAffine(middle))
  }
}

@Suite struct TransformComponentTests {
  @Test(arguments: TransformComponent.allCases.filter { $0 != .translation })
  func whatIsSetReadsBack(component: TransformComponent) throws {
    let base = CATransform3DTranslate(perspective, 1, 2, 3)
    let changed = try #require(component.setting(.number(0.5), in: base))
    guard case .number(let number)? = component.value(in: changed) else {
      Issue.record("no number")
      return
    }
    #expect(abs(number - 0.5) < 1e-12)
  }

  @Test func rotationsComposeXThenYThenZ() throws {
    var transform = CATransform3D.identity
    for (component, angle) in [(TransformComponent.rotationZ, 0.9), (.rotationX, 0.3), (.rotationY, 0.6)] {
      transform = try #require(component.setting(.number(angle), in: transform))
    }
    let turnedXY = CATransform3DConcat(rotation(0.3, 1, 0, 0), rotation(0.6, 0, 1, 0))
    #expect(difference(transform, CATransform3DConcat(turnedXY, rotation(0.9, 0, 0, 1))) < 1e-12)
  }

  @Test(arguments: [(TransformComponent.rotationX, 3.0), (.rotationY, 2), (.rotationY, -3), (.rotationZ, -2.5)])
  func aTurnAboutOneAxisReadsAsThatAlone(component: TransformComponent, angle: Double) throws {
    let transform = try #require(component.setting(.number(angle), in: .identity))
    for other in [TransformComponent.rotationX, .rotationY, .rotationZ] {
      guard case .number(let number)? = other.value(in: transform) else {
        Issue.record("no number")
        return
      }
      #expect(abs(number - (other == component ? angle : 0)) < 1e-9)
    }
  }

  @Test(arguments: [Double.pi / 2, -Double.pi / 2])
  func gimbalLockKeepsTheTransform(angle: Double) throws {
    let transform = CATransform3DConcat(rotation(angle, 0, 1, 0), rotation(0.4, 0, 0, 1))
    let same = try #require(TransformComponent.rotationY.setting(.number(angle), in: transform))
    #expect(difference(same, transform) < 1e-7)
  }

  @Test func scalesReadTheirMeanAndSetAll() throws {
    let transform = CATransform3DMakeScale(1, 2, 6)
    #expect(TransformComponent.scale.value(in: transform) == .number(3))
    #expect(TransformComponent.scaleXY.value(in: transform) == .number(1.5))
    let all = try #require(TransformComponent.scale.setting(.number(4), in: transform))
    #expect(difference(all, CATransform3DMakeScale(4, 4, 4)) < 1e-12)
    let two = try #require(TransformComponent.scaleXY.setting(.number(4), in: transform))
    #expect(difference(two, CATransform3DMakeScale(4, 4, 6)) < 1e-12)
  }

  @Test func aScaleRecoversFromZero() throws {
    let gone = try #require(TransformComponent.scale.setting(.number(0), in: .identity))
    #expect(difference(gone, CATransform3DMakeScale(0, 0, 0)) < 1e-15)
    let back = try #require(TransformComponent.scale.setting(.number(2), in: gone))
    #expect(difference(back, CATransform3DMakeScale(2, 2, 2)) < 1e-12)
  }

  @Test func movesAreNotScaled() throws {
    let moved = try #require(
      TransformComponent.translationX.setting(.number(10), in: CATransform3DMakeScale(2, 2, 2)))
    #expect(abs(moved.m41 - 10) < 1e-12)
    let both = try #require(TransformComponent.translation.setting(.point(CGPoint(x: 3, y: 4)), in: moved))
    #expect(TransformComponent.translation.value(in: both) == .size(CGSize(width: 3, height: 4)))
  }

  @Test func keyPathsNameThem() {
    #expect(TransformComponent(rawValue: "rotation.z") == .rotationZ)
    #expect(TransformComponent(rawValue: "scale.xy") == .scaleXY)
    #expect(TransformComponent(rawValue: "shear") == nil)
    #expect(TransformComponent.rotation.setting(.point(.zero), in: .identity) == nil)
    #expect(TransformComponent.translation.setting(.number(1), in: .identity) == nil)
  }
}

@Suite struct ValueFunctionTests {
  @Test(arguments: [
    (ValueFunction.rotateX, rotation(0.5, 1, 0, 0)), (.rotateY, rotation(0.5, 0, 1, 0)),
    (.rotateZ, rotation(0.5, 0, 0, 1)), (.scaleX, CATransform3DMakeScale(0.5, 1, 1)),
    (.scaleY, CATransform3DMakeScale(1, 0.5, 1)), (.scaleZ, CATransform3DMakeScale(1, 1, 0.5)),
    (.translateX, CATransform3DMakeTranslation(0.5, 0, 0)), (.translateY, CATransform3DMakeTranslation(0, 0.5, 0)),
    (.translateZ, CATransform3DMakeTranslation(0, 0, 0.5)),
  ])
  func functionsOfOneNumber(function: ValueFunction, expected: CATransform3D) {
    #expect(function.transform(of: .number(0.5)) == expected)
    #expect(function.transform(of: .numbers([0.5, 1])) == nil)
  }

  @Test func functionsOfThreeNumbers() {
    #expect(ValueFunction.scale.transform(of: .numbers([1, 2, 3])) == CATransform3DMakeScale(1, 2, 3))
    #expect(ValueFunction.translate.transform(of: .numbers([1, 2, 3])) == CATransform3DMakeTranslation(1, 2, 3))
    #expect(ValueFunction.scale.transform(of: .number(2)) == nil)
  }

  @Test(arguments: ValueFunction.allCases)
  func theNeutralStartIsTheIdentity(function: ValueFunction) {
    #expect(function.transform(of: function.neutral) == .identity)
  }
}
