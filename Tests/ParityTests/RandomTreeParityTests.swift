import Foundation
import MultiplaneRenderTree
import TestSupport
import TestTiers
import Testing

/// Random trees of all features at once are drawn alike by all renderers.
///
/// `MULTIPLANE_SEED=17` runs that one tree alone.
@Suite struct RandomTreeParityTests {
  private static let chosen = ProcessInfo.processInfo.environment["MULTIPLANE_SEED"]
  static let seeds: [UInt64] = chosen.map { UInt64($0).map { [$0] } ?? [] } ?? Array(0...1000)

  @Test func theSeedIsAWholeNumber() {
    #expect(!Self.seeds.isEmpty, "MULTIPLANE_SEED must be a whole number from 0")
  }

  @Test func aQuarterHasALottieAnimation() {
    let trees = (0..<100).map { RandomTree.make(seed: $0) }
    #expect((15...35).contains(trees.count { $0.root.sublayers.last?.name?.hasSuffix(".json") == true }))
  }

  /// In the quick tier OpenGL, which takes ten times as long as the CPU renderer, draws every
  /// ninth.
  @Test(arguments: seeds)
  func random(seed: UInt64) async throws {
    let isOnDevice = Self.chosen != nil || TestSeed.current.draws(seed)
    try await expectParity("seed \(seed)", by: isOnDevice ? TestRenderer.backEnds : [.cpu], isNextByte: seed < 60) {
      RandomTree.make(seed: seed).evaluate(at: 0)
    }
  }
}
