import TestSupport
import Testing

/// Scenes as another renderer drew them.
@Suite struct OracleTests {
  @Test(arguments: OracleCase.all, TestRenderer.allCases)
  func matches(_ oracle: OracleCase, _ renderer: TestRenderer) async throws {
    try await DrawingThreads.run("\(oracle.name) \(renderer)") {
      let outcome = try oracle.outcome(by: renderer)
      let breaches = outcome.comparison.breaches(of: oracle.allowance)
      guard !breaches.isEmpty else { return }
      let pictures = try outcome.writePictures()
      Issue.record(
        "\(outcome.name): \(breaches.joined(separator: "; ")); see \(pictures)-expected.png, -actual.png, -difference.png"
      )
    }
  }

  @Test func casesAreListed() throws {
    #expect(try OracleCase.listed.get().count >= 125)
  }
}
