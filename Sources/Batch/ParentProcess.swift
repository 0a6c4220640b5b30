import Foundation
import MultiplaneCLinux

/// The process that started this one.
package enum ParentProcess {
  /// Has this process end when the one that started it does, in whatever way that ends.
  package static func endWithIt() { multiplane_end_with_parent() }
}

/// What a process that draws for strangers gives up before it does.
package enum ProcessConfinement {
  /// Gains no rights by what it executes, leaves no core files, and takes no more address space and descriptors than this.
  ///
  /// - Parameters:
  ///   - addressSpace: in bytes; nil where a driver maps more than it uses.
  ///   - descriptors: of files.
  package static func begin(addressSpace: Int?, descriptors: Int) {
    multiplane_gain_no_rights()
    limit(RLIMIT_CORE, 0)
    limit(RLIMIT_NOFILE, descriptors)
    if let addressSpace { limit(RLIMIT_AS, addressSpace) }
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
