// HostileFiles: whether what is done with a hostile file ends within 5 s and 512 MiB.
//
// In:   files by name, and what a program does with each.
// Out:  what each exceeded, as a line that names the file; nil where all went well.
// Path: a test starts a process of its own (`#expect(processExitsWith: .success)`) →
//       `HostileFiles.complaint(about: name) { work }` for one file after the other, so that time
//       and memory are those of this file alone.

import Foundation

/// The limits that no file may make a program exceed, and how they are measured.
package enum HostileFiles {
  /// Seconds of a processor, so that a busy machine fails no test.
  package static let seconds = 5.0
  /// The most memory that a process may have at a time, in bytes: all of it, what it began with
  /// included.
  package static let bytes = 512 << 20

  /// A sanitizer multiplies both, and is after something else.
  package static let isSanitized = dlsym(nil, "__asan_init") != nil

  /// Does some work, and says so if it takes longer or more memory than any file may make it.
  ///
  /// Work that comes to no end is ended by a signal, which fails the test as a crash does; the last
  /// line of the process's standard error says of which file it was. The processes that the work
  /// starts count as it does.
  ///
  /// - Parameter seconds: of a processor.
  package static func complaint(
    about file: String, within seconds: Double = HostileFiles.seconds, _ work: () -> Void
  ) -> String? {
    FileHandle.standardError.write(Data("hostile file: \(file)\n".utf8))
    var least = Double.infinity
    // What else the machine does makes processor time longer too, by its caches: the least of three
    // counts.
    for _ in 0..<3 where least > seconds {
      forgetPeakMemory()
      let start = processorSeconds()
      interrupt(after: isSanitized ? 100 : 2 * seconds)
      work()
      interrupt(after: 0)
      let bytes = peakMemory()
      least = min(least, processorSeconds() - start)
      FileHandle.standardError.write(Data("  \(least) s of a processor, \(bytes >> 20) MiB\n".utf8))
      if !isSanitized, bytes > Self.bytes { return "\(file) took \(bytes >> 20) MiB of memory" }
      if isSanitized { return nil }
    }
    return least > seconds ? "\(file) took \(least) s of a processor" : nil
  }

  /// Ends the process once it has worked so long, or slept many times so long; 0 for never.
  private static func interrupt(after seconds: Double) {
    let time = timeval(tv_sec: Int(seconds), tv_usec: 0)
    var timer = itimerval(it_interval: timeval(), it_value: time)
    setitimer(__itimer_which_t(ITIMER_PROF.rawValue), &timer, nil)
    alarm(UInt32(20 * seconds))
  }

  /// What this process and those that it waited for have worked so far.
  package static func processorSeconds() -> Double {
    [RUSAGE_SELF, RUSAGE_CHILDREN].reduce(0) { sum, whose in
      let usage = usage(of: whose)
      return [usage.ru_utime, usage.ru_stime].reduce(sum) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    }
  }

  private static func usage(of whose: __rusage_who) -> rusage {
    var usage = rusage()
    getrusage(__rusage_who_t(whose.rawValue), &usage)
    return usage
  }

  /// `malloc_trim`, where the C library has it.
  private static let trim = dlsym(nil, "malloc_trim").map {
    unsafeBitCast($0, to: (@convention(c) (Int) -> Int32).self)
  }

  /// Resets the peak (proc(5), `clear_refs`); where that is not allowed, the whole process
  /// has one peak.
  private static func forgetPeakMemory() {
    // What the allocator keeps of the files before is theirs.
    _ = trim?(0)
    try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
  }

  /// The most memory that the process had at a time, or a process that it waited for, in bytes.
  private static func peakMemory() -> Int {
    let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
    // "VmHWM:     12345 kB"
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let own = line.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0
    return max(own, Int(usage(of: RUSAGE_CHILDREN).ru_maxrss)) << 10
  }
}
