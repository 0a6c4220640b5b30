import Foundation
import MultiplaneSceneFile

/// What a batch and its workers say to each other: JSON behind its length in four bytes, least significant first.
package enum WorkerMessage {
  /// A worker is ready.
  package struct Hello: Codable {
    /// What draws, as far as it decides bytes.
    package var program: String

    package init(program: String) { self.program = program }
  }

  package struct Request: Codable {
    package var id: String
    package var scene: String
    /// An object of JSON.
    package var parameters: String
    /// Seconds; nil for a video.
    package var time: Double?
    package var from: Double?
    package var to: Double?
    package var framesPerSecond: Double?
    package var scale: Double?
    /// With the folder.
    package var output: String
  }

  package struct Reply: Codable {
    package var key: String?
    package var size: Int?
    package var sha256: String?
    package var seconds: Double
    /// Bytes of memory that the worker has now.
    package var resident: Int
    /// Why there is no output.
    package var error: String?
    /// Whether another try may succeed.
    package var isTemporary: Bool
  }

  /// The longest message, in bytes.
  static let longest = 64 << 20

  /// Writes a message; false when nobody reads it.
  package static func write(_ message: some Encodable, to descriptor: Int32) -> Bool {
    guard let data = try? JSONEncoder().encode(message) else { return false }
    let length = UInt32(data.count)
    let bytes = (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + data
    return bytes.withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let count = Foundation.write(descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        written += count
      }
      return true
    }
  }

  /// Waits for a message; nil when the other side is gone, or says something else.
  package static func read<Message: Decodable>(_ type: Message.Type = Message.self, from descriptor: Int32) -> Message?
  {
    guard let head = read(count: 4, from: descriptor) else { return nil }
    let length = head.enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
    guard length <= longest, let body = read(count: length, from: descriptor) else { return nil }
    return try? JSONDecoder().decode(Message.self, from: Data(body))
  }

  private static func read(count: Int, from descriptor: Int32) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    var got = 0
    while got < count {
      let part = bytes.withUnsafeMutableBytes {
        Foundation.read(descriptor, $0.baseAddress.map { $0 + got }, count - got)
      }
      if part < 0, errno == EINTR { continue }
      guard part > 0 else { return nil }
      got += part
    }
    return bytes
  }
}

extension WorkerMessage.Request {
  /// - Parameter folder: of the outputs.
  init(_ job: BatchJob, folder: String) {
    let values = job.parameters.sorted { $0.key < $1.key }
    let parameters = JSONValue.object(
      values.compactMap { name, value in value.json.map { .init(key: name, value: $0) } })
    self.init(
      id: job.id, scene: job.scene, parameters: parameters.flatText, time: nil, from: nil, to: nil,
      framesPerSecond: nil,
      scale: job.scale, output: folder + job.output)
    switch job.moment {
    case .picture(let time): self.time = time
    case .video(let from, let to, let framesPerSecond):
      (self.from, self.to, self.framesPerSecond) = (from, to, framesPerSecond)
    }
  }

  var moment: BatchJob.Moment {
    if let to {
      .video(from: from ?? 0, to: to, framesPerSecond: framesPerSecond ?? 60)
    } else {
      .picture(time: time ?? 0)
    }
  }
}
