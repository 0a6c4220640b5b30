import Glibc

/// A source of an `EventLoop` with a file descriptor: input devices, control sockets, signals,
/// displays.
package protocol EventSource: AnyObject {
  /// Open as long as the source is in the loop.
  var fileDescriptor: Int32 { get }

  /// Whether the loop waits until something can be written too. Default false.
  var wantsToWrite: Bool { get }

  /// Does what is due, without waiting; called on the loop's thread.
  ///
  /// A source may add and remove sources in it, itself too.
  func handle(_ readiness: Readiness)
}

extension EventSource {
  package var wantsToWrite: Bool { false }
}

/// The readiness of a file descriptor.
package struct Readiness: OptionSet, Sendable {
  package let rawValue: Int
  package init(rawValue: Int) { self.rawValue = rawValue }

  package static let readable = Readiness(rawValue: 1)
  package static let writable = Readiness(rawValue: 2)
  /// The other end is closed, or the descriptor has an error: read the rest, then remove the
  /// source.
  package static let hungUp = Readiness(rawValue: 4)

  init(pollEvents: Int16) {
    var readiness: Readiness = []
    if Int32(pollEvents) & POLLIN != 0 { readiness.insert(.readable) }
    if Int32(pollEvents) & POLLOUT != 0 { readiness.insert(.writable) }
    if Int32(pollEvents) & (POLLHUP | POLLERR | POLLNVAL) != 0 { readiness.insert(.hungUp) }
    self = readiness
  }
}
