import Foundation
import MultiplaneCLinux
import MultiplaneGraphics

/// A Unix stream socket for commands of other programs: one line per command, one line per reply.
///
/// Only its own user may connect (mode 0600). The lines of a program are executed in order;
/// programs take turns. One call of `dispatch` works for a few milliseconds, so that a flood of
/// commands does not stop drawing. It belongs to one thread.
package final class ControlSocket {
  /// The maximum length of a line, in bytes.
  package static let longestLine = 1 << 20
  /// The maximum length of a reply, in bytes.
  package static let longestReply = 16 << 20
  /// The maximum number of connections.
  package static let mostClients = 16
  /// The time of one `dispatch` after which it starts no further line, in seconds: a quarter of a
  /// refresh at 60 Hz.
  package static let turnSeconds = 0.004
  /// The bytes of replies per program and `dispatch` after which no further line of that program is
  /// started.
  package static let turnReplyBytes = 1 << 18
  /// The idle timeout of a connection in seconds, while others wait for one.
  package static let idleSeconds = 2.0
  /// The delay before accepting again, in seconds, if the process has no file descriptor left.
  package static let acceptRetrySeconds = 0.25
  /// Most seconds of rest after a line that took longer than a turn. It rests as long as the line
  /// took, up to this, so that long commands in a row leave others half of the time.
  private static let mostRest = 0.1

  package let path: String
  private let now: () -> Double
  private let accept: (_ listener: Int32) -> Int32
  private let listener: Int32
  /// An epoll descriptor, readable when any of the others is ready.
  private let poll: Int32
  /// Fires when there is something to do that no other descriptor signals.
  private let timer: Int32
  /// In the order of their turns.
  private var clients: [ControlClient] = []
  /// When the listener is looked at again; nil while it is watched.
  private var acceptTime: Double?
  /// No line is begun before.
  private var workTime = 0.0

  /// Creates the socket. A stale socket of a program that has ended is replaced.
  ///
  /// - Parameters:
  ///   - now: a monotonic clock, in seconds.
  ///   - accept: accepts a connection; `accept`, or a test's replacement.
  package init(
    path: String, now: @escaping () -> Double = CACurrentMediaTime,
    accept: @escaping (_ listener: Int32) -> Int32 = { Foundation.accept($0, nil, nil) }
  ) throws(LiveError) {
    self.path = path
    self.now = now
    self.accept = accept
    let address = try UnixAddress(path: path)
    try address.removeIfStale()
    poll = epoll_create1(Int32(EPOLL_CLOEXEC))
    timer = timerfd_create(CLOCK_MONOTONIC, Int32(TFD_NONBLOCK | TFD_CLOEXEC))
    guard poll >= 0, timer >= 0 else {
      let found = "\"\(String(cString: strerror(errno)))\""
      for descriptor in [poll, timer] where descriptor >= 0 { close(descriptor) }
      throw .socket(path: path, found: found)
    }
    do {
      listener = try address.listen()
    } catch {
      close(poll)
      close(timer)
      throw error
    }
    watch(listener, EPOLLIN)
    watch(timer, EPOLLIN)
  }

  deinit {
    unlink(path)
    for client in clients { close(client.descriptor) }
    for descriptor in [listener, timer, poll] { close(descriptor) }
  }

  /// The file descriptor, which is readable when `dispatch` has work.
  package var fileDescriptor: Int32 { poll }

  /// Accepts connections and executes commands for one turn, without waiting.
  ///
  /// - Parameter reply: executes a line, and returns the reply without line breaks.
  package func dispatch(_ reply: (_ line: [UInt8]) -> String) {
    let start = now()
    takeEvents(start)
    if start >= workTime { work(from: start, reply) }
    for client in clients {
      if client.isDone || client.isOver {
        drop(client)
      } else if !client.hasLeft {
        watch(client.descriptor, client.interest, isNew: false)
      }
    }
    setTimer()
  }

  /// Looks at all descriptors.
  private func takeEvents(_ start: Double) {
    var ready = [epoll_event](repeating: epoll_event(), count: Self.mostClients + 2)
    let count = epoll_wait(poll, &ready, Int32(ready.count), 0)
    var isCalled = acceptTime.map { $0 <= start } ?? false
    for event in ready.prefix(Int(max(0, count))) {
      let descriptor = event.data.fd
      if descriptor == listener {
        isCalled = true
      } else if descriptor == timer {
        var count: UInt64 = 0
        _ = read(timer, &count, 8)
      } else if let client = clients.first(where: { $0.descriptor == descriptor }) {
        client.flush(now: start)
        client.read(now: start)
        guard event.events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0 else { continue }
        client.leave(now: start)
        // A disconnected client would be reported in every turn.
        epoll_ctl(poll, EPOLL_CTL_DEL, descriptor, nil)
      }
    }
    // Last: a descriptor that is closed here must not be taken for a new program's.
    if isCalled { acceptClients(start) }
  }

  /// Does a line of each program in turn until the time is over or nothing is left.
  private func work(from start: Double, _ reply: (_ line: [UInt8]) -> String) {
    var replyBytes: [Int32: Int] = [:]
    func canWork(_ client: ControlClient) -> Bool {
      client.hasWork && replyBytes[client.descriptor, default: 0] < Self.turnReplyBytes
    }
    while let index = clients.firstIndex(where: canWork) {
      let lineStart = now()
      guard lineStart - start < Self.turnSeconds else { return }
      let client = clients.remove(at: index)
      // The next line is another program's, if that has one.
      clients.append(client)
      guard let line = client.takeLine() else {
        let limit = Self.longestLine
        let text = LiveCommand.errorReply("socket: expected a line of at most \(limit) bytes, found a longer one")
        client.refuse(text, now: lineStart)
        continue
      }
      let text = Self.bounded(reply(line))
      replyBytes[client.descriptor, default: 0] += text.utf8.count
      let end = now()
      client.send(text, now: end)
      let seconds = end - lineStart
      if seconds > Self.turnSeconds { workTime = end + min(seconds, Self.mostRest) }
    }
  }

  private static func bounded(_ reply: String) -> String {
    guard reply.utf8.count > longestReply else { return reply }
    return LiveCommand.errorReply(
      "socket: expected a reply of at most \(longestReply) bytes, found one of \(reply.utf8.count)")
  }

  /// Has the timer fire when lines can be done, or connections taken in again.
  private func setTimer() {
    var time = acceptTime ?? .infinity
    if clients.contains(where: \.hasWork) { time = min(time, workTime) }
    var setting = itimerspec()
    if time.isFinite {
      // A timer of 0 s would be none.
      let seconds = max(1e-6, time - now())
      setting.it_value.tv_sec = Int(seconds)
      setting.it_value.tv_nsec = Int((seconds - seconds.rounded(.down)) * 1e9)
    }
    timerfd_settime(timer, 0, &setting, nil)
  }

  private func watch(_ descriptor: Int32, _ events: EPOLL_EVENTS, isNew: Bool = true) {
    var event = epoll_event()
    event.events = events.rawValue
    event.data.fd = descriptor
    epoll_ctl(poll, isNew ? EPOLL_CTL_ADD : EPOLL_CTL_MOD, descriptor, &event)
  }

  private func drop(_ client: ControlClient) {
    clients.removeAll { $0 === client }
    // The last reference in epoll goes with the descriptor.
    close(client.descriptor)
  }
}

