import Foundation
import MultiplaneGraphics
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

  /// About one plain layer in five is a text layer, and no property of texts is left at its
  /// default.
  @Test func aFifthOfPlainLayersIsTextOfEveryStyle() {
    let layers = (0..<200).flatMap { RandomTree.make(seed: $0).root.descendants }
    let texts = layers.filter { $0.kind == .text }
    let share = Double(texts.count) / Double(layers.count { $0.kind == .layer } + texts.count)
    #expect((0.15...0.25).contains(share), "\(share)")
    for row in LayerProperties.text {
      let changed = texts.count { row.get($0.values) != row.defaultValue }
      #expect(changed > texts.count / 10, "\(row.key): \(changed) of \(texts.count)")
    }
    let shown = texts.compactMap(\.values.text.shown)
    #expect(shown.count == texts.count)
    #expect(shown.count { $0.text?.attributed != nil } > texts.count / 4)
    #expect(shown.count { $0.pictures != nil } > texts.count / 3)
    let pictures = texts.compactMap { $0.values.text.shown?.pictures?.picture(of: $0.values) ?? $0.values.contents }
    #expect(pictures.count > texts.count / 2, "\(pictures.count) of \(texts.count)")
    #expect(pictures.count { $0.overhang != nil } > texts.count / 10)
  }

  /// No class that a scene can name is left out.
  @Test func everyClassIsThere() {
    let layers = (0..<300).flatMap { RandomTree.make(seed: $0).root.descendants }
    for kind in LayerKind.allCases {
      let count = layers.count { $0.kind == kind }
      #expect(count > layers.count / 50, "\(kind): \(count) of \(layers.count)")
    }
    #expect(layers.count { $0.values.tiled.tiles.count > 1 } > layers.count / 100)
    let particles = layers.filter { $0.kind == .emitter }.map { layer in
      let tree = CommittedTree(size: CGSize(width: 1, height: 1), scale: 1, background: nil, root: layer.with([]))
      return (tree.evaluate(at: 0).root?.count ?? 1) - 1
    }
    #expect(particles.count { $0 > 2 } > particles.count / 2, "\(particles)")
    #expect(particles.allSatisfy { $0 < 200 }, "\(particles)")
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

extension CommittedLayer {
  /// All layers below, masks included.
  fileprivate var descendants: [CommittedLayer] {
    (Array(sublayers) + (mask.map { [$0] } ?? [])).flatMap { [$0] + $0.descendants }
  }
}
