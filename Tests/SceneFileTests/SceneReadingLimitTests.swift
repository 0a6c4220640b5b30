import Foundation
import MultiplaneDrawing
import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import Testing

@testable import MultiplaneSceneFile

/// What reading a scene may take: its time, and the memory of its tiles.
@Suite struct SceneReadingLimitTests {
  @Test func readingLooksAtTheTime() {
    let layers = String(repeating: "{}, ", count: 1000) + "{}"
    var limits = SceneLimits.standard
    limits.maximumSeconds = 1e-6
    let text = #"{"version": 1, "size": [9, 9], "root": {"sublayers": [\#(layers)]}}"#
    let line = errorLine { () throws(SceneError) in try scene(text, limits: limits) }
    #expect(line?.hasPrefix("scene.json: drawing the scene needs at least ") == true, "\(line ?? "")")
    #expect(line?.hasSuffix("--time-limit") == true, "\(line ?? "")")
  }

  /// The keys are looked up without a search: twice as many animations take about twice as long.
  @Test func animationsOfOneLayerAreReadInLinearTime() throws {
    func seconds(_ count: Int) -> Double {
      let layer = CALayer()
      let animation = CABasicAnimation(keyPath: "opacity")
      let start = ThreadTime.now
      for number in 0..<count {
        layer.add(animation, forKey: "a\(number)")
        _ = layer.animation(forKey: "a\(number)")
      }
      return (ThreadTime.now - start) / .seconds(1)
    }
    _ = seconds(100)
    // The least of three: what disturbs a measurement only makes it longer.
    func least(_ count: Int) -> Double { (0..<3).map { _ in seconds(count) }.min() ?? 0 }
    let (few, many) = (least(4000), least(32_000))
    #expect(many < 24 * few, "\(few) s, \(many) s")
  }

  /// The error in a layer's animations if a number of key frames are allowed; nil for none.
  private func keyframeError(_ animations: String, top: String = "", most: Int) -> String? {
    var limits = SceneLimits.standard
    limits.maximumKeyframes = most
    let text = #"{"version": 1, "size": [9, 9], \#(top)"root": {"animations": {\#(animations)}}}"#
    return errorLine { () throws(SceneError) in try scene(text, limits: limits) }
  }

