/// How often something failed in a row, and when it is tried again.
struct RetryBackOff {
  private(set) var failures = 0
  /// Media time in seconds.
  private(set) var retryTime = -Double.infinity

  /// Waits twice as long after each failure: 0.1 s, 0.2 s, … 10 s.
  mutating func add(at now: Double) {
    failures += 1
    retryTime = now + min(0.05 * Double(1 << min(failures, 10)), 10)
  }

  /// Whether to log the failure: the first, second, fourth, eighth … so that one line does not fill
  /// the log.
  var isWorthALine: Bool { failures & (failures - 1) == 0 }
}
