#if Service
  /// Chooses the finished jobs to remove: those that ended too long ago, and, while all jobs take
  /// too much room, the oldest. It knows no files, and no time of day, which may be set.
  struct JobRetention {
    private struct Ended {
      var end: ContinuousClock.Instant
      var bytes: Int
    }

    /// How long a job is kept when it has ended.
    let age: Duration
    /// Bytes that all jobs may take, those included that have not ended.
    let budget: Int
    private var ended: [String: Ended] = [:]
    /// Bytes of those that have ended.
    private(set) var bytes = 0

    init(age: Duration, budget: Int) { (self.age, self.budget) = (age, budget) }

    /// Notes that a job has ended.
    mutating func add(_ identifier: String, bytes count: Int, end: ContinuousClock.Instant) {
      remove(identifier)
      ended[identifier] = Ended(end: end, bytes: count)
      bytes += count
    }

    /// Forgets a job, which is gone or begins again.
    mutating func remove(_ identifier: String) {
      if let old = ended.removeValue(forKey: identifier) { bytes -= old.bytes }
    }

    /// The jobs that have to go, the first of them first. They stay noted until they are removed.
    ///
    /// - Parameter others: bytes of jobs that have not ended, and of what is to come.
    func superfluous(at now: ContinuousClock.Instant, others: Int) -> [String] {
      var (left, gone) = (bytes + others, [String]())
      for (identifier, job) in ended.sorted(by: { ($0.value.end, $0.key) < ($1.value.end, $1.key) }) {
        guard now - job.end > age || left > budget else { continue }
        left -= job.bytes
        gone.append(identifier)
      }
      return gone
    }
  }
#endif
