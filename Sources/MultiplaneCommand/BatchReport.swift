import Foundation
import Logging
import MultiplaneBatch
import MultiplaneSceneFile

/// Progress and summary of a batch. Used by one thread at a time.
final class BatchReport: @unchecked Sendable {
  // Proof of Sendable: `BatchRun` reports one job at a time, and `finish` comes after the last.
  /// The largest number of failed jobs reported on standard error; the file has all.
  static let mostLines = 20

  private let plan: BatchPlan
  private let progress: BatchCommand.Progress
  private var bar: ProgressBar?
  private var output = StandardOutput()
  /// The manifest of failed jobs; nil until the first failure.
  private var failures: FailedJobs?
  /// The first warnings of drawn jobs, and the number of jobs that have some.
  private var warnings: (lines: [String], jobs: Int) = ([], 0)
  private var failureProblem: (any Error)?
  private let failuresPath: String

  init(_ plan: BatchPlan, _ progress: BatchCommand.Progress) throws {
    self.plan = plan
    failuresPath = plan.defaults.output.folder + "failed.jsonl"
    self.progress = progress
    bar = progress == .bar ? ProgressBar(total: plan.count, unit: "jobs") : nil
  }

  func take(_ job: BatchJob, _ outcome: BatchRun.Outcome, _ counts: BatchRun.Counts) {
    if case .failed(let error, _) = outcome {
      note(job, error)
      if counts.failed <= Self.mostLines {
        bar?.clear()
        StandardError.write("\(plan.manifest.name): line \(job.line): \(job.id): \(error)")
      }
    }
    switch outcome {
    case .drawn(let entry), .present(let entry): note(job, entry.warnings)
    case .failed: break
    }
    bar?.show(counts.done)
    tell(Self.line(job, outcome))
  }

  /// Reports the progress of a video.
  func take(_ job: BatchJob, drawn: Int, of count: Int) {
    guard progress == .frames else { return }
    tell(
      JSONValue.object([
        .init(key: "id", value: .string(job.id)), .init(key: "status", value: .string("frames")),
        .init(key: "frames", value: .number(Double(drawn))), .init(key: "of", value: .number(Double(count))),
      ]).flatText)
  }

  private func tell(_ line: String) {
    guard progress == .json || progress == .frames else { return }
    // A closed pipe does not stop the batch.
    try? output.line(line)
    try? output.flush()
  }

  private func note(_ job: BatchJob, _ error: String) {
    do {
      if failures == nil { failures = try FailedJobs(path: failuresPath) }
      failures?.add(plan.manifest.line(ofJob: job, error: error))
    } catch {
      failureProblem = failureProblem ?? error
    }
  }

  private func note(_ job: BatchJob, _ found: [String]) {
    guard !found.isEmpty else { return }
    warnings.jobs += 1
    for warning in found.prefix(Self.mostLines - warnings.lines.count) {
      warnings.lines.append("\(plan.manifest.name): line \(job.line): \(job.id): \(warning)")
    }
  }

  private static func line(_ job: BatchJob, _ outcome: BatchRun.Outcome) -> String {
    var members: [JSONValue.Member] = [.init(key: "id", value: .string(job.id))]
    func add(_ key: String, _ value: JSONValue) { members.append(.init(key: key, value: value)) }
    func add(_ entry: Journal.Entry, _ status: String) {
      add("status", .string(status))
      add("output", .string(job.output))
      add("sha256", .string(entry.sha256))
      add("seconds", .number((entry.seconds * 1e6).rounded() / 1e6))
      if !entry.warnings.isEmpty { add("warnings", .array(entry.warnings.map(JSONValue.string))) }
    }
    switch outcome {
    case .drawn(let entry): add(entry, "drawn")
    case .present(let entry): add(entry, "present")
    case .failed(let error, _):
      add("status", .string("failed"))
      add("error", .string(error))
    }
    return JSONValue.object(members).flatText
  }

  /// Writes the manifest of failed jobs, and the summary line.
  ///
  /// - Throws: if the manifest cannot be written. The summary is printed in any case.
  func finish(_ counts: BatchRun.Counts, took seconds: Double) throws {
    bar?.clear()
    let logger = Logger(label: "multiplane.scene")
    for line in warnings.lines { logger.warning("\(line)") }
    var sentence = "\(plan.manifest.name): \(counts.drawn) drawn"
    if counts.present > 0 { sentence += ", \(counts.present) up to date" }
    if counts.failed > 0 { sentence += ", \(counts.failed) failed" }
    if warnings.jobs > 0 { sentence += ", \(warnings.jobs) with warnings" }
    if counts.done < plan.count { sentence += ", \(plan.count - counts.done) not done" }
    sentence += String(format: " in %.1f s", seconds)
    if counts.drawn > 0 { sentence += String(format: " (%.1f per second)", Double(counts.drawn) / max(seconds, 1e-6)) }
    if counts.failed == 0 {
      // An older manifest of failures is out of date.
      try? FileManager.default.removeItem(atPath: failuresPath)
    } else {
      do {
        if let failureProblem { throw failureProblem }
        try failures?.publish()
      } catch {
        StandardError.write(sentence, .info)
        throw error
      }
      sentence += "; failures in \(failuresPath)"
    }
    StandardError.write(sentence, .info)
  }
}
