import Foundation
import MultiplaneGraphics
import MultiplaneMotion
import TestTiers
import Testing

@testable import MultiplaneRenderTree

/// Evaluation in the memory of an older tree: it gives the result of a new evaluation, and touches
/// nothing that is held.
@Suite struct TreeReuseTests {
  /// A superlayer of trees with animations, and of layers without.
  private func root(_ random: inout RandomAnimations) throws -> CommittedLayer {
    committedLayer(sublayers: [
      try random.tree(), committedLayer("still", sublayers: [committedLayer("within")]), try random.tree(),
      committedLayer("around", sublayers: [try random.tree()]),
    ])
  }

  private func expectDefined(
    _ tree: RenderTree?, _ committed: CommittedTree, at time: Double, _ place: SourceLocation = #_sourceLocation
  ) {
    let found = differences(tree?.root, defined(committed.root, at: time))
    #expect(found.isEmpty, "at \(time)", sourceLocation: place)
  }

  /// 20 trees a seed at ten times each, the first time of each in the memory of another tree.
  @Test(arguments: 0..<24) func saysTheSameAsTheDefinition(seed: UInt64) throws {
    var random = RandomAnimations(seed: seed &+ 1000)
    var old: RenderTree?
    for _ in 0..<20 {
      let layer = try root(&random)
      for _ in 0..<10 {
        let time = random.number(-0.5...5)
        let tree = committedTree(layer).evaluate(at: time, reusing: old.take())
        expectDefined(tree, committedTree(layer), at: time)
        old = tree
      }
    }
  }

