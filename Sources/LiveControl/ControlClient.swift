import CLinux
import Foundation

/// A program at the other end of a `ControlSocket`.
final class ControlClient {
  /// Most bytes of replies that wait for the program to read them; one that lets more pile up is dropped.
  private static let mostPending = 16 << 20

  let descriptor: Int32
  private var incoming: [UInt8] = []
  private var outgoing: [UInt8] = []
  /// Whether nothing more will come from the program.
  private var hasEnded = false
  private var isBroken = false
  private(set) var hasTooLongLine = false

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Whether all is said and done, so that the connection can be closed.
  var isDone: Bool { isBroken || ((hasEnded || hasTooLongLine) && outgoing.isEmpty) }

  /// What to wait for: not for more to read while replies pile up.
  var interest: EPOLL_EVENTS {
    if !outgoing.isEmpty { return EPOLLOUT }
    return EPOLLIN
  }

  /// Reads what is there, as far as it goes in one turn, and gives the lines that are complete, without their line breaks.
  func readLines(upTo longest: Int) -> [[UInt8]] {
    guard !hasTooLongLine, !hasEnded else { return [] }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = read(descriptor, &buffer, buffer.count)
    if count < 0 {
      isBroken = errno != EAGAIN && errno != EINTR
      return []
    }
    // A last line without a line break is one too.
    hasEnded = count == 0
    incoming += hasEnded && !incoming.isEmpty ? [UInt8(ascii: "\n")] : Array(buffer[..<count])
    var lines: [[UInt8]] = []
    var start = 0
    while let end = incoming[start...].firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(Array(incoming[start..<end]))
      start = end + 1
    }
    incoming.removeFirst(start)
    hasTooLongLine = incoming.count > longest || lines.contains { $0.count > longest }
    return hasTooLongLine ? lines.filter { $0.count <= longest } : lines
  }

  func send(_ line: String) {
    outgoing += Array(line.utf8) + [UInt8(ascii: "\n")]
    flush()
    if outgoing.count > Self.mostPending { isBroken = true }
  }

  /// Writes as much as the program takes.
  func flush() {
    while !outgoing.isEmpty {
      let count = Foundation.send(descriptor, outgoing, outgoing.count, Int32(MSG_NOSIGNAL))
      if count < 0 {
        if errno == EINTR { continue }
        isBroken = isBroken || errno != EAGAIN
        return
      }
      outgoing.removeFirst(count)
    }
  }
}
