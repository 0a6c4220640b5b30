import Foundation
import TestSupport
import TestTiers
import Testing

/// Which cases a run draws (docs/testing.md).
@Suite struct TestTierTests {
  @Test func theVariablesCanBeRead() {
    let environment = ProcessInfo.processInfo.environment
    #expect(TestTier.parse(environment["MULTIPLANE_TESTS"]) != nil, "MULTIPLANE_TESTS must be 'quick' or 'thorough'")
    #expect(
      TestSeed.parse(environment["MULTIPLANE_TEST_SEED"]) != nil, "MULTIPLANE_TEST_SEED must be a whole number from 0")
    #expect(TestTier.parse(nil) == .quick && TestTier.parse("all") == nil)
    #expect(TestSeed.parse(nil) == 0 && TestSeed.parse("7") == 7 && TestSeed.parse("-7") == nil)
  }

  /// Nine commits in a row, whatever the number of the first.
  @Test(arguments: [0, 4, 1_000_003, UInt64(UInt32.max)])
  func nineSeedsDrawEveryVariantOfEverySceneOnce(first: UInt64) {
    let cases = (first..<first + 9).flatMap { SceneParityTests.variants(of: TestSeed($0)) }
    #expect(cases.count == SceneLibrary.all.count * MetamorphicVariant.allCases.count)
    #expect(Set(cases.map { "\($0.0.path) \($0.1)" }).count == cases.count)
  }

  @Test func nineSeedsDrawEverythingThatIsDrawn() {
    for count in [3, 9] as [UInt64] {
      let drawn = (5..<14).flatMap { (0..<100).drawn(oneIn: count, from: TestSeed($0)) }
      #expect(Set(drawn).count == 100 && drawn.count == 100 * 9 / Int(count))
    }
    #expect((0..<100).drawn(from: TestSeed(0, tier: .thorough)).count == 100)
  }

  /// Each seed draws every kind of variant.
  @Test(arguments: 0..<9 as Range<UInt64>)
  func aSeedDrawsEachVariantOfManyScenes(seed: UInt64) {
    let counts = Dictionary(grouping: SceneParityTests.variants(of: TestSeed(seed))) { $0.1 }.mapValues(\.count)
    #expect(counts.count == 9 && counts.values.allSatisfy { $0 > 25 }, "\(counts)")
  }
}
