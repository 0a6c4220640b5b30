import Foundation

/// A lock with a condition whose waits use the monotonic clock. Those of `NSCondition` take hours
/// if the time of day is set back.
package final class TimedCondition: @unchecked Sendable {
  // Proof of Sendable: both are made for threads, and stay where they are until they are no longer
  // used.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(condition, &attributes)
    pthread_condattr_destroy(&attributes)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  package func lock() { pthread_mutex_lock(mutex) }

  package func unlock() { pthread_mutex_unlock(mutex) }

  package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }

  package func signal() { pthread_cond_signal(condition) }

  package func broadcast() { pthread_cond_broadcast(condition) }

  /// Waits for a signal, under the lock.
  package func wait() { pthread_cond_wait(condition, mutex) }

  /// Waits for a signal, under the lock.
  ///
  /// - Returns: false after the deadline.
  package func wait(until deadline: ContinuousClock.Instant) -> Bool {
    let left = min(max(0, (deadline - ContinuousClock.now) / .seconds(1)), 1e6)
    var end = timespec()
    clock_gettime(CLOCK_MONOTONIC, &end)
    let nanoseconds = end.tv_nsec + Int((left - left.rounded(.down)) * 1e9)
    end.tv_sec += Int(left) + nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    return pthread_cond_timedwait(condition, mutex, &end) != ETIMEDOUT
  }
}
