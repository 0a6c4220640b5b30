import ArgumentParser
import Foundation
import MultiplaneBatch
import MultiplaneDrawing
import MultiplaneRenderTree
import MultiplaneSceneFile

/// `multiplane batch`: one scene with many values, or many scenes, drawn by worker processes.
struct BatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch", abstract: "Draws the jobs of a manifest, a picture or a video each, on all cores.",
    discussion: """
      A manifest is JSON Lines, {"id": "ada", "scene": "card.json", "parameters": {"name": "Ada"}, "time": 0, "scale": 2, \
      "output": "ada.png"} a line, each key but the scene's may be missing, and "from", "to" and "fps" in place of "time" make a video; \
      or CSV with a header row, whose columns id, scene, time, from, to, fps, scale and output are the job's and all others parameters.

      All of it is checked before anything is drawn. What is there already is not drawn again: an interrupted batch goes on, and a \
      row that was changed is drawn anew (.multiplane-batch.jsonl in the folder of the outputs says what is there). Jobs that fail are \
      told on standard error, the first \(BatchReport.mostLines) of them, and all are in failed.jsonl, which is a manifest again.

      Exit status: 0 all done, 1 some failed, 2 the command or the manifest was not understood, 75 some failed and may succeed another time.
      """)

  @Argument(help: "The manifest, .jsonl or .csv; - is JSON Lines from standard input.")
  var manifest: String

  @Option(help: ArgumentHelp("The scene of the jobs that name none.", valueName: "file"))
  var scene: String?

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp(
      "Where the outputs go: cards/{id}.png, cards/{index:04}.mp4, or cards/, where each job names its own.",
      valueName: "pattern"))
  var output: String

  @Option(
    help: ArgumentHelp(
      "The folder of the images that parameters name; no path leads out of it. (default: that of the manifest)",
      valueName: "folder"))
  var assets: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Pixels per point of the jobs that say none. (default: the scene's)", valueName: "pixels"))
  var scale: Double?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How many processes draw at the same time. (default: one a core)", valueName: "count"))
  var jobs: Int?

  @Flag(help: "Check the manifest and end.")
  var dryRun = false

  @Flag(help: "Draw also what is there already.")
  var again = false

  @Flag(help: "Hash the files that are there, rather than only look for them.")
  var verify = false

  enum Progress: String, CaseIterable, ExpressibleByArgument {
    case bar, json, none
  }

  @Option(help: "'bar' shows a bar on a terminal, 'json' prints a line of JSON a job on standard output.")
  var progress = Progress.bar

  @OptionGroup var device: DeviceOption
  @OptionGroup var limits: LimitOptions

  private static let mostJobs = 1024

  func validate() throws {
    try device.renderer.refuseReference()
    if let jobs, !(1...Self.mostJobs).contains(jobs) {
      throw ValidationError("--jobs: expected 1 to \(Self.mostJobs), found \(jobs)")
    }
    if let scale, !(scale > 0 && scale.isFinite) {
      throw ValidationError("--scale: expected a finite number of pixels per point above 0, found \(scale)")
    }
    guard let pattern = OutputPattern(output) else {
      throw ValidationError("-o: expected {id} or {index:04} in braces, found '\(output)'")
    }
    if pattern.isOne {
      throw ValidationError(
        "-o: expected a name of each job's own, such as cards/{id}.png, or a folder, cards/, found '\(output)'")
    }
  }

  func run() throws {
    let plan: BatchPlan
    do {
      plan = try self.plan()
    } catch  where !(error is CommandError) {
      StandardError.write("\(error)")
      throw ExitCode(2)
    }
    guard !dryRun else {
      return StandardError.write("\(manifest): \(plan.count) \(plan.count == 1 ? "job is" : "jobs are") right")
    }
    let folder = plan.defaults.output.folder
    if !folder.isEmpty { try makeFolder(folder) }
    let report = try BatchReport(plan, progress)
    let interruption = Interruption()
    let start = ContinuousClock().now
    let run = BatchRun(plan, options(), journal: try Journal(folder: folder)) { [report] in report.take($0, $1, $2) }
    interruption.onSignal { signal in
      run.stop()
      // Those at hand are finished, but not waited for without end.
      Thread.detachNewThread {
        sleep(10)
        endBySignal(signal)
      }
    }
    let counts = try run.run()
    try report.finish(counts, took: (ContinuousClock().now - start) / .seconds(1), folder: folder)
    try interruption.check()
    if counts.failed > 0 { throw ExitCode(counts.failed == counts.temporary ? 75 : 1) }
  }

  private func plan() throws -> BatchPlan {
    let isStandardInput = manifest == "-"
    let bytes = try isStandardInput ? StandardInput.bytes(atMost: Manifest.largest) : manifestBytes()
    let folder = assetsFolder
    guard let pattern = OutputPattern(output) else { preconditionFailure("`validate` has checked it.") }
    let defaults = BatchPlan.Defaults(
      scene: scene, scale: scale, output: pattern,
      assets: FilePlace(folder: folder.hasSuffix("/") ? folder : folder + "/", root: try FolderRoot(folder)),
      limits: try limits.scene())
    let name = isStandardInput ? "standard input" : manifest
    return try BatchPlan(
      Manifest(bytes, name: name, isCSV: manifest.lowercased().hasSuffix(".csv")), defaults)
  }

  /// The folder of the manifest unless another was named.
  private var assetsFolder: String {
    assets ?? (manifest == "-" ? nil : manifest.lastIndex(of: "/").map { String(manifest[...$0]) }) ?? "."
  }

  private func manifestBytes() throws -> [UInt8] {
    guard let file = FileHandle(forReadingAtPath: manifest) else {
      throw BatchError.manifest(
        name: manifest, problem: "expected a manifest that can be read, found \"\(String(cString: strerror(errno)))\"")
    }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: manifest, isDirectory: &isFolder), isFolder.boolValue {
      throw BatchError.manifest(name: manifest, problem: "expected a manifest, found a folder")
    }
    let data = try file.read(upToCount: Manifest.largest + 1) ?? Data()
    guard data.count <= Manifest.largest else {
      throw BatchError.manifest(
        name: manifest, problem: "expected at most \(Manifest.largest >> 20) MiB, found more; cut it in two")
    }
    return [UInt8](data)
  }

  /// Drawing one picture on several threads gains less than drawing several at a time.
  private func options() -> BatchRun.Options {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    let workers = jobs ?? cores
    let threads = device.renderer.threads ?? max(1, cores / workers)
    var arguments = ["worker", "--worker-threads", "\(threads)"]
    arguments += ["--assets", assetsFolder]
    arguments += device.arguments + limits.arguments
    var options = BatchRun.Options(
      workers: workers, arguments: arguments,
      largestWorker: limits.memory.map { $0 << 20 } ?? DrawingLimits.standardMemory)
    options.drawsAll = again
    options.verifies = verify
    return options
  }
}

