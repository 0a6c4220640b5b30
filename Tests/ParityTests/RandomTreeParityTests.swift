import Foundation
import RenderTree
import TestSupport
import Testing

/// Random trees of all features at once are drawn alike by both renderers.
///
/// `MULTIPLANE_SEED=17` runs that one tree alone.
@Suite struct RandomTreeParityTests {
  static let seeds: [UInt64] = {
    if let text = ProcessInfo.processInfo.environment["MULTIPLANE_SEED"], let seed = UInt64(text) { return [seed] }
    return Array(1...600)
  }()

  @Test(arguments: seeds)
  func random(seed: UInt64) async throws {
    try await expectParity(RandomTree.make(seed: seed).evaluate(at: 0), name: "seed \(seed)")
  }
}
