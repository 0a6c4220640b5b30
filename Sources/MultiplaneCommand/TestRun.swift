import MultiplaneDrawing

/// What a run of `multiplane test` tells: lines while it works, counts and a JUnit file at its end.
struct TestRun {
  private let isJSON: Bool
  private let total: Int
  private var bar: ProgressBar?
  private var done = 0
  private var output = StandardOutput()
  private var counts = OutcomeCounts()
  private var report = JUnitReport()

  /// - Parameter total: how many outcomes are expected.
  init(isJSON: Bool, total: Int) {
    self.isJSON = isJSON
    self.total = total
    bar = ProgressBar(total: max(1, total), unit: "pictures")
  }

  mutating func take(_ outcome: PictureOutcome) throws {
    counts.add(outcome)
    report.add(outcome)
    if let line = isJSON ? outcome.json : outcome.line {
      bar?.clear()
      try output.line(line)
      // What is known is to be seen.
      try output.flush()
    }
    done += 1
    let shown = min(done, total)
    bar?.show(shown)
  }

  /// - Throws: where a picture is not as it should be, and where the file cannot be written.
  mutating func end(scenes: Int, junit: String?) throws {
    bar?.clear()
    if !isJSON { try output.line(counts.summary(scenes: scenes)) }
    try output.flush()
    if let junit { try writeFileAtomically(Array(report.text.utf8), to: junit) }
    if counts.failed > 0 { throw CommandError.pictures(failed: counts.failed, total: counts.total) }
  }
}
