import RenderTree
import TestSupport
import Testing

/// Every scene of the project is drawn alike by both renderers.
@Suite struct SceneParityTests {
  /// Scene times in seconds: the start, and moments that are no round part of any animation.
  static let times = [0, 0.37, 1.9]

  @Test(arguments: SceneLibrary.all, times)
  func plain(scene: SceneName, time: Double) async throws {
    let committed = try scene.committed()
    // A still tree has one picture.
    guard time == 0 || committed.root.isAnimated else { return }
    try await expectParity(committed.evaluate(at: time), name: "\(scene.path) at \(time)")
  }

  @Test(arguments: SceneLibrary.all, Disguise.allCases)
  func disguised(scene: SceneName, disguise: Disguise) async throws {
    let committed = disguise.apply(to: try scene.committed())
    try await expectParity(committed.evaluate(at: 0.37), name: "\(scene.path) \(disguise)")
  }

  @Test func thereAreScenes() {
    #expect(SceneLibrary.all.count >= 40)
  }
}
