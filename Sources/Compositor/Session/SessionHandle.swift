/// A handle of a running session for other threads.
///
/// ```swift
/// let handle = session.handle
/// Thread.detachNewThread {
///   handle.perform { session in session.rootLayer.opacity = 0.5 }
/// }
/// ```
public struct SessionHandle<Session: AnyObject>: Sendable {
  /// Proof of Sendable: the session is looked at on the loop's thread only.
  private final class Reference: @unchecked Sendable {
    weak var session: Session?
    init(_ session: Session) { self.session = session }
  }

  private let reference: Reference
  private let loop: LoopHandle

  init(_ session: Session, loop: EventLoop) {
    reference = Reference(session)
    self.loop = loop.handle
  }

  /// Schedules a closure on the session's thread. It is not called before `run`, nor after the
  /// session is released.
  public func perform(_ body: @escaping @Sendable (Session) -> Void) {
    loop.perform { [reference] in
      if let session = reference.session { body(session) }
    }
  }

  /// Ends the session's `run`.
  public func stop() { loop.stop() }
}
