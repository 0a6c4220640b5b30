// TestTiers: which cases of a large product a run draws, how many run at a time, and how long each
// took.
//
// In:   MULTIPLANE_TESTS, MULTIPLANE_TEST_SEED, MULTIPLANE_TEST_TIMES (docs/environment.md).
// Out:  the drawn cases; one line with its own time per case that held a slot.
// Path: a suite lists `cases.drawn()` → a case runs its work in a `TestSlots` → `tools/test` prints
//       the dearest ten.

import Foundation

/// How much a test run covers.
package enum TestTier: String, Sendable {
  /// All tests that are alone of their kind, and of each large product the cases that the seed
  /// draws.
  case quick
  /// Every case.
  case thorough

  /// `MULTIPLANE_TESTS`; quick if it is unset, nil if it is neither.
  package static func parse(_ text: String?) -> TestTier? { text.map { TestTier(rawValue: $0) } ?? .quick }

  package static let current = parse(ProcessInfo.processInfo.environment["MULTIPLANE_TESTS"]) ?? .quick
}

/// The seed of a run: consecutive seeds draw different cases of each large product, and any nine of
/// them draw all.
package struct TestSeed: Sendable {
  /// How many consecutive seeds draw every case.
  package static let rounds: UInt64 = 9

  package let number: UInt64
  private let tier: TestTier

  package init(_ number: UInt64, tier: TestTier = .quick) { (self.number, self.tier) = (number, tier) }

  /// `MULTIPLANE_TEST_SEED`; 0 if it is unset, nil if it is no whole number from 0.
  package static func parse(_ text: String?) -> UInt64? { text.map { UInt64($0) } ?? 0 }

  package static let current = TestSeed(
    parse(ProcessInfo.processInfo.environment["MULTIPLANE_TEST_SEED"]) ?? 0, tier: .current)

  /// Whether the run draws a case: one of `count` consecutive seeds does, and the thorough tier
  /// always.
  ///
  /// - Parameters:
  ///   - key: the case's number. Cases with consecutive keys are drawn by consecutive seeds.
  ///   - count: a divisor of `rounds`.
  package func draws(_ key: UInt64, oneIn count: UInt64 = Self.rounds) -> Bool {
    tier == .thorough || key % count == number % count
  }
}

extension Sequence {
  /// The cases that this run draws: every ninth by default, all of them in the thorough tier.
  ///
  /// - Parameters:
  ///   - count: one of this many cases is drawn, a divisor of `TestSeed.rounds`.
  ///   - key: the case's number, the same in every run; its position if nil.
  package func drawn(
    oneIn count: UInt64 = TestSeed.rounds, from seed: TestSeed = .current, by key: ((Element) -> UInt64)? = nil
  ) -> [Element] {
    enumerated().filter { seed.draws(key?($0.element) ?? UInt64($0.offset), oneIn: count) }.map(\.element)
  }
}
