import Foundation
import MultiplaneCLinux

/// Settings of the C library's memory allocator.
enum SystemMemory {
  /// The size from which allocations are mapped separately and unmapped when freed: pictures, and
  /// buffers of software drivers. By default glibc raises this threshold to the size of the last
  /// freed mapping, up to 32 MiB. Large buffers then fragment the heap, which grew by 100 KB per
  /// frame.
  private static let largest = 128 << 10
  /// Free memory that the heap retains at the end of a frame: about what Mesa's llvmpipe uses per
  /// frame.
  private static let kept = 16 << 20

  /// Stack size: several times the need of 512 nested layers (`SceneLimits`) with filters, masks
  /// and shadows.
  static let stack: rlim_t = 64 << 20

  /// Keeps memory from growing with the number of frames, and raises the limit of the main thread's
  /// stack for the deepest tree. The command does this, not the library, because it affects the
  /// whole process.
  ///
  /// - Returns: whether the stack is deep enough; a hard limit may prevent it.
  static func settle() -> Bool {
    var limit = rlimit()
    if getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) == 0, limit.rlim_cur < stack {
      limit.rlim_cur = min(stack, limit.rlim_max)
      setrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit)
    }
    mallopt(M_MMAP_THRESHOLD, Int32(largest))
    mallopt(M_TRIM_THRESHOLD, Int32(kept))
    return getrlimit(__rlimit_resource_t(RLIMIT_STACK.rawValue), &limit) == 0 && limit.rlim_cur >= stack
  }

  /// The largest value that the C library accepts for `largest`.
  private static let largestKept = 32 << 20

  /// Retains the memory of a picture for the next one. For the CPU renderer and pictures of the
  /// same size, which do not fragment the heap: mapping the pages again is a fifth of the work.
  static func keepForNext() {
    mallopt(M_MMAP_THRESHOLD, Int32(largestKept))
    mallopt(M_TRIM_THRESHOLD, Int32(4 * largestKept))
  }

  /// Returns all free pages to the system, in about a millisecond.
  ///
  /// New contents do not fit exactly into the memory of the old ones. The heap fragments and
  /// retains every page that it ever used, which looks like a leak.
  static func giveBack() { malloc_trim(0) }
}
