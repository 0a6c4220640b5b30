import Foundation
import MultiplaneDrawing
import MultiplaneSceneFile
import MultiplaneVideo

/// The options of chunks and their encoding, for plans and batches.
package struct ChunkOptions: Sendable, Equatable {
  package var size = JobCut.Size.seconds(60)
  /// The interval of key frames, in seconds.
  package var groupSeconds = 2.0
  /// The encoder threads per chunk.
  package var encoderThreads = 1

  package init() {}

  /// In a line, for hashes.
  var text: String { "\(size) group \(groupSeconds) threads \(encoderThreads)" }
}

/// A job of many frames, cut into chunks.
struct ChunkedJob: Sendable {
  let chunks: [Chunk]
  /// Frames from one key frame to the next.
  let group: Int
  let reckoning: Reckoning

  /// - Parameters:
  ///   - shot: of all frames.
  ///   - lines: what decides what it shows (`SceneFacts.lines`), of all frames.
  ///   - reckon: estimates the time of some frames.
  init(
    _ shot: Shot, _ kind: BatchJob.Output, fileExtension: String, lines: (Shot) -> String, _ options: ChunkOptions,
    program: ProgramIdentity, encoder: EncoderIdentity?, limits: PictureLimits, reckon: ([Int]) throws -> Reckoning
  ) throws {
    guard let rate = shot.frameRate else {
      throw BatchError.plan(path: shot.id, problem: "expected a rate, found \(shot.rate)")
    }
    let cut = JobCut(frames: shot.count, rate: rate, groupSeconds: options.groupSeconds)
    let reckoning = try reckon(cut.samples)
    let pixels = reckoning.width * reckoning.height
    let encoding: Chunk.Encoding
    let seconds: Double
    var key: String?
    if case .video(let format) = kind {
      let alpha = reckoning.isTransparent && format.hasAlpha
      encoding = .video(
        format: format.rawValue,
        arguments: format.partArguments(
          width: reckoning.width, height: reckoning.height, rate: rate, alpha: alpha, group: cut.group,
          threads: options.encoderThreads, quality: shot.quality), alpha: alpha)
      seconds = EncodingCost.seconds(pixels: pixels, video: format)
      key = encoder?.text(for: format)
    } else {
      encoding = .pictures(format: fileExtension)
      seconds = EncodingCost.seconds(pixels: pixels, picture: fileExtension)
    }
    chunks = cut.chunks(of: options.size, costs: reckoning.seconds, encoding: seconds).map { part in
      var piece = shot
      (piece.first, piece.count) = (part.frames.lowerBound, part.frames.count)
      return Chunk(
        key: Chunk.key(lines(piece), encoding, program: program.text, encoder: key, limits: limits), shots: [piece],
        encoding: encoding, areStills: false, width: reckoning.width, height: reckoning.height, seconds: part.seconds)
    }
    group = cut.group
    self.reckoning = reckoning
  }
}

/// Chunks that become the outputs of jobs.
enum ChunkJoining {
  /// The size and hash of a written file; of several, their total size and the hash of their
  /// hashes.
  typealias Written = (size: Int, sha256: String)

  /// Joins the parts of a video.
  ///
  /// - Parameters:
  ///   - size: of the frames, in pixels.
  ///   - alpha: whether the frames' alpha counts.
  ///   - quality: of the output, where the parts keep frames.
  ///   - parts: the files, and how many frames each has.
  ///   - mark: of the temporary name (`FileReplacement`).
  static func video(
    _ format: VideoFormat, size: (width: Int, height: Int), rate: FrameRate, alpha: Bool,
    quality: Double?, parts: [(path: String, frames: Int)], to output: String, mark: String? = nil
  ) throws -> Written {
    try makeFolders(of: output)
    let replacement = try FileReplacement(of: output, mark: mark)
    try replacement.reserve()
    do {
      try format.join(
        parts, width: size.width, height: size.height, rate: rate, alpha: alpha, quality: quality,
        into: replacement.temporary,
        path: output)
      try replacement.commit()
    } catch {
      replacement.discard()
      throw error
    }
    let size = (try FileManager.default.attributesOfItem(atPath: output))[.size] as? Int
    return (size ?? 0, SHA256.hex(ofFile: output) ?? "")
  }

  /// Unpacks archives of the pictures of one job.
  ///
  /// - Parameters:
  ///   - archives: in their order.
  ///   - outputs: the files that the pictures become, in their order.
  ///   - mark: of the temporary name of each.
  /// - Throws: also what the job failed of.
  static func pictures(_ archives: [String], to outputs: [String], mark: (Int) -> String? = { _ in nil }) throws
    -> Written
  {
    var (index, size) = (0, 0)
    var hash = SHA256()
    for archive in archives {
      try TarArchive.read(archive) { name, bytes in
        guard name != TarArchive.errorName else { throw JobFailure(line: String(decoding: bytes, as: UTF8.self)) }
        guard index < outputs.count else {
          throw BatchError.store(path: archive, problem: "expected \(outputs.count) pictures, found more")
        }
        try write(bytes, to: outputs[index], mark: mark(index))
        index += 1
        size += bytes.count
        hash.add(SHA256.hex(of: bytes))
      }
    }
    guard index == outputs.count else {
      throw BatchError.store(path: archives.last ?? "", problem: "expected \(outputs.count) pictures, found \(index)")
    }
    return (size, hash.hex())
  }

  /// Writes a picture whole or not at all, with the folders that it lies in.
  static func write(_ bytes: [UInt8], to output: String, mark: String? = nil) throws {
    try makeFolders(of: output)
    try writeFileAtomically(bytes, to: output, mark: mark)
  }
}

/// Why a job failed, as the machine said that tried it.
struct JobFailure: Error, CustomStringConvertible {
  let line: String
  var description: String { line }
}
