import Foundation
import MultiplaneSceneFile

/// The messages of a batch and its workers: JSON after its length in four bytes, little-endian.
package enum WorkerMessage {
  /// The message of a worker that is ready.
  package struct Hello: Codable {
    /// The identity of the renderer.
    package var program: ProgramIdentity
    /// Whether the sandbox is complete, if it was requested.
    package var isConfined: Bool

    package init(program: ProgramIdentity, isConfined: Bool = true) {
      (self.program, self.isConfined) = (program, isConfined)
    }
  }

  package enum Request: Codable, Sendable {
    /// A shot's first frame, as a picture file, and the mark of its temporary name
    /// (`FileReplacement`).
    case picture(Shot, output: String, mark: String)
    /// The estimated cost of some frames of a shot.
    case reckoning(Shot, frames: [Int])
    /// A chunk, into a store.
    case chunk(Chunk, store: String)
  }

  package struct Reply: Codable, Sendable {
    package var size: Int?
    package var sha256: String?
    package var reckoning: Reckoning?
    /// The warnings of the scene, if they are allowed; nil if there are none.
    package var warnings: [String]?
    package var seconds: Double
    /// The resident memory of the worker, in bytes.
    package var resident: Int
    /// The error; nil on success.
    package var error: String?
    /// Whether a retry may succeed.
    package var isTemporary: Bool
  }

  /// The longest message, in bytes.
  static let longest = 64 << 20

  /// The bytes that a writable pipe accepts without blocking (`PIPE_BUF`).
  private static let atOnce = 4096

  /// Writes a message; false if the reader is gone or the deadline has passed.
  ///
  /// - Parameter deadline: nil for none.
  package static func write(
    _ message: some Encodable, to descriptor: Int32, until deadline: ContinuousClock.Instant? = nil
  ) -> Bool {
    guard let data = try? JSONEncoder().encode(message) else { return false }
    let length = UInt32(data.count)
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + data
    return bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let most = deadline == nil ? bytes.count : atOnce
        guard isReady(descriptor, Int16(POLLOUT), until: deadline) else { return false }
        let count = Foundation.write(
          descriptor, bytes.baseAddress.map { $0 + written }, min(bytes.count - written, most))
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        written += count
      }
      return true
    }
  }

  /// Reads a message; nil if the writer is gone, the message is invalid, or the deadline has
  /// passed.
  ///
  /// - Parameter deadline: nil for none.
  package static func read<Message: Decodable>(
    _ type: Message.Type = Message.self, from descriptor: Int32, until deadline: ContinuousClock.Instant? = nil
  ) -> Message? {
    guard let head = read(count: 4, from: descriptor, until: deadline) else { return nil }
    let length = head.enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
    guard length <= longest, let body = read(count: length, from: descriptor, until: deadline) else { return nil }
    return try? JSONDecoder().decode(Message.self, from: Data(body))
  }

  private static func read(count: Int, from descriptor: Int32, until deadline: ContinuousClock.Instant?) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var got = 0
    while got < count {
      guard isReady(descriptor, Int16(POLLIN), until: deadline) else { return nil }
      let part = bytes.withUnsafeMutableBytes {
        Foundation.read(descriptor, $0.baseAddress.map { $0 + got }, count - got)
      }
      if part < 0, errno == EINTR { continue }
      guard part > 0 else { return nil }
      got += part
    }
    return bytes
  }

  /// Waits until a descriptor can be read or written, or the deadline.
  private static func isReady(
    _ descriptor: Int32, _ events: Int16, until deadline: ContinuousClock.Instant?
  ) -> Bool {
    guard let deadline else { return true }
    while true {
      let left = (deadline - ContinuousClock.now) / .milliseconds(1)
      guard left > 0 else { return false }
      var poll = pollfd(fd: descriptor, events: events, revents: 0)
      // A minute at a time: the number is one of 32 bits.
      let count = Foundation.poll(&poll, 1, Int32(min(left.rounded(.up), 60_000)))
      if count > 0 { return true }
      guard count == 0 || errno == EINTR else { return false }
    }
  }
}
