import Synchronization

/// Watches how the contents of an untrusted scene's layers are drawn: a time limit, which text
/// layouts check between their parts, and memory that was not available. After either, pictures are
/// incomplete and must not be used.
package final class ContentsWatch: Sendable {
  /// The watch of what this thread draws; nil for none.
  @TaskLocal package static var current: ContentsWatch?

  private struct State {
    var isOutOfTime = false
    var missingBytes: Int?
  }

  private let check: @Sendable () -> Bool
  private let state = Mutex(State())

  /// Creates a watch.
  ///
  /// - Parameter isOutOfTime: called on the drawing thread, every few milliseconds at most.
  package init(_ isOutOfTime: @escaping @Sendable () -> Bool) {
    check = isOutOfTime
  }

  /// Whether everything was drawn.
  package var isComplete: Bool { state.withLock { !$0.isOutOfTime && $0.missingBytes == nil } }

  /// The size of the first allocation that failed, in bytes; nil if none did.
  package var missingBytes: Int? { state.withLock(\.missingBytes) }

  /// Reports a failed allocation.
  static func reportMissing(bytes: Int) {
    current?.state.withLock { $0.missingBytes = $0.missingBytes ?? bytes }
  }

  /// Whether the time limit is exceeded.
  static var isOutOfTime: Bool {
    guard let watch = current else { return false }
    if watch.state.withLock(\.isOutOfTime) { return true }
    guard watch.check() else { return false }
    watch.state.withLock { $0.isOutOfTime = true }
    return true
  }
}
