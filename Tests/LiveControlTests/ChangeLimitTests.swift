import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneLiveControl
import MultiplaneRenderTree
import MultiplaneSceneFile
import Testing

/// Changes that would leave a scene larger than its file could be: refused with the reason, and
/// nothing is done.
@Suite("limits of live changes") struct ChangeLimitTests {
  private let scene = FakeScene()

  /// Adds layers of one name with a text of 1,000 by 500 points each.
  private func addTexts(_ count: Int, name: String = "t") -> [CATextLayer] {
    let texts = (0..<count).map { _ in
      let text = CATextLayer()
      text.name = name
      text.string = "Text"
      text.frame = CGRect(x: 0, y: 0, width: 1000, height: 500)
      scene.root.addSublayer(text)
      return text
    }
    return texts
  }

  @Test("the pixels of texts, over several layers")
  func texts() {
    let texts = addTexts(20)
    let reply = scene.reply(#"{"layer": "t", "contentsScale": 12}"#)
    #expect(reply.contains("expected text of at most") || reply.contains("expected at most 50331648 px of text"))
    #expect(texts.allSatisfy { $0.contentsScale == 1 && $0.contents == nil })
    // 20 of 2.5 times as many points per side: 62.5 Mpx.
    #expect(scene.reply(#"{"layer": "t", "contentsScale": 2.5}"#).contains("expected at most 50331648 px of text"))
    #expect(scene.reply(#"{"layer": "t", "bounds": [0, 0, 2500, 1250]}"#).contains("px of text"))
    #expect(scene.reply(#"{"layer": "t", "frame": [0, 0, 2500, 1250]}"#).contains("px of text"))
    #expect(scene.reply(#"{"layer": "t", "bounds.size.width": 6000}"#).contains("px of text"))
    #expect(texts.allSatisfy { $0.contentsScale == 1 && $0.bounds.width == 1000 })
    #expect(scene.reply(#"{"layer": "t", "contentsScale": 2}"#).contains("ok"))
  }

  @Test("the pixels of texts, over several messages")
  func messages() {
    for index in 0..<20 { _ = addTexts(1, name: "t\(index)") }
    let replies = (0..<20).map { scene.reply(#"{"layer": "t\#($0)", "contentsScale": 3}"#) }
    // 4.5 Mpx each beside those of 0.5 Mpx: ten fit.
    #expect(replies.count { $0.contains("ok") } == 10)
    #expect(replies.last?.contains("px of text") == true)
    // What asks for no more is done.
    #expect(scene.reply(#"{"layer": "t0", "string": "Other", "opacity": 0.5}"#).contains("ok"))
    #expect(scene.reply(#"{"layer": "t0", "contentsScale": 1}"#).contains("ok"))
    #expect(scene.reply(#"{"layer": "t19", "contentsScale": 3}"#).contains("ok"))
  }

  @Test("texts that were empty")
  func strings() {
    let texts = addTexts(20)
    for text in texts { (text.string, text.contentsScale) = (nil, 2.5) }
    #expect(scene.reply(#"{"layer": "t", "string": "x"}"#).contains("px of text"))
    #expect(texts.allSatisfy { $0.string == nil })
    let animation =
      #"{"class": "CABasicAnimation", "keyPath": "string", "fromValue": "a", "toValue": "b", "duration": 1}"#
    #expect(scene.reply(#"{"layer": "t", "animations": {"a": \#(animation)}}"#).contains("px of text"))
    #expect(texts.allSatisfy { $0.animationKeys() == nil })
  }

  @Test("a scene's own limits and images count")
  func ownLimits() throws {
    scene.sceneLimits.maximumBarePixels = 3_000_000
    _ = addTexts(1)
    #expect(scene.reply(#"{"layer": "t", "contentsScale": 2}"#).contains("ok"))
    #expect(scene.reply(#"{"layer": "t", "contentsScale": 3}"#).contains("expected at most 3000000 px of text"))
    #expect(scene.reply(#"{"layer": "t", "contentsScale": 1}"#).contains("ok"))
    scene.images = [
      SceneImage(
        name: "i", path: "i", image: try scene.screenshot(ofOutput: nil, hasOverlay: false), barePixels: 2_000_000)
    ]
    #expect(scene.reply(#"{"layer": "t", "contentsScale": 2}"#).contains("px of text"))
  }

  @Test("instances of replicators within each other")
  func instances() {
    let outer = CAReplicatorLayer()
    let inner = CAReplicatorLayer()
    (outer.name, inner.name) = ("outer", "inner")
    outer.addSublayer(inner)
    inner.addSublayer(CALayer())
    scene.root.addSublayer(outer)
    #expect(scene.reply(#"{"layer": "outer", "instanceCount": 1000}"#).contains("ok"))
    #expect(scene.reply(#"{"layer": "inner", "instanceCount": 1000}"#).contains("expected at most 100000 layers"))
    #expect(inner.instanceCount == 1)
    #expect(scene.reply(#"{"layer": "inner", "instanceCount": 90}"#).contains("ok"))
    let animation = #"{"class": "CABasicAnimation", "keyPath": "instanceCount", "toValue": 1000, "duration": 1}"#
    #expect(scene.reply(#"{"layer": "inner", "animations": {"a": \#(animation)}}"#).contains("at most 100000 layers"))
    #expect(inner.animationKeys() == nil)
  }

  @Test("key frames, over several messages")
  func keyframes() {
    scene.sceneLimits.maximumKeyframes = 100
    func reply(_ key: String, _ count: Int) -> String {
      let values = (0..<count).map { "\($0 % 2)" }.joined(separator: ", ")
      return scene.reply(
        """
        {"layer": "clock", "animations": {"\(key)": {"class": "CAKeyframeAnimation", "keyPath": "opacity",
         "values": [\(values)], "duration": 1}}}
        """)
    }
    #expect(reply("a", 60).contains("ok"))
    #expect(reply("b", 60).contains("expected at most 100 animations and key frames"))
    #expect(scene.clock.animationKeys() == ["a"])
    // In place of the first.
    #expect(reply("a", 90).contains("ok"))
  }

  @Test("steps of paths, over several messages")
  func paths() {
    scene.sceneLimits.maximumKeyframes = 12
    func reply(_ key: String) -> String {
      scene.reply(
        """
        {"layer": "clock", "animations": {"\(key)": {"class": "CAKeyframeAnimation", "keyPath": "position",
         "path": "M0 0L9 0L9 9L0 9L0 5L0 4Z", "duration": 1}}}
        """)
    }
    // Seven steps, which are read for a copy of the layer and again for the layer itself.
    #expect(reply("a").contains("ok"))
    #expect(reply("b").contains("expected at most 12 animations and key frames"))
    #expect(scene.clock.animationKeys() == ["a"])
  }

  @Test("what would take too much to be drawn")
  func drawing() {
    scene.refusal = {
      $0.values.contains { $0.shadow.radius > 50 } ? .memory(needed: 600 << 20, limit: 512 << 20) : nil
    }
    let reply = scene.reply(#"{"layer": "clock", "shadowRadius": 100}"#)
    #expect(reply.contains("drawing the scene needs at least 600 MiB at once"))
    #expect(scene.clock.shadowRadius == 3)
    #expect(scene.reply(#"{"layer": "clock", "shadowRadius": 10}"#).contains("ok"))
    let reckonings = scene.reckonings
    #expect(scene.reply(#"{"layer": "clock", "opacity": 0.5, "position.x": 3}"#).contains("ok"))
    #expect(scene.reckonings == reckonings)
  }
}
