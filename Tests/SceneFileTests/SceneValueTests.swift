import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneMotion
import MultiplaneRenderTree
import MultiplaneSceneFile
import Testing

/// Every way in which a value may be written.
@Suite struct SceneValueTests {
  private static let colors: [(text: String, components: [CGFloat])] = [
    ("\"#f80\"", [1, 136.0 / 255, 0, 1]), ("\"#ff8800\"", [1, 136.0 / 255, 0, 1]),
    ("\"#FF880033\"", [1, 136.0 / 255, 0, 0.2]), ("[0.5, 0.25, 1, 0]", [0.5, 0.25, 1, 0]),
  ]

  @Test(arguments: colors)
  func color(text: String, components: [CGFloat]) throws {
    let layer = try scene(root: "{\"backgroundColor\": \(text)}").root
    #expect(
      layer.backgroundColor
        == CGColor(srgbRed: components[0], green: components[1], blue: components[2], alpha: components[3]))
  }

  @Test func nullIsNoColor() throws {
    #expect(try scene(root: "{\"borderColor\": null}").root.borderColor == nil)
    #expect(try scene(root: "{}").root.borderColor == .opaqueBlack)
  }

  @Test func pointsSizesAndRectangles() throws {
    let layer = try scene(root: "{\"position\": [1, -2.5], \"bounds\": [3, 4, 5, 6], \"contentsRect\": [0, 0, 1, 0.5]}")
      .root
    #expect(layer.position == CGPoint(x: 1, y: -2.5))
    #expect(layer.bounds == CGRect(x: 3, y: 4, width: 5, height: 6))
    #expect(layer.contentsRect == CGRect(x: 0, y: 0, width: 1, height: 0.5))
  }

  private static let transforms: [(text: String, transform: CATransform3D)] = [
    ("[]", CATransform3DIdentity),
    ("[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]", counting),
    ("[{\"matrix\": [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16]}]", counting),
    ("[{\"translate\": [1, 2]}]", CATransform3DMakeTranslation(1, 2, 0)),
    ("[{\"translate\": [1, 2, 3]}]", CATransform3DMakeTranslation(1, 2, 3)),
    ("[{\"scale\": 2}]", CATransform3DMakeScale(2, 2, 1)),
    ("[{\"scale\": [2, 3]}]", CATransform3DMakeScale(2, 3, 1)),
    ("[{\"scale\": [2, 3, 4]}]", CATransform3DMakeScale(2, 3, 4)),
    ("[{\"rotate\": 0.5}]", CATransform3DMakeRotation(0.5, 0, 0, 1)),
    ("[{\"rotate\": [0.5, 1, 0, 0]}]", CATransform3DMakeRotation(0.5, 1, 0, 0)),
    ("[{\"rotateDegrees\": 180}]", CATransform3DMakeRotation(.pi, 0, 0, 1)),
    ("[{\"rotateDegrees\": [90, 0, 2, 0]}]", CATransform3DMakeRotation(.pi / 2, 0, 2, 0)),
    (
      "[{\"affine\": [1, 2, 3, 4, 5, 6]}]",
      CATransform3DMakeAffineTransform(CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6))
    ),
  ]

  @Test(arguments: transforms)
  func transform(text: String, transform: CATransform3D) throws {
    #expect(try scene(root: "{\"transform\": \(text)}").root.transform == transform)
  }

  private static let counting = CATransform3D(
    m11: 1, m12: 2, m13: 3, m14: 4, m21: 5, m22: 6, m23: 7, m24: 8, m31: 9, m32: 10, m33: 11, m34: 12, m41: 13,
    m42: 14, m43: 15, m44: 16)

  @Test func perspective() throws {
    var expected = CATransform3DIdentity
    expected.m34 = -0.002
    #expect(try scene(root: "{\"sublayerTransform\": [{\"perspective\": 500}]}").root.sublayerTransform == expected)
  }

  @Test func operationsAreNestedCalls() throws {
    let layer = try scene(root: "{\"transform\": [{\"translate\": [10, 5]}, {\"scale\": 2}, {\"rotate\": 1}]}").root
    var expected = CATransform3DTranslate(CATransform3DIdentity, 10, 5, 0)
    expected = CATransform3DScale(expected, 2, 2, 1)
    expected = CATransform3DRotate(expected, 1, 0, 0, 1)
    #expect(layer.transform == expected)
    // The last one acts first: the unit vector along x is turned, doubled, moved.
    #expect(abs(layer.transform.m11 - 2 * cos(1)) < 1e-12)
    #expect(layer.transform.m41 == 10)
  }

  @Test func enumerationsAndOptions() throws {
    let layer = try scene(
      root: """
        {"contentsGravity": "resizeAspectFill", "magnificationFilter": "nearest", "fillMode": "both",
          "maskedCorners": ["layerMaxXMinYCorner", "layerMinXMaxYCorner"]}
        """
    ).root
    #expect(layer.contentsGravity == .resizeAspectFill)
    #expect(layer.magnificationFilter == .nearest)
    #expect(layer.fillMode == .both)
    #expect(layer.maskedCorners == [.layerMaxXMinYCorner, .layerMinXMaxYCorner])
    #expect(try scene(root: "{\"maskedCorners\": []}").root.maskedCorners == [])
  }

  @Test func timing() throws {
    let layer = try scene(
      root: """
        {"beginTime": 1, "timeOffset": 2, "speed": 0.5, "duration": 3, "repeatCount": "infinity",
          "repeatDuration": "infinity", "autoreverses": true}
        """
    ).root
    #expect(layer.beginTime == 1)
    #expect(layer.timeOffset == 2)
    #expect(layer.speed == 0.5)
    #expect(layer.duration == 3)
    #expect(layer.repeatCount == .infinity)
    #expect(layer.repeatDuration == .infinity)
    #expect(layer.autoreverses)
    #expect(try scene(root: "{\"duration\": \"infinity\"}").root.duration == .infinity)
  }

  @Test func topLevel() throws {
    let scene = try scene("{\"root\": {}, \"background\": \"#fff\", \"scale\": 2, \"size\": [10, 20], \"version\": 1}")
    #expect(scene.size == CGSize(width: 10, height: 20))
    #expect(scene.scale == 2)
    #expect(scene.background?.straight == StraightColor(red: 1, green: 1, blue: 1))
    let tree = scene.committed()
    #expect((tree.size, tree.scale) == (scene.size, 2))
    #expect(tree.background == StraightColor(red: 1, green: 1, blue: 1))
  }

  @Test func defaultsOfTheTopLevel() throws {
    let scene = try scene("{\"version\": 1, \"size\": [10, 20], \"root\": {}}")
    #expect(scene.scale == 1)
    #expect(scene.background == nil)
    #expect(scene.committed().background == nil)
  }
}

