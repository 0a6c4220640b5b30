import Foundation
import Testing

/// What scenes take that ask for too much, by the system's measure: no more than they are let, and
/// near the estimate.
@Suite(.serialized) struct LimitPeakTests {
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  static let cpu = ["--renderer", "cpu"]
  static let softwareGL = ["--renderer", "gl", "--device", "software"]

  private func render(
    _ scene: String, with renderer: [String] = LimitPeakTests.cpu, _ options: String...
  ) throws -> MeasuredCommand {
    let path = try folder.write(scene, to: "scene.json")
    return try MeasuredCommand(["render", path, "-o", folder.file("out.png")] + renderer + options)
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

  /// Particles in instances are refused before there is a display list of them. Without limits
  /// these 600,000 take 1.1 GiB.
  @Test(arguments: [LimitPeakTests.cpu, LimitPeakTests.softwareGL])
  func particlesInInstancesAreRefusedWithinTheLimit(renderer: [String]) throws {
    let emitter = """
      {"class": "CAEmitterLayer", "frame": [0, 0, 100, 100], "emitterPosition": [50, 50], "emitterCells": [
        {"birthRate": 75, "lifetime": 4, "timeOffset": 4, "scale": 0.02, "contents": "dot"}]}
      """
    let dot = try folder.write(TestScene.halves, to: "dot.json")
    #expect(try MeasuredCommand(["render", dot, "-o", folder.file("dot.png")] + Self.cpu).status == 0)
    let refused = try render(
      """
      {"version": 1, "size": [100, 100], "images": {"dot": "dot.png"}, "root": {"class": "CAReplicatorLayer",
       "frame": [0, 0, 100, 100], "instanceCount": 2000, "sublayers": [\(emitter)]}}
      """, with: renderer)
    #expect(refused.status == 1 && refused.error.contains("--memory-limit"), "\(refused.error)")
    #expect(refused.peakBytes < 320 << 20, "\(refused.peakBytes >> 20) MiB")
  }

  /// OpenGL in software takes twelve times as long as the CPU renderer, and more per pixel of each
  /// pass: a large canvas is refused before its first tile.
  @Test func largeCanvasesInSoftwareAreRefusedInTime() throws {
    let scene = #"{"version": 1, "size": [100, 100], "root": {"frame": [0, 0, 100, 100], "cornerRadius": 9}}"#
    let refused = try render(scene, with: Self.softwareGL, "--scale", "100")
    #expect(refused.status == 1 && refused.error.contains("--time-limit"), "\(refused.error)")
    #expect(refused.seconds < 2, "\(refused.seconds) s")
    #expect(refused.peakBytes < 256 << 20, "\(refused.peakBytes >> 20) MiB")
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