/// `multiplane worker`: draws jobs that a batch hands it on standard input. Nobody calls it by hand.
struct WorkerCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "worker", abstract: "Draws the jobs of a batch.", shouldDisplay: false)

  @Option var assets: String
  @Option var workerThreads: Int
  @OptionGroup var device: DeviceOption
  @OptionGroup var limits: LimitOptions

  func run() throws {
    // Ctrl-C goes to all processes of a terminal; the batch says what is to be done then.
    signal(SIGINT, SIG_IGN)
    ParentProcess.endWithIt()
    setenv("LP_NUM_THREADS", workerThreads > 1 ? "\(workerThreads)" : "0", 0)
    let compositor = try device.openCompositor(limits: limits, threads: workerThreads)
    let drawing = JobDrawing(
      compositor,
      assets: FilePlace(folder: assets.hasSuffix("/") ? assets : assets + "/", root: try FolderRoot(assets)),
      sceneLimits: try limits.scene(), limits: limits.drawing(onProcessor: true), version: Multiplane.version)
    guard WorkerMessage.write(WorkerMessage.Hello(program: drawing.program), to: STDOUT_FILENO) else { return }
    while let request = WorkerMessage.read(WorkerMessage.Request.self, from: STDIN_FILENO) {
      guard WorkerMessage.write(drawing.draw(request), to: STDOUT_FILENO) else { return }
    }
  }
}
