import Foundation
import Testing

/// `--renderer reference` draws wherever something is drawn.
@Suite("The reference by command") struct ReferenceCommandTests {
  private let folder: TestFolder
  private let scene: String

  init() throws {
    folder = try TestFolder()
    scene = try folder.write(TestScene.halves, to: "halves.json")
  }

  private func succeed(_ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation) throws -> CommandResult
  {
    let result = try Command.run(arguments + ["--renderer", "reference"])
    #expect(result.status == 0, "\(result.error)", sourceLocation: sourceLocation)
    return result
  }

  private func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: folder.file(name))) }

  @Test func rowsOfBatchesArePicturesOfRender() throws {
    _ = try succeed(["render", scene, "-o", folder.file("rendered.png")])
    let manifest = try folder.write(
      "{\"scene\": \"\(scene)\", \"output\": \"batch.png\"}\n", to: "jobs.jsonl")
    _ = try succeed(["batch", manifest, "--jobs", "1", "-o", folder.file("")])
    #expect(try bytes("batch.png") == bytes("rendered.png"))
  }

  /// Chunks draw with the renderer of their plan.
  @Test func plansAreDrawnWithIt() throws {
    _ = try succeed(["render", scene, "-o", folder.file("rendered.png")])
    let manifest = try folder.write("{\"scene\": \"\(scene)\", \"output\": \"planned.png\"}\n", to: "jobs.jsonl")
    _ = try succeed(["plan", manifest, "--out", folder.file("plan")])
    let steps = [
      ["chunk", folder.file("plan"), "0", "--store", folder.file("store")],
      ["join", folder.file("plan"), "--store", folder.file("store"), "-o", folder.file("out")],
    ]
    for step in steps {
      let result = try Command.run(step)
      #expect(result.status == 0, "\(result.error)")
    }
    #expect(try bytes("out/planned.png") == bytes("rendered.png"))
    let plan = try String(contentsOfFile: folder.file("plan/plan.json"), encoding: .utf8)
    #expect(plan.contains("reference"))
  }

  @Test func itIsMeasuredAndInspected() throws {
    let measured = try succeed(["bench", scene, "--frames", "2", "--warmup", "0"])
    #expect(measured.output.contains("on the reference renderer"))
    let inspected = try succeed(["inspect", scene, "--stage", "batches"])
    #expect(inspected.output.contains("layer by layer"))
  }

  /// A simulated monitor is shown what it draws.
  @Test func aKioskShowsIt() throws {
    let shown = try succeed(["kiosk", scene, "--simulate", "64x64", "--frames", "1"])
    #expect(shown.error.contains("drawing with the reference renderer"))
  }

  @Test func nothingIsHeldAgainstItself() throws {
    let result = try Command.run(["parity", scene, "--renderer", "reference"])
    #expect(result.status == 2)
    #expect(result.error.contains("found reference"))
  }

  @Test func itHasNoThreadsAndNoDevice() throws {
    for option in [["--threads", "2"], ["--device", "software"]] {
      let result = try Command.run(["render", scene, "-o", folder.file("out.png"), "--renderer", "reference"] + option)
      #expect(result.status == 2 && result.error.contains("reference"), "\(result.error)")
    }
  }
}
