import Foundation

/// Processor time of the calling thread, which other programs hardly change.
package enum ThreadTime {
  package static var now: Duration { .seconds(of: CLOCK_THREAD_CPUTIME_ID) }
}

/// Processor time of all threads of the program.
package enum ProcessTime {
  package static var now: Duration { .seconds(of: CLOCK_PROCESS_CPUTIME_ID) }
}

extension Duration {
  /// What a clock of the system shows.
  fileprivate static func seconds(of clock: clockid_t) -> Duration {
    var time = timespec()
    clock_gettime(clock, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }
}
