import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import Testing

/// Numbers that go through key-value access come back as any number type, as `NSNumber`s do.
@Suite struct BoxedNumberTests {
  private static let two: [any Sendable] = [
    2, Int8(2), UInt16(2), UInt64(2), 2.0, Float(2), CGFloat(2), NSNumber(value: 2),
  ]

  private func expectTwo(_ value: Any?, _ place: String) {
    #expect(value as? Double == 2 && value as? Float == 2 && value as? CGFloat == 2, "\(place)")
    #expect(value as? Int == 2 && value as? UInt8 == 2 && value as? NSNumber == 2, "\(place)")
  }

  @Test(arguments: two) func underKeysOfAProgram(number: any Sendable) {
    let objects: [any KeyValueCoding] = [CALayer(), CATextLayer(), CABasicAnimation(), CAEmitterCell()]
    for object in objects {
      object.setValue(number, forKey: "own")
      expectTwo(object.value(forKey: "own"), "\(object)")
      object.setValue(number, forKeyPath: "other")
      expectTwo(object.value(forKeyPath: "other"), "\(object)")
    }
  }

  @Test(arguments: two) func underKeysOfProperties(number: any Sendable) {
    for key in ["opacity", "cornerRadius", "speed", "repeatCount", "timeOffset", "minificationFilterBias"] {
      let layer = CALayer()
      layer.setValue(number, forKey: key)
      expectTwo(layer.value(forKey: key), key)
    }
    let spring = CASpringAnimation()
    for key in ["mass", "initialVelocity", "duration", "repeatCount"] {
      spring.setValue(number, forKey: key)
      expectTwo(spring.value(forKey: key), key)
    }
    let cell = CAEmitterCell()
    for key in ["birthRate", "scale", "lifetime"] {
      cell.setValue(number, forKey: key)
      expectTwo(cell.value(forKey: key), key)
    }
  }

  @Test(arguments: two) func ofAnimations(number: any Sendable) {
    let animation = CABasicAnimation(keyPath: "opacity")
    (animation.fromValue, animation.toValue, animation.byValue) = (number, number, number)
    for value in [animation.fromValue, animation.toValue, animation.byValue] { expectTwo(value, "ends") }
    let layer = CALayer()
    layer.add(animation, forKey: "a")
    expectTwo((layer.animation(forKey: "a") as? CABasicAnimation)?.toValue, "attached")
    let keyframes = CAKeyframeAnimation(keyPath: "opacity")
    keyframes.values = [number, number]
    expectTwo(keyframes.values?.last, "keyframes")
    #expect(keyframes.values as? [CGFloat] == [2, 2])
  }

  @Test(arguments: two) func ofStylesAndTransactions(number: any Sendable) {
    let layer = CALayer()
    layer.style = ["own": number, "style": ["inner": number]]
    expectTwo(layer.value(forKey: "own"), "style")
    expectTwo(layer.value(forKey: "inner"), "style in a style")
    expectTwo(layer.style?["own"], "style itself")
    CATransaction.begin()
    CATransaction.setValue(number, forKey: "own")
    CATransaction.setValue(number, forKey: kCATransactionAnimationDuration)
    expectTwo(CATransaction.value(forKey: "own"), "transaction")
    #expect(CATransaction.animationDuration() == 2)
    CATransaction.commit()
  }

  @Test func truthValues() {
    let layer = CALayer()
    layer.setValue(true, forKey: "own")
    #expect(layer.value(forKey: "own") as? Bool == true && layer.value(forKey: "own") as? Int == 1)
    layer.setValue(0, forKey: "own")
    #expect(layer.value(forKey: "own") as? Bool == false)
  }

  @Test func listsAndDictionaries() {
    let layer = CALayer()
    layer.setValue([1, 2.5], forKey: "list")
    #expect(layer.value(forKey: "list") as? [Double] == [1, 2.5])
    #expect(layer.value(forKey: "list") as? [CGFloat] == [1, 2.5])
    layer.setValue([3, 4], forKey: "list")
    #expect(layer.value(forKey: "list") as? [Int] == [3, 4] && layer.value(forKey: "list") as? [NSNumber] == [3, 4])
    layer.setValue(["a": ["b": 5]], forKey: "info")
    #expect((layer.value(forKey: "info") as? [String: [String: Double]]) == ["a": ["b": 5]])
    let sublayers = [CALayer(), CALayer()]
    layer.setValue(sublayers, forKey: "list")
    #expect(layer.value(forKey: "list") as? [CALayer] == sublayers)
  }

  @Test func whatIsNoNumberStaysWhatItIs() {
    let layer = CALayer()
    layer.setValue("2", forKey: "own")
    #expect(layer.value(forKey: "own") as? String == "2" && layer.value(forKey: "own") as? Int == nil)
    layer.setValue(CGPoint(x: 1, y: 2), forKey: "own")
    #expect(layer.value(forKey: "own") as? CGPoint == CGPoint(x: 1, y: 2))
    #expect((layer.value(forKey: "own") as? NSValue)?.cgPointValue == CGPoint(x: 1, y: 2))
  }

  private final class Gauge: CALayer {
    @AnimatableProperty("level") var level: Float = 0
    @AnimatableProperty("count") var count = 0
    @AnimatableProperty("isOn") var isOn = false
  }

  @Test func shownValuesOfAProgramsKeys() throws {
    let layer = Gauge()
    layer.level = 0.1
    #expect(layer.level == 0.1 && layer.value(forKey: "level") as? CGFloat == CGFloat(Float(0.1)))
    for (key, end) in [("level", 0.3), ("count", 7)] {
      let animation = CABasicAnimation(keyPath: key)
      (animation.fromValue, animation.toValue, animation.duration) = (0, end, 3)
      layer.add(animation, forKey: key)
    }
    let start = CACurrentMediaTime()
    _ = layer.commit(at: start)
    let shown = try #require(layer.presentation(atMediaTime: start + 1) as? Gauge)
    // Between two numbers of a type lie others, which are rounded to it.
    #expect(abs(shown.level - 0.1) < 1e-6 && shown.level > 0)
    #expect(shown.count == 2 && !shown.isOn)
    #expect(abs((shown.value(forKey: "count") as? Double ?? 0) - 7.0 / 3) < 1e-9)
  }

  @Test func throughAnArchive() throws {
    let layer = CALayer()
    layer.setValue(CGFloat(2.5), forKey: "own")
    layer.setValue(UInt64.max, forKey: "large")
    let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data))
    #expect(copy.value(forKey: "own") as? Double == 2.5 && copy.value(forKey: "own") as? Float == 2.5)
    #expect(copy.value(forKey: "large") as? UInt64 == .max)
  }
}
