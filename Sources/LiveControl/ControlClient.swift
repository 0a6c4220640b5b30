import Foundation
import MultiplaneCLinux

/// A program at the other end of a `ControlSocket`: its lines, which wait to be done, and the
/// replies, which wait to be read.
final class ControlClient {
  /// Most bytes that one read takes.
  private static let readSize = 1 << 16

  let descriptor: Int32
  /// When it last showed that it is in use: a line was complete, or a part of a reply was taken.
  private(set) var lastActivity: Double
  private let longestLine: Int
  private var incoming: [UInt8] = []
  /// The offset of the first line that was not processed.
  private var lineStart = 0
  /// The offset up to which no line break follows `lineStart`, so that no byte is scanned twice.
  private var scanned = 0
  /// The end of the first line, if it is complete.
  private var lineEnd: Int?
  private var outgoing: [UInt8] = []
  private var sent = 0
  /// Whether nothing more will come from the program.
  private var hasEnded = false
  private var isBroken = false
  /// Whether a line exceeds the limit; nothing is read after it.
  private var hasTooLongLine = false
  /// Whether the error that ends the connection was sent.
  private var isRefused = false
  /// Whether the program has closed the connection, so that replies are not read.
  private(set) var hasLeft = false
  private var isServedAfterLeaving = false

  init(descriptor: Int32, longestLine: Int, now: Double) {
    self.descriptor = descriptor
    self.longestLine = longestLine
    lastActivity = now
  }

  /// Whether all is said and done, so that the connection can be closed.
  var isDone: Bool {
    isBroken || (!hasWaitingReplies && ((hasEnded && lineEnd == nil && !hasTooLongLine) || isRefused))
  }

  /// Whether the program has yet to read replies that the system does not take any more of.
  var hasWaitingReplies: Bool { sent < outgoing.count }

  /// Whether a line can be done now. While replies wait to be read none is: a program that does not
  /// read gets no work done.
  var hasWork: Bool { !isBroken && !isRefused && !hasWaitingReplies && (lineEnd != nil || hasTooLongLine) }

  /// The events to wait for: no more lines while lines or replies wait. That a program disconnects
  /// is reported in any case.
  var interest: EPOLL_EVENTS {
    if hasWaitingReplies { return EPOLLOUT }
    return hasWork || hasEnded ? EPOLL_EVENTS(rawValue: 0) : EPOLLIN
  }

  /// Whether the program has left and had its share: what is not done then is dropped.
  var isOver: Bool { hasLeft && (isServedAfterLeaving || !hasWork) }

  /// Notes that the program closed the connection, and reads up to the first line of what it left
  /// behind.
  func leave(now: Double) {
    hasLeft = true
    while lineEnd == nil, !hasTooLongLine, !hasEnded, !isBroken, !hasWaitingReplies { read(now: now) }
  }

  /// Reads the available bytes, up to the limit of one turn, unless lines wait to be processed.
  func read(now: Double) {
    guard lineEnd == nil, !hasTooLongLine, !hasEnded, !hasWaitingReplies else { return }
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.readSize) { buffer, count in
      let result = Foundation.read(descriptor, buffer.baseAddress, buffer.count)
      code = result < 0 ? errno : 0
      count = max(0, result)
    }
    guard code == 0 else {
      isBroken = code != EAGAIN && code != EINTR
      return
    }
    if lineStart > 0 {
      incoming.removeFirst(lineStart)
      scanned -= lineStart
      lineStart = 0
    }
    hasEnded = bytes.isEmpty
    // A last line without a line break is one too.
    incoming += hasEnded && !incoming.isEmpty ? [UInt8(ascii: "\n")] : bytes
    findLine()
    if lineEnd != nil { lastActivity = now }
  }

  /// Takes out the first line that waits, without its line break; nil where none is complete.
  func takeLine() -> [UInt8]? {
    guard let end = lineEnd else { return nil }
    let line = Array(incoming[lineStart..<end])
    if hasLeft { isServedAfterLeaving = true }
    lineStart = end + 1
    scanned = lineStart
    findLine()
    return line
  }

  private func findLine() {
    lineEnd = incoming[scanned...].firstIndex(of: UInt8(ascii: "\n"))
    scanned = lineEnd ?? incoming.count
    if scanned - lineStart > longestLine {
      (lineEnd, hasTooLongLine) = (nil, true)
    }
  }

  /// Sends the error that ends the connection.
  func refuse(_ line: String, now: Double) {
    isRefused = true
    send(line, now: now)
  }

  func send(_ line: String, now: Double) {
    outgoing += Array(line.utf8) + [UInt8(ascii: "\n")]
    flush(now: now)
  }

  /// Writes as much as the program takes.
  func flush(now: Double) {
    while hasWaitingReplies {
      let count = outgoing.withUnsafeBytes { bytes in
        Foundation.send(descriptor, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
      }
      if count < 0 {
        if errno == EINTR { continue }
        isBroken = isBroken || errno != EAGAIN
        return
      }
      sent += count
      lastActivity = now
    }
    (outgoing, sent) = ([], 0)
  }
}
