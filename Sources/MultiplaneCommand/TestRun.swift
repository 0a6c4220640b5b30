import MultiplaneDrawing

/// The output of `multiplane test`: progress lines, then the summary and the JUnit file.
struct TestRun {
  private let isJSON: Bool
  private let total: Int
  private var bar: ProgressBar?
  private var done = 0
  private var output = StandardOutput()
  private var counts = OutcomeCounts()
  private var report = JUnitReport()
  private var page = FailurePage()

  /// - Parameter total: the expected number of outcomes.
  init(isJSON: Bool, total: Int) {
    self.isJSON = isJSON
    self.total = total
    bar = ProgressBar(total: max(1, total), unit: "pictures")
  }

  mutating func take(_ outcome: PictureOutcome) throws {
    counts.add(outcome)
    report.add(outcome)
    page.add(outcome)
    if let line = isJSON ? outcome.json : outcome.line {
      bar?.clear()
      try output.line(line)
      // Show each result at once.
      try output.flush()
    }
    done += 1
    let shown = min(done, total)
    bar?.show(shown)
  }

  /// - Parameters:
  ///   - junit: the path of the JUnit file; nil for none.
  ///   - pageFolder: the folder of the page of failures; nil for none.
  /// - Throws: if a picture failed, or a file cannot be written.
  mutating func end(scenes: Int, junit: String?, pageFolder: String?) throws {
    bar?.clear()
    let summary = counts.summary(scenes: scenes)
    if !isJSON { try output.line(summary) }
    try output.flush()
    if let junit { try writeFileAtomically(Array(report.text.utf8), to: junit) }
    if let pageFolder {
      try writeFileAtomically(Array(page.text(summary: summary).utf8), to: "\(pageFolder)/index.html")
    }
    if counts.failed > 0 { throw CommandError.pictures(failed: counts.failed, total: counts.total) }
  }
}
