// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import Foundation

/// A span or point of time in seconds; Core Foundation's name for `Double`.
public typealias CFTimeInterval = Double

/// A time in seconds since 1 January 2001, 00:00 UTC.
public typealias CFAbsoluteTime = CFTimeInterval

/// The current media time in seconds: monotonic, never set back, with an arbitrary origin.
///
/// It is the clock that kernel page-flip events carry (`CLOCK_MONOTONIC`), so the two may be compared.
public func CACurrentMediaTime() -> CFTimeInterval {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return CFTimeInterval(now.tv_sec) + CFTimeInterval(now.tv_nsec) * 1e-9
}

/// The wall clock in seconds since 1 January 2001; it jumps when the system's clock is set.
public func CFAbsoluteTimeGetCurrent() -> CFAbsoluteTime {
  Date().timeIntervalSinceReferenceDate
}
