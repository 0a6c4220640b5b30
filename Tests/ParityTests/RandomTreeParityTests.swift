import Foundation
import MultiplaneRenderTree
import TestSupport
import Testing

/// Random trees of all features at once are drawn alike by all renderers.
///
/// `MULTIPLANE_SEED=17` runs that one tree alone.
@Suite struct RandomTreeParityTests {
  static let seeds: [UInt64] = {
    guard let text = ProcessInfo.processInfo.environment["MULTIPLANE_SEED"] else { return Array(0...1000) }
    return UInt64(text).map { [$0] } ?? []
  }()

  @Test func theSeedIsAWholeNumber() {
    #expect(!Self.seeds.isEmpty, "MULTIPLANE_SEED must be a whole number from 0")
  }

  @Test(arguments: seeds)
  func random(seed: UInt64) async throws {
    try await expectParity(RandomTree.make(seed: seed).evaluate(at: 0), name: "seed \(seed)", isNextByte: seed < 60)
  }
}
