import RenderTree
import TestSupport
import Testing

/// What the device keeps from frame to frame is shown where it has moved to as the reference draws it there.
@Suite struct KeptPictureParityTests {
  /// Two frames in which things become worth keeping, and later ones to which they have moved by parts of a pixel, far, and
  /// out of sight.
  static let times = [0, 1.0 / 60, 2.0 / 60, 0.2, 0.77, 1.9]

  @Test(arguments: [
    "plain-blurs-kept", "plain-shadows-alike", "plain-images-moving", "plain-masks-moving", "plain-groups-in-bands",
    "plain-cards-on-cards",
  ])
  func moved(name: String) async throws {
    let scene = try #require(SceneLibrary.all.first { $0.path.contains("plain/\(name)") })
    let committed = try scene.committed()
    for time in Self.times { try await expectParity(committed.evaluate(at: time), name: "\(scene.path) at \(time)") }
  }

  /// As windows and kiosks draw them, which keep more.
  @Test(arguments: [
    "plain-images-moving", "plain-images-in-an-atlas", "plain-images-beyond-their-edges", "plain-masks-moving",
    "plain-groups-in-bands",
    "plain-cards-on-cards",
  ])
  func movedLive(name: String) async throws {
    let scene = try #require(SceneLibrary.all.first { $0.path.contains("plain/\(name)") })
    let committed = try scene.committed()
    for time in Self.times {
      try await expectParity(
        committed.evaluate(at: time), name: "\(scene.path) live at \(time)", frames: 3, isLive: true)
    }
  }

  /// The same in the memory of the trees before, whose nodes remember what stays in them.
  @Test func movedInTheMemoryOfEarlierFrames() async throws {
    let scene = try #require(SceneLibrary.all.first { $0.path.contains("plain/plain-groups-in-bands") })
    let committed = try scene.committed()
    var trees = TreeMemory()
    for time in Self.times + [1.95, 0.1] {
      let tree = trees.evaluate(committed, at: time)
      try await expectParity(tree, name: "\(scene.path) at \(time), remembered")
    }
  }
}
