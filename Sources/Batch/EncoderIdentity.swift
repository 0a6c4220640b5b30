import Foundation
import MultiplaneVideo

/// Which `ffmpeg` encodes videos: its version, and for each format that is used the hash of a small video, as the encoders' libraries have versions of their own and
/// may be built in many ways.
package struct EncoderIdentity: Codable, Sendable, Equatable {
  /// The first line of `ffmpeg -version`.
  package var version: String
  /// By format: the hash of the probe.
  package var probes: [String: String]

  package init(version: String, probes: [String: String]) {
    (self.version, self.probes) = (version, probes)
  }

  /// Asks the `ffmpeg` of this machine.
  ///
  /// - Throws: `VideoError` where there is none, or it cannot make such a video.
  package init(of formats: Set<String>) throws {
    guard let version = EncoderProcess.version() else { throw VideoError.noEncoder(path: "ffmpeg") }
    self.version = version
    probes = [:]
    for name in formats.sorted() { probes[name] = try VideoFormat(rawValue: name).map(Self.probe) }
  }

  /// All of it in a line, for hashes.
  var text: String { version + probes.sorted { $0.key < $1.key }.map { " \($0.key) \($0.value)" }.joined() }

  /// What makes videos of a format, in a line.
  func text(for format: VideoFormat) -> String { "\(version) \(probes[format.rawValue] ?? "")" }

  /// Eight frames that move, of sides that are no multiple of a block's.
  private static func probe(_ format: VideoFormat) throws -> String {
    let (width, height, count) = (88, 56, 8)
    guard let rate = FrameRate(25) else { preconditionFailure("25 is a rate.") }
    let file = try UnnamedFile(in: NSTemporaryDirectory())
    let arguments = format.partArguments(
      width: width, height: height, rate: rate, alpha: format.hasAlpha, group: 4, threads: 1)
    let encoder = try VideoEncoder(
      arguments, into: file.path, path: "ffmpeg", width: width, height: height, alpha: format.hasAlpha)
    do {
      for frame in 0..<count {
        var pixels: [UInt8] = []
        pixels.reserveCapacity(width * height * 4)
        for y in 0..<height {
          for x in 0..<width {
            let value = UInt8(truncatingIfNeeded: (x + frame) * (y + 3 * frame) / 7)
            pixels += [value, value / 2, value / 4, value]
          }
        }
        try encoder.write(pixels, frame: frame)
      }
      try encoder.finish()
    } catch {
      encoder.discard()
      throw error
    }
    return SHA256.hex(ofFile: file.path) ?? "none"
  }
}
