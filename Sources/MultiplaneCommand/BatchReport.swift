import Foundation
import MultiplaneBatch
import MultiplaneDrawing
import MultiplaneSceneFile

/// What a batch tells while it draws, and at its end. Used by one thread at a time.
final class BatchReport: @unchecked Sendable {
  // Proof of Sendable: `BatchRun` reports one job at a time, and `finish` comes after the last.
  /// Lines on standard error for jobs that failed; the rest is in the file.
  static let mostLines = 20

  private let plan: BatchPlan
  private let progress: BatchCommand.Progress
  private var bar: ProgressBar?
  private var output = StandardOutput()
  /// The manifest of what failed, as it will be.
  private var failures: [String] = []

  init(_ plan: BatchPlan, _ progress: BatchCommand.Progress) throws {
    self.plan = plan
    self.progress = progress
    bar = progress == .bar ? ProgressBar(total: plan.count, unit: "jobs") : nil
  }

  func take(_ job: BatchJob, _ outcome: BatchRun.Outcome, _ counts: BatchRun.Counts) {
    if case .failed(let error, _) = outcome {
      failures.append(plan.manifest.line(ofJob: job, error: error))
      if failures.count <= Self.mostLines {
        bar?.clear()
        StandardError.write("\(plan.manifest.name): line \(job.line): \(job.id): \(error)")
      }
    }
    bar?.show(counts.done)
    guard progress == .json else { return }
    // Who reads no more has seen enough; the work goes on.
    try? output.line(Self.line(job, outcome))
    try? output.flush()
  }

  private static func line(_ job: BatchJob, _ outcome: BatchRun.Outcome) -> String {
    var members: [JSONValue.Member] = [.init(key: "id", value: .string(job.id))]
    func add(_ key: String, _ value: JSONValue) { members.append(.init(key: key, value: value)) }
    func add(_ entry: Journal.Entry, _ status: String) {
      add("status", .string(status))
      add("output", .string(job.output))
      add("sha256", .string(entry.sha256))
      add("seconds", .number((entry.seconds * 1e6).rounded() / 1e6))
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

  /// Writes the manifest of what failed, and the last line.
  ///
  /// - Throws: where the manifest cannot be written; the line is there then, too.
  func finish(_ counts: BatchRun.Counts, took seconds: Double, folder: String) throws {
    bar?.clear()
    let path = folder + "failed.jsonl"
    var sentence = "\(plan.manifest.name): \(counts.drawn) drawn"
    if counts.present > 0 { sentence += ", \(counts.present) there already" }
    if counts.failed > 0 { sentence += ", \(counts.failed) failed" }
    if counts.done < plan.count { sentence += ", \(plan.count - counts.done) not done" }
    sentence += String(format: " in %.1f s", seconds)
    if counts.drawn > 0 { sentence += String(format: " (%.1f a second)", Double(counts.drawn) / max(seconds, 1e-6)) }
    if failures.isEmpty {
      // One of an earlier time says what is no longer so.
      try? FileManager.default.removeItem(atPath: path)
    } else {
      do {
        try writeFileAtomically(Array((failures.joined(separator: "\n") + "\n").utf8), to: path)
      } catch {
        StandardError.write(sentence)
        throw error
      }
      sentence += "; failures in \(path)"
    }
    StandardError.write(sentence)
  }
}
