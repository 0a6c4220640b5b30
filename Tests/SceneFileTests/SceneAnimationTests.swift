import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import Testing

@testable import MultiplaneSceneFile

@Suite struct SceneAnimationTests {
  private static let animations = """
    {"keys": {"class": "CAKeyframeAnimation", "keyPath": "position.x", "values": [0, 10, 40], "keyTimes": [0, 0.25, 1],
              "timingFunctions": ["easeIn", [0.5, 0, 0.5, 1]], "calculationMode": "cubic", "tensionValues": [0, 1],
              "continuityValues": [0, 0.5], "biasValues": [-1], "additive": true, "duration": 2},
     "steps": {"class": "CAKeyframeAnimation", "keyPath": "hidden", "values": [true, false], "duration": 1,
               "calculationMode": "discrete", "keyTimes": [0, 0.5, 1]},
     "path": {"class": "CAKeyframeAnimation", "keyPath": "position", "calculationMode": "paced", "duration": 1,
              "path": "M 0 0 L 10 0 Q 20 0 20 10 C 20 20 10 20 0 20 Z", "rotationMode": "rotateAutoReverse"},
     "spring": {"class": "CASpringAnimation", "keyPath": "opacity", "fromValue": 0, "toValue": 1, "mass": 2,
                "stiffness": 50, "damping": 3, "initialVelocity": -4, "allowsOverdamping": true},
     "group": {"class": "CAAnimationGroup", "duration": 3, "timingFunction": "easeIn", "animations": [
       {"class": "CABasicAnimation", "keyPath": "transform", "valueFunction": "scale", "fromValue": [1, 2, 3]},
       {"class": "CAAnimationGroup", "beginTime": 1, "fillMode": "both", "animations": [
         {"class": "CABasicAnimation", "keyPath": "cornerRadius", "toValue": 5, "cumulative": true}]}]},
     "odd": {"class": "CAKeyframeAnimation", "keyPath": "opacity", "values": [0, 1, 0.5], "keyTimes": [0.2, 1.5, -0.6]}}
    """

  @Test func readAndWrittenBack() throws {
    let first = try scene(root: "{\"animations\": \(Self.animations)}")
    let committed = first.committed().root
    #expect(committed.animations.map(\.key) == ["keys", "steps", "path", "spring", "group", "odd"])
    #expect(committed.animations.map(\.children.count) == [0, 0, 0, 0, 2, 0])
    // A child without a duration takes its group's.
    #expect(committed.animations[4].children[1].children.first?.timing.duration == 3)
    guard case .keyframes(let odd) = committed.animations[5].change?.course else {
      Issue.record("no key frames")
      return
    }
    #expect(odd.keyTimes == [0.2, 1.5, -0.6])
    let second = try scene(try first.encoded())
    #expect(differences(committed, second.committed().root) == [])
  }

  @Test func oneValueAloneIsReadAndHasNoEffect() throws {
    let animation =
      #"{"class": "CAKeyframeAnimation", "keyPath": "opacity", "values": [0], "keyTimes": [0, 1], "duration": 1}"#
    let root = try scene(root: "{\"animations\": {\"a\": \(animation)}}").committed().root
    #expect(root.values(at: 0.5).opacity == 1)
  }

  @Test(arguments: [("{\"rect\": [0, 0, 4, 3]}", 5), ("{\"ellipse\": [0, 0, 4, 4]}", 6)])
  func shapes(text: String, count: Int) throws {
    let animation = "{\"class\": \"CAKeyframeAnimation\", \"keyPath\": \"position\", \"path\": \(text)}"
    let committed = try scene(root: "{\"animations\": {\"a\": \(animation)}}").committed().root
    guard case .path(let course) = committed.animations.first?.change?.course else {
      Issue.record("no path")
      return
    }
    #expect(course.path.elements.count == count)
  }
}
