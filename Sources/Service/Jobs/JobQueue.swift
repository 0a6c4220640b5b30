#if Service
  import Foundation

  /// How the batch of a job ended.
  enum BatchEnding: Sendable, Equatable {
    case exit(Int)
    case signal(Int32)
    /// It could not be started.
    case notStarted(String)

    /// As a phrase behind "its batch".
    var phrase: String {
      switch self {
      case .exit(let status): "ended with status \(status)"
      case .signal(let number): "ended by signal \(number) (\(String(cString: strsignal(number))))"
      case .notStarted(let reason): "cannot be started (\(reason))"
      }
    }
  }

  /// The running job, the waiting jobs, and the result of a job whose batch has ended: without
  /// files, processes or a clock.
  struct JobQueue {
    /// A job whose batch is started, runs, or is ending.
    struct Running {
      let job: Job
      /// How often its batch has failed before.
      let failures: Int
      var drawn = 0
      var failed = 0
      /// Whether the job was removed meanwhile. One of its name that was posted since is another.
      var isRemoved = false
      /// Whether it was ended because all jobs take more room than they may.
      var isTooLarge = false
      /// Videos of which some frames are drawn, and how many of how many, in the order of their
      /// begin.
      var videos: [(row: String, drawn: Int, count: Int)] = []
    }

    /// The consequence of the end of a batch.
    enum Consequence: Equatable {
      /// The job has ended.
      case result(Job.Result)
      /// It is started again after this many seconds.
      case again(seconds: Double)
      /// It continues when the service starts again.
      case later
      /// There is no such job any more.
      case removed
    }

    private struct Waiting {
      let job: Job
      var failures = 0
      /// When it may begin; nil for at once.
      var earliest: ContinuousClock.Instant?
    }

    /// Those that wait, the first at the front.
    private var waiting: [Waiting] = []
    private(set) var running: Running?

    /// Seconds from a batch that died, or could not be started, to the next try: memory that was
    /// short may be free again then.
    static let pauses = [2.0, 10, 60]

    /// Has a job wait, unless it is being drawn. One that waits for another try waits no longer.
    mutating func add(_ job: Job) {
      guard !isDrawing(job.identifier) else { return }
      if let index = waiting.firstIndex(where: { $0.job.identifier == job.identifier }) {
        waiting[index] = Waiting(job: job)
      } else {
        waiting.append(Waiting(job: job))
      }
    }

    func isDrawing(_ identifier: String) -> Bool {
      running.map { $0.job.identifier == identifier && !$0.isRemoved } ?? false
    }

    /// Takes the next job that may begin.
    mutating func begin(at now: ContinuousClock.Instant) -> Job? {
      guard running == nil, let index = waiting.firstIndex(where: { $0.earliest.map { $0 <= now } ?? true }) else {
        return nil
      }
      let next = waiting.remove(at: index)
      running = Running(job: next.job, failures: next.failures)
      return next.job
    }

    /// When the next of those may begin that wait for another try.
    var nextBegin: ContinuousClock.Instant? { waiting.compactMap(\.earliest).min() }

    /// Counts a row of the job that is being drawn.
    mutating func count(_ event: BatchEvent) {
      running?.videos.removeAll { $0.row == event.row }
      switch event.status {
      case "failed": running?.failed += 1
      case "frames":
        guard running?.videos.count ?? 0 < Self.mostVideos else { return }
        running?.videos.append((event.row, event.drawn, event.count))
      default: running?.drawn += 1
      }
    }

    /// Videos whose frames are reported.
    private static let mostVideos = 64

    /// Notes that the job that is being drawn takes too much room, and has to be ended.
    mutating func refuseRoom() { running?.isTooLarge = true }

    /// Jobs that wait or are being drawn.
    var open: [Job] {
      waiting.map(\.job) + (running.flatMap { $0.isRemoved ? nil : [$0.job] } ?? [])
    }

    /// Forgets a job.
    ///
    /// - Returns: whether it is being drawn, so that its batch is to be ended.
    mutating func remove(_ identifier: String) -> Bool {
      waiting.removeAll { $0.job.identifier == identifier }
      guard isDrawing(identifier) else { return false }
      running?.isRemoved = true
      return true
    }

    /// Decides what becomes of the job whose batch has ended.
    ///
    /// - Parameters:
    ///   - complaint: the last line that the batch complained in.
    ///   - isThere: whether the job's folder is.
    ///   - isStopped: whether the service ends, which ends batches.
    mutating func end(
      _ ending: BatchEnding, complaint: String?, isThere: Bool, isStopped: Bool, at now: ContinuousClock.Instant
    ) -> Consequence {
      guard let ended = running else { return .removed }
      running = nil
      guard isThere, !ended.isRemoved else { return .removed }
      guard !isStopped || ending == .exit(0) else { return .later }
      var result = Job.Result(status: 75, drawn: ended.drawn, failed: ended.failed, problem: nil)
      if ended.isTooLarge, ending != .exit(0) {
        result.problem =
          "its outputs take more room than jobs may; remove others, or make it smaller, and post it again"
        return .result(result)
      }
      if case .exit(let status) = ending, [0, 1, 2, 75].contains(status) {
        result.status = status
        // If rows failed, they have the reason.
        if status != 0, ended.failed == 0 { result.problem = complaint }
        return .result(result)
      }
      guard ended.failures < Self.pauses.count else {
        result.problem =
          "its batch \(ending.phrase), the last of \(ended.failures + 1) times; post the job again when the machine has room"
        return .result(result)
      }
      let pause = Self.pauses[ended.failures]
      waiting.append(Waiting(job: ended.job, failures: ended.failures + 1, earliest: now + .seconds(pause)))
      return .again(seconds: pause)
    }
  }
#endif
