import Foundation
import HostileFiles
import MultiplaneGraphics
import MultiplaneRenderTree
import MultiplaneSceneFile
import TestTiers
import Testing

/// Whatever the bytes are, they give a scene or an error, never a crash, and within the limits of
/// `HostileFiles`. Of the files that are changed at random the quick tier reads every ninth.
@Suite struct SceneRobustnessTests {
  /// A scene with every kind of value in it.
  private static let text = """
    {
      "version": 1, "size": [100, 80.5], "scale": 2, "background": "#fff",
      "root": {
        "name": "röot \\u00e9", "frame": [0, 0, 100, 80],
        "sublayers": [
          {"class": "CATransformLayer", "bounds": [0, 0, 10, 10], "position": [-1e1, 5],
            "transform": [{"translate": [1, 2]}, {"rotate": [0.5, 0, 1, 0]}, {"perspective": 500}]},
          {"backgroundColor": [1, 0.5, 0, 1], "hidden": false, "borderColor": null,
            "maskedCorners": ["layerMinXMinYCorner"], "contentsGravity": "resizeAspect",
            "animations": {"a": {"class": "CABasicAnimation", "keyPath": "position.x", "toValue": 5,
              "duration": 2, "repeatCount": "infinity", "timingFunction": [0, 0, 1, 1]}}}
        ]
      }
    }
    """

  @Test func wholeTextIsAScene() throws {
    #expect(throws: Never.self) { try scene(Self.text) }
  }

  @Test func textThatIsCutAnywhereIsRefused() {
    let bytes = Array(Self.text.utf8)
    for count in 0..<bytes.count {
      let line = errorLine { () throws(SceneError) in try Scene.decode(Array(bytes[..<count]), name: "scene.json") }
      #expect(line?.hasPrefix("scene.json: line ") == true, "after \(count) bytes")
    }
  }

  @Test(arguments: (0..<9 as Range<UInt64>).drawn())
  func changedBytesNeverCrash(seed: UInt64) async {
    await TestProcesses.run("changed bytes \(seed)") {
      await #expect(processExitsWith: .success) { [seed] in Self.changeBytes(seed: seed) }
    }
  }

  private static func changeBytes(seed: UInt64) {
    var generator = SplitMix64(seed: seed)
    let original = Array(text.utf8)
    let likely = Array("{}[]\",:0123456789.-+eE\\utfn \n\u{0}".utf8) + [0x80, 0xC3, 0xED, 0xFF]
    var read = 0
    var refused = 0
    for _ in 0..<500 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes[place] = likely.randomElement(using: &generator) ?? 0
        case 2: bytes.remove(at: place)
        default:
          let end = min(bytes.count, place + Int.random(in: 1...40, using: &generator))
          bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &generator))
        }
      }
      let complaint = HostileFiles.complaint(about: "seed \(seed)") {
        do throws(SceneError) {
          let scene = try Scene.decode(bytes, name: "scene.json")
          // What can be read can be shown and written.
          _ = scene.committed().root.isAnimated
          #expect(throws: Never.self) { try scene.encoded() }
          read += 1
        } catch {
          let line = error.description
          #expect(line.hasPrefix("scene.json: ") && !line.contains("\n"), "seed \(seed): \(line)")
          refused += 1
        }
      }
      #expect(complaint == nil, "\(complaint ?? "")")
    }
    #expect(read > 0 && refused > 0, "seed \(seed): both ways were taken")
  }

  /// Scenes of this project with what the text above lacks: images, tiles, text, particles,
  /// filters, transitions, paths.
  private static let scenes = [
    "emitter/emitter-cells-in-cells", "tiles/tiles-cut-flipped-scrolled", "text/text-truncation",
    "transition/transition-push", "filter/filter-animated", "shape/shape-animated",
    "contents/contents-gravity-resizing",
    "contents/contents-half-float-dark",
  ]

  @Test(arguments: scenes.drawn(oneIn: 3))
  func changedScenesNeverCrash(name: String) async {
    await TestProcesses.run(name) {
      await #expect(processExitsWith: .success) { [name] in try Self.changeScene(name) }
    }
  }

  private static func changeScene(_ name: String) throws {
    let project = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let file = project.appendingPathComponent("Scenes/\(name).json")
    let folder = file.deletingLastPathComponent().path + "/"
    let original = [UInt8](try Data(contentsOf: file))
    var generator = SplitMix64(seed: 9)
    for round in 0..<50 {
      var bytes = original
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        let place = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        // A digit for a digit keeps most files readable.
        case 0 where (48...57).contains(bytes[place]): bytes[place] = UInt8.random(in: 48...57, using: &generator)
        case 1: bytes.insert(UInt8.random(in: 48...57, using: &generator), at: place)
        default: bytes[place] = UInt8.random(in: 0...255, using: &generator)
        }
      }
      let complaint = HostileFiles.complaint(about: "\(name), round \(round)") {
        do throws(SceneError) {
          let tree = try Scene.decode(bytes, name: "scene.json", folder: folder).committed()
          for time in [0, 0.7] { _ = tree.evaluate(at: time) }
        } catch {
          #expect(error.description.hasPrefix("scene.json: ") && !error.description.contains("\n"), "round \(round)")
        }
      }
      #expect(complaint == nil, "\(complaint ?? "")")
    }
  }

  @Test func sublayersTooDeepForTheText() {
    let text = String(repeating: "{\"sublayers\": [", count: 100_000)
    let line = errorLine { () throws(SceneError) in try scene(root: text) }
    #expect(
      line == "scene.json: line 1, column 7856: expected at most 1040 nested brackets, found more")
  }

  @Test func levelsOfLayersAreLimited() throws {
    func nested(_ levels: Int) -> String {
      String(repeating: "{\"sublayers\": [", count: levels - 1) + "{}" + String(repeating: "]}", count: levels - 1)
    }
    let scene = try scene(root: nested(512))
    var levels = 0
    var layer = scene.committed().root.sublayers.first
    while let current = layer {
      levels += 1
      layer = current.sublayers.first
    }
    #expect(levels == 511)
    #expect(throws: Never.self) { try scene.encoded() }
    let steps = String(repeating: ".sublayers[0]", count: 4)
    let line = errorLine { () throws(SceneError) in try SceneFileTests.scene(root: nested(513)) }
    #expect(
      line == """
        scene.json: root\(steps.dropLast(3))…\(steps): expected at most 512 levels of layers, found more
        """)
  }

  @Test func layersAreCounted() throws {
    var limits = SceneLimits.standard
    limits.maximumLayers = 3
    let head = "{\"version\": 1, \"size\": [1, 1], \"root\": {\"sublayers\": [{\"sublayers\": [{}]}"
    #expect(throws: Never.self) { try scene(head + "]}}", limits: limits) }
    let line = errorLine { () throws(SceneError) in try scene(head + ", {}]}}", limits: limits) }
    #expect(line == "scene.json: root.sublayers[1]: expected at most 3 layers in a scene, found more")
  }

  @Test func manyLayersAreQuick() throws {
    let layers = Array(repeating: "{\"frame\": [1, 2, 3, 4]}", count: 20_000).joined(separator: ",")
    let start = ThreadTime.now
    let count = try scene(root: "{\"sublayers\": [\(layers)]}").root.sublayers?.count
    #expect(count == 20_000)
    // Quadratic work would take minutes.
    #expect(ThreadTime.now - start < .seconds(30))
  }
}
