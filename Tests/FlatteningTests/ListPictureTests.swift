import MultiplaneFlattening
import MultiplaneReferenceRenderer
import MultiplaneRenderTree
import TestSupport
import Testing

/// Lists drawn in real numbers beside the reference renderer's pictures of the same trees.
@Suite("What a list shows is what its tree does") struct ListPictureTests {
  @Test(arguments: SceneLibrary.all)
  func ofScenes(scene: SceneName) throws {
    try expectSame(scene.committed().evaluate(at: 0))
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func ofRandomTrees(seed: UInt64) throws {
    try expectSame(RandomTree.make(seed: seed).evaluate(at: 0.3))
  }

  /// Nothing is rounded on either side, so that far less than a byte's step is left between them:
  /// 1/4096, and 1/512 where there are shadows of rounded rectangles and borders: a border around
  /// one counts as an edge that is moved.
  private func expectSame(_ tree: RenderTree) throws {
    let list = Flattener.flatten(tree)
    let reference = ReferenceRenderer().render(tree)
    let numbers = ListPicture(list).numbers()
    try #require(numbers.count == reference.pixels.count)
    var (worst, count) = (0, 0)
    let limit = list.shadows.isEmpty || list.borders.isEmpty ? 1.0 / 4096 : 1.0 / 512
    for index in numbers.indices {
      let difference = abs(numbers[index] - reference.pixels[index])
      if difference > limit { count += 1 }
      if difference > abs(numbers[worst] - reference.pixels[worst]) { worst = index }
    }
    let place = (x: worst / 4 % reference.width, y: worst / 4 / reference.width)
    #expect(count == 0, "worst: \(numbers[worst]) instead of \(reference.pixels[worst]) at \(place)")
  }
}
