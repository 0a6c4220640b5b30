import Foundation
import Testing

@Suite struct BenchCommandTests {
  private struct Report: Decodable {
    struct Time: Decodable {
      let median: Double
      let p95: Double
      let min: Double
    }
    let scene: String
    let device: String
    let width: Int
    let height: Int
    let frames: Int
    let warmup: Int
    let milliseconds: Times
    let counts: [String: Int]
    let peakMemoryBytes: Int
    let memoryBytes: [Int]?
    let allocatedBytes: [Int]?

    struct Times: Decodable {
      let evaluate: Time
      let compare: Time
      let flatten: Time
      let upload: Time
      let draw: Time
      let frame: Time
      let readback: Time
      let processor: Double
      let start: Double
      let build: Double?
      let commit: Double?
      let change: Time?
      let stream: Time?
    }
  }

  private let folder: TestFolder
  private let scene: String

  init() throws {
    folder = try TestFolder()
    scene = try folder.write(TestScene.moving, to: "moving.json")
  }

  @Test func jsonHasTimesAndCounts() throws {
    let result = try Command.run([
      "bench", scene, "--frames", "3", "--warmup", "1", "--json", "--device", "software",
    ])
    #expect(result.status == 0, "\(result.error)")
    #expect(result.error == "")
    let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    #expect(report.scene == scene)
    #expect(report.width == 20 && report.height == 10)
    #expect(report.frames == 3 && report.warmup == 1)
    let times = report.milliseconds
    for (name, time) in [
      ("evaluate", times.evaluate), ("compare", times.compare), ("flatten", times.flatten), ("upload", times.upload),
      ("draw", times.draw), ("frame", times.frame), ("readback", times.readback),
    ] {
      #expect(time.min >= 0 && time.min <= time.median && time.median <= time.p95, "\(name)")
    }
    #expect(times.frame.min >= times.draw.min)
    #expect(times.processor > 0 && times.start > times.frame.min)
    // Swift and a driver take some megabytes, a picture of 200 pixels no gigabytes.
    #expect((4 << 20..<2 << 30).contains(report.peakMemoryBytes))
    #expect(
      report.counts.keys.sorted() == [
        "batches", "bytesUploaded", "drawCalls", "layers", "loads", "passes", "pixelsDamaged", "pixelsShaded",
      ])
    #expect(report.counts["layers"] == 2)
    #expect(report.counts["passes"] == 1)
    #expect(report.counts["drawCalls"] == 1)
  }

  @Test func layersOfItsOwnAreBuiltCommittedAndChanged() throws {
    let result = try Command.run([
      "bench", "--layers", "200", "--changing", "--frames", "20", "--warmup", "2", "--json", "--device", "software",
    ])
    #expect(result.status == 0, "\(result.error)")
    let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    #expect(report.scene == "200 layers" && (200...210).contains(report.counts["layers"] ?? 0))
    #expect(try #require(report.milliseconds.build) > 0 && #require(report.milliseconds.commit) > 0)
    #expect(try #require(report.memoryBytes).count == 3)
  }

  @Test func oneLayerMovesWhileOthersStandStill() throws {
    let result = try Command.run([
      "bench", "--layers", "200", "--one", "--frames", "20", "--warmup", "2", "--json", "--device", "software",
    ])
    #expect(result.status == 0, "\(result.error)")
    let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    let (change, stream) = try (#require(report.milliseconds.change), #require(report.milliseconds.stream))
    #expect(change.min > 0 && stream.min > change.min + report.milliseconds.flatten.min)
    #expect((1...10_000).contains(report.counts["pixelsDamaged"] ?? 0), "\(report.counts)")
  }

  /// In each frame something is new that does not come again, and there is room for a part of it.
  /// Half the frames with an image more each would be 4 MB.
  @Test(arguments: [["--renderer", "cpu"], ["--device", "software"]])
  func layersThatChangeKeepMemoryFlat(drawing: [String]) throws {
    let result = try Command.run(
      [
        "bench", "--layers", "32", "--scale", "0.25", "--changing", "--frames", "1600", "--texture-memory", "2",
        "--json",
      ]
        + drawing)
    #expect(result.status == 0, "\(result.error)")
    let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    let allocated = try #require(report.allocatedBytes)
    let memory = try #require(report.memoryBytes)
    try #require(allocated.count == 3 && memory.count == 3)
    // The second half of the frames.
    #expect(allocated[2] - allocated[1] < 3 << 20, "\(allocated)")
    #expect(memory[2] - memory[1] < 8 << 20, "\(memory)")
  }

  @Test func linesAreForPeople() throws {
    let result = try Command.run(["bench", scene, "--frames", "2", "--warmup", "0", "--device", "software"])
    #expect(result.status == 0, "\(result.error)")
    for word in [
      "evaluate", "compare", "flatten", "upload", "draw", "frame", "processor", "start", "read-back", "memory",
      "median", "p95", "min", "draw calls",
    ] {
      #expect(result.output.contains(word), "\(word)")
    }
  }

  @Test func aBadDeviceIsOneLineAndStatus1() throws {
    expectFailure(try Command.run(["bench", scene, "--device", "toaster"]), status: 2, mentions: "toaster")
  }
}
