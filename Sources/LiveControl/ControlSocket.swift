import CLinux
import Foundation

/// A Unix stream socket through which other programs send commands, a line each, and get a line back for each.
///
/// Only the user who made it may connect (mode 0600). Lines of several programs are done in the order in which they came;
/// one who misbehaves is shown the door and the others go on. It belongs to one thread.
package final class ControlSocket {
  /// Most bytes of a line.
  package static let longestLine = 1 << 20
  /// Most programs at a time.
  package static let mostClients = 16

  package let path: String
  private let listener: Int32
  /// An epoll descriptor, readable when any of the others is ready.
  private let poll: Int32
  private var clients: [Int32: ControlClient] = [:]

  /// Makes the socket. One that was left behind at the path by a program that is gone is replaced.
  package init(path: String) throws(LiveError) {
    self.path = path
    let address = try UnixAddress(path: path)
    try address.removeIfStale()
    listener = try address.listen()
    poll = epoll_create1(Int32(EPOLL_CLOEXEC))
    watch(listener, EPOLLIN)
  }

  deinit {
    unlink(path)
    for client in clients.values { close(client.descriptor) }
    close(listener)
    close(poll)
  }

  /// Readable when `dispatch` has something to do.
  package var fileDescriptor: Int32 { poll }

  /// Takes in who connects and does what was asked; does not wait.
  ///
  /// - Parameter reply: does what a line asks for, and gives the reply, without line breaks.
  package func dispatch(_ reply: (_ line: [UInt8]) -> String) {
    var ready = [epoll_event](repeating: epoll_event(), count: Self.mostClients + 1)
    let count = epoll_wait(poll, &ready, Int32(ready.count), 0)
    for event in ready.prefix(Int(max(0, count))) {
      let descriptor = event.data.fd
      if descriptor == listener {
        acceptClients()
      } else if let client = clients[descriptor] {
        serve(client, readable: event.events & ~EPOLLOUT.rawValue != 0, reply)
      }
    }
  }

  private func watch(_ descriptor: Int32, _ events: EPOLL_EVENTS, isNew: Bool = true) {
    var event = epoll_event()
    event.events = events.rawValue
    event.data.fd = descriptor
    epoll_ctl(poll, isNew ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, descriptor, &event)
  }

  private func acceptClients() {
    while true {
      let descriptor = accept(listener, nil, nil)
      guard descriptor >= 0 else { return }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      let client = ControlClient(descriptor: descriptor)
      guard clients.count < Self.mostClients else {
        client.send(LiveCommand.errorReply("socket: expected at most \(Self.mostClients) programs, found more"))
        close(descriptor)
        continue
      }
      clients[descriptor] = client
      watch(descriptor, EPOLLIN)
    }
  }

  private func serve(_ client: ControlClient, readable: Bool, _ reply: (_ line: [UInt8]) -> String) {
    if readable {
      for line in client.readLines(upTo: Self.longestLine) where !line.isEmpty { client.send(reply(line)) }
      if client.hasTooLongLine {
        let limit = Self.longestLine
        client.send(LiveCommand.errorReply("socket: expected a line of at most \(limit) bytes, found a longer one"))
      }
    }
    client.flush()
    if client.isDone {
      // The last reference in epoll goes with the descriptor.
      clients[client.descriptor] = nil
      close(client.descriptor)
    } else {
      watch(client.descriptor, client.interest, isNew: false)
    }
  }
}
