import ArgumentParser
import Foundation
import MultiplaneBatch
import MultiplaneDrawing
import MultiplaneRenderTree
import MultiplaneSceneFile

/// `multiplane batch`: one scene with many values, or many scenes, drawn by worker processes.
struct BatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Renders the jobs of a manifest (pictures, videos, sequences) on all cores.",
    discussion: """
      A manifest is JSON Lines or a table. A line of JSON is one job: {"id": "ada", "scene": "card.json", \
      "parameters": {"name": "Ada"}, "time": 0, "scale": 2, "output": "ada.png"}. Only "scene" is required. \
      "from", "to" and "fps" in place of "time" make a video, or numbered pictures (frames/%04d.png); --time, --from, \
      --to and --fps are the defaults of jobs without their own. \
      A table (.csv with commas, semicolons or tabs, .tsv) has a header row: the columns id, scene, time, from, to, \
      fps, scale and output describe the job, all others are parameters. An empty cell is the default.

      The manifest is checked before anything is drawn. Outputs that exist are skipped, so that an interrupted \
      batch resumes; changed rows are drawn again. The journal is .multiplane-batch.jsonl in the output folder. \
      Failed jobs are written to failed.jsonl, a manifest for the next try; the first \
      \(BatchReport.mostLines) are also reported on standard error. Videos are drawn in chunks, so that one \
      long video uses all workers; the number of workers does not change its bytes.

      Exit status: 0 all jobs done; 1 some jobs failed, or a scene cannot be read; 2 wrong usage or an invalid \
      row; 75 temporary failure, try again.
      """)

  @OptionGroup var jobList: ManifestOptions

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp(
      "Output path: cards/{id}.png, cards/{index:04}.mp4, or a folder (cards/) if each job names its file.",
      valueName: "pattern"), completion: .directory)
  var output: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Number of worker processes. (default: one per core)", valueName: "count"))
  var jobs: Int?

  @Flag(help: "Check the manifest, and draw nothing.")
  var dryRun = false

  @Flag(help: "Draw all jobs, including those whose outputs exist.")
  var again = false

  @Flag(help: "Verify existing outputs by their hashes, not only by their presence.")
  var verify = false

  @OptionGroup var acceptance: AcceptanceOptions

  @Flag(
    help:
      "After the last job, remove outputs of earlier batches that the manifest no longer lists. Modified files stay."
  )
  var prune = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Timeout per picture or chunk, in seconds. (default: 120 plus 30 times the estimate)",
      valueName: "seconds"))
  var jobTimeout: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of retries after temporary failures, with delays of 2, 4, 8 … seconds.",
      valueName: "count"))
  var retries = 3

  @Flag(help: .hidden)
  var endWithParent = false

  /// Sandboxed, at low priority: how a service starts a batch for its clients. Workers and encoders
  /// inherit both.
  @Flag(help: .hidden)
  var confined = false

  /// Paths that a confined batch and its workers must not read.
  @Option(parsing: .singleValue, help: .hidden)
  var hide: [String] = []

  enum Progress: String, CaseIterable, ExpressibleByArgument {
    case bar, json, frames, none
  }

  @Option(
    help:
      "Progress output: 'bar' on a terminal, 'json' one line of JSON per job, 'frames' also one per chunk of a video."
  )
  var progress = Progress.bar

  @OptionGroup var chunks: ChunkSizeOptions
  @OptionGroup var device: DeviceOption
  @OptionGroup var limits: LimitOptions
  @OptionGroup var log: LogOption

  private static let mostJobs = 1024
  /// The last of these delays is a quarter of an hour.
  private static let mostRetries = 8
  /// Lower priority than a service's own workers (niceness 5), whose clients wait for a picture.
  private static let confinedNiceness: Int32 = 10
  private static let confinedDescriptors = 1 << 16
  /// Descriptors for files and an encoder that joins chunks.
  private static let ownDescriptors = 64
  /// Two pipes, their other ends while a worker is started, and those of an encoder.
  private static let descriptorsPerWorker = 8
  private static let temporaryName = ".multiplane-temporary"
  /// Seconds within which the jobs at hand are finished after a signal.
  private static let longestEnd: UInt32 = 10

  func validate() throws {
    if let jobs, !(1...Self.mostJobs).contains(jobs) {
      throw ValidationError("--jobs: expected 1 to \(Self.mostJobs), found \(jobs)")
    }
    guard (0...Self.mostRetries).contains(retries) else {
      throw ValidationError("--retries: expected 0 to \(Self.mostRetries), found \(retries)")
    }
    if let jobTimeout, !(jobTimeout > 0 && jobTimeout.isFinite) {
      throw ValidationError("--job-timeout: expected a number of seconds above 0, found \(jobTimeout)")
    }
    _ = try ManifestOptions.pattern(output)
  }

  func run() throws {
    if endWithParent { ParentProcess.endWithIt() }
    do {
      let temporary = confined ? try confine() : nil
      defer { if let temporary { try? FileManager.default.removeItem(atPath: temporary) } }
      try draw()
    } catch {
      throw JobFailures.told(error)
    }
  }

  /// - Returns: a folder for temporary files, which the caller removes; nil for a dry run.
  private func confine() throws -> String? {
    // Outputs, journal and chunks lie in it. What is to be changed has to be there before.
    let folder = try ManifestOptions.pattern(output).folder
    if !folder.isEmpty, !dryRun { try makeFolder(folder) }
    let own = folder.isEmpty ? "." : folder
    ProcessConfinement.stepBack(niceness: Self.confinedNiceness)
    // No limit of address space: an encoder of large frames would die of it.
    ProcessConfinement.begin(
      writingTo: [own], hiding: HiddenPaths(hide), reading: [".", own], descriptors: Self.confinedDescriptors)
    guard !dryRun else { return nil }
    // Lists for the encoder, and what it is tried with, are made among the outputs, as nothing may
    // be made elsewhere.
    let parent = own.hasPrefix("/") ? own : FileManager.default.currentDirectoryPath + "/" + own
    let temporary = (parent.hasSuffix("/") ? parent : parent + "/") + Self.temporaryName
    try? FileManager.default.removeItem(atPath: temporary)
    try makeFolder(temporary)
    setenv("TMPDIR", temporary, 1)
    return temporary
  }

  private func draw() throws {
    let plan = try jobList.plan(ManifestOptions.pattern(output), limits.scene(), drawsHere: true)
    guard !dryRun else {
      return StandardError.write(
        "\(jobList.manifest): \(plan.count) \(plan.count == 1 ? "job is" : "jobs are") valid"
          + (plan.manifest.unusualSeparator.map { ", read with \($0) between fields" } ?? ""), .info)
    }
    let folder = plan.defaults.output.folder
    if !folder.isEmpty { try makeFolder(folder) }
    let report = try BatchReport(plan, progress)
    let interruption = Interruption()
    let start = ContinuousClock().now
    // Without ffmpeg each of its videos says so.
    let formats = try plan.videoFormats()
    let encoder = try? formats.isEmpty ? nil : EncoderIdentity(of: formats)
    let run = BatchRun(
      plan, options(), journal: try Journal(folder: folder), encoder: encoder,
      reportFrames: { [report] in report.take($0, drawn: $1, of: $2) }, report: { [report] in report.take($0, $1, $2) })
    let name = jobList.manifest
    interruption.onSignal { signal in
      run.stop()
      // Those at hand are finished, but not waited for without end.
      _ = SystemThread.start("interruption") {
        sleep(Self.longestEnd)
        StandardError.write(
          "\(name): interrupted; the jobs at hand are not done, and the same command draws them", .warning)
        endBySignal(signal)
      }
    }
    let (counts, stop) = run.run()
    var problem: (any Error)? = stop
    do {
      try report.finish(counts, took: (ContinuousClock().now - start) / .seconds(1))
      if prune, case let count = try run.removeLeftovers(), count > 0 {
        StandardError.write(
          "\(folder.isEmpty ? "." : folder): \(count) \(count == 1 ? "output" : "outputs") removed, not in the manifest",
          .info)
      }
    } catch {
      problem = problem ?? error
    }
    try interruption.check()
    // The last line, which a service reports.
    if let problem { throw problem }
    if counts.failed > 0 { throw ExitCode(counts.failed == counts.temporary ? 75 : 1) }
  }

  /// Drawing one picture on several threads gains less than drawing several at a time.
  private func options() -> BatchRun.Options {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let workers = jobs ?? cores
    DescriptorLimit.raise(to: Self.ownDescriptors + Self.descriptorsPerWorker * workers)
    let threads = device.renderer.threads ?? max(1, cores / workers)
    var arguments = ["worker", "--worker-threads", "\(threads)"]
    arguments += ["--assets", jobList.assetsFolder] + acceptance.arguments
    arguments += device.arguments + limits.arguments + log.arguments
    var options = BatchRun.Options(
      workers: workers, arguments: arguments,
      largestWorker: limits.memory.map { $0 << 20 } ?? DrawingLimits.standardMemory,
      secondsPerPicture: limits.seconds ?? DrawingLimits.standardSeconds)
    options.drawsAll = again
    options.verifies = verify
    options.allowsWarnings = acceptance.allowWarnings
    options.chunks = chunks.options(usually: 10)
    options.patience = jobTimeout
    options.retries = retries
    return options
  }
}

