import Foundation
import MultiplaneCLinux

/// How the C library hands out memory to this program.
enum SystemMemory {
  /// What is larger than this comes from the system by itself and goes back when it is let go: the surfaces and buffers of drivers on the
  /// CPU, and pictures. Left alone, glibc raises its threshold to what was last let go, up to 32 MiB; then they lie among the
  /// small things that live longer, and the holes that they leave fit none of the next: memory grew by 100 KB a frame.
  private static let largest = 128 << 10
  /// What stays for the next frame when its end frees memory: about what Mesa's llvmpipe takes for a frame.
  private static let kept = 16 << 20

  /// What the walk over 512 layers in one another (`SceneLimits`), each with filters, masks or a shadow, takes of the stack, several times.
  static let stack: rlim_t = 64 << 20

  /// Keeps memory from growing with the number of frames, and has the main thread's stack hold any tree that a scene may have: it grows as
  /// far as the limit of the moment. That is the program's to say, so the library leaves it alone.
  ///
  /// - Returns: whether that stack holds them now; a hard limit may forbid it.
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

  /// What the C library allows `largest` to be.
  private static let largestKept = 32 << 20

  /// Keeps what pictures take for the next ones, where one of the same size follows another and the CPU renderer draws, which leaves no holes: taking the pages from
  /// the system for each is a fifth of the work.
  static func keepForNext() {
    mallopt(M_MMAP_THRESHOLD, Int32(largestKept))
    mallopt(M_TRIM_THRESHOLD, Int32(4 * largestKept))
  }

  /// Gives the system what is free, also between what is in use: whole pages of it. Takes about a millisecond.
  ///
  /// What contents leave behind fits the next contents only in part. The holes move about and the heap keeps the page of each that
  /// it ever had, which looks like a leak and ends nowhere in particular.
  static func giveBack() { malloc_trim(0) }
}
