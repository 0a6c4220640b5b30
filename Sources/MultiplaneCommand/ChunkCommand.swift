import ArgumentParser
import Foundation
import MultiplaneBatch
import MultiplaneDrawing
import MultiplaneRenderTree

/// `multiplane chunk`: draws one chunk of a plan into a store.
struct ChunkCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "chunk", abstract: "Draws a chunk of a plan into a store, unless it is there.",
    discussion: """
      The store is a folder that several machines may see and fill at the same time. A chunk takes its name when it is whole; what is broken off leaves \
      nothing. Drawn twice it has the same bytes, or the first stays and KEY.conflict.json says so.

      Exit status: 0 the chunk is there, 1 it cannot be drawn, or has other bytes than the one that is there, 2 the command was not understood, 75 \
      not now or not on this machine: no room, another version, another ffmpeg or another renderer than the plan's.
      """)

  @Argument(help: "The folder of the plan.")
  var plan: String

  @Argument(help: "The number of the chunk, from 0.")
  var number: Int

  @Option(help: ArgumentHelp("The folder of the store; made if it is not there.", valueName: "folder"))
  var store: String

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many threads draw; any number makes the same bytes. (default: those of the plan's encoder)",
      valueName: "count"))
  var threads: Int?

  @Option(
    help: ArgumentHelp(
      "The device that a plan for OpenGL ES is drawn on, as 'render --device' takes it.", valueName: "device"))
  var device: String?

  @Flag(help: "End when the process that started this one does, in whatever way that ends.")
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
    } catch  where !JobDrawing.isTemporary(error) {
      if !(error is BatchError) { store.noteFailure(of: chunk.key, error: "\(error)") }
      throw error
    }
  }

  /// What draws as the plan says, within its limits.
  private func drawing(of plan: Plan) throws -> JobDrawing {
    var arguments = ["--renderer", plan.head.program.choice.rawValue]
    if let device { arguments += ["--device", device] }
    let limits = ["--memory-limit", "\(plan.head.limits.memory >> 20)", "--time-limit", "\(plan.head.limits.seconds)"]
    return try DeviceOption.parse(arguments).openJobDrawing(
      plan.assets(), LimitOptions.parse(limits), threads: threads ?? plan.head.threads)
  }
}

/// `multiplane join`: makes the outputs of a plan of the chunks in a store.
struct JoinCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "join", abstract: "Makes the outputs of a plan of its chunks.",
    discussion: """
      Every chunk is checked by its hash; one that is damaged is set aside (KEY.damaged), so that it can be drawn again. Videos are joined without encoding \
      them anew. Each output is written whole or not at all.

      Exit status: 0 all outputs are written, 1 some jobs cannot be drawn, 2 the command was not understood, 75 chunks are missing (the line on standard \
      error says which); jobs that are whole are written.
      """)

  @Argument(help: "The folder of the plan.")
  var plan: String

  @Option(help: ArgumentHelp("The folder of the store.", valueName: "folder"))
  var store: String

  @Option(
    name: [.short, .customLong("output")],
    help: ArgumentHelp("The folder of the outputs; made if it is not there.", valueName: "folder"))
  var output: String?

  @Flag(help: "Print the numbers of the chunks that are not in the store, such as 3-5,17, and join nothing.")
  var missing = false

  @Flag(
    help:
      "When all outputs are written, remove from the store what is not of this plan, and what was set aside or broken off. Nobody may draw into it then."
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
    if !quiet { StandardError.write("\(store.folder): \(count) files removed that are not of this plan") }
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
        "chunks \(PlanJoining.ranges(result.damaged)): were damaged, and are set aside (.damaged); draw them again")
    }
    if !result.missing.isEmpty {
      StandardError.write(
        "chunks \(PlanJoining.ranges(result.missing)): are missing, \(result.missing.count) of \(plan.count)")
    }
    if !quiet, result.missing.isEmpty {
      let seconds = (ContinuousClock().now - start) / .seconds(1)
      StandardError.write("\(folder): \(result.joined) joined" + String(format: " in %.1f s", seconds))
    }
    if !result.missing.isEmpty { throw JobFailures.temporary }
    if !result.failures.isEmpty { throw ExitCode(1) }
  }
}
