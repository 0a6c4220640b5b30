import Foundation
import MultiplaneCPURenderer
import MultiplaneFlattening
import MultiplaneGraphics
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import TestSupport
import Testing

/// Every scene, and random trees, beside the reference renderer.
@Suite struct CPUParityTests {
  @Test(arguments: SceneLibrary.all)
  func scenesAreThoseOfTheReference(scene: SceneName) throws {
    try expectParity(of: scene.committed().evaluate(at: 0), name: scene.path)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func randomTreesAreThoseOfTheReference(seed: UInt64) throws {
    try expectParity(of: RandomTree.make(seed: seed).evaluate(at: 0.3), name: "random \(seed)")
  }

  /// Each byte is the reference's or the next one to it; one more beside paths, whose coverage Cairo gives to 1/255.
  private func expectParity(of tree: RenderTree, name: String) throws {
    let list = Flattener.flatten(tree)
    let frame = try Frame(list)
    let reference = ReferenceRenderer().render(tree)
    let expected = Frame(width: reference.width, height: reference.height, bytes: reference.bytes())
    let difference = frame.difference(from: expected)
    let hasPaths = !list.paths.isEmpty || list.clips.contains { if case .path = $0.region { true } else { false } }
    guard difference.most > (hasPaths ? 2 : 1) else { return }
    let pictures = try FailurePictures.write(
      name, in: "cpu-parity", width: frame.width, height: frame.height,
      ["actual": frame.bytes, "expected": expected.bytes])
    Issue.record("\(name): off by \(difference); pictures: \(pictures)")
  }
}

extension Frame {
  init(width: Int, height: Int, bytes: [UInt8]) {
    (self.width, self.height, self.bytes) = (width, height, bytes)
  }
}
