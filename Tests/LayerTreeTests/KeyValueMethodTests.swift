import Foundation
import MultiplaneGraphics
import MultiplaneLayerTree
import Testing

/// What key-value coding calls where a key or a value does not fit, and its access to several keys.
@Suite struct KeyValueMethodTests {
  private final class Door: CALayer {
    var handle: Any?
    private(set) var nilled: [String] = []

    override func value(forUndefinedKey key: String) -> Any? {
      key == "handle" ? handle : super.value(forUndefinedKey: key)
    }
    override func setValue(_ value: Any?, forUndefinedKey key: String) {
      if key == "handle" { handle = value } else { super.setValue(value, forUndefinedKey: key) }
    }
    override func setNilValueForKey(_ key: String) {
      nilled.append(key)
      if key == "opacity" { opacity = 0 }
    }
  }

  @Test func keysThatTheClassDoesNotKnow() {
    let door = Door()
    door.setValue("brass", forKey: "handle")
    door.setValue("oak", forKey: "wood")
    door.setValue(0.5, forKey: "opacity")
    #expect(door.handle as? String == "brass" && door.value(forKey: "handle") as? String == "brass")
    #expect(door.value(forKeyPath: "handle") as? String == "brass")
    #expect(door.value(forKey: "wood") as? String == "oak" && door.value(forUndefinedKey: "wood") as? String == "oak")
    #expect(door.opacity == 0.5 && door.value(forUndefinedKey: "opacity") as? Double == 1)
    door.style = ["lock": 3]
    #expect(door.value(forUndefinedKey: "lock") as? Int == 3)
  }

  @Test func nilForANumber() {
    let door = Door()
    door.cornerRadius = 4
    for key in ["opacity", "cornerRadius", "position", "hidden", "speed", "frame", "backgroundColor", "own"] {
      door.setValue(nil, forKey: key)
    }
    #expect(door.nilled == ["opacity", "cornerRadius", "position", "hidden", "speed", "frame"])
    #expect(door.opacity == 0 && door.cornerRadius == 4)
    door.setValue("wide", forKey: "cornerRadius")
    #expect(door.nilled.count == 6)
  }

  private final class Leap: CABasicAnimation {
    var nilled: [String] = []
    override func setNilValueForKey(_ key: String) { nilled.append(key) }
    override func setValue(_ value: Any?, forUndefinedKey key: String) {
      super.setValue(value, forUndefinedKey: key.uppercased())
    }
  }

  @Test func ofAnimationsAndCells() {
    let leap = Leap()
    leap.setValuesForKeys(["duration": 3, "keyPath": "position", "height": 2, "additive": true, "toValue": NSNull()])
    #expect(leap.duration == 3 && leap.keyPath == "position" && leap.isAdditive && leap.toValue == nil)
    #expect(leap.value(forKey: "HEIGHT") as? Double == 2 && leap.value(forKey: "height") == nil)
    for key in ["duration", "removedOnCompletion", "fromValue", "keyPath", "fillMode"] {
      leap.setValue(nil, forKey: key)
    }
    #expect(
      leap.nilled == ["duration", "removedOnCompletion", "fillMode"] && leap.keyPath == nil && leap.duration == 3)
    let cell = CAEmitterCell()
    cell.setValuesForKeys(["birthRate": 5, "scale": 2, "color": NSNull(), "own": "x"])
    #expect(cell.birthRate == 5 && cell.scale == 2 && cell.color == nil && cell.value(forKey: "own") as? String == "x")
    cell.setNilValueForKey("scale")
    #expect(cell.scale == 2)
  }

  @Test func severalKeys() throws {
    let layer = CALayer()
    layer.setValuesForKeys([
      "cornerRadius": 5, "backgroundColor": NSNull(), "position": CGPoint(x: 1, y: 2), "own": 7,
    ])
    #expect(layer.cornerRadius == 5 && layer.position == CGPoint(x: 1, y: 2))
    let values = layer.dictionaryWithValues(forKeys: ["cornerRadius", "backgroundColor", "own", "nothing"])
    #expect(values.count == 4 && values["cornerRadius"] as? Double == 5 && values["own"] as? CGFloat == 7)
    #expect(values["backgroundColor"] is NSNull && values["nothing"] is NSNull)
    let blur = try #require(CIFilter(name: "CIGaussianBlur"))
    blur.setValuesForKeys(["inputRadius": 3, "name": "soft", "inputNothing": 1])
    #expect(blur.name == "soft" && blur.value(forKey: "inputRadius") as? Double == 3)
    #expect(blur.dictionaryWithValues(forKeys: ["inputRadius"])["inputRadius"] as? CGFloat == 3)
    #expect(blur.value(forKey: "inputNothing") == nil)
  }

  @Test func keyPathsIntoWhatAKeyHas() {
    let (layer, other, animation) = (CALayer(), CALayer(), CABasicAnimation())
    layer.setValue(["size": ["width": 3], "a.b": 4], forKey: "info")
    #expect(layer.value(forKeyPath: "info.size.width") as? Double == 3)
    #expect(layer.value(forKeyPath: "info.a.b") as? Int == 4 && layer.value(forKeyPath: "info.size.height") == nil)
    layer.setValue(other, forKey: "partner")
    layer.setValue(9, forKeyPath: "partner.position.x")
    #expect(other.position.x == 9 && layer.value(forKeyPath: "partner.position.x") as? CGFloat == 9)
    animation.setValue(layer, forKey: "target")
    animation.setValue(0.25, forKeyPath: "target.opacity")
    #expect(layer.opacity == 0.25 && animation.value(forKeyPath: "target.partner.position.x") as? Int == 9)
    layer.setValue(1, forKeyPath: "own.part")
    #expect(layer.value(forKeyPath: "own.part") as? Int == 1)
  }
}