/// `multiplane worker`: draws the jobs that a batch writes to its standard input. Internal.
struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker", abstract: "Draws the jobs of a batch.", shouldDisplay: false)

  @Option var assets: String
  @Option var workerThreads: Int
  @OptionGroup var acceptance: AcceptanceOptions
  @OptionGroup var device: DeviceOption
  @OptionGroup var limits: LimitOptions
  @OptionGroup var log: LogOption

  func run() throws {
    ParentProcess.endWithIt()
    let drawing = try device.openJobDrawing(FilePlace(confinedTo: assets), limits, threads: workerThreads)
    acceptance.apply(to: drawing)
    if drawing.program.choice == .cpu { SystemMemory.keepForNext() }
    guard WorkerMessage.write(WorkerMessage.Hello(program: drawing.program), to: STDOUT_FILENO) else { return }
    while let request = WorkerMessage.read(WorkerMessage.Request.self, from: STDIN_FILENO) {
      guard WorkerMessage.write(drawing.answer(request), to: STDOUT_FILENO) else { return }
    }
  }
}

extension DeviceOption {
  /// Opens the renderer for jobs.
  ///
  /// - Parameters:
  ///   - assets: the folder of the images that parameters name.
  ///   - threads: the number of drawing threads.
  func openJobDrawing(_ assets: FilePlace, _ limits: LimitOptions, threads: Int) throws -> JobDrawing {
    setenv("LP_NUM_THREADS", threads > 1 ? "\(threads)" : "0", 0)
    return JobDrawing(
      try openCompositor(limits: limits, threads: threads), assets: assets, sceneLimits: try limits.scene(),
      limits: limits.drawing(onProcessor: true), version: Multiplane.version)
  }
}
