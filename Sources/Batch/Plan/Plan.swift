import Foundation
import MultiplaneDrawing
import MultiplaneSceneFile
import MultiplaneVideo

/// A plan: a self-contained folder with jobs, divided into chunks that any machine can draw.
///
/// | file | contents |
/// | --- | --- |
/// | `plan.json` | the identities of renderer and encoder, the limits, and the hashes of the next two |
/// | `jobs.jsonl` | one job per line |
/// | `chunks.jsonl` | one chunk per line, from number 0 |
/// | `assets/` | scenes, images, fonts and tiles, named by their hashes |
package struct Plan: Sendable {
  /// The policy that decides which machines may draw.
  package enum Policy: String, Sendable, CaseIterable {
    /// The renderer and the kind of processor are those of the machine that made the plan.
    case same
    /// Any; the bytes may then differ where OpenGL draws.
    case any
  }

  /// The contents of `plan.json`.
  package struct Head: Sendable, Equatable {
    package var program: ProgramIdentity
    package var policy: Policy
    /// The encoder; nil without videos.
    package var encoder: EncoderIdentity?
    package var limits: PictureLimits
    /// The encoder threads per chunk.
    package var threads: Int
    package var jobs: FileHash
    package var chunks: FileHash
  }

  /// The hash of a file of lines.
  package struct FileHash: Sendable, Equatable {
    package var count: Int
    package var sha256: String
  }

  /// A line of `jobs.jsonl`.
  package struct Job: Sendable, Equatable {
    /// All frames; the scene is the hash of its file.
    package var shot: Shot
    package var kind: BatchJob.Output
    package var output: String
    package var width: Int
    package var height: Int
    package var isTransparent: Bool
    /// The interval of key frames, in frames.
    package var group: Int
  }

  /// A line of `chunks.jsonl`: frames of one job, or a number of picture jobs.
  package struct Part: Sendable, Equatable {
    package var key: String
    package var job: Int
    package var jobs: Int
    package var first: Int
    package var count: Int
    package var seconds: Double
    package var fileExtension: String
  }

  /// The folder, ending in a slash.
  package let folder: String
  package let head: Head
  /// The hash of `plan.json` in canonical form. It covers the whole plan, because the file has the
  /// hashes of the rest.
  package let sha256: String
  private let jobLines: Lines
  private let chunkLines: Lines

  /// The number of chunks.
  package var count: Int { head.chunks.count }

  /// Longest file of lines, in bytes.
  static let longest = 1 << 30

  /// Reads and verifies a plan.
  package init(_ folder: String) throws(BatchError) {
    self.folder = folder.hasSuffix("/") ? folder : folder + "/"
    let path = self.folder + "plan.json"
    let json: JSONValue
    do {
      json = try JSONValue.parse(Self.bytes(path, atMost: 1 << 20), name: path)
    } catch let error as BatchError {
      throw error
    } catch {
      throw .plan(path: path, problem: "expected a plan, found none: \(error)")
    }
    sha256 = SHA256.hex(of: [UInt8](json.canonicalText.utf8))
    head = try Head(json, path)
    jobLines = try Lines(self.folder + "jobs.jsonl", head.jobs)
    chunkLines = try Lines(self.folder + "chunks.jsonl", head.chunks)
  }

  private static func bytes(_ path: String, atMost most: Int) throws(BatchError) -> [UInt8] {
    do {
      return try readFile(path: path, limits: ImageLimits(maximumFileBytes: most))
    } catch {
      guard case .unreadable(_, let found, _) = error else {
        throw .plan(path: path, problem: "expected at most \(most) bytes, found more")
      }
      throw .plan(path: path, problem: "expected a file of a plan, found \(found)")
    }
  }

  /// A file whose lines are read when they are needed.
  private struct Lines: Sendable {
    let path: String
    let bytes: [UInt8]
    let ranges: [Range<Int>]

    init(_ path: String, _ hash: FileHash) throws(BatchError) {
      self.path = path
      bytes = try Plan.bytes(path, atMost: Plan.longest)
      guard SHA256.hex(of: bytes) == hash.sha256 else {
        throw .plan(
          path: path, problem: "expected the file that the plan was made with, found another; copy the plan again")
      }
      var (ranges, start): ([Range<Int>], Int) = ([], 0)
      for (index, byte) in bytes.enumerated() where byte == 0x0A {
        ranges.append(start..<index)
        start = index + 1
      }
      guard ranges.count == hash.count, start == bytes.count else {
        throw .plan(path: path, problem: "expected \(hash.count) lines, found \(ranges.count)")
      }
      self.ranges = ranges
    }

    func members(_ index: Int) throws(BatchError) -> PlanMembers {
      do {
        return try PlanMembers(JSONValue.parse(Array(bytes[ranges[index]]), name: path), "\(path): line \(index + 1)")
      } catch {
        throw .plan(path: path, problem: "line \(index + 1): \(error)")
      }
    }
  }

  package func job(_ index: Int) throws(BatchError) -> Job {
    guard jobLines.ranges.indices.contains(index) else {
      throw .plan(
        path: folder + "chunks.jsonl", problem: "expected a job from 0 to \(head.jobs.count - 1), found \(index)")
    }
    return try Job(jobLines.members(index))
  }

  package func part(_ index: Int) throws(BatchError) -> Part { try Part(chunkLines.members(index)) }

  // MARK: Chunks

  /// The path of a scene or another file of the plan.
  private func path(ofAsset hash: String) -> String { "\(folder)assets/\(hash)" }

  /// The place of the scenes' files.
  package func assets() throws(BatchError) -> FilePlace {
    do {
      return FilePlace(folder: folder + "assets/", root: try FolderRoot(folder + "assets"))
    } catch {
      throw .plan(path: folder + "assets", problem: "\(error)")
    }
  }

  /// A chunk for drawing.
  ///
  /// - Throws: if a file has changed, or the plan does not match the chunk's key. The key depends
  ///   on this version, so call `check` first.
  package func chunk(_ index: Int) throws(BatchError) -> Chunk {
    let part = try part(index)
    let inputs = try inputs(of: part, index)
    var shots = inputs.shots
    var hashes: Set<String> = []
    for index in shots.indices {
      let shot = shots[index]
      hashes.insert(shot.scene)
      hashes.formUnion((shot.files ?? [:]).values)
      hashes.formUnion((shot.images ?? [:]).values)
      shots[index].scene = path(ofAsset: shot.scene)
    }
    let assets = try assets()
    for hash in hashes.sorted() {
      let path = path(ofAsset: hash)
      // Of a pipe there is no end.
      if assets.byteCount(at: path) != nil, SHA256.hex(ofFile: path) == hash { continue }
      let found = access(path, F_OK) == 0 ? "another" : "nothing at this path"
      throw .plan(
        path: path, problem: "expected the file that the plan was made with, found \(found); copy the plan again")
    }
    return Chunk(
      key: part.key, shots: shots, encoding: inputs.encoding, areStills: inputs.arePictures, width: inputs.width,
      height: inputs.height, seconds: part.seconds)
  }

  func key(of lines: String, _ encoding: Chunk.Encoding) -> String {
    var (program, encoder) = (head.program, String?.none)
    if head.policy == .any { program.processor = "any" }
    if case .video(let name, _, _) = encoding, let format = VideoFormat(rawValue: name) {
      encoder = head.encoder?.text(for: format)
    }
    return Chunk.key(lines, encoding, program: program.text, encoder: encoder, limits: head.limits)
  }

  private func differs(_ what: String, _ expected: String, _ found: String) -> BatchError {
    .machine(
      problem:
        "\(folder): expected \(what) \(expected) as for the plan, found \(found) here; draw it on another machine"
    )
  }

  /// Rejects a machine whose renderer or encoder differs from the plan's.
  package func check(_ program: ProgramIdentity) throws(BatchError) {
    guard program.version == head.program.version, program.build == head.program.build else {
      throw differs(
        "multiplane", "\(head.program.version) (build \(head.program.build))",
        "\(program.version) (build \(program.build))")
    }
    guard head.policy == .same else { return }
    guard program.renderer == head.program.renderer else {
      throw differs("the renderer", head.program.renderer, program.renderer)
    }
    guard program.processor == head.program.processor else {
      throw differs("the processor", head.program.processor, program.processor)
    }
  }

  /// Refuses another version of `ffmpeg` than the plan's.
  func check(encoderVersion version: String) throws(BatchError) {
    guard let expected = head.encoder?.version, expected != version else { return }
    throw differs("ffmpeg", "\"\(expected)\"", "\"\(version)\"")
  }

  /// Refuses an `ffmpeg` whose encoder makes other bytes than the plan's.
  func check(probe: String, of format: String) throws(BatchError) {
    guard let expected = head.encoder?.probes[format], expected != probe else { return }
    throw differs("an encoder for .\(format)", "that makes \(expected.prefix(12))", "\(probe.prefix(12))")
  }
}

extension Plan.Job {
  /// How its chunks are encoded.
  func encoding(threads: Int) -> Chunk.Encoding {
    guard case .video(let format) = kind, let rate = shot.frameRate else {
      return .pictures(format: output.split(separator: ".").last.map { $0.lowercased() } ?? "")
    }
    let alpha = isTransparent && format.hasAlpha
    return .video(
      format: format.rawValue,
      arguments: format.partArguments(
        width: width, height: height, rate: rate, alpha: alpha, group: group, threads: threads,
        quality: shot.quality),
      alpha: alpha)
  }

  /// The kind of a job, by the name of its output.
  static func kind(isPicture: Bool, output: String) -> BatchJob.Output? {
    if isPicture { return .picture }
    if let format = VideoFormat(ofFrames: output) { return .video(format) }
    return (try? FramePattern(output)).map(BatchJob.Output.sequence)
  }

  /// The files that it becomes, in the order of its frames.
  func paths(in folder: String) -> [String] {
    (0..<fileCount).map { folder + file(at: $0) }
  }
}
