import Foundation
import MultiplaneCompositor
import MultiplaneDrawing
import MultiplaneRenderTree
import MultiplaneVideo

/// The estimated cost of frames of a shot.
package struct Reckoning: Codable, Sendable, Equatable {
  /// The width of a frame, in pixels.
  package var width: Int
  package var height: Int
  /// Whether the background is not opaque.
  package var isTransparent: Bool
  /// The seconds of one core per requested frame.
  package var seconds: [Double]
}

extension JobDrawing {
  /// Estimates a shot at some frames; nothing is drawn.
  func reckon(_ shot: Shot, at frames: [Int]) throws -> Reckoning {
    let committed = try tree(of: shot)
    let times = try times(of: shot)
    var result = Reckoning(
      width: 0, height: 0, isTransparent: (committed.background?.alpha ?? 0) < 1, seconds: [])
    for frame in frames {
      let tree = try limits.evaluating { committed.evaluate(at: times.time(of: frame)) }
      (result.width, result.height) = (tree.pixelWidth, tree.pixelHeight)
      result.seconds.append(compositor.cost(of: tree).seconds)
    }
    return result
  }

  private func times(of shot: Shot) throws(BatchError) -> FrameTimes {
    guard let rate = shot.frameRate else { throw .plan(path: shot.id, problem: "expected a rate, found \(shot.rate)") }
    return FrameTimes(from: shot.from, count: shot.first + shot.count, rate: rate)
  }

  /// Draws a chunk and publishes it in a store, completely or not at all.
  ///
  /// - Parameter plan: the plan whose encoder this machine must have; nil for a chunk of this
  ///   machine.
  package func draw(_ chunk: Chunk, into store: ChunkStore, of plan: Plan? = nil) throws -> ChunkStore.Entry {
    let start = ContinuousClock().now
    let file = try store.begin(chunk.key)
    let name = store.path(of: chunk.key, chunk.fileExtension)
    switch chunk.encoding {
    case .pictures(let format):
      let archive = try PictureArchive(file.descriptor, name: name, format: ImageFileFormat(path: "." + format))
      for shot in chunk.shots {
        do {
          guard !chunk.areStills else {
            try archive.add(file: picture(of: shot, format: archive.format, name: name))
            continue
          }
          let committed = try tree(of: shot)
          let time = try times(of: shot).time(of: shot.first)
          let first = try limits.evaluating { committed.evaluate(at: time) }
          archive.size = (first.pixelWidth, first.pixelHeight)
          (archive.quality, archive.effort) = (shot.quality, shot.effort)
          try draw(committed, shot, into: archive)
        } catch  where !Self.isTemporary(error) {
          // One job that fails does not take the others with it.
          try archive.add(error: "\(error)")
        }
      }
      try archive.close()
    case .video(let format, let arguments, let alpha):
      guard let shot = chunk.shots.first else { break }
      let probe = try plan == nil ? nil : VideoFormat(rawValue: format).map(EncoderProbe.init)
      let encoder = try VideoEncoder(
        arguments, into: file.path, path: name, width: chunk.width, height: chunk.height, alpha: alpha,
        others: probe?.arguments ?? [])
      do {
        let committed = try tree(of: shot)
        // It is loaded meanwhile.
        if let plan, let version = encoder.version { try plan.check(encoderVersion: version) }
        try draw(committed, shot, into: encoder)
        try encoder.finish()
        if let plan, let probe { try plan.check(probe: probe.sha256, of: format) }
      } catch {
        encoder.discard()
        throw error
      }
    }
    return try store.publish(
      file, chunk.key, chunk.fileExtension, frames: chunk.frameCount,
      seconds: (ContinuousClock().now - start) / .seconds(1))
  }

  private func draw(_ committed: CommittedTree, _ shot: Shot, into writer: any FrameWriter) throws {
    try SequenceDrawing(
      committed, times(of: shot), by: compositor, limits: limits, frames: Array(shot.frames)
    ).run(into: writer) { _ in }
  }
}

/// Frames as picture files in an archive, numbered from 0 in the order in which they come; what
/// cannot be drawn is a line in place of a file.
private final class PictureArchive: FrameWriter, @unchecked Sendable {
  // Proof of Sendable: frames come to one thread, one shot after another, and `size`, `quality` and
  // `effort` are set between shots.
  let threads = 1
  /// Pixels of the frames that come.
  var size = (width: 0, height: 0)
  /// Nil for the format's own.
  var quality: Double?
  /// Nil for the default.
  var effort: Double?
  private let descriptor: Int32
  private let name: String
  let format: ImageFileFormat
  private var count = 0

  init(_ descriptor: Int32, name: String, format: ImageFileFormat) {
    (self.descriptor, self.name, self.format) = (descriptor, name, format)
  }

  func write(_ pixels: [UInt8], frame: Int) throws {
    try add(
      file: encodeImage(
        premultipliedRGBA8: pixels, width: size.width, height: size.height, format: format, quality: quality,
        effort: effort, name: name))
  }

  /// Adds a picture file.
  func add(file: [UInt8]) throws { try add(file, name: "\(count)") }

  /// Notes that the rest of a shot cannot be drawn.
  func add(error: String) throws { try add([UInt8](error.utf8), name: TarArchive.errorName) }

  private func add(_ bytes: [UInt8], name entry: String) throws {
    let padding = [UInt8](repeating: 0, count: TarArchive.padding(after: bytes.count))
    try UnnamedFile.write(
      TarArchive.header(name: entry, size: bytes.count) + bytes + padding, to: descriptor, path: name)
    count += 1
  }

  func close() throws { try UnnamedFile.write(TarArchive.end, to: descriptor, path: name) }

  func finish() {}
  func abort() {}
  func discard() {}
}
