import Foundation
import HostileFiles
import MultiplaneDrawing
import MultiplaneSceneFile
import TestTiers
import Testing

/// Scenes made to take all the time and memory that there is: a tree that has been evaluated, or an
/// error line, within the limits of `HostileFiles`. The quick tier reads every ninth.
@Suite struct HostileSceneTests {
  /// A text around another, a number of times.
  private static func nested(_ levels: Int, _ before: String, _ inside: String, _ after: String) -> String {
    String(repeating: before, count: levels) + inside + String(repeating: after, count: levels)
  }

  private static func list(_ element: String, _ count: Int) -> String {
    "[" + String(repeating: element + ",", count: count - 1) + element + "]"
  }

  private static func replicators(_ levels: Int, count: Int) -> String {
    let before = #"{"class": "CAReplicatorLayer", "frame": [0, 0, 9, 9], "instanceCount": \#(count), "sublayers": ["#
    return nested(levels, before, #"{"frame": [0, 0, 5, 5], "backgroundColor": [1, 0, 0, 1]}"#, "]}")
  }

  private static func emitter(_ cell: String) -> String {
    #"{"class": "CAEmitterLayer", "emitterPosition": [50, 40], "emitterCells": [\#(cell)]}"#
  }

  private static func animation(_ kind: String, _ keyPath: String, _ members: String) -> String {
    #"{"frame": [0, 0, 9, 9], "animations": {"a": {"class": "\#(kind)", "keyPath": "\#(keyPath)", \#(members)}}}"#
  }

  /// How many layers, particles and brackets there are.
  private static func crowds() -> [(name: String, root: () -> String)] {
    let cell = #"{"contents": "dot", "birthRate": 1e5, "lifetime": 10, "emitterCells": ["#
    return [
      ("a billion instances", { replicators(1, count: 1_000_000_000) }),
      ("instances of instances", { replicators(2, count: 300) }),
      ("too many instances of instances", { replicators(3, count: 400) }),
      ("instances without end", { replicators(200, count: 2) }),
      ("a trillion particles a second", { emitter(#"{"contents": "dot", "birthRate": 1e12, "lifetime": 10}"#) }),
      ("a billion particles a second", { emitter(#"{"contents": "dot", "birthRate": 1e9, "lifetime": 1e9}"#) }),
      (
        "particles for ever",
        { emitter(#"{"contents": "dot", "birthRate": 1e4, "lifetime": 1e9, "lifetimeRange": 1e9}"#) }
      ),
      (
        "particles of particles",
        { emitter(nested(3, cell, #"{"contents": "dot", "birthRate": 1e5, "lifetime": 1e5}"#, "]}")) }
      ),
      (
        "many animations of one layer",
        {
          let animation = #""class": "CABasicAnimation", "keyPath": "opacity", "toValue": 0.5, "duration": 1"#
          return #"{"animations": {\#((0..<40_000).map { #""a\#($0)": {\#(animation)}"# }.joined(separator: ", "))}}"#
        }
      ),
      (
        "tile files",
        {
          let layer = #"{"class": "CATiledLayer", "frame": [0, 0, 99, 79], "tiles": {"path": "tile.png{x}{y}"}}"#
          return #"{"sublayers": \#(list(layer, 6000))}"#
        }
      ),
      ("deep layers", { nested(500, #"{"sublayers": ["#, "{}", "]}") }),
      ("too deep layers", { nested(600, #"{"sublayers": ["#, "{}", "]}") }),
      ("deep lists", { nested(1_000_000, "[", "", "]") }),
      ("lists for layers", { #"{"sublayers": \#(list("[]", 8_000_000))}"# }),
      ("objects for a list", { #"{"position": \#(list("{}", 8_000_000))}"# }),
      (
        "many layers",
        { #"{"sublayers": \#(list(#"{"frame": [0, 0, 9, 9], "backgroundColor": [1, 0, 0, 1]}"#, 99_000))}"# }
      ),
    ]
  }

  private static func layer(_ kind: String, _ members: String) -> String {
    #"{"class": "\#(kind)", "frame": [0, 0, 99, 99], \#(members)}"#
  }

  /// How long texts are, and how large numbers.
  private static func values() -> [(name: String, root: () -> String)] {
    func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }
    return [
      ("a long name", { #"{"name": "\#(repeated("x", 60_000_000))"}"# }),
      ("a long key", { #"{"\#(repeated("x", 60_000_000))": 1}"# }),
      ("a long number", { #"{"opacity": \#(repeated("1", 60_000_000))}"# }),
      ("escapes", { #"{"name": "\#(repeated("\\u00e9", 10_000_000))"}"# }),
      (
        "huge sizes", { #"{"bounds": [-1e9, -1e9, 1e9, 1e9], "transform": [{"scale": [1e9, 1e9]}], "zPosition": 1e9}"# }
      ),
      ("tiles of specks", { #"{"class": "CATiledLayer", "bounds": [0, 0, 1e9, 1e9], "tileSize": [0.001, 0.001]}"# }),
      ("levels of detail", { layer("CATiledLayer", #""levelsOfDetail": 1e9, "levelsOfDetailBias": 1e9"#) }),
      ("long text", { layer("CATextLayer", #""string": "\#(repeated("word ", 200_000))""#) }),
      ("a long word", { layer("CATextLayer", #""string": "\#(repeated("x", 1_000_000))", "wrapped": true"#) }),
      ("large text", { layer("CATextLayer", #""fontSize": 1e9, "string": "abc""#) }),
      ("colours", { layer("CAGradientLayer", #""colors": \#(list("[1, 0, 0, 1]", 500_000))"#) }),
      ("a long path", { layer("CAShapeLayer", #""path": "M0 0 \#(repeated("L99 99 L0 50 ", 500_000))""#) }),
      ("key frames", { animation("CAKeyframeAnimation", "position.x", #""values": \#(list("1", 1_000_000))"#) }),
      (
        "a spring without end",
        { animation("CASpringAnimation", "position.x", #""mass": 1e9, "stiffness": 1e-9, "damping": 0, "toValue": 5"#) }
      ),
      (
        "a fast animation",
        {
          animation("CABasicAnimation", "opacity", #""toValue": 0, "duration": 1e-9, "speed": 1e9, "repeatCount": 1e9"#)
        }
      ),
    ]
  }

  @Test func scenesThatUnfold() async throws {
    await TestProcesses.run("scenes that unfold") {
      await #expect(processExitsWith: .success) {
        let folder = try SceneFolder()
        try folder.writeImage(to: "dot.png", width: 4, height: 4)
        try folder.writeImage(to: "tile.png00", width: 512, height: 512)
        for (name, root) in (Self.crowds() + Self.values()).drawn() {
          let text = #"{"version": 1, "size": [100, 80], "images": {"dot": "dot.png"}, "root": \#(root())}"#
          let bytes = Array(text.utf8)
          let complaint = HostileFiles.complaint(about: name) {
            do throws(SceneError) {
              let tree = try Scene.decode(bytes, name: "hostile", folder: folder.path).committedWithinLimits()
              for time in [0, 0.7] { _ = tree.evaluate(at: time) }
            } catch {
              let line = error.description
              #expect(line.hasPrefix("hostile: ") && !line.contains("\n") && line.utf8.count < 1000, "\(name): \(line)")
            }
          }
          #expect(complaint == nil, "\(complaint ?? "")")
        }
      }
    }
  }
}
