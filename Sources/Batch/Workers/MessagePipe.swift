import Foundation

/// One end of two pipes for messages with attached files.
///
/// A message is the length of its header in four bytes, the number of its files in four, and the
/// length of each file in eight, all little-endian; then the header, which is JSON, and the files.
package struct MessagePipe: Sendable {
  /// The reason why a message was not sent or received.
  package enum Fault: Error, Equatable {
    /// The other side is gone.
    case gone
    /// It took longer than it may.
    case late
    /// Malformed data.
    case senseless
  }

  private let reading: Int32
  private let writing: Int32

  /// The maximum number of files per message.
  package static let mostFiles = 4096
  /// The maximum size of all files per message, in bytes.
  package static let mostBytes = 1 << 30

  /// Creates an end.
  ///
  /// - Parameter isTimed: whether calls have deadlines. The descriptors are then non-blocking.
  package init(reading: Int32, writing: Int32, isTimed: Bool = false) {
    (self.reading, self.writing) = (reading, writing)
    guard isTimed else { return }
    for descriptor in [reading, writing] {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    }
  }

  /// Sends a message.
  package func send(
    _ header: some Encodable, files: [[UInt8]] = [], until deadline: ContinuousClock.Instant? = nil
  ) throws(Fault) {
    guard let json = try? JSONEncoder().encode(header), files.count <= Self.mostFiles else { throw .senseless }
    var head = Self.bytes(json.count, 4) + Self.bytes(files.count, 4)
    for file in files { head += Self.bytes(file.count, 8) }
    try write(head + json, until: deadline)
    for file in files { try write(file, until: deadline) }
  }

  /// Receives a message.
  package func receive<Header: Decodable>(
    _ type: Header.Type = Header.self, until deadline: ContinuousClock.Instant? = nil
  ) throws(Fault) -> (header: Header, files: [[UInt8]]) {
    let head = try read(8, until: deadline)
    let (length, count) = (Self.number(head[..<4]), Self.number(head[4...]))
    guard length <= WorkerMessage.longest, count <= Self.mostFiles else { throw .senseless }
    let lengths = try read(8 * count, until: deadline)
    var (sizes, sum) = ([Int](), 0)
    for index in 0..<count {
      let size = Self.number(lengths[8 * index..<8 * index + 8])
      guard size <= Self.mostBytes - sum else { throw .senseless }
      sum += size
      sizes.append(size)
    }
    let json = try read(length, until: deadline)
    guard let header = try? JSONDecoder().decode(Header.self, from: Data(json)) else { throw .senseless }
    var files: [[UInt8]] = []
    for size in sizes { files.append(try read(size, until: deadline)) }
    return (header, files)
  }

  /// Waits for a message or the end of the other side; false after the deadline.
  package func waitForMessage(until deadline: ContinuousClock.Instant?) -> Bool {
    wait(reading, Int16(POLLIN), until: deadline)
  }

  private static func bytes(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
    let number = bytes.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(clamping: number)
  }

  private func wait(_ descriptor: Int32, _ events: Int16, until deadline: ContinuousClock.Instant?) -> Bool {
    while true {
      var milliseconds: Int32 = -1
      if let deadline {
        let left = (deadline - ContinuousClock().now) / .milliseconds(1)
        milliseconds = Int32(min(max(0, left.rounded(.up)), 1e6))
      }
      var entry = pollfd(fd: descriptor, events: events, revents: 0)
      let count = poll(&entry, 1, milliseconds)
      // The call that is waited for reports an error.
      if count > 0 || count < 0 && errno != EINTR { return true }
      if let deadline, ContinuousClock().now >= deadline { return false }
    }
  }

  private func write(_ bytes: [UInt8], until deadline: ContinuousClock.Instant?) throws(Fault) {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        Foundation.write(writing, $0.baseAddress.map { $0 + written }, bytes.count - written)
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        guard wait(writing, Int16(POLLOUT), until: deadline) else { throw .late }
        continue
      }
      guard count > 0 else { throw .gone }
      written += count
    }
  }

  private func read(_ count: Int, until deadline: ContinuousClock.Instant?) throws(Fault) -> [UInt8] {
    var fault: Fault?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let part = Foundation.read(reading, buffer.baseAddress.map { $0 + filled }, count - filled)
        if part < 0, errno == EINTR { continue }
        if part < 0, errno == EAGAIN {
          guard wait(reading, Int16(POLLIN), until: deadline) else {
            fault = .late
            return
          }
          continue
        }
        guard part > 0 else {
          fault = .gone
          return
        }
        filled += part
      }
    }
    if let fault { throw fault }
    return bytes
  }
}
