import Foundation
import Testing

/// What scenes take that ask for too much, by the system's measure: no more than they are let, and
/// near the estimate.
@Suite(.serialized) struct LimitPeakTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  private func render(_ scene: String, _ options: String...) throws -> MeasuredCommand {
    let path = try folder.write(scene, to: "scene.json")
    return try MeasuredCommand(["render", path, "-o", folder.file("out.png"), "--renderer", "cpu"] + options)
  }

  /// Groups with masks, of 70 x 70 points, side by side.
  private func masked(_ count: Int) -> String {
    let groups = (0..<count).map { number in
      """
      {"frame": [\(number * 37 % 900), \(number * 53 % 900), 70, 70], "opacity": 0.5,
       "mask": {"frame": [0, 0, 70, 70], "cornerRadius": 9, "backgroundColor": "#000", "sublayers": [
         {"frame": [0, 0, 50, 50], "backgroundColor": "#000"}]},
       "sublayers": [{"frame": [0, 0, 40, 40], "backgroundColor": "#f00"},
         {"frame": [20, 20, 40, 40], "backgroundColor": "#0f0"}]}
      """
    }
    return #"{"version": 1, "size": [1000, 1000], "root": {"sublayers": [\#(groups.joined(separator: ","))]}}"#
  }

  /// Many small groups: each surface takes more than its pixels, and none of it comes uncounted.
  /// The least limit that lets them be drawn is the estimate.
  @Test func manySmallGroupsAreReckonedNearTheirPeak() throws {
    for limit in stride(from: 96, through: 512, by: 64) {
      let run = try render(masked(1000), "--memory-limit", "\(limit)")
      guard run.status == 0 else {
        #expect(run.error.contains("--memory-limit"), "\(run.error)")
        #expect(run.peakBytes < (limit + 48) << 20, "\(run.peakBytes >> 20) of \(limit) MiB")
        continue
      }
      #expect(run.peakBytes <= limit << 20, "\(run.peakBytes >> 20) of \(limit) MiB")
      #expect(limit << 20 < 2 * run.peakBytes, "\(run.peakBytes >> 20) of \(limit) MiB")
      return
    }
    Issue.record("a thousand groups are refused whatever the limit")
  }

  private func replicated(_ count: Int, emitter: String) -> String {
    """
    {"version": 1, "size": [100, 100], "root": {"class": "CAReplicatorLayer", "frame": [0, 0, 100, 100],
     "instanceCount": \(count), "instanceDelay": 0.001, "sublayers": [
       {"class": "CAEmitterLayer", "frame": [0, 0, 100, 100], \(emitter)
        "emitterCells": [{"birthRate": 1, "lifetime": 0.1, "color": "#f00"}]}]}}
    """
  }

  /// Instances of an emitter are refused before they are there.
  @Test func emittersInInstancesAreRefusedWithinTheLimit() throws {
    let refused = try render(replicated(99_999, emitter: ""), "--memory-limit", "256")
    #expect(refused.status == 1 && refused.error.contains("--memory-limit"), "\(refused.error)")
    #expect(refused.peakBytes < 320 << 20, "\(refused.peakBytes >> 20) MiB")
  }

  /// Animated rates of birth are followed for no longer than there is time.
  @Test func animatedRatesInInstancesAreRefusedInTime() throws {
    let animation = """
      "animations": {"a": {"class": "CABasicAnimation", "keyPath": "birthRate", "fromValue": 1, "toValue": 0.5,
        "duration": 10, "repeatCount": 1000000, "autoreverses": true}},
      """
    let refused = try render(replicated(1024, emitter: animation), "--time", "10000", "--time-limit", "0.5")
    #expect(refused.status == 1 && refused.error.contains("--time-limit"), "\(refused.error)")
    #expect(refused.seconds < 2, "\(refused.seconds) s")
  }
}
