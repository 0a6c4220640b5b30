import Foundation
import MultiplaneDrawing
import MultiplaneSceneFile
import MultiplaneVideo

/// Creates a plan from a validated manifest: copies all inputs, estimates costs and divides the
/// jobs.
package final class PlanMaking {
  /// A summary of a plan.
  package struct Summary: Sendable, Equatable {
    package var sha256: String
    package var chunks = 0
    package var jobs = 0
    package var frames = 0
    /// The estimated time, in seconds of one core.
    package var seconds = 0.0
    /// The estimated time of the longest chunk, in seconds.
    package var longest = 0.0
    /// Whether the same plan existed already.
    package var wasThere = false
  }

  private let batch: BatchPlan
  private let drawing: JobDrawing
  private let options: ChunkOptions
  private let program: ProgramIdentity
  private let encoder: EncoderIdentity?
  private let limits: PictureLimits
  private var assets: PlannedAssets
  private var files: [String: (scene: String, files: [String: String])] = [:]
  private var jobs: [String] = []
  private var parts: [Plan.Part] = []
  private var frames = 0
  /// The cost of a picture by scene, that of the scene's first row: most rows share a scene. So a
  /// row that changes moves no other to another chunk.
  private var pictureCosts: [String: Reckoning] = [:]
  private var run: [(shot: Shot, lines: String)] = []
  private var runFormat = ""
  private var runSeconds = 0.0

  private init(
    _ batch: BatchPlan, drawing: JobDrawing, _ options: ChunkOptions, program: ProgramIdentity,
    encoder: EncoderIdentity?, limits: PictureLimits, assets: PlannedAssets
  ) {
    (self.batch, self.drawing, self.options) = (batch, drawing, options)
    (self.program, self.encoder, self.limits, self.assets) = (program, encoder, limits, assets)
  }

  /// Creates a plan, completely or not at all.
  ///
  /// - Parameters:
  ///   - drawing: the renderer for the estimates, and for the first still of each scene, which must
  ///     not be blank. The plan accepts what it accepts.
  ///   - policy: the machines that may draw.
  ///   - memory: the memory limit per picture, in bytes.
  ///   - seconds: the time limit per picture.
  ///   - folder: the folder of the plan; it must not exist, unless it has the same plan.
  ///   - progress: called before each job; an error that it throws cancels the work.
  package static func make(
    _ batch: BatchPlan, drawing: JobDrawing, _ options: ChunkOptions, policy: Plan.Policy, memory: Int, seconds: Double,
    to folder: String, progress: () throws -> Void
  ) throws -> Summary {
    guard batch.count > 0 else {
      throw BatchError.manifest(name: batch.manifest.name, problem: "expected at least one job, found none")
    }
    let folder = folder.hasSuffix("/") ? String(folder.dropLast()) : folder
    let unfinished = UnfinishedPlan(folder)
    defer { unfinished.remove() }
    try unfinished.make()
    let formats = try batch.videoFormats()
    let encoder = try formats.isEmpty ? nil : EncoderIdentity(of: formats)
    var program = drawing.program
    if policy == .any { program.processor = "any" }
    var limits = PictureLimits(memory: memory, seconds: seconds)
    (limits.allowsWarnings, limits.allowsBlank) = (drawing.allowsWarnings, !drawing.refusesBlank)
    let making = PlanMaking(
      batch, drawing: drawing, options, program: program, encoder: encoder, limits: limits,
      assets: PlannedAssets(unfinished))
    for index in 0..<batch.count {
      try progress()
      try making.add(batch.job(at: index))
    }
    making.endRun()
    let head = Plan.Head(
      program: program, policy: policy, encoder: encoder, limits: making.limits,
      threads: options.encoderThreads, jobs: try unfinished.write(lines: making.jobs, to: "jobs.jsonl"),
      chunks: try unfinished.write(lines: making.parts.map(\.json.flatText), to: "chunks.jsonl"))
    let bytes = [UInt8](head.json.canonicalText.utf8)
    try unfinished.write(bytes, to: "plan.json")
    var summary = Summary(sha256: SHA256.hex(of: bytes))
    (summary.chunks, summary.jobs, summary.frames) = (making.parts.count, making.jobs.count, making.frames)
    summary.seconds = making.parts.reduce(0) { $0 + $1.seconds }
    summary.longest = making.parts.map(\.seconds).max() ?? 0
    if rename(unfinished.path, folder) == 0 { return summary }
    let code = errno
    guard let present = try? Plan(folder) else {
      let hint = "; choose a new folder"
      // A file has its name: its folder is fine.
      guard code != ENOTDIR else {
        throw BatchError.plan(path: folder, problem: "cannot be created: a file has this name\(hint)")
      }
      throw unfinished.failure(code, hint: hint)
    }
    guard present.sha256 == summary.sha256 else {
      throw BatchError.plan(
        path: folder, problem: "another plan is there (\(present.sha256.prefix(12))); name another folder, or remove it"
      )
    }
    summary.wasThere = true
    return summary
  }

  // MARK: Jobs

  private func add(_ job: BatchJob) throws {
    do {
      try addChecked(job)
    } catch  where error is BatchError || JobDrawing.isTemporary(error) {
      // A temporary failure is not an error of the row.
      throw error
    } catch {
      throw BatchError.row(name: batch.manifest.name, line: job.line, problem: "\(job.id): \(error)")
    }
  }

  private func addChecked(_ job: BatchJob) throws {
    guard let facts = batch.scenes[job.scene] else { return }
    let shot = try plannedShot(of: job, facts)
    let lines = { (part: Shot) in facts.lines(of: job, part, assets: self.batch.defaults.assets) }
    var planned = Plan.Job(
      shot: shot, kind: job.kind, output: batch.defaults.output.folder + job.output, width: 0, height: 0,
      isTransparent: false, group: 1)
    if job.kind == .picture {
      let cost = try pictureCost(of: job)
      (planned.width, planned.height, planned.isTransparent) = (cost.width, cost.height, cost.isTransparent)
      add(job, lines: lines(job.shot), cost)
    } else {
      endRun()
      let chunked = try ChunkedJob(
        job.shot, job.kind, fileExtension: job.fileExtension, lines: lines, options, program: program, encoder: encoder,
        limits: limits
      ) { try drawing.reckon(job.shot, at: $0) }
      let reckoning = chunked.reckoning
      (planned.width, planned.height, planned.isTransparent) = (
        reckoning.width, reckoning.height, reckoning.isTransparent
      )
      planned.group = chunked.group
      parts += chunked.chunks.map { chunk in
        Plan.Part(
          key: chunk.key, job: jobs.count, jobs: 1, first: chunk.shots[0].first, count: chunk.shots[0].count,
          seconds: chunk.seconds, fileExtension: chunk.fileExtension)
      }
    }
    frames += job.shot.count
    jobs.append(planned.json.flatText)
  }

  /// The shot with the hashes of its files in place of paths.
  private func plannedShot(of job: BatchJob, _ facts: SceneFacts) throws -> Shot {
    if let family = facts.systemFamilies.first {
      throw BatchError.plan(
        path: job.scene,
        problem:
          "a text uses the family \"\(family)\", for which the scene's \"fonts\" name no file; add one, because machines differ in installed other fonts"
      )
    }
    if files[job.scene] == nil {
      let root = batch.defaults.limits.root
      files[job.scene] = (
        try assets.add(job.scene, within: nil),
        Dictionary(try facts.files.map { ($0.name, try assets.add($0.path, within: root)) }) { first, _ in first }
      )
    }
    var shot = job.shot
    shot.scene = files[job.scene]?.scene ?? ""
    shot.files = files[job.scene]?.files
    let place = batch.defaults.assets
    shot.images = Dictionary(
      try facts.images(of: job).map { ($0, try assets.add(place.path(of: $0), within: place.root)) }
    ) { first, _ in first }
    return shot
  }

  // MARK: Pictures

  private func pictureCost(of job: BatchJob) throws -> Reckoning {
    let name = "\(job.scene) \(job.scale.map { "\($0)" } ?? "") \(job.fileExtension)"
    if let known = pictureCosts[name] { return known }
    var cost = try drawing.reckon(job.shot, at: [0])
    if drawing.refusesBlank { try drawing.refuseBlank(job.shot) }
    cost.seconds[0] += EncodingCost.seconds(pixels: cost.width * cost.height, picture: job.fileExtension)
    pictureCosts[name] = cost
    return cost
  }

  /// Adds a picture to the run of those that are drawn together.
  private func add(_ job: BatchJob, lines: String, _ cost: Reckoning) {
    let seconds = cost.seconds.first ?? 0
    let isFull =
      switch options.size {
      case .seconds(let most): runSeconds + seconds > most
      case .frames(let most): run.count >= most
      }
    if isFull || runFormat != job.fileExtension || run.count >= Self.mostPictures { endRun() }
    runFormat = job.fileExtension
    run.append((job.shot, lines))
    runSeconds += seconds
  }

  /// Pictures of one chunk: a chunk that is lost is drawn again as a whole.
  private static let mostPictures = 10_000

  private func endRun() {
    defer { (run, runSeconds) = ([], 0) }
    guard !run.isEmpty else { return }
    let encoding = Chunk.Encoding.pictures(format: runFormat)
    let key = Chunk.key(run.map(\.lines).joined(), encoding, program: program.text, encoder: nil, limits: limits)
    // All of the run's jobs are written when it ends.
    parts.append(
      Plan.Part(
        key: key, job: jobs.count - run.count, jobs: run.count, first: 0, count: 1, seconds: runSeconds,
        fileExtension: "tar"))
  }
}

extension BatchPlan {
  /// The formats of the videos among the jobs.
  package func videoFormats() throws(BatchError) -> Set<String> {
    var formats: Set<String> = []
    for index in 0..<count { if case .video(let format) = try job(at: index).kind { formats.insert(format.rawValue) } }
    return formats
  }
}