// MARK: - Connections

extension ControlSocket {
  private func acceptClients(_ start: Double) {
    if acceptTime != nil {
      acceptTime = nil
      watch(listener, EPOLLIN, isNew: false)
    }
    // No more in a turn: programs that connect without end are not to hold it.
    for _ in 0..<Self.mostClients {
      let descriptor = accept(listener)
      guard descriptor >= 0 else {
        if errno == ECONNABORTED || errno == EINTR { continue }
        if errno != EAGAIN { stopAccepting(start) }
        return
      }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
      let client = ControlClient(descriptor: descriptor, longestLine: Self.longestLine, now: start)
      guard clients.count < Self.mostClients || makeRoom(start) else {
        client.send(
          LiveCommand.errorReply("socket: expected at most \(Self.mostClients) programs, found more"), now: start)
        close(descriptor)
        continue
      }
      clients.append(client)
      watch(descriptor, EPOLLIN)
    }
  }

  /// Leaves the listener alone for a while. Without a descriptor for who connects it would stay
  /// readable, and whoever waits for it would turn in vain.
  private func stopAccepting(_ start: Double) {
    acceptTime = start + Self.acceptRetrySeconds
    watch(listener, EPOLL_EVENTS(rawValue: 0), isNew: false)
  }

  /// Shows the door to the program that has been silent longest, if that is long enough.
  private func makeRoom(_ start: Double) -> Bool {
    let idle = clients.filter { !$0.hasWork && start - $0.lastActivity >= Self.idleSeconds }
    guard let client = idle.min(by: { $0.lastActivity < $1.lastActivity }) else { return false }
    client.send(
      LiveCommand.errorReply(
        "socket: expected a line within \(Int(Self.idleSeconds)) s while other programs wait, found none"), now: start)
    drop(client)
    return true
  }
}