@Suite struct SceneLayerTests {
  @Test func classesNamesAndOrder() throws {
    let root = try scene(
      root: """
        {"name": "root", "class": "CATransformLayer", "sublayers": [
          {"name": "a", "sublayers": [{"name": "a0"}, {"name": "a1"}]}, {"name": "b", "class": "CALayer"}]}
        """
    ).root
    #expect(root is CATransformLayer)
    #expect(root.name == "root")
    #expect(root.sublayers?.map(\.name) == ["a", "b"])
    #expect(root.sublayers?.first?.sublayers?.map(\.name) == ["a0", "a1"])
    #expect(root.sublayers?.allSatisfy { !($0 is CATransformLayer) } == true)
  }

  // The box of 40 x 20 turned by 90 degrees is 20 x 40, wherever the frame stands among the keys.
  @Test(arguments: [
    "{\"frame\": [10, 20, 20, 40], \"anchorPoint\": [0, 0], \"transform\": [{\"affine\": [0, 1, -1, 0, 0, 0]}]}",
    "{\"transform\": [{\"affine\": [0, 1, -1, 0, 0, 0]}], \"anchorPoint\": [0, 0], \"frame\": [10, 20, 20, 40]}",
  ])
  func frameCountsInTransformAndAnchorPoint(root: String) throws {
    let layer = try scene(root: root).root
    #expect(layer.bounds == CGRect(x: 0, y: 0, width: 40, height: 20))
    #expect(layer.position == CGPoint(x: 30, y: 20))
  }

  @Test func animation() throws {
    let root = try scene(
      root: """
        {"animations": {
          "z": {"class": "CABasicAnimation", "keyPath": "transform.rotation.z", "byValue": 3, "duration": 2,
            "repeatCount": "infinity", "timingFunction": "easeIn", "additive": true, "cumulative": true,
            "removedOnCompletion": false, "fillMode": "forwards"},
          "a": {"keyPath": "backgroundColor", "fromValue": null, "toValue": "#f00", "class": "CABasicAnimation",
            "timingFunction": [0, -1, 1, 2]}}}
        """
    ).root
    #expect(root.animationKeys() == ["z", "a"])
    let turn = try #require(root.animation(forKey: "z") as? CABasicAnimation)
    #expect(turn.keyPath == "transform.rotation.z")
    #expect(turn.byValue as? Double == 3)
    #expect(turn.fromValue == nil && turn.toValue == nil)
    #expect((turn.duration, turn.repeatCount) == (2, .infinity))
    #expect(turn.isAdditive && turn.isCumulative && !turn.isRemovedOnCompletion)
    #expect(turn.fillMode == .forwards)
    let animations = root.commit(at: 0).animations
    #expect(animations[0].curve == .easeIn)
    #expect(animations[1].curve == TimingCurve(0, -1, 1, 2))
    #expect(animations[1].change?.ends?.from == LayerValue.none)
    #expect(animations[1].change?.ends?.to == .color(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)))
  }

  private static let animatedValues: [(keyPath: String, text: String, value: LayerValue)] = [
    ("opacity", "0.5", LayerValue.number(0.5)), ("hidden", "true", .boolean(true)),
    ("isHidden", "true", .boolean(true)), ("position", "[1, 2]", .point(CGPoint(x: 1, y: 2))),
    ("position.y", "2", .number(2)), ("bounds.size", "[1, 2]", .size(CGSize(width: 1, height: 2))),
    ("bounds", "[1, 2, 3, 4]", .rect(CGRect(x: 1, y: 2, width: 3, height: 4))),
    ("transform", "[{\"scale\": 2}]", .transform(CATransform3DMakeScale(2, 2, 1))),
    ("borderColor", "\"#000\"", .color(CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1))),
    ("maskedCorners", "[\"layerMinXMinYCorner\"]", .options(1)), ("contents", "null", LayerValue.none),
  ]

  @Test(arguments: animatedValues)
  func animatedValuesAreOfTheKeyPathsKind(keyPath: String, text: String, value: LayerValue) throws {
    let animation = "{\"class\": \"CABasicAnimation\", \"keyPath\": \"\(keyPath)\", \"toValue\": \(text)}"
    let root = try scene(root: "{\"animations\": {\"a\": \(animation)}}").root
    #expect(root.commit(at: 0).animations.first?.change?.ends?.to == value)
  }
}
