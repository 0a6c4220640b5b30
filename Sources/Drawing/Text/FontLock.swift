import Foundation

/// Lets one thread at a time into the libraries, wherever they may touch a font: Pango, fontconfig,
/// librsvg and Cairo's fonts.
///
/// Cairo 1.16 keeps ten font files open for all threads, and closes one that another thread is
/// about to read when there are more; so no font may be used beside another. It may be taken again
/// by who has it.
enum FontLock {
  private static let lock = NSRecursiveLock()

  static func withLock<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body()
  }
}
