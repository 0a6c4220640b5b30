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
    let milliseconds: [String: Time]
    let counts: [String: Int]
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
    #expect(report.milliseconds.keys.sorted() == ["draw", "evaluate", "flatten", "readback", "upload"])
    for (name, time) in report.milliseconds {
      #expect(time.min >= 0 && time.min <= time.median && time.median <= time.p95, "\(name)")
    }
    #expect(
      report.counts.keys.sorted() == ["batches", "bytesUploaded", "drawCalls", "layers", "passes", "pixelsShaded"])
    #expect(report.counts["layers"] == 2)
    #expect(report.counts["passes"] == 1)
    #expect(report.counts["drawCalls"] == 1)
  }

  @Test func linesAreForPeople() throws {
    let result = try Command.run(["bench", scene, "--frames", "2", "--warmup", "0", "--device", "software"])
    #expect(result.status == 0, "\(result.error)")
    for word in ["evaluate", "flatten", "upload", "draw", "read-back", "median", "p95", "min", "draw calls"] {
      #expect(result.output.contains(word), "\(word)")
    }
  }

  @Test func aBadDeviceIsOneLineAndStatus1() throws {
    expectFailure(try Command.run(["bench", scene, "--device", "toaster"]), status: 1, mentions: "toaster")
  }
}
