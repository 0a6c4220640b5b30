import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneLiveControl
import MultiplaneSceneFile
import Testing

@Suite("values of commands") struct LiveValuesTests {
  private func apply(_ live: LiveValues, to scene: FakeScene) -> [String] {
    live.apply(to: scene.root, images: [], limits: .standard) { _ in nil }
  }

  @Test("a reloaded scene gets them again: the last of each key, in their order, without animations")
  func again() {
    let scene = FakeScene()
    for change in [
      #""opacity": 0.9"#, #""position.x": 70, "animate": 2, "timing": "easeIn""#, #""frame": [0, 0, 20, 10]"#,
      #""position.x": 50, "opacity": 0.5"#,
      #""animations": {"fade": {"class": "CABasicAnimation", "keyPath": "opacity", "toValue": 0}}"#,
    ] { #expect(scene.reply(#"{"layer": "clock", \#(change)}"#).contains("ok"), "\(change)") }
    #expect(scene.reply(#"{"layer": "none", "opacity": 0}"#).contains("error"))
    let reloaded = FakeScene()
    #expect(apply(scene.live, to: reloaded).isEmpty)
    #expect(reloaded.clock.frame == CGRect(x: 40, y: 0, width: 20, height: 10))
    #expect(reloaded.clock.opacity == 0.5 && (reloaded.clock.animationKeys() ?? []).isEmpty)
  }

  @Test("where a layer has become another, what it still has is set, and the rest told")
  func others() {
    let scene = FakeScene()
    #expect(scene.reply(#"{"layer": "shape", "lineWidth": 3, "opacity": 0.5}"#).contains("ok"))
    #expect(scene.reply(#"{"layer": "clock", "opacity": 0.25}"#).contains("ok"))
    let reloaded = FakeScene()
    reloaded.root.mask = nil
    reloaded.clock.name = "shape"
    let problems = apply(scene.live, to: reloaded)
    #expect(reloaded.clock.opacity == 0.5)
    #expect(problems.count == 1 && problems[0].hasPrefix("layer \"shape\": lineWidth: "), "\(problems)")
  }
}
