// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import Foundation
import Synchronization

/// A time or a duration in seconds.
public typealias CFTimeInterval = Double

/// A time in seconds since 1 January 2001, 00:00 UTC.
public typealias CFAbsoluteTime = CFTimeInterval

/// The current media time in seconds: monotonic, with an arbitrary origin.
///
/// It is the clock of the kernel's page-flip events (`CLOCK_MONOTONIC`).
public func CACurrentMediaTime() -> CFTimeInterval { MediaClock.source?() ?? MediaClock.systemTime }

/// The source of media time: the system, or a test's replacement on a thread.
///
/// Not a task-local value: Swift 6.3's optimiser makes `TaskLocal.withValue` crash in synchronous
/// code.
package enum MediaClock {
  /// The number of threads with a clock of their own; with 0, the usual case, nothing is looked up.
  private static let replacements = Atomic(0)
  private static let key = "Multiplane.MediaClock"

  /// A clock in a thread's dictionary.
  private final class Source {
    let time: () -> CFTimeInterval
    init(_ time: @escaping () -> CFTimeInterval) { self.time = time }
  }

  /// The clock that replaces the system's on this thread; nil for the system's clock.
  fileprivate static var source: (() -> CFTimeInterval)? {
    guard replacements.load(ordering: .relaxed) > 0 else { return nil }
    return (Thread.current.threadDictionary[key] as? Source)?.time
  }

  /// Runs a closure on this thread with another clock.
  package static func withSource<Result>(
    _ time: @escaping () -> CFTimeInterval, _ body: () throws -> Result
  ) rethrows -> Result {
    let dictionary = Thread.current.threadDictionary
    let outer = dictionary[key]
    dictionary[key] = Source(time)
    replacements.add(1, ordering: .relaxed)
    defer {
      dictionary[key] = outer
      replacements.subtract(1, ordering: .relaxed)
    }
    return try body()
  }

  /// Seconds of the system's monotonic clock.
  fileprivate static var systemTime: CFTimeInterval {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return CFTimeInterval(now.tv_sec) + CFTimeInterval(now.tv_nsec) * 1e-9
  }
}

/// The wall-clock time in seconds since 1 January 2001. It jumps when the system's clock is set.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime {
  Date().timeIntervalSinceReferenceDate
}
