import Foundation
import Testing

/// What `--renderer cpu` costs, and what it does without.
@Suite struct CPURendererCommandTests {
  private let folder: TestFolder
  private let scene: String

  init() throws {
    folder = try TestFolder()
    scene = try folder.write(TestScene.halves, to: "halves.json")
  }

  /// The libraries that a run of the command opened, by their files' names.
  private func libraries(_ arguments: [String]) throws -> [String] {
    let log = folder.file("ld")
    let result = try Command.run(
      arguments, environment: ["LD_DEBUG": "libs", "LD_DEBUG_OUTPUT": log])
    #expect(result.status == 0, "\(result.error)")
    let logs = try folder.contents().filter { $0.hasPrefix("ld.") }
    let lines = try logs.flatMap { try String(contentsOfFile: folder.file($0), encoding: .utf8).split(separator: "\n") }
    return lines.filter { $0.contains("calling init: ") }.compactMap { $0.split(separator: "/").last.map(String.init) }
  }

  private static let graphics = ["libEGL", "libGLESv2", "libGLdispatch", "libgbm", "libLLVM", "libgallium"]

  @Test func noLibraryOfGraphicsIsLoaded() throws {
    let loaded = try libraries(["render", scene, "-o", folder.file("out.png"), "--renderer", "cpu"])
    // The log does tell of libraries.
    #expect(loaded.contains { $0.hasPrefix("libc.so") })
    #expect(loaded.filter { name in Self.graphics.contains { name.hasPrefix($0) } } == [])
  }

  /// The same log of OpenGL ES: that the libraries are opened when they are needed, and that the
  /// log would tell of them.
  @Test func openGLLoadsThemWhenItIsAskedFor() throws {
    let loaded = try libraries(["render", scene, "-o", folder.file("out.png"), "--device", "software"])
    #expect(loaded.contains { $0.hasPrefix("libEGL") } && loaded.contains { $0.hasPrefix("libGLESv2") })
  }

  /// The memory that equal shadows share is counted once.
  @Test func manyShadowsOfOneKindAreWithinTheLimits() throws {
    let cards = (0..<500).map { number in
      """
      {"frame": [\(number % 25 * 40), \(number / 25 * 40), 120, 80], "backgroundColor": "#ffffff", "cornerRadius": 30,
        "shadowOpacity": 0.2, "shadowRadius": 30}
      """
    }
    let scene = try folder.write(
      """
      {"version": 1, "size": [1000, 800], "scale": 2, "root": {"frame": [0, 0, 1000, 800],
        "sublayers": [\(cards.joined(separator: ", "))]}}
      """, to: "cards.json")
    let result = try Command.run(["render", scene, "-o", folder.file("out.png"), "--renderer", "cpu"])
    #expect(result.status == 0, "\(result.error)")
  }

  @Test func aSmallSceneTakesLittleMemory() throws {
    let run = try MeasuredCommand(["render", scene, "-o", folder.file("out.png"), "--renderer", "cpu"])
    #expect(run.status == 0, "\(run.error)")
    #expect(run.peakBytes <= 40 << 20)
  }

  @Test func theBytesDependOnNoNumberOfThreads() throws {
    let pictures = try ["1", "2", "5"].map { threads in
      let output = folder.file("\(threads).png")
      let result = try Command.run(
        ["render", scene, "-o", output, "--renderer", "cpu", "--threads", threads, "--scale", "13.7"])
      #expect(result.status == 0, "\(result.error)")
      return try Data(contentsOf: URL(fileURLWithPath: output))
    }
    let areEqual = pictures.dropFirst().allSatisfy { $0 == pictures[0] }
    #expect(areEqual)
  }

  @Test func benchAndParityTakeIt() throws {
    let bench = try Command.run(["bench", scene, "--renderer", "cpu", "--threads", "2", "--frames", "3"])
    #expect(bench.status == 0 && bench.output.contains("the CPU renderer (2 threads"), "\(bench.error)")
    let parity = try Command.run(["parity", scene, "--renderer", "cpu"])
    #expect(parity.status == 0 && parity.output.contains("ok"), "\(parity.error)")
  }

  @Test func whatIsTooLargeIsRefused() throws {
    let result = try Command.run(
      ["render", scene, "-o", folder.file("out.webp"), "--renderer", "cpu", "--scale", "600", "--memory-limit", "64"])
    expectFailure(result, status: 1, mentions: "halves.json", "--memory-limit")
  }
}
