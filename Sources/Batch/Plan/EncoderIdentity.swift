import Foundation
import MultiplaneDrawing
import MultiplaneVideo

/// The identity of `ffmpeg`: its version, and per format the hash of a small video, because the
/// libraries of its encoders have their own versions and build options.
package struct EncoderIdentity: Codable, Sendable, Equatable {
  /// The first line of `ffmpeg -version`.
  package var version: String
  /// The hash of the test video, by format.
  package var probes: [String: String]

  package init(version: String, probes: [String: String]) {
    (self.version, self.probes) = (version, probes)
  }

  /// Runs the `ffmpeg` of this machine.
  ///
  /// - Parameter formats: at least one.
  /// - Throws: `VideoError` if it is missing, or cannot encode such a video.
  package init(of formats: Set<String>) throws {
    let probes = try formats.sorted().compactMap(VideoFormat.init(rawValue:)).map(EncoderProbe.init)
    let process = try EncoderProcess(probes.flatMap(\.arguments), making: "ffmpeg", takesBytes: false)
    let version = process.version
    try process.finish()
    self.init(
      version: version ?? "unknown",
      probes: Dictionary(probes.map { ($0.format.rawValue, $0.sha256) }) { first, _ in first })
  }

  /// The identity in one line, for hashes.
  package var text: String { version + probes.sorted { $0.key < $1.key }.map { " \($0.key) \($0.value)" }.joined() }

  /// The encoder of a format, in one line.
  func text(for format: VideoFormat) -> String { "\(version) \(probes[format.rawValue] ?? "")" }
}

/// A small video that `ffmpeg` makes beside what else it does, so that it has to be started once
/// only: its hash detects an encoder that makes other bytes.
final class EncoderProbe {
  let format: VideoFormat
  /// The arguments of `ffmpeg` for it.
  let arguments: [String]
  private let file: MemoryFile

  init(_ format: VideoFormat) throws(BatchError) {
    guard let file = MemoryFile([UInt8]()) else { throw ChunkStore.failure("ffmpeg", errno) }
    self.file = file
    self.format = format
    arguments = format.probeArguments(into: file.path)
  }

  /// When `ffmpeg` has ended.
  var sha256: String { SHA256.hex(ofFile: file.path) ?? "none" }
}