  /// A square of a move, three lines and a close.
  @Test func theStepsOfPathsAreKeyFrames() {
    func animation(_ key: String) -> String {
      #""\#(key)": {"class": "CAKeyframeAnimation", "keyPath": "position", "path": "M0 0L9 0L9 9L0 9Z"}"#
    }
    let both = animation("a") + ", " + animation("b")
    #expect(keyframeError(both, most: 10) == nil)
    #expect(
      keyframeError(both, most: 9)
        == "scene.json: root.animations.b.path: expected at most 9 key frames in a scene, found more")
  }

  @Test func theKeyFramesThatAParameterChoosesAreCounted() {
    let top = #""parameters": {"p": {"type": "boolean", "default": true}}, "#
    let values = #"{"parameter": "p", "case": {"true": [0, 1, 0, 1, 0, 1], "false": [0, 1]}}"#
    let animation = #""a": {"class": "CAKeyframeAnimation", "keyPath": "opacity", "values": \#(values)}"#
    #expect(keyframeError(animation, top: top, most: 6) == nil)
    let line = keyframeError(animation, top: top, most: 5)
    #expect(
      line?.hasPrefix("scene.json: root.animations.a.values: expected at most 5 key frames in a scene, found more")
        == true, "\(line ?? "")")
  }

  private func tiles(
    _ count: Int, of side: Int = 256, in folder: SceneFolder, memory: Int
  ) throws(SceneError) -> Scene {
    let layer =
      #"{"class": "CATiledLayer", "bounds": [0, 0, \#(side), \#(side)], "tiles": {"path": "{x}-{y}.png"}}"#
    let layers = Array(repeating: layer, count: count).joined(separator: ", ")
    let text = #"{"version": 1, "size": [256, 256], "root": {"bounds": [0, 0, 256, 256], "sublayers": [\#(layers)]}}"#
    return try scene(text, folder: folder.path, limits: .standard.allowing(memory: memory, seconds: nil))
  }

  /// A tile of 256 KiB, three eighths of 8 MiB for all of them: eleven fit with what each takes
  /// beside its pixels.
  @Test func tilesAreReservedBeforeTheyAreDecoded() throws {
    let folder = try SceneFolder()
    try folder.writeImage(to: "0-0.png", width: 256, height: 256)
    let fitting = try tiles(11, in: folder, memory: 8 << 20).committedWithinLimits()
    #expect(fitting.root.sublayers.allSatisfy { $0.values.tiled.tiles.first?.image.image.width == 256 })
    let line = errorLine { () throws(SceneError) in
      try tiles(40, in: folder, memory: 8 << 20).committedWithinLimits()
    }
    #expect(line?.hasPrefix("scene.json: expected tiles that take at most 3 MiB") == true, "\(line ?? "")")
    // Files that are not there take a little each, too.
    let missing = try SceneFolder()
    #expect(throws: SceneError.self) { try tiles(4000, in: missing, memory: 8 << 20).committedWithinLimits() }
  }

  /// A tile that its layer's bounds cut keeps its part of the picture, and counts for that part.
  @Test func tilesThatBoundsCutShareNoBytesWithTheirPicture() throws {
    let folder = try SceneFolder()
    try folder.writeImage(to: "0-0.png", width: 256, height: 256)
    let scene = try tiles(40, of: 16, in: folder, memory: 8 << 20)
    let layers = try scene.committedWithinLimits().root.sublayers
    for layer in layers {
      let image = try #require(layer.values.tiled.tiles.first?.image.image)
      #expect(image.width == 16 && image.height == 16)
      #expect(image.dataProvider?.bytes.count == 16 * 16 * 4)
    }
    #expect(scene.tileAllowance?.memory.taken == 40 * (1024 + 16 * 16 * 4))
  }

  /// Text whose layout takes some tenths of a second.
  private func slowText(_ members: String = "") -> String {
    let string = String(repeating: "a\\t", count: 20_000)
    return """
      {"version": 1, "size": [9, 9], "root": {"class": "CATextLayer", "bounds": [0, 0, 9, 9],
       "string": "\(string)"\(members)}}
      """
  }

  @Test(.enabled(if: FontCollection.isAvailable)) func textsAreLaidOutForNoLongerThanThereIsTime() throws {
    #expect(throws: Never.self) { try scene(slowText()).committedWithinLimits() }
    let line = errorLine { () throws(SceneError) in
      try scene(slowText(), limits: .standard.allowing(memory: nil, seconds: 0.06)).committedWithinLimits()
    }
    #expect(line?.hasPrefix("scene.json: drawing the scene needs at least 0.") == true, "\(line ?? "")")
  }

  @Test(.enabled(if: FontCollection.isAvailable)) func animatedTextsAreLaidOutForNoLongerThanThereIsTime() throws {
    let animation = #"{"class": "CABasicAnimation", "keyPath": "fontSize", "toValue": 9, "duration": 2}"#
    let tree = try scene(slowText(#", "animations": {"a": \#(animation)}"#)).committed()
    let limits = DrawingLimits(bytes: .max, seconds: 0.06)
    #expect(throws: DrawingExcess.self) { try limits.evaluating { tree.evaluate(at: 1) } }
    // The incomplete picture is not kept.
    let whole = tree.evaluate(at: 1).root?.contents
    #expect(whole != nil)
  }

  @Test func aRefusedSceneGivesItsMemoryBack() throws {
    let folder = try SceneFolder()
    try folder.writeImage(to: "0-0.png", width: 256, height: 256)
    var allowance: TileAllowance?
    do {
      let refused = try tiles(40, in: folder, memory: 8 << 20)
      allowance = refused.tileAllowance
      _ = try? refused.committedWithinLimits()
      #expect((allowance?.memory.taken ?? 0) > 2 << 20)
    }
    #expect(allowance?.memory.taken == 0)
  }
}
