import MultiplaneSceneFile
import Testing

@Suite struct WrongAnimationTests {
  private static let members: [(className: String, members: String, line: String)] = [
    ("CAKeyframeAnimation", #""keyPath": "opacity""#, "values: is missing; expected a list of values, or a path"),
    (
      "CAKeyframeAnimation", #""keyPath": "opacity", "values": []"#,
      "values: is empty; expected a list of values, or a path"
    ),
    (
      "CAKeyframeAnimation", #""keyPath": "opacity", "values": [0, "a"]"#, "values[1]: expected a number, found \"a\""
    ),
    (
      "CAKeyframeAnimation", #""keyPath": "opacity", "values": [0, 1, 0], "keyTimes": [0, 1]"#,
      "keyTimes: expected 3 numbers, found [0, 1]"
    ),
    (
      "CAKeyframeAnimation",
      #""keyPath": "opacity", "values": [0, 1], "keyTimes": [0, 1], "calculationMode": "discrete""#,
      "keyTimes: expected 3 numbers, found [0, 1]"
    ),
    (
      "CAKeyframeAnimation", #""keyPath": "opacity", "values": [0, 1], "calculationMode": "cubik""#,
      """
      calculationMode: expected one of "linear", "discrete", "paced", "cubic", "cubicPaced", found "cubik"; \
      did you mean "cubic"?
      """
    ),
    (
      "CAKeyframeAnimation", #""keyPath": "position", "path": "M 0 0 L 1""#,
      "path: character 10 of the path data: expected a number, found the end"
    ),
    ("CAKeyframeAnimation", #""keyPath": "position", "path": "" "#, "path: expected a path to follow, found \"\""),
    (
      "CAKeyframeAnimation", #""keyPath": "position", "path": "M 0 0 L 1 1", "rotationMode": "rotate""#,
      """
      rotationMode: expected one of "auto", "autoReverse", "rotateAuto", "rotateAutoReverse", found "rotate"
      """
    ),
    (
      "CAKeyframeAnimation", #""keyPath": "opacity", "path": "M 0 0 L 1 1""#,
      "path: expected the key path of a point such as \"position\", found another kind of value"
    ),
    ("CASpringAnimation", #""keyPath": "opacity", "mass": 0"#, "mass: expected a number above 0, found 0"),
    (
      "CASpringAnimation", #""keyPath": "opacity", "damping": -1"#, "damping: expected a number of at least 0, found -1"
    ),
    ("CAAnimationGroup", #""duration": 1"#, "animations: is missing; expected a list of animations"),
    ("CAAnimationGroup", #""animations": []"#, "animations: expected at least one animation, found an empty list"),
    (
      "CAAnimationGroup", #""animations": [{"class": "CABasicAnimation"}]"#,
      "animations[0].keyPath: is missing; expected a key path such as \"position.x\""
    ),
    (
      "CAAnimationGroup", #""animations": [{"class": "CABasicAnimation", "keyPath": "opacity"}], "keyPath": "opacity""#,
      "keyPath: is not a key of CAAnimationGroup"
    ),
    (
      "CABasicAnimation", #""keyPath": "opacity", "valueFunction": "rotateZ""#,
      "valueFunction: makes a transform, but \"opacity\" is no whole transform"
    ),
    (
      "CABasicAnimation", #""keyPath": "transform", "valueFunction": "scale", "toValue": [1, 2]"#,
      "toValue: expected 3 numbers, found a list of 2"
    ),
  ]

  @Test(arguments: members)
  func message(className: String, members: String, line: String) {
    let animation = "{\"class\": \"\(className)\", \(members)}"
    let found = errorLine { () throws(SceneError) in try scene(root: "{\"animations\": {\"a\": \(animation)}}") }
    #expect(found == "scene.json: root.animations.a." + line)
  }
}
