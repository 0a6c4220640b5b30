import Foundation
import Graphics
import LayerTree
import Testing

@testable import SceneFile

/// What reading a scene may take: its time, and the memory of its tiles.
@Suite struct SceneReadingLimitTests {
  @Test func readingLooksAtTheTime() {
    let layers = String(repeating: "{}, ", count: 1000) + "{}"
    var limits = SceneLimits.standard
    limits.maximumSeconds = 1e-6
    let text = #"{"version": 1, "size": [9, 9], "root": {"sublayers": [\#(layers)]}}"#
    let line = errorLine { () throws(SceneError) in try scene(text, limits: limits) }
    #expect(line?.hasPrefix("scene.json: the scene needs ") == true, "\(line ?? "")")
    #expect(line?.hasSuffix("--time-limit") == true, "\(line ?? "")")
  }

  /// The keys are looked up without a search: twice as many animations take about twice as long.
  @Test func animationsOfOneLayerAreReadInLinearTime() throws {
    func seconds(_ count: Int) -> Double {
      let layer = CALayer()
      let animation = CABasicAnimation(keyPath: "opacity")
      let start = ContinuousClock().now
      for number in 0..<count {
        layer.add(animation, forKey: "a\(number)")
        _ = layer.animation(forKey: "a\(number)")
      }
      return (ContinuousClock().now - start) / .seconds(1)
    }
    _ = seconds(100)
    let (few, many) = (seconds(4000), seconds(32_000))
    #expect(many < 24 * few, "\(few) s, \(many) s")
  }
}
