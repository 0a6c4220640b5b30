import Foundation
import Glibc

/// The clocks of the machine, beside media time.
struct MachineClocks {
  /// Seconds that the machine has slept since it was started.
  var sleptSeconds: () -> Double = { ProcessFigures.sleptSeconds }
  /// The wall clock.
  var date: () -> Date = { Date() }
}

/// The resources of the process, as the kernel counts them.
enum ProcessFigures {
  /// Bytes of memory; 0 if unknown.
  static var residentBytes: Int {
    guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  /// Open file descriptors, without the one that counting takes; 0 if unknown.
  static var descriptors: Int {
    guard let folder = opendir("/proc/self/fd") else { return 0 }
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) {
      if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 }
    }
    return count - 1
  }

  /// Seconds that the machine has slept since it was started.
  static var sleptSeconds: Double {
    func seconds(_ clock: clockid_t) -> Double {
      var now = timespec()
      clock_gettime(clock, &now)
      return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
    }
    return seconds(CLOCK_BOOTTIME) - seconds(CLOCK_MONOTONIC)
  }
}
