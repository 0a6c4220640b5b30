import GL
import Graphics
import RenderTree
import TestSupport
import Testing

@testable import GLRenderer

/// Each scene of an effect takes the passes that its picture needs, off screen only where it needs one.
///
/// Counted on devices of which nothing is known, where the fewest short cuts are taken: so it depends on no machine. (What is
/// drawn once more so that it is rounded once is not among them: `SoftStacks`, `DeepStacks`.)
@Suite struct ScenePassTests {
  static let effects: Set<Substring> = [
    "backdrop", "blend", "border", "clip", "corner-curve", "edges", "filter", "gradient", "mask", "opacity", "raster",
    "replicator", "shadow", "shape", "transform-layer",
  ]

  static let scenes = SceneLibrary.all.filter { scene in
    scene.path.split(separator: "/").first.map(effects.contains) == true
  }

  @Test(arguments: scenes) func passes(scene: SceneName) throws {
    // As the picture beside it.
    let tree = try scene.committed().evaluate(at: 0.37)
    let stream = Flattener.flatten(tree, width: tree.pixelWidth, height: tree.pixelHeight)
    let offScreen = stream.passes.count { !$0.isFrame && !$0.isLeftOut }
    let count = ScenePasses.Count(offScreen: offScreen, all: stream.passCount)
    #expect(count == ScenePasses.table[scene.row], "\(scene.row) \(count.offScreen) \(count.all)\n\(stream)")
  }

  @Test func eachRowHasAScene() {
    #expect(Set(ScenePasses.table.keys).subtracting(Self.scenes.map(\.row)).isEmpty)
  }
}

extension SceneName {
  /// What its row begins with.
  fileprivate var row: String { path.replacing(".json", with: "") }
}
