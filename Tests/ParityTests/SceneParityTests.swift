import MultiplaneRenderTree
import TestSupport
import TestTiers
import Testing

/// Every scene of the project is drawn alike by all renderers.
///
/// Nine consecutive seeds of the quick tier draw what the thorough tier draws.
@Suite struct SceneParityTests {
  /// Each scene at its start. Scenes that move, also at times that are no round part of any
  /// animation: the quick tier draws one in three.
  static let moments =
    SceneLibrary.all.map { ($0, 0.0) }
    + SceneLibrary.moving.flatMap { [($0, 0.37), ($0, 1.9)] }
    .drawn(oneIn: 3) { scene, time in scene.rotation &+ (time < 1 ? 0 : 1) }

  @Test(arguments: moments)
  func plain(scene: SceneName, time: Double) async throws {
    try await expectParity("\(scene.path) at \(time)", magnification: scene.magnification, isNextByte: time == 0) {
      try scene.committed().evaluate(at: time)
    }
  }

  /// The quick tier draws each scene in one variant.
  static func variants(of seed: TestSeed) -> [(SceneName, MetamorphicVariant)] {
    SceneLibrary.all.flatMap { scene in
      MetamorphicVariant.allCases.enumerated().filter { seed.draws(scene.rotation &+ UInt64($0.offset)) }
        .map { (scene, $0.element) }
    }
  }

  @Test(arguments: variants(of: .current))
  func metamorphicVariants(scene: SceneName, variant: MetamorphicVariant) async throws {
    try await expectParity("\(scene.path) \(variant)", magnification: scene.magnification) {
      try variant.apply(to: scene.committed().withFewPixels()).evaluate(at: 0.37)
    }
  }

  /// As windows and kiosks draw them: in bytes each blend is rounded, and what is about to be
  /// magnified may not be. The quick tier draws every third.
  @Test(arguments: SceneLibrary.all.filter { !notInBytes.contains($0.path) }.drawn(oneIn: 3) { $0.rotation })
  func inBytes(scene: SceneName) async throws {
    try await expectParityInBytes(scene.path) { try scene.committed().evaluate(at: 0.37) }
  }

  /// Low-alpha overdraw, and blend modes and filters that magnify what bytes round off.
  static let notInBytes: Set<String> = [
    "blend/blend-dodge-of-image.json", "blend/blend-modes-of-color.json",
    "blend/blend-modes-over-images-in-groups.json", "blend/blend-modes-that-magnify.json",
    "blend/blend-saturation-beneath-opacity.json", "dashboard/dashboard.json",
    "emitter/emitter-additive-many-in-rounded-clip.json", "emitter/emitter-smoke.json", "emitter/fireworks.json",
    "filter/filter-bloom-among-others.json",
    "opacity/opacity-faint-image-masks.json", "opacity/opacity-faint-masks-and-fades.json",
    "opacity/opacity-faint-on-one-another.json", "opacity/opacity-glass-cards.json",
    "replicator/replicator-added-up.json",
  ]

  @Test func thereAreScenes() {
    #expect(SceneLibrary.all.count >= 40)
  }
}
