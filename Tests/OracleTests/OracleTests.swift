import TestSupport
import Testing

/// Scenes as another renderer drew them.
@Suite struct OracleTests {
  @Test(arguments: OracleCase.compared, OracleRenderer.allCases)
  func matches(_ oracle: OracleCase, _ renderer: OracleRenderer) async throws {
    let outcome = try await oracle.outcome(by: renderer)
    let breaches = outcome.comparison.breaches(of: oracle.allowance)
    guard !breaches.isEmpty else { return }
    let pictures = try outcome.writePictures()
    Issue.record(
      "\(outcome.name): \(breaches.joined(separator: "; ")); see \(pictures)-expected.png, -actual.png, -difference.png"
    )
  }

  /// A case that waits must still fail for the reason that is given, so that none is left out longer than it has to be.
  @Test(arguments: OracleCase.waiting)
  func waitsForItsFeature(_ oracle: OracleCase) async throws {
    let missing = try #require(NotYet.reasons[oracle.name])
    let outcome = try await oracle.outcome(by: .reference)
    #expect(
      !outcome.comparison.breaches(of: oracle.allowance).isEmpty,
      "\(oracle.name) matches now, though \(missing): take it off the list in NotYet.swift")
  }

  @Test func everyReasonIsOfACaseThatIsListed() throws {
    let names = Set(try OracleCase.listed.get().map(\.name))
    #expect(names.count >= 47)
    #expect(NotYet.reasons.keys.filter { !names.contains($0) } == [])
    #expect(OracleCase.compared.count == names.count - NotYet.reasons.count)
  }
}
