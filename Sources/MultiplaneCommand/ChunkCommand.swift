import ArgumentParser
import Foundation
import MultiplaneBatch
import MultiplaneDrawing
import MultiplaneRenderTree

/// `multiplane chunk`: draws one chunk of a plan into a store.
struct ChunkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chunk", abstract: "Draws one chunk of a plan into a store, unless the store has it.",
    discussion: """
      The store is a folder that several machines may share and fill at the same time. A chunk is renamed into place \
      when it is complete, so that an interrupted one leaves nothing. A chunk that is drawn twice has the same bytes; if it \
      does not, the first one stays and KEY.conflict.json records the conflict.

      Exit status: 0 the store has the chunk; 1 it cannot be drawn, or conflicts with the one in the store; 2 wrong \
      usage; 75 not now or not on this machine (disk full, or another version, ffmpeg or renderer than the plan's).
      """)

  @Argument(help: "The folder of the plan.", completion: .directory)
  var plan: String

  @Argument(help: "The number of the chunk, from 0.")
  var number: Int

  @Option(
    help: ArgumentHelp("The folder of the store; created if missing.", valueName: "folder"), completion: .directory)
  var store: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Number of drawing threads, which does not change the bytes. (default: the plan's encoder threads)",
      valueName: "count"))
  var threads: Int?

  @Option(
    help: ArgumentHelp(
      "The device for a plan with OpenGL ES, as for 'render --device'.", valueName: "device"), completion: .device)
  var device: String?

  @Flag(help: "End when the parent process ends.")
  var endWithParent = false

  @OptionGroup var log: LogOption

  func validate() throws {
    try DeviceOption.check(device)
    guard number >= 0 else { throw ValidationError("<number>: expected 0 or more, found \(number)") }
    if let threads, !(1...256).contains(threads) {
      throw ValidationError("--threads: expected 1 to 256, found \(threads)")
    }
  }

  func run() throws {
    if endWithParent { ParentProcess.endWithIt() }
    do {
      try draw()
    } catch {
      throw JobFailures.told(error)
    }
  }

  private func draw() throws {
    let plan = try Plan(plan)
    guard number < plan.count else {
      throw ValidationError("<number>: expected 0 to \(plan.count - 1), found \(number)")
    }
    let part = try plan.part(number)
    let store = try ChunkStore(store)
    switch store.state(of: part.key, part.fileExtension) {
    case .present: return
    case .failed(let error):
      StandardError.write("chunk \(number): \(error)")
      throw ExitCode(1)
    case .missing: break
    }
    let drawing = try drawing(of: plan)
    try plan.check(drawing.program)
    let chunk = try plan.chunk(number)
    do {
      _ = try drawing.draw(chunk, into: store, of: plan)
      drawing.tellOfWarnings()
    } catch  where !JobDrawing.isTemporary(error) {
      if !(error is BatchError) { store.noteFailure(of: chunk.key, error: "\(error)") }
      throw error
    }
  }

  /// Opens the renderer that the plan names, with its limits.
  private func drawing(of plan: Plan) throws -> JobDrawing {
    var arguments = ["--renderer", plan.head.program.choice.rawValue]
    if let device { arguments += ["--device", device] }
    let limits = ["--memory-limit", "\(plan.head.limits.memory >> 20)", "--time-limit", "\(plan.head.limits.seconds)"]
    let drawing = try DeviceOption.parse(arguments).openJobDrawing(
      plan.assets(), LimitOptions.parse(limits), threads: threads ?? plan.head.threads)
    drawing.allowsWarnings = plan.head.limits.allowsWarnings
    drawing.refusesBlank = !plan.head.limits.allowsBlank
    return drawing
  }
}

/// `multiplane join`: assembles the outputs of a plan from the chunks in a store.
struct JoinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join", abstract: "Assembles the outputs of a plan from its chunks.",
    discussion: """
      Verifies every chunk by its hash, and renames a damaged one to KEY.damaged, so that it can be drawn again. Joins \
      videos without re-encoding. Writes each output completely or not at all, and writes the jobs that are complete \
      even if others are not.

      Exit status: 0 all outputs are written; 1 some jobs cannot be drawn; 2 wrong usage; 75 chunks are missing (named on \
      standard error).
      """)

  @Argument(help: "The folder of the plan.", completion: .directory)
  var plan: String

  @Option(help: ArgumentHelp("The folder of the store.", valueName: "folder"), completion: .directory)
  var store: String

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp("The folder of the outputs; created if missing.", valueName: "folder"), completion: .directory)
  var output: String?

  @Flag(help: "Print the numbers of the missing chunks, such as 3-5,17, and join nothing.")
  var missing = false

  @Flag(
    help:
      "After all outputs are written, remove other plans' files, damaged and partial chunks from the store. No 'chunk' may run meanwhile."
  )
  var prune = false

  @Flag(help: "Show no progress bar and no summary.")
  var quiet = false

  @OptionGroup var log: LogOption

  func validate() throws {
    guard missing != (output != nil) else {
      throw ValidationError("-o: expected a folder for the outputs, or --missing")
    }
    guard !(prune && missing) else { throw ValidationError("--prune: expected outputs (-o), found --missing") }
  }

  func run() throws {
    do {
      let plan = try Plan(plan)
      try plan.checkWhole(version: Multiplane.version)
      let store = try ChunkStore(store)
      let joining = PlanJoining(plan, store: store)
      guard let output else { return try printMissing(joining) }
      try join(joining, plan, to: output)
      if prune { try self.prune(store, plan) }
    } catch {
      throw JobFailures.told(error)
    }
  }

  private func printMissing(_ joining: PlanJoining) throws {
    let numbers = try joining.missing()
    var output = StandardOutput()
    if !numbers.isEmpty { try output.line(PlanJoining.ranges(numbers)) }
    try output.flush()
  }

  private func prune(_ store: ChunkStore, _ plan: Plan) throws {
    var keys: Set<String> = []
    for index in 0..<plan.count { keys.insert(try plan.part(index).key) }
    let count = store.prune(keeping: keys)
    if !quiet { StandardError.write("\(store.folder): \(count) files removed that do not belong to this plan", .info) }
  }

  private func join(_ joining: PlanJoining, _ plan: Plan, to folder: String) throws {
    try makeFolder(folder)
    let interruption = Interruption()
    var bar = quiet ? nil : ProgressBar(total: max(1, plan.count), unit: "chunks")
    let start = ContinuousClock().now
    let result = try joining.join(to: folder) { count in
      try interruption.check()
      bar?.show(count)
    }
    bar?.clear()
    for failure in result.failures.prefix(BatchReport.mostLines) {
      StandardError.write("\(failure.id): \(failure.error)")
    }
    if result.failures.count > BatchReport.mostLines {
      StandardError.write("\(result.failures.count - BatchReport.mostLines) more jobs failed")
    }
    if !result.damaged.isEmpty {
      StandardError.write(
        "chunks \(PlanJoining.ranges(result.damaged)): damaged, renamed to .damaged; draw them again")
    }
    if !result.missing.isEmpty {
      StandardError.write(
        "chunks \(PlanJoining.ranges(result.missing)): missing, \(result.missing.count) of \(plan.count)")
    }
    if !quiet, result.missing.isEmpty {
      let seconds = (ContinuousClock().now - start) / .seconds(1)
      StandardError.write("\(folder): \(result.joined) joined" + String(format: " in %.1f s", seconds), .info)
    }
    if !result.missing.isEmpty { throw JobFailures.temporary }
    if !result.failures.isEmpty { throw ExitCode(1) }
  }
}
