import MultiplaneRenderTree
import TestSupport
import Testing

/// Every scene of the project is drawn alike by all renderers.
@Suite struct SceneParityTests {
  /// Scene times in seconds: the start, and moments that are no round part of any animation.
  static let times = [0, 0.37, 1.9]

  @Test(arguments: SceneLibrary.all, times)
  func plain(scene: SceneName, time: Double) async throws {
    let committed = try scene.committed()
    // A still tree has one picture.
    guard time == 0 || committed.root.isAnimated else { return }
    try await expectParity(committed.evaluate(at: time), name: "\(scene.path) at \(time)", isNextByte: time == 0)
  }

  @Test(arguments: SceneLibrary.all, MetamorphicVariant.allCases)
  func metamorphicVariants(scene: SceneName, variant: MetamorphicVariant) async throws {
    let committed = variant.apply(to: try scene.committed())
    try await expectParity(committed.evaluate(at: 0.37), name: "\(scene.path) \(variant)")
  }

  /// As windows and kiosks draw them: in bytes each blend is rounded, and what is about to be
  /// magnified may not be.
  @Test(arguments: SceneLibrary.all.filter { !notInBytes.contains($0.path) })
  func inBytes(scene: SceneName) async throws {
    try await expectParityInBytes(scene.committed().evaluate(at: 0.37), name: scene.path)
  }

  /// Low-alpha overdraw, and blend modes and filters that magnify what bytes round off.
  static let notInBytes: Set<String> = [
    "blend/blend-dodge-of-image.json", "blend/blend-modes-of-color.json",
    "blend/blend-modes-over-images-in-groups.json", "blend/blend-modes-that-magnify.json",
    "blend/blend-saturation-beneath-opacity.json", "dashboard/dashboard.json",
    "emitter/emitter-additive-many-in-rounded-clip.json", "emitter/emitter-smoke.json", "emitter/fireworks.json",
    "opacity/opacity-faint-image-masks.json", "opacity/opacity-faint-masks-and-fades.json",
    "opacity/opacity-faint-on-one-another.json", "opacity/opacity-glass-cards.json",
    "replicator/replicator-added-up.json",
  ]

  @Test func thereAreScenes() {
    #expect(SceneLibrary.all.count >= 40)
  }
}
