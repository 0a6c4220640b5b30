import ArgumentParser
import Foundation
import Logging
import MultiplaneBatch
import MultiplaneRenderTree
import MultiplaneSceneFile

/// `multiplane plan`: turns a manifest into a folder of chunks that any machine can draw.
struct PlanCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan", abstract: "Splits the jobs of a manifest into chunks for many machines.",
    discussion: """
      The plan is a self-contained folder: it has copies of scenes, images and fonts, and the identity of renderer and \
      encoder. 'chunk' draws one chunk, on any machine; 'join' assembles the outputs. The manifest has the format of \
      'batch', and the plan accepts what --allow-blank and --allow-warnings say, on every machine. Fonts must be named by file, because machines differ in installed fonts. The default is the CPU renderer, \
      which gives the same bytes on every processor.

      Prints the number of chunks, the estimated time and the hash of the plan. The same manifest makes the same plan; \
      a different plan in the folder is not overwritten (status 1).

      Exit status: 0 the plan exists; 1 it cannot be made; 2 wrong usage or an invalid manifest; 75 disk full, or \
      ffmpeg missing or failing.
      """)

  @OptionGroup var jobList: ManifestOptions

  @Option(
    name: .customLong("out"), help: ArgumentHelp("The folder of the plan.", valueName: "folder"), completion: .directory
  )
  var folder: String

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp(
      "Names of the outputs in the folder of 'join': {id}.png, clips/{index:04}.mp4. (default: the jobs' own)",
      valueName: "pattern"))
  var output: String?

  @Option(
    help: ArgumentHelp(
      """
      Machines that may draw: 'same' requires the same renderer and processor architecture, 'any' accepts all, which \
      with OpenGL ES makes bytes that depend on the machine.
      """))
  var policy = Policy.same

  @Flag(help: "Print JSON.")
  var json = false

  @OptionGroup var acceptance: AcceptanceOptions
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
    // The last part is empty if the folder ends in a slash.
    let parts = pattern.folder.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    guard !parts.contains(""), !parts.contains("..") else {
      throw ValidationError("-o: expected a name inside the folder of 'join', found '\(output ?? "")'")
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
    acceptance.apply(to: drawing)
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
        String(format: "estimated: %.1f s of one core, the longest chunk %.1f s", summary.seconds, summary.longest))
      try output.line("plan: \(summary.sha256)\(summary.wasThere ? ", unchanged" : "")")
    }
    try output.flush()
    drawing.tellOfWarnings()
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

extension JobDrawing {
  /// Logs the warnings of the scenes that were drawn, or read for a plan.
  func tellOfWarnings() {
    let logger = Logger(label: "multiplane.scene")
    for warning in warnings { logger.warning("\(warning.job): \(warning.text)") }
  }
}

/// The exit status of work that may succeed later or on another machine (`EX_TEMPFAIL` of
/// sysexits.h).
enum JobFailures {
  static let temporary = ExitCode(75)

  /// Prints the error and returns its exit status; returns errors of the command itself unchanged.
  static func told(_ error: any Error) -> any Error {
    guard !(error is CommandError), !(error is ExitCode), !(error is ValidationError) else { return error }
    StandardError.write("\(error)")
    return JobDrawing.isTemporary(error) ? temporary : ExitCode(1)
  }
}
