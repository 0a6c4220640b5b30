import Foundation
import MultiplaneCLinux

/// What a process that draws for strangers gives up before it does. Threads and processes that it starts from then on inherit all of it, so that it
/// begins before there are any.
package enum ProcessConfinement {
  /// Gains no rights by what it executes, leaves no core files, and opens no more files at a time than this.
  package static func begin(descriptors: Int) {
    multiplane_gain_no_rights()
    limit(RLIMIT_CORE, 0)
    limit(RLIMIT_NOFILE, descriptors)
  }

  /// Takes no more address space than this, in bytes.
  package static func limit(addressSpace: Int) { limit(RLIMIT_AS, addressSpace) }

  /// Writes no file that is longer than this, in bytes: writing beyond fails.
  package static func limit(fileBytes: Int) {
    // Its usual consequence is the end of the process.
    signal(SIGXFSZ, SIG_IGN)
    limit(RLIMIT_FSIZE, fileBytes)
  }

  /// Leaves the processor to others that want it. What this thread starts from now on, threads and processes, does so too.
  ///
  /// - Parameter niceness: 0 is usual, 19 last.
  package static func stepBack(niceness: Int32) {
    let which = __priority_which_t(PRIO_PROCESS.rawValue)
    // Who started this may have put it farther back.
    if getpriority(which, 0) < niceness { setpriority(which, 0, niceness) }
  }

  private static func limit(_ resource: __rlimit_resource, _ most: Int) {
    var limits = rlimit()
    guard getrlimit(__rlimit_resource_t(resource.rawValue), &limits) == 0 else { return }
    limits.rlim_cur = min(limits.rlim_max, rlim_t(most))
    limits.rlim_max = limits.rlim_cur
    setrlimit(__rlimit_resource_t(resource.rawValue), &limits)
  }
}
