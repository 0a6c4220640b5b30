import ArgumentParser
import Foundation
import MultiplaneBatch
import MultiplaneRenderTree
import MultiplaneSceneFile

/// `multiplane plan`: a manifest becomes a folder of chunks that any machine can draw.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Cuts the jobs of a manifest into chunks for many machines.",
    discussion: """
      The plan is a folder that can be copied: scenes, images and fonts are in it, and what draws and encodes is written down. 'chunk' draws one of its \
      chunks, on any machine, and 'join' makes the outputs of them. Manifests are those of 'batch'. Fonts are taken by file only, as other machines have \
      others. The CPU renderer draws, unless --renderer gl is asked for: its bytes are the same on every processor.

      Prints how many chunks there are, what they are reckoned to take, and the hash of the plan. The same manifest makes the same plan; a folder with \
      another one is left as it is, with status 1.

      Exit status: 0 the plan is there, 1 it cannot be made, 2 the command or the manifest was not understood, 75 no room, no \
      ffmpeg, or it failed.
      """)

  @OptionGroup var jobList: ManifestOptions

  @Option(name: .customLong("out"), help: ArgumentHelp("The folder of the plan.", valueName: "folder"))
  var folder: String

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp(
      "What the outputs are called within the folder of 'join': {id}.png, clips/{index:04}.mp4. (default: as each job says)",
      valueName: "pattern"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      """
      Which machines may draw: 'same' for those with the same renderer and kind of processor, 'any' for all; with OpenGL ES the bytes are then not \
      the same everywhere.
      """))
  var policy = Policy.same

  @Flag(help: "Print an object of JSON instead of lines.")
  var json = false

  @OptionGroup var chunks: ChunkSizeOptions
  @OptionGroup var device: DeviceOption
  @OptionGroup var limits: LimitOptions
  @OptionGroup var log: LogOption

  enum Policy: String, CaseIterable, ExpressibleByArgument {
    case same, any
  }

  func validate() throws {
    _ = try pattern()
  }

  private func pattern() throws -> OutputPattern {
    let pattern = try ManifestOptions.pattern(output ?? "")
    // The last part is empty where the folder ends in a slash.
    let parts = pattern.folder.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    guard !parts.contains(""), !parts.contains("..") else {
      throw ValidationError("-o: expected a name within the folder of 'join', found '\(output ?? "")'")
    }
    return pattern
  }

  func run() throws {
    let batch = try jobList.plan(pattern(), limits.scene())
    let interruption = Interruption()
    var device = device
    if device.renderer.choice == .automatic, device.text == nil { device.renderer.choice = .cpu }
    let drawing = try device.openJobDrawing(
      jobList.assetsPlace(), limits, threads: ProcessInfo.processInfo.activeProcessorCount)
    let summary: PlanMaking.Summary
    do {
      summary = try PlanMaking.make(
        batch, drawing: drawing, chunks.options(usually: 60), policy: policy == .any ? .any : .same,
        memory: limits.memory.map { $0 << 20 } ?? DrawingLimits.standardMemory,
        seconds: limits.seconds ?? DrawingLimits.standardSeconds, to: folder, progress: interruption.check)
    } catch {
      throw JobFailures.told(error)
    }
    var output = StandardOutput()
    if json {
      try output.line(Self.object(summary))
    } else {
      try output.line(
        "chunks: \(summary.chunks), 0-\(summary.chunks - 1), of \(summary.jobs) jobs with \(summary.frames) frames")
      try output.line(
        String(format: "reckoned: %.1f s of one core, the longest chunk %.1f s", summary.seconds, summary.longest))
      try output.line("plan: \(summary.sha256)\(summary.wasThere ? ", there already" : "")")
    }
    try output.flush()
  }

  private static func object(_ summary: PlanMaking.Summary) -> String {
    JSONValue.object([
      .init(key: "chunks", value: .number(Double(summary.chunks))),
      .init(key: "jobs", value: .number(Double(summary.jobs))),
      .init(key: "frames", value: .number(Double(summary.frames))),
      .init(key: "seconds", value: .number((summary.seconds * 1000).rounded() / 1000)),
      .init(key: "longest", value: .number((summary.longest * 1000).rounded() / 1000)),
      .init(key: "plan", value: .string(summary.sha256)),
    ]).flatText
  }
}

/// The exit status of work that may succeed another time, or on another machine (`EX_TEMPFAIL` of sysexits.h).
enum JobFailures {
  static let temporary = ExitCode(75)

  /// Says in a line what went wrong, unless that is the caller's own; the error then has the status.
  static func told(_ error: any Error) -> any Error {
    guard !(error is CommandError), !(error is ExitCode), !(error is ValidationError) else { return error }
    StandardError.write("\(error)")
    return JobDrawing.isTemporary(error) ? temporary : ExitCode(1)
  }
}
