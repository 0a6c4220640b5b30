import Foundation
import MultiplaneVideo

/// Assembles the outputs of a plan from the chunks in a store.
package struct PlanJoining {
  /// The result of joining.
  package struct Result: Sendable {
    /// The number of jobs with written outputs.
    package var joined = 0
    /// The missing chunks, in order.
    package var missing: [Int] = []
    /// The damaged chunks, which are also in `missing`.
    package var damaged: [Int] = []
    /// The jobs that cannot be drawn, with a line each.
    package var failures: [(id: String, error: String)] = []
  }

  private let plan: Plan
  private let store: ChunkStore

  package init(_ plan: Plan, store: ChunkStore) {
    (self.plan, self.store) = (plan, store)
  }

  /// The missing chunks that can still be drawn, in order.
  package func missing() throws(BatchError) -> [Int] {
    var missing: [Int] = []
    for index in 0..<plan.count {
      let part = try plan.part(index)
      if store.state(of: part.key, part.fileExtension) == .missing { missing.append(index) }
    }
    return missing
  }

  /// Numbers in the form of schedulers: `3-5,17`.
  package static func ranges(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    return ranges.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }.joined(
      separator: ",")
  }

  /// Verifies every chunk and writes the outputs of the complete jobs.
  ///
  /// - Parameters:
  ///   - folder: the folder of the outputs; created if missing.
  ///   - progress: called after each chunk, with the number of verified ones.
  package func join(to folder: String, progress: (Int) throws -> Void) throws -> Result {
    let folder = folder.hasSuffix("/") ? folder : folder + "/"
    var result = Result()
    var index = 0
    while index < plan.count {
      let first = try plan.part(index)
      var parts = [first]
      while index + parts.count < plan.count, case let next = try plan.part(index + parts.count), next.job == first.job
      {
        parts.append(next)
      }
      let start = index
      var isWhole = true
      for part in parts {
        switch state(of: part) {
        case .present: break
        case .damaged:
          result.damaged.append(index)
          fallthrough
        case .missing:
          result.missing.append(index)
          isWhole = false
        case .failed(let error):
          if isWhole { result.failures.append((try plan.job(part.job).shot.id, error)) }
          isWhole = false
        }
        index += 1
        try progress(index)
      }
      if isWhole { try join(parts, from: start, to: folder, &result) }
    }
    return result
  }

  private enum PartState {
    case present, missing, damaged
    case failed(String)
  }

  private func state(of part: Plan.Part) -> PartState {
    switch store.state(of: part.key, part.fileExtension) {
    case .missing:
      // One that is shorter than it was.
      guard store.hasFiles(of: part.key, part.fileExtension) else { return .missing }
      store.setAside(part.key, part.fileExtension)
      return .damaged
    case .failed(let error): return .failed(error)
    case .present(let entry):
      if store.isWhole(part.key, part.fileExtension, entry) { return .present }
      store.setAside(part.key, part.fileExtension)
      return .damaged
    }
  }

  /// Writes the outputs of the chunks of one job, or of one chunk of several.
  private func join(_ parts: [Plan.Part], from index: Int, to folder: String, _ result: inout Result) throws {
    let paths = parts.map { store.path(of: $0.key, $0.fileExtension) }
    guard let part = parts.first else { return }
    let job = try plan.job(part.job)
    if part.jobs > 1 || job.kind == .picture {
      try unpack(paths[0], part, to: folder, &result)
      return
    }
    do {
      let outputs = job.paths(in: folder)
      if case .video(let format) = job.kind, let rate = job.shot.frameRate {
        _ = try ChunkJoining.video(
          format, size: (job.width, job.height), rate: rate, alpha: job.isTransparent && format.hasAlpha,
          quality: job.shot.quality,
          parts: Array(zip(paths, parts.map(\.count))),
          to: outputs.first ?? folder)
      } else {
        _ = try ChunkJoining.pictures(paths, to: outputs)
      }
      result.joined += 1
    } catch let failure as JobFailure {
      result.failures.append((job.shot.id, failure.line))
    }
  }

  /// Writes the pictures of several jobs.
  private func unpack(_ archive: String, _ part: Plan.Part, to folder: String, _ result: inout Result) throws {
    var next = part.job
    var counts = (joined: 0, failures: [(id: String, error: String)]())
    try TarArchive.read(archive) { name, bytes in
      guard next < part.job + part.jobs else {
        throw BatchError.store(path: archive, problem: "expected \(part.jobs) pictures, found more")
      }
      let job = try plan.job(next)
      if name == TarArchive.errorName {
        counts.failures.append((job.shot.id, String(decoding: bytes, as: UTF8.self)))
      } else {
        try ChunkJoining.write(bytes, to: folder + job.output)
        counts.joined += 1
      }
      next += 1
    }
    guard next == part.job + part.jobs else {
      throw BatchError.store(path: archive, problem: "expected \(part.jobs) pictures, found \(next - part.job)")
    }
    result.joined += counts.joined
    result.failures += counts.failures
  }
}