  /// Blocks of sublayers that never change are not looked at again; around them layers come, go and
  /// move.
  @Test func stillBlocksStayAsLayersAroundThemChange() throws {
    var sublayers = CommittedSublayers((0..<300).map { committedLayer("still \($0)") })
    let moving = self.layer(1000, try moving("opacity", from: .number(0), to: .number(1)))
    let changes: [(Int, CommittedLayer)] = [
      (130, moving), (5, committedLayer("hidden") { $0.isHidden = true }), (5, committedLayer("seen again")),
      (299, committedLayer("last") { $0.opacity = 0.5 }), (130, committedLayer("still again")),
    ]
    var trees = TreeMemory()
    for (index, layer) in changes {
      sublayers = sublayers.replacing([(index, layer)])
      let around = CommittedLayer(
        identifier: LayerIdentifier(rawValue: 2), name: nil, kind: .layer, values: LayerValues(), timing: .layer,
        animations: [try #require(fade())], sublayers: sublayers)
      for time in [0.5, 0.7, 1.1, 0, 1.5] {
        let tree = trees.evaluate(committedTree(around), at: time)
        expectDefined(tree, committedTree(around), at: time)
      }
    }
  }

  private func extents(_ node: RenderNode?) -> [Extent] {
    guard let node else { return [] }
    return [node.extent] + extents(node.mask) + node.sublayers.flatMap(extents)
  }

  /// What was known of nodes that are changed is forgotten, in them and around them.
  @Test(arguments: 0..<12) func extentsAreThoseOfTheNewTime(seed: UInt64) throws {
    var random = RandomAnimations(seed: seed &+ 2000)
    let committed = committedTree(try root(&random))
    var trees = TreeMemory()
    for _ in 0..<8 {
      let time = random.number(-0.5...5)
      let tree = trees.evaluate(committed, at: time)
      #expect(extents(tree.root) == extents(committed.evaluate(at: time).root), "at \(time)")
    }
  }

  private func moving(_ path: String, from: LayerValue, to: LayerValue) throws -> CommittedAnimation {
    CommittedAnimation(
      key: nil, timing: MediaTiming(duration: 2), curve: .easeIn, isRemovedOnCompletion: true,
      change: PropertyChange(
        keyPath: try #require(LayerKeyPath(path, of: .layer)), from: from, to: to, by: nil, isAdditive: false,
        isCumulative: false))
  }

  private func layer(_ number: Int, _ animation: CommittedAnimation) -> CommittedLayer {
    CommittedLayer(
      identifier: LayerIdentifier(rawValue: UInt64(number)), name: nil, kind: .layer, values: LayerValues(),
      timing: .layer, animations: [animation], sublayers: [])
  }

  private func addresses(_ tree: RenderTree?) -> [ObjectIdentifier] {
    tree?.root?.sublayers.map { ObjectIdentifier($0) } ?? []
  }

  private func address(_ tree: RenderTree?) -> ObjectIdentifier? { tree?.root.map { ObjectIdentifier($0) } }

  @Test(
    arguments: [
      ("position", .point(.zero), .point(CGPoint(x: 1, y: 1))), ("opacity", .number(1), .number(0.5)),
      ("transform.rotation", .number(0), .number(1)), ("transform.translation.x", .number(0), .number(1)),
      ("transform", .transform(CATransform3DIdentity), .transform(CATransform3DMakeScale(2, 2, 1))),
    ] as [(String, LayerValue, LayerValue)])
  func whatNobodyHoldsIsUsedAgain(path: String, from: LayerValue, to: LayerValue) throws {
    let animation = try moving(path, from: from, to: to)
    let committed = committedTree(committedLayer(sublayers: (0..<200).map { layer($0, animation) }))
    var tree: RenderTree? = committed.evaluate(at: 0.5)
    let nodes = addresses(tree)
    let root = address(tree)
    tree = committed.evaluate(at: 1, reusing: tree.take())
    #expect(nodes.count == 200 && addresses(tree) == nodes)
    #expect(address(tree) == root)
    expectDefined(tree, committed, at: 1)
  }

  @Test func framesTakeTurnsWithTwoTrees() throws {
    let animation = try moving("position.x", from: .number(0), to: .number(1))
    let committed = committedTree(committedLayer(sublayers: (0..<3).map { layer($0, animation) }))
    var trees = TreeMemory()
    var last: RenderTree? = trees.evaluate(committed, at: 0.5)
    let first = addresses(last)
    let second = trees.evaluate(committed, at: 0.6)
    #expect(Set(addresses(second)).isDisjoint(with: first))
    expectDefined(last, committed, at: 0.5)
    last = nil
    let third = trees.evaluate(committed, at: 0.7)
    #expect(addresses(third) == first)
    expectDefined(second, committed, at: 0.6)
    expectDefined(third, committed, at: 0.7)
  }

  @Test func whatSomebodyHoldsStaysAsItWas() throws {
    let animation = try moving("position.x", from: .number(0), to: .number(1))
    let committed = committedTree(committedLayer(sublayers: (0..<3).map { layer($0, animation) }))
    var tree: RenderTree? = committed.evaluate(at: 0.5)
    let held = try #require(tree?.root?.sublayers[1])
    let before = held.geometry
    tree = committed.evaluate(at: 1, reusing: tree.take())
    #expect(held.geometry == before)
    #expect(tree?.root?.sublayers[1] !== held)
    let first = try #require(tree)
    let second = committed.evaluate(at: 1.5, reusing: first)
    expectDefined(first, committed, at: 1)
    expectDefined(second, committed, at: 1.5)
    #expect(zip(addresses(first), addresses(second)).allSatisfy { $0 != $1 })
  }

  /// Layers that pass each other in depth are drawn in another order, in the same memory.
  @Test func sublayersAreUsedAgainInWhateverOrder() throws {
    let layers = try (0..<90).map { number in
      let z = Double(number * 7 % 11)
      return layer(number, try moving("zPosition", from: .number(z), to: .number(-z)))
    }
    let committed = committedTree(committedLayer(sublayers: layers))
    var tree: RenderTree? = committed.evaluate(at: 0.1)
    let sublayers = tree?.root?.sublayers.map { ($0.identifier, ObjectIdentifier($0)) } ?? []
    let nodes = Dictionary(uniqueKeysWithValues: sublayers)
    for time in [1.9, 0.2, 3] {
      tree = committed.evaluate(at: time, reusing: tree.take())
      expectDefined(tree, committed, at: time)
      #expect((tree?.root?.sublayers ?? []).allSatisfy { nodes[$0.identifier] == ObjectIdentifier($0) })
    }
    #expect(nodes.count == 90)
  }

  /// A transform that was copied out of a node does not change with it.
  @Test func boxesThatSomebodyHoldsStayAsTheyWere() throws {
    let animation = try moving("transform.rotation", from: .number(0), to: .number(1))
    let committed = committedTree(committedLayer(sublayers: [layer(1, animation)]))
    var tree: RenderTree? = committed.evaluate(at: 0.5)
    let geometry = try #require(tree?.root?.sublayers[0].geometry)
    let before = geometry.transform
    tree = committed.evaluate(at: 1, reusing: tree.take())
    #expect(geometry.transform == before)
    #expect(tree?.root?.sublayers[0].geometry.transform != before)
  }

  /// A commit of a few layers among many leaves the others' nodes where they are.
  @Test func otherLayersKeepTheirNodesWhenOneIsCommittedAgain() throws {
    let animation = try moving("opacity", from: .number(1), to: .number(0.5))
    let turn = try moving("transform.rotation", from: .number(0), to: .number(1))
    let sublayers = CommittedSublayers((0..<200).map { layer($0, $0 % 3 == 0 ? turn : animation) })
    func committed(_ sublayers: CommittedSublayers) -> CommittedTree {
      committedTree(
        CommittedLayer(
          identifier: LayerIdentifier(rawValue: 1000), name: nil, kind: .layer, values: LayerValues(), timing: .layer,
          animations: [], sublayers: sublayers))
    }
    let changed = sublayers.replacing([(3, layer(3, animation)), (64, layer(64, turn)), (199, committedLayer())])
    var tree: RenderTree? = committed(sublayers).evaluate(at: 0.5)
    let nodes = addresses(tree)
    tree = committed(changed).evaluate(at: 1, reusing: tree.take())
    expectDefined(tree, committed(changed), at: 1)
    let same = zip(nodes, addresses(tree)).map { $0 == $1 }
    #expect(same.indices.filter { !same[$0] } == [3, 64, 199])
  }

  /// Layers that come and go leave those before them in place.
  @Test func layersComeAndGo() throws {
    let fade = try moving("opacity", from: .number(-1), to: .number(1))
    let move = try moving("position.x", from: .number(0), to: .number(1))
    let committed = committedTree(committedLayer(sublayers: (0..<150).map { layer($0, $0 % 5 == 2 ? fade : move) }))
    var tree: RenderTree?
    for time in [0.1, 1.9, 0.1, 0.2, 1.8, 1.9, 3, 0.1] {
      tree = committed.evaluate(at: time, reusing: tree.take())
      expectDefined(tree, committed, at: time)
    }
    #expect(tree?.root?.count == 121)
  }

  /// 512 layers within each other, on a quarter of the stack that Linux gives a thread.
  @Test(.ownTime) func theDeepestTreeNeedsLittleStack() async throws {
    let animation = try moving("opacity", from: .number(1), to: .number(0.5))
    let root = (0..<512).reduce(committedLayer(animations: [animation])) { layer, _ in
      committedLayer(animations: [animation], sublayers: [layer])
    }
    let count = await withCheckedContinuation { continuation in
      let thread = Thread {
        let committed = committedTree(root)
        var tree: RenderTree? = committed.evaluate(at: 0.5)
        tree = committed.evaluate(at: 1, reusing: tree.take())
        continuation.resume(returning: tree?.root?.count)
      }
      thread.stackSize = 2 << 20
      thread.start()
    }
    #expect(count == 513)
  }
}
