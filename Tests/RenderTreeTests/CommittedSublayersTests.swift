import MultiplaneRenderTree
import Testing

@Suite struct CommittedSublayersTests {
  private func layers(_ count: Int) -> [CommittedLayer] { (0..<count).map { _ in committedLayer() } }

  /// Around the ends of blocks.
  @Test(arguments: [0, 1, 63, 64, 65, 128, 1000]) func areWhatTheyWereMadeOf(count: Int) {
    let layers = layers(count)
    #expect(CommittedSublayers(layers).elementsEqual(layers, by: ===))
  }

  @Test(arguments: [[0], [63], [64], [129], [0, 1, 63, 64, 128, 129], []]) func someAreReplaced(indices: [Int]) {
    var expected = layers(130)
    let before = expected
    let sublayers = CommittedSublayers(expected)
    let changes = indices.map { (index: $0, layer: committedLayer()) }
    for change in changes { expected[change.index] = change.layer }
    #expect(sublayers.replacing(changes).elementsEqual(expected, by: ===))
    // Those from before stay as they were.
    #expect(sublayers.elementsEqual(before, by: ===))
  }

  @Test(arguments: [0, 70, 99]) func oneThatIsAnimatedCounts(index: Int) throws {
    let still = committedLayer(sublayers: layers(100))
    #expect(!still.isAnimated)
    let animated = committedLayer(animations: [try #require(fade())])
    var all = layers(100)
    all[index] = animated
    #expect(committedLayer(sublayers: all).isAnimated)
  }
}
