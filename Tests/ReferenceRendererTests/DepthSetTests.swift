import Foundation
import MultiplaneGraphics
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import Testing

@Suite("Transform layers")
struct DepthSetTests {
  private func turned(_ angle: Double) -> CATransform3D { CATransform3DMakeRotation(angle, 0, 1, 0) }

  /// A face of 40 × 40 about the middle of its superlayer.
  private func face(_ color: StraightColor, _ transform: CATransform3D, opacity: Float = 1) -> RenderNode? {
    layer(0, 0, 40, 40, color: color) {
      $0.geometry.transform = transform
      $0.opacity = opacity
    }
  }

  private func drawn(_ faces: [RenderNode?], _ transform: CATransform3D = CATransform3DIdentity) -> ReferencePicture {
    picture(60, 60, layer(10, 10, 40, 40, kind: .transform, sublayers: faces) { $0.geometry.transform = transform })
  }

  @Test("of two planes that cross, each has a half on top", arguments: [false, true])
  func crossing(reversed: Bool) {
    // A turn by +45° about y brings the left half to the front.
    let faces = [face(.red, turned(.pi / 4)), face(.green, turned(-.pi / 4))]
    let picture = drawn(reversed ? faces.reversed() : faces)
    for x in 17...29 { #expect(picture.color(x, 30) == [1, 0, 0, 1]) }
    for x in 30...42 { #expect(picture.color(x, 30) == [0, 1, 0, 1]) }
  }

  @Test("the line where planes cross is where they do in perspective")
  func crossingInPerspective() {
    // Planes at z = 10 and turned by 45° cross at x = −10, z = 10, which is seen at 30 − 10/(1 −
    // 10/100) = 18.9.
    var perspective = CATransform3DIdentity
    perspective.m34 = -0.01
    let faces = [face(.red, turned(.pi / 4)), face(.green, CATransform3DMakeTranslation(0, 0, 10))]
    let space = layer(10, 10, 40, 40, kind: .transform, sublayers: faces)
    let root = layer(0, 0, 60, 60, sublayers: [space]) { $0.geometry.sublayerTransform = perspective }
    let picture = picture(60, 60, root)
    #expect(isClose(picture.color(18, 30), [1, 0, 0, 1]) && isClose(picture.color(19, 30), [0, 1, 0, 1]))
  }

  @Test("a cube shows the faces that are nearest", arguments: [false, true])
  func cube(reversed: Bool) {
    func side(_ color: StraightColor, _ angle: Double) -> RenderNode? {
      face(color, CATransform3DConcat(CATransform3DMakeTranslation(0, 0, 20), turned(angle)))
    }
    // Front, right, back, left.
    let faces = [side(.red, 0), side(.green, .pi / 2), side(.white, .pi), side(.blue, -.pi / 2)]
    let picture = drawn(reversed ? faces.reversed() : faces, turned(.pi / 6))
    // From the middle, left runs from −27.3 to −7.3 and front from there to 27.3.
    for x in 3...21 { #expect(isClose(picture.color(x, 30), [0, 0, 1, 1])) }
    for x in 23...56 { #expect(isClose(picture.color(x, 30), [1, 0, 0, 1])) }
    #expect(picture.alpha(1, 30) == 0 && picture.alpha(58, 30) == 0)
  }

  @Test("in one plane the later layer is in front, and the higher one in parallel planes", arguments: [0, 0.7, -1])
  func coplanar(angle: Double) {
    let later = drawn([face(.red, CATransform3DIdentity), face(.green, CATransform3DIdentity)], turned(angle))
    #expect(isClose(later.color(30, 30), [0, 1, 0, 1]))
    let higher = drawn(
      [face(.red, CATransform3DMakeTranslation(0, 0, 1)), face(.green, CATransform3DIdentity)], turned(angle))
    #expect(isClose(higher.color(30, 30), [1, 0, 0, 1]))
  }

  @Test("from behind, parallel planes change places")
  func fromBehind() {
    let faces = [face(.red, CATransform3DMakeTranslation(0, 0, 1)), face(.green, CATransform3DIdentity)]
    #expect(isClose(drawn(faces, turned(.pi)).color(30, 30), [0, 1, 0, 1]))
  }

  @Test("spaces inside spaces are one set")
  func nested() {
    let inner = layer(0, 0, 40, 40, kind: .transform, sublayers: [face(.red, turned(.pi / 4))])
    let picture = drawn([inner, face(.green, turned(-.pi / 4))])
    #expect(picture.color(20, 30) == [1, 0, 0, 1] && picture.color(40, 30) == [0, 1, 0, 1])
  }

  @Test("the set lies between the siblings of its transform layer, however deep its planes are")
  func siblings() {
    let space = layer(
      0, 0, 40, 40, kind: .transform,
      sublayers: [
        face(.green, CATransform3DMakeTranslation(0, 0, -500)), face(.white, CATransform3DMakeTranslation(0, 30, 500)),
      ])
    let root = layer(
      10, 10, 40, 40, sublayers: [layer(0, 0, 20, 40, color: .red), space, layer(10, 0, 20, 40, color: .blue)])
    let picture = picture(60, 90, root)
    #expect(picture.color(15, 20) == [0, 1, 0, 1] && picture.color(25, 20) == [0, 0, 1, 1])
    #expect(picture.color(25, 45) == [0, 0, 1, 1] && picture.color(15, 45) == [1, 1, 1, 1])
  }

  @Test("a layer is in front or behind as a whole, with all that is in it")
  func whole() {
    // The sublayer stands out by 100, but is flattened into its superlayer's plane.
    let inside = layer(0, 0, 40, 40, color: .blue) { $0.geometry.zPosition = 100 }
    let back = layer(0, 0, 40, 40, color: .red, sublayers: [inside]) {
      $0.shadow.opacity = 1
      $0.shadow.radius = 0
      $0.shadow.offset = CGSize(width: 5, height: 0)
    }
    let picture = drawn([face(.green, CATransform3DMakeTranslation(0, 10, 1)), back])
    #expect(picture.color(30, 30) == [0, 1, 0, 1] && picture.color(30, 15) == [0, 0, 1, 1])
    #expect(picture.color(52, 30) == [0, 0, 0, 1])
  }

  @Test("translucent planes blend in the order of their depth, pixel by pixel")
  func translucent() {
    let faces = [face(.red, turned(.pi / 4), opacity: 0.5), face(.green, turned(-.pi / 4), opacity: 0.5)]
    let picture = drawn(faces)
    #expect(isClose(picture.color(20, 30), [0.5, 0.25, 0, 0.75]))
    #expect(isClose(picture.color(40, 30), [0.25, 0.5, 0, 0.75]))
  }

  @Test("clips and groups around the set apply to each of its layers")
  func clipped() {
    let space = layer(
      0, 0, 40, 40, kind: .transform, sublayers: [face(.red, turned(.pi / 4)), face(.green, turned(-.pi / 4))])
    let root = layer(20.5, 10, 20, 20, sublayers: [space]) {
      $0.masksToBounds = true
      $0.opacity = 0.5
      $0.geometry.bounds.origin.x = 10
    }
    let picture = picture(60, 60, root)
    // The clip's half pixel shows both planes: the red one over the green one.
    #expect(isClose(picture.color(20, 20), [0.25, 0.125, 0, 0.375]))
    #expect(isClose(picture.color(25, 20), [0.5, 0, 0, 0.5]))
    #expect(picture.alpha(19, 20) == 0)
  }
}
