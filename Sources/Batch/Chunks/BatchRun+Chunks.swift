import Foundation
import MultiplaneVideo

/// A job whose chunks are being drawn. Its changing members are touched under the lock of the run.
final class PartedJob: @unchecked Sendable {
  // Proof of Sendable: as said.
  let job: BatchJob
  let key: String
  let chunks: [Chunk]
  /// Of its scene.
  let warnings: [String]
  var left: Int
  var seconds = 0.0
  /// Frames of the chunks that are drawn.
  var frames = 0
  var failure: (error: String, isTemporary: Bool)?

  init(_ job: BatchJob, key: String, _ chunks: [Chunk], warnings: [String]) {
    (self.job, self.key, self.chunks, left) = (job, key, chunks, chunks.count)
    self.warnings = warnings
  }
}

extension BatchRun {
  func cut(
    _ job: BatchJob, _ facts: SceneFacts, key: String, _ program: ProgramIdentity, by worker: inout WorkerProcess?
  ) throws {
    let shot = job.shot
    var failure: (error: String, isTemporary: Bool)?
    var warnings: [String] = []
    func reckoned(_ frames: [Int]) throws -> Reckoning {
      switch try ask(.reckoning(shot, frames: frames), seconds: 1, &worker) {
      case .reply(let reply):
        warnings = reply.warnings ?? []
        if let reckoning = reply.reckoning { return reckoning }
        failure = ("the worker sent no estimate", false)
      case .failed(let error, let isTemporary): failure = (error, isTemporary)
      }
      throw JobFailure(line: failure?.error ?? "")
    }
    let chunked: ChunkedJob
    do {
      chunked = try ChunkedJob(
        shot, job.kind, fileExtension: job.fileExtension,
        lines: { facts.lines(of: job, $0, assets: plan.defaults.assets) }, options.chunks, program: program,
        encoder: encoder,
        limits: PictureLimits(memory: options.largestWorker, seconds: options.secondsPerPicture), reckon: reckoned)
    } catch BatchError.worker(let problem) {
      throw BatchError.worker(problem: problem)
    } catch {
      return try finish(
        job, .failed(error: failure?.error ?? "cannot be cut", isTemporary: failure?.isTemporary ?? false))
    }
    let store = try ChunkStore(store, mayBeLink: false)
    let parted = PartedJob(job, key: key, chunked.chunks, warnings: warnings)
    condition.withLock {
      for chunk in chunked.chunks {
        let users = state.chunkUsers[chunk.key, default: 0]
        // Of an earlier run; those of this one are of an equal job.
        if options.drawsAll, users == 0 { store.remove(chunk.key, chunk.fileExtension) }
        state.chunkUsers[chunk.key] = users + 1
      }
      state.waiting += chunked.chunks.indices.map { .part(parted, $0) }
      condition.broadcast()
    }
  }

  func draw(_ part: Int, of job: PartedJob, by worker: inout WorkerProcess?) throws {
    let chunk = job.chunks[part]
    let store = try ChunkStore(store, mayBeLink: false)
    var failure = condition.withLock { job.failure }
    var seconds = 0.0
    if failure == nil {
      switch store.state(of: chunk.key, chunk.fileExtension) {
      case .present: break
      case .missing, .failed:
        switch try ask(.chunk(chunk, store: self.store), seconds: chunk.seconds, &worker) {
        case .reply(let reply): seconds = reply.seconds
        case .failed(let error, let isTemporary): failure = (error, isTemporary)
        }
      }
    }
    let isLast = condition.withLock {
      job.failure = job.failure ?? failure
      job.seconds += seconds
      job.left -= 1
      guard job.left > 0 else { return true }
      job.frames += chunk.frameCount
      if job.failure == nil { state.reportFrames(job.job, job.frames, job.chunks.reduce(0) { $0 + $1.frameCount }) }
      return false
    }
    if isLast { try join(job, in: store) }
  }

  /// Makes a job's output of its chunks, which then go.
  private func join(_ job: PartedJob, in store: ChunkStore) throws {
    var outcome: Outcome
    if let failure = job.failure {
      outcome = .failed(error: failure.error, isTemporary: failure.isTemporary)
    } else {
      do {
        let written = try job.job.join(job.chunks, of: store, in: plan.defaults.output.folder)
        outcome = .drawn(
          Journal.Entry(
            key: job.key, size: written.size, sha256: written.sha256, seconds: job.seconds, warnings: job.warnings))
      } catch {
        outcome = .failed(error: "\(error)", isTemporary: JobDrawing.isTemporary(error))
      }
    }
    // Those that were drawn are there when it is tried again.
    let isTemporary = if case .failed(_, true) = outcome { true } else { false }
    release(job.chunks, in: store, removing: !isTemporary)
    try finish(job.job, outcome)
  }

  /// Notes that a job no longer needs its chunks.
  ///
  /// - Parameter removing: whether those go that no other job at hand needs.
  private func release(_ chunks: [Chunk], in store: ChunkStore, removing: Bool) {
    condition.withLock {
      for chunk in chunks {
        let users = state.chunkUsers[chunk.key, default: 1] - 1
        state.chunkUsers[chunk.key] = users > 0 ? users : nil
        if removing, users == 0 { store.remove(chunk.key, chunk.fileExtension) }
      }
    }
  }
}

extension BatchJob {
  /// Whether it becomes a picture a frame.
  var isSequence: Bool { if case .sequence = kind { true } else { false } }

  /// The files that it becomes, within the folder of the batch.
  var files: [String] { (0..<fileCount).map(file(at:)) }

  var fileCount: Int { if case .frames(let times, _) = moment, isSequence { times.count } else { 1 } }

  func file(at index: Int) -> String {
    if case .sequence(let pattern) = kind { pattern.path(of: index) } else { output }
  }

  /// A part of the temporary names of a file that is unique to its job in a batch.
  func mark(of file: String) -> String { String(SHA256.hex(of: [UInt8]("\(id)\n\(file)".utf8)).prefix(32)) }

  /// Makes the output of a job of many frames of its chunks.
  ///
  /// - Parameters:
  ///   - store: that they are in.
  ///   - folder: of the batch.
  func join(_ chunks: [Chunk], of store: ChunkStore, in folder: String) throws -> ChunkJoining.Written {
    for chunk in chunks {
      guard case .present(let entry) = store.state(of: chunk.key, chunk.fileExtension) else {
        throw BatchError.store(path: store.path(of: chunk.key, chunk.fileExtension), problem: "is missing; try again")
      }
      guard store.isWhole(chunk.key, chunk.fileExtension, entry) else {
        store.setAside(chunk.key, chunk.fileExtension)
        throw BatchError.store(
          path: store.path(of: chunk.key, chunk.fileExtension),
          problem: "expected the stored bytes, found others; try again")
      }
    }
    let paths = chunks.map { store.path(of: $0.key, $0.fileExtension) }
    guard case .video(let format) = kind, case .frames(let times, _) = moment, let first = chunks.first,
      case .video(_, _, let alpha) = first.encoding
    else {
      return try ChunkJoining.pictures(paths, to: files.map { folder + $0 }) { mark(of: file(at: $0)) }
    }
    return try ChunkJoining.video(
      format, size: (first.width, first.height), rate: times.rate, alpha: alpha, quality: quality,
      parts: Array(zip(paths, chunks.map(\.frameCount))), to: folder + output, mark: mark(of: output))
  }
}
