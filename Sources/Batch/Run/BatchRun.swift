import Foundation
import MultiplaneDrawing
import MultiplaneVideo

/// Runs the jobs of a plan in worker processes, and writes the journal. Jobs of many frames are
/// divided into chunks, so that all workers share a long video. The division, and so the bytes, do
/// not depend on the number of workers.
package final class BatchRun: @unchecked Sendable {
  // Proof of Sendable: what changes is in `state`, which is touched only under `condition`.
  package struct Options: Sendable {
    /// The number of worker processes.
    package var workers: Int
    /// The arguments of a worker.
    package var arguments: [String]
    /// The memory of a worker, in bytes, above which it is replaced.
    package var largestWorker: Int
    /// The number of jobs after which a worker is replaced.
    package var jobsPerWorker = 1000
    /// Whether to draw jobs whose outputs exist.
    package var drawsAll = false
    /// Whether outputs that were drawn with warnings are up to date.
    package var allowsWarnings = false
    /// Whether to verify existing files by their hashes.
    package var verifies = false
    /// The division of jobs with many frames.
    package var chunks = ChunkOptions()
    /// The maximum estimate of a picture, in seconds.
    package var secondsPerPicture: Double
    /// The number of retries after temporary failures, with doubling delays.
    package var retries = 3
    /// The timeout of a worker per request, in seconds; nil derives it from the estimate.
    package var patience: Double?

    package init(workers: Int, arguments: [String], largestWorker: Int, secondsPerPicture: Double) {
      (self.workers, self.arguments, self.largestWorker) = (workers, arguments, largestWorker)
      self.secondsPerPicture = secondsPerPicture
    }

    /// Generously: machines may be slower than the estimate, and busy with other work.
    func patience(for seconds: Double) -> Double { patience ?? 120 + 30 * seconds }
  }

  /// The outcome of a job.
  package enum Outcome: Sendable {
    case drawn(Journal.Entry)
    /// It was there already.
    case present(Journal.Entry)
    case failed(error: String, isTemporary: Bool)
  }

  package struct Counts: Sendable, Equatable {
    package var drawn = 0
    package var present = 0
    package var failed = 0
    /// The temporary failures among `failed`.
    package var temporary = 0

    package var done: Int { drawn + present + failed }
  }

  /// A unit of work for one worker.
  enum Unit {
    case job(Int)
    case retry(BatchJob)
    case part(PartedJob, Int)
  }

  let plan: BatchPlan
  let options: Options
  /// The folder of chunks until their job is complete.
  let store: String
  /// The encoder of videos; nil if the batch has none.
  let encoder: EncoderIdentity?
  let condition = TimedCondition()
  var state: State

  struct State {
    var next = 0
    /// Units that come before the jobs that are not started: chunks, retries and returned units.
    var waiting: [Unit] = []
    /// Units that are being worked on; each may bring parts.
    var busy = 0
    /// Threads whose last worker could not be started.
    var failing = 0
    /// Jobs that may succeed another time, and why they did not: they are tried again when all
    /// others are done.
    var retries: [(job: BatchJob, error: String)] = []
    /// Rounds of them that have begun, and when the next one begins, where all wait for it.
    var round = 0
    var roundBegin: ContinuousClock.Instant?
    var counts = Counts()
    var journal: Journal
    /// Why no more jobs are begun.
    var stop: BatchError?
    var isStopped = false
    let report: (BatchJob, Outcome, Counts) -> Void
    /// The number of jobs at hand that have a chunk, by its key: jobs may be equal but for their
    /// names.
    var chunkUsers: [String: Int] = [:]
    let reportFrames: (BatchJob, _ drawn: Int, _ count: Int) -> Void
  }

  /// Creates a run.
  ///
  /// - Parameters:
  ///   - reportFrames: called after each chunk of a job except the last.
  ///   - report: called after each job. Calls of both are serialised.
  package init(
    _ plan: BatchPlan, _ options: Options, journal: sending Journal, encoder: EncoderIdentity?,
    reportFrames: sending @escaping (BatchJob, _ drawn: Int, _ count: Int) -> Void = { _, _, _ in },
    report: sending @escaping (BatchJob, Outcome, Counts) -> Void
  ) {
    self.plan = plan
    self.options = options
    self.encoder = encoder
    store = plan.defaults.output.folder + ".multiplane-chunks"
    state = State(journal: journal, report: report, reportFrames: reportFrames)
  }

  /// Starts no more jobs; those in flight are finished.
  package func stop() {
    condition.withLock {
      state.isStopped = true
      condition.broadcast()
    }
  }

  /// Draws all jobs.
  ///
  /// - Returns: the outcomes, and the reason of an early stop: no worker can be started, or the
  ///   journal cannot be written.
  package func run() -> (counts: Counts, stop: BatchError?) {
    let group = DispatchGroup()
    for number in 0..<options.workers {
      group.enter()
      // A thread that waits for one process; what a process starts with ends with the thread that
      // started it.
      let code = SystemThread.start("worker \(number)") { [self] in
        serve()
        group.leave()
      }
      guard code != 0 else { continue }
      group.leave()
      // The others do its work.
      countFailing(.worker(problem: "no thread can be started for it: \(String(cString: strerror(code)))"))
    }
    group.wait()
    // Of a run that was stopped before they were tried again.
    let left = condition.withLock { state.retries }
    for (job, error) in left { condition.withLock { count(job, .failed(error: error, isTemporary: true)) } }
    return condition.withLock {
      // Chunks that are left there are of jobs that may succeed another time, or of ones that the
      // manifest no longer has.
      if isDone, state.counts.temporary == 0, access(store, F_OK) == 0 {
        _ = try? ChunkStore(store, mayBeLink: false).prune(keeping: [])
      }
      rmdir(store)
      return (state.counts, state.stop)
    }
  }

  /// Whether all jobs were done or have failed; under the lock.
  var isDone: Bool { !state.isStopped && state.stop == nil && state.counts.done == plan.count }

  /// The next unit; nil if none is left and none will be added.
  private func next() -> Unit? {
    condition.lock()
    defer { condition.unlock() }
    while !state.isStopped, state.stop == nil {
      if !state.waiting.isEmpty {
        state.busy += 1
        return state.waiting.removeFirst()
      }
      if state.next < plan.count {
        state.busy += 1
        state.next += 1
        return .job(state.next - 1)
      }
      if state.busy > 0 {
        condition.wait()
      } else {
        guard beginsRound() else { break }
      }
    }
    return nil
  }

  /// Seconds before the first round of retries; twice as long before each that follows.
  private static let firstPause = 2.0
  /// Jobs that are tried again at most; what more fail, fail for a reason that lasts.
  private static let mostRetries = 1000

  /// Waits for the next round of retries, under the lock.
  ///
  /// - Returns: whether there is one.
  private func beginsRound() -> Bool {
    guard !state.retries.isEmpty, state.round < options.retries else { return false }
    let begin = state.roundBegin ?? .now + .seconds(Self.firstPause * Double(1 << state.round))
    state.roundBegin = begin
    // One that another thread has begun meanwhile is looked at again.
    guard !condition.wait(until: begin), state.roundBegin == begin else { return true }
    state.waiting += state.retries.map { .retry($0.job) }
    (state.retries, state.roundBegin) = ([], nil)
    state.round += 1
    condition.broadcast()
    return true
  }

  private func end(_ error: BatchError? = nil) {
    condition.withLock {
      state.busy -= 1
      state.stop = state.stop ?? error
      condition.broadcast()
    }
  }

  /// Seconds after which a worker is tried to be started again, while others work.
  private static let startPauses = [2.0, 4, 8]

  /// Gives back what a worker was to do that cannot be started, for the others; where all threads
  /// are without one, the batch stops.
  private func giveBack(_ unit: Unit, _ error: BatchError, isFirst: Bool) {
    condition.withLock {
      state.busy -= 1
      state.waiting.insert(unit, at: 0)
      condition.broadcast()
    }
    if isFirst { countFailing(error) }
  }

  /// Counts a thread without a worker. When all are without one, the batch stops.
  private func countFailing(_ error: BatchError) {
    condition.withLock {
      state.failing += 1
      if state.failing == options.workers { state.stop = state.stop ?? error }
      condition.broadcast()
    }
  }

  /// Waits, unless all is done before.
  private func pause(seconds: Double) {
    let end = ContinuousClock.now + .seconds(seconds)
    condition.withLock {
      while !state.isStopped, state.stop == nil, state.busy > 0 || !state.waiting.isEmpty || state.next < plan.count {
        guard condition.wait(until: end) else { return }
      }
    }
  }

  /// Draws in one process after another.
  private func serve() {
    var worker: WorkerProcess?
    // In a row.
    var failedStarts = 0
    defer { worker?.end() }
    while let unit = next() {
      do {
        if worker.map({ $0.jobs >= options.jobsPerWorker }) ?? false {
          worker?.end()
          worker = nil
        }
        _ = try started(&worker)
        if failedStarts > 0 {
          failedStarts = 0
          condition.withLock { state.failing -= 1 }
        }
        switch unit {
        case .job(let index): try begin(plan.job(at: index), by: &worker)
        case .retry(let job): try begin(job, by: &worker)
        case .part(let job, let part): try draw(part, of: job, by: &worker)
        }
        end()
      } catch BatchError.worker(let problem) {
        failedStarts += 1
        giveBack(unit, .worker(problem: problem), isFirst: failedStarts == 1)
        // The others go on without it.
        guard failedStarts <= Self.startPauses.count else { return }
        pause(seconds: Self.startPauses[failedStarts - 1])
      } catch {
        end((error as? BatchError) ?? .worker(problem: "\(error)"))
      }
    }
  }

  /// The result of a worker's unit.
  enum Answer {
    case reply(WorkerMessage.Reply)
    case failed(error: String, isTemporary: Bool)
  }

  /// Has a worker do something, and another if that dies of it.
  func ask(_ request: WorkerMessage.Request, seconds: Double, _ worker: inout WorkerProcess?) throws(BatchError)
    -> Answer
  {
    var deaths: [String] = []
    while true {
      let process = try started(&worker)
      guard let reply = process.answer(request, within: options.patience(for: seconds)) else {
        deaths.append(process.ending())
        worker = nil
        if case .picture(_, let output, let mark) = request { FileReplacement.removeLeftover(of: output, mark: mark) }
        // What stops the batch may have ended its worker, too.
        if condition.withLock({ state.isStopped }) {
          return .failed(error: "its worker ended by \(deaths[0]) when the batch was stopped", isTemporary: true)
        }
        // Twice: the machine may have been short of something, or another job has damaged what this
        // one met.
        if deaths.count == 2 {
          let isSlow = deaths[1].hasPrefix("taking")
          return .failed(error: "its worker ended by \(deaths[1]), twice", isTemporary: isSlow)
        }
        continue
      }
      if reply.resident > options.largestWorker {
        process.end()
        worker = nil
      }
      if let error = reply.error { return .failed(error: error, isTemporary: reply.isTemporary) }
      return .reply(reply)
    }
  }

  /// - Throws: `BatchError.worker` alone, which nothing else does: it is no job's fault.
  func started(_ worker: inout WorkerProcess?) throws(BatchError) -> WorkerProcess {
    if let worker { return worker }
    let process = try WorkerProcess(options.arguments)
    worker = process
    return process
  }

  /// Draws a picture, or cuts a job of many frames into chunks.
  private func begin(_ job: BatchJob, by worker: inout WorkerProcess?) throws {
    guard let facts = plan.scenes[job.scene] else { return }
    let program = try started(&worker).program
    let lines = facts.lines(of: job, assets: plan.defaults.assets)
    let encoding = job.kind == .picture ? "" : options.chunks.text + (encoder?.text ?? "")
    let key = Chunk.key(
      lines, .pictures(format: job.fileExtension + encoding), program: program.text, encoder: nil, limits: nil)
    // Leftovers of a killed batch. Only one batch writes into the folder at a time.
    for file in job.files {
      FileReplacement.removeLeftover(of: plan.defaults.output.folder + file, mark: job.mark(of: file))
    }
    if let entry = present(job, key) { return try finish(job, .present(entry)) }
    guard job.kind == .picture else { return try cut(job, facts, key: key, program, by: &worker) }
    let request = WorkerMessage.Request.picture(
      job.shot, output: plan.defaults.output.folder + job.output, mark: job.mark(of: job.output))
    switch try ask(request, seconds: options.secondsPerPicture, &worker) {
    case .failed(let error, let isTemporary): try finish(job, .failed(error: error, isTemporary: isTemporary))
    case .reply(let reply):
      try finish(
        job,
        .drawn(
          Journal.Entry(
            key: key, size: reply.size ?? 0, sha256: reply.sha256 ?? "", seconds: reply.seconds,
            warnings: reply.warnings ?? [])))
    }
  }

  /// The journal's entry of a job, if its files exist and nothing that decides their bytes has
  /// changed.
  private func present(_ job: BatchJob, _ key: String) -> Journal.Entry? {
    guard !options.drawsAll, let entry = condition.withLock({ state.journal.entry(of: job.output) }), entry.key == key
    else {
      return nil
    }
    // It fails now.
    guard entry.warnings.isEmpty || options.allowsWarnings else { return nil }
    var size = 0
    var hashes: [String] = []
    for path in job.files.map({ plan.defaults.output.folder + $0 }) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      size += Int(status.st_size)
      if options.verifies { hashes.append(SHA256.hex(ofFile: path) ?? "") }
    }
    guard size == entry.size else { return nil }
    if options.verifies {
      let hash = job.isSequence ? SHA256.hex(of: [UInt8](hashes.joined().utf8)) : hashes.first
      guard hash == entry.sha256 else { return nil }
    }
    return entry
  }

  func finish(_ job: BatchJob, _ outcome: Outcome) throws {
    try condition.withLock {
      // A job that was interrupted has not failed: the next run draws it.
      if case .failed(_, true) = outcome, state.isStopped { return }
      if case .failed(let error, true) = outcome, state.round < options.retries, state.retries.count < Self.mostRetries
      {
        return state.retries.append((job, error))
      }
      // A drawn job is reported even where the journal cannot note it.
      defer { count(job, outcome) }
      if case .drawn(let entry) = outcome { try state.journal.add(entry, id: job.id, output: job.output) }
    }
  }

  /// Counts and reports the result of a job, under the lock.
  private func count(_ job: BatchJob, _ outcome: Outcome) {
    switch outcome {
    case .drawn: state.counts.drawn += 1
    case .present: state.counts.present += 1
    case .failed(_, let isTemporary):
      state.counts.failed += 1
      if isTemporary { state.counts.temporary += 1 }
    }
    state.report(job, outcome, state.counts)
  }
}
