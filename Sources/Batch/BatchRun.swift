import Foundation
import Synchronization

/// Hands the jobs of a plan to worker processes, and keeps the journal.
package final class BatchRun: Sendable {
  package struct Options: Sendable {
    /// How many processes draw at the same time.
    package var workers: Int
    /// The arguments of a worker.
    package var arguments: [String]
    /// A worker with more memory than this, in bytes, is replaced.
    package var largestWorker: Int
    /// A worker is replaced after so many jobs.
    package var jobsPerWorker = 1000
    /// Whether what is there already is drawn all the same.
    package var drawsAll = false
    /// Whether the files that are there are hashed, rather than only looked for.
    package var verifies = false

    package init(workers: Int, arguments: [String], largestWorker: Int) {
      (self.workers, self.arguments, self.largestWorker) = (workers, arguments, largestWorker)
    }
  }

  /// What became of a job.
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
    /// Those of `failed` that may succeed another time.
    package var temporary = 0

    package var done: Int { drawn + present + failed }
  }

  private let plan: BatchPlan
  private let options: Options
  private let state: Mutex<State>

  private struct State {
    var next = 0
    var counts = Counts()
    var journal: Journal
    /// Why no more jobs are begun.
    var stop: BatchError?
    var isStopped = false
    let report: (BatchJob, Outcome, Counts) -> Void
  }

  /// - Parameter report: called after each job, one call at a time.
  package init(
    _ plan: BatchPlan, _ options: Options, journal: sending Journal,
    report: sending @escaping (BatchJob, Outcome, Counts) -> Void
  ) {
    self.plan = plan
    self.options = options
    state = Mutex(State(journal: journal, report: report))
  }

  /// Begins no more jobs; those at hand are finished.
  package func stop() { state.withLock { $0.isStopped = true } }

  /// Draws all jobs.
  ///
  /// - Throws: where no worker can be started, or the journal cannot be written; jobs that fail are counted.
  package func run() throws(BatchError) -> Counts {
    let group = DispatchGroup()
    for _ in 0..<min(options.workers, max(1, plan.count)) {
      group.enter()
      // A thread that waits for one process; what a process starts with ends with the thread that started it.
      Thread.detachNewThread { [self] in
        serve()
        group.leave()
      }
    }
    group.wait()
    let (counts, error) = state.withLock { ($0.counts, $0.stop) }
    if let error { throw error }
    return counts
  }

  /// The number of the next job; nil when there is none.
  private func next() -> Int? {
    state.withLock { state in
      guard !state.isStopped, state.stop == nil, state.next < plan.count else { return nil }
      defer { state.next += 1 }
      return state.next
    }
  }

  /// Draws jobs in one process after another.
  private func serve() {
    var worker: WorkerProcess?
    defer { worker?.end() }
    do {
      while let index = next() {
        let job = try plan.job(at: index)
        if worker.map({ $0.jobs >= options.jobsPerWorker }) ?? false {
          worker?.end()
          worker = nil
        }
        let outcome = try outcome(of: job, by: &worker)
        try finish(job, outcome)
      }
    } catch {
      state.withLock { $0.stop = $0.stop ?? (error as? BatchError) ?? .worker(problem: "\(error)") }
    }
  }

  private func outcome(of job: BatchJob, by worker: inout WorkerProcess?) throws(BatchError) -> Outcome {
    var deaths: [String] = []
    while true {
      if worker == nil { worker = try WorkerProcess(options.arguments) }
      guard let process = worker else { break }
      if deaths.isEmpty, let entry = present(job, program: process.program) { return .present(entry) }
      guard let reply = process.draw(WorkerMessage.Request(job, folder: plan.defaults.output.folder)) else {
        deaths.append(process.ending())
        worker = nil
        // Twice: the machine may have been short of something, or another job has damaged what this one met.
        if deaths.count == 2 {
          return .failed(error: "its worker ended by \(deaths[1]), twice", isTemporary: false)
        }
        continue
      }
      if reply.resident > options.largestWorker {
        process.end()
        worker = nil
      }
      if let error = reply.error { return .failed(error: error, isTemporary: reply.isTemporary) }
      return .drawn(
        Journal.Entry(
          key: reply.key ?? "", size: reply.size ?? 0, sha256: reply.sha256 ?? "", seconds: reply.seconds))
    }
    return .failed(error: "no worker", isTemporary: true)
  }

  /// What the journal has of a job, if its file is there and all that decides its bytes is as it was.
  private func present(_ job: BatchJob, program: String) -> Journal.Entry? {
    guard !options.drawsAll, let entry = state.withLock({ $0.journal.entries[job.output] }) else { return nil }
    let path = plan.defaults.output.folder + job.output
    var status = stat()
    guard stat(path, &status) == 0, Int(status.st_size) == entry.size, let facts = plan.scenes[job.scene] else {
      return nil
    }
    let key = job.key(
      digest: facts.digest, program: program, declarations: facts.parameters,
      assets: .init(assets: plan.defaults.assets))
    guard key == entry.key else { return nil }
    if options.verifies, SHA256.hex(ofFile: path) != entry.sha256 { return nil }
    return entry
  }

  private func finish(_ job: BatchJob, _ outcome: Outcome) throws {
    try state.withLock { state in
      switch outcome {
      case .drawn(let entry):
        state.counts.drawn += 1
        try state.journal.add(entry, id: job.id, output: job.output)
      case .present: state.counts.present += 1
      case .failed(_, let isTemporary):
        state.counts.failed += 1
        if isTemporary { state.counts.temporary += 1 }
      }
      state.report(job, outcome, state.counts)
    }
  }
}
