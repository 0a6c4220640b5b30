import MultiplaneGraphics
import MultiplaneMotion
import Testing

@testable import MultiplaneRenderTree

/// A replicator's instances in the memory of those of another time: they equal new ones.
@Suite struct ReplicatorReuseTests {
  private func layer(
    _ number: UInt64, kind: LayerKind = .layer, _ animations: [CommittedAnimation] = [],
    sublayers: [CommittedLayer] = [], mask: CommittedLayer? = nil, _ change: (inout LayerValues) -> Void = { _ in }
  ) -> CommittedLayer {
    var values = LayerValues()
    values.geometry.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
    values.backgroundColor = CGColor(srgbRed: 1, green: 0.5, blue: Double(number) / 32, alpha: 1)
    change(&values)
    return CommittedLayer(
      identifier: LayerIdentifier(rawValue: number), name: nil, kind: kind, values: values, timing: .layer,
      animations: animations, sublayers: sublayers, mask: mask)
  }

  private func moving(_ path: String, from: LayerValue, to: LayerValue) throws -> CommittedAnimation {
    CommittedAnimation(
      key: nil, timing: MediaTiming(duration: 2), curve: .easeIn, isRemovedOnCompletion: true,
      change: PropertyChange(
        keyPath: try #require(LayerKeyPath(path, of: .layer)), from: from, to: to, by: nil, isAdditive: false,
        isCumulative: false))
  }

  /// Layers of every sort: ones that move, that change their style, that come and go, and that have
  /// others in them.
  private func sublayers() throws -> [CommittedLayer] {
    let turn = try moving("transform.rotation", from: .number(0), to: .number(1))
    let step = try moving("position.x", from: .number(0), to: .number(9))
    let color = try moving("backgroundColor", from: .color(.white), to: .color(.black))
    let width = try moving("borderWidth", from: .number(1), to: .number(3))
    let fade = try moving("opacity", from: .number(-1), to: .number(1))
    let hide = try moving("hidden", from: .boolean(true), to: .boolean(false))
    return [
      layer(1, [turn]), layer(2), layer(3, [color]), layer(4, [width]) { $0.borderWidth = 1 }, layer(5, [fade]),
      layer(6, sublayers: [layer(7), layer(8, [step])]), layer(9, [step], mask: layer(10, [turn])), layer(11, [hide]),
      layer(12, sublayers: [layer(13)]), layer(14, [step, color]),
    ]
  }

  private struct Variation {
    var tint: CGColor?
    var offset: Float = 0
    var delay = 0.0
    var angle = 0.5
  }

  private func replicator(_ number: UInt64, _ variation: Variation, _ sublayers: [CommittedLayer]) -> CommittedLayer {
    layer(number, kind: .replicator, sublayers: sublayers) { values in
      values.replicator.instanceCount = 3
      values.replicator.instanceColor = variation.tint
      values.replicator.redOffset = variation.offset
      values.replicator.instanceDelay = variation.delay
      values.replicator.instanceTransform = CATransform3DMakeRotation(variation.angle, 0, 0, 1)
    }
  }

  private static let variations: [Variation] = [
    Variation(), Variation(offset: -0.2), Variation(tint: CGColor(srgbRed: 0.5, green: 1, blue: 0.25, alpha: 1)),
    Variation(delay: 0.3), Variation(offset: -0.3, delay: 0.7, angle: 1), Variation(angle: .infinity),
  ]

  /// Each variation after each other, at times in any order, the replicator by itself and in
  /// another.
  @Test(arguments: variations.indices, [false, true]) func saysTheSameAsAnew(first: Int, isNested: Bool) throws {
    let sublayers = try sublayers()
    var trees = TreeMemory()
    for second in Self.variations.indices {
      for number in [first, second] {
        let inner = replicator(20, Self.variations[number], sublayers)
        let outer = replicator(21, Self.variations[(number + second) % Self.variations.count], [inner, layer(22)])
        let committed = committedTree(layer(30, sublayers: [isNested ? outer : inner]))
        for time in [0.5, 0.6, 1.7, 0.1, 2.5, 0.9] {
          let tree = trees.evaluate(committed, at: time)
          let anew = committed.evaluate(at: time)
          let found = differences(tree.root, anew.root)
          #expect(found.isEmpty, "variations \(number) and \(second) at \(time)")
          let (extents, anewExtents) = (tree.root?.sublayers.map(\.extent), anew.root?.sublayers.map(\.extent))
          #expect(extents == anewExtents)
        }
      }
    }
  }

  /// Nodes of an earlier time that are still referenced stay as they were.
  @Test func whatSomebodyHoldsStays() throws {
    let variation = Variation(offset: -0.2)
    let committed = committedTree(layer(30, sublayers: [replicator(20, variation, try sublayers())]))
    var tree: RenderTree? = committed.evaluate(at: 0.5)
    let held = try #require(tree?.root?.sublayers[0].sublayers)
    tree = committed.evaluate(at: 1, reusing: tree.take())
    let before = committed.evaluate(at: 0.5).root?.sublayers[0].sublayers ?? []
    #expect(held.count == before.count)
    let found = zip(held, before).flatMap { differences($0, $1) }
    #expect(found.isEmpty)
    let foundNow = differences(tree?.root, committed.evaluate(at: 1).root)
    #expect(foundNow.isEmpty)
  }

  /// Layers that move, with and without a colour of the instance's, and those that stay, keep their
  /// nodes.
  @Test(arguments: [0, 1, 4]) func nodesAreUsedAgain(variation: Int) throws {
    let turn = try moving("transform.rotation", from: .number(0), to: .number(1))
    let committed = committedTree(
      layer(30, sublayers: [replicator(20, Self.variations[variation], [layer(1, [turn]), layer(2)])]))
    func addresses(_ tree: RenderTree?) -> [ObjectIdentifier] {
      tree?.root?.sublayers.first?.sublayers.map { ObjectIdentifier($0) } ?? []
    }
    var tree: RenderTree? = committed.evaluate(at: 0.5)
    let nodes = addresses(tree)
    tree = committed.evaluate(at: 1, reusing: tree.take())
    #expect(nodes.count == 6 && addresses(tree) == nodes)
  }
}
