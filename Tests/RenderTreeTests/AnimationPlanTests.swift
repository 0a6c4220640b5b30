import MultiplaneGraphics
import MultiplaneMotion
import TestTiers
import Testing

@testable import MultiplaneRenderTree

/// The short way of evaluation against its definition.
@Suite struct AnimationPlanTests {
  /// 40 trees a seed, each at 12 times around and within their animations.
  @Test(arguments: 0..<32) func saysTheSameAsTheDefinition(seed: UInt64) throws {
    var random = RandomAnimations(seed: seed)
    var plans = 0
    for _ in 0..<40 {
      let tree = try random.tree()
      plans += tree.sublayers.filter { $0.plan != nil }.count
      for time in [-1, 0, 0.25, 0.5, 0.9, 1, 1.3, 2, 2.5, 4, random.number(0...5), random.number(0...5)] {
        let found = differences(tree.evaluate(at: time), defined(tree, at: time))
        #expect(found.isEmpty, "at \(time): \(tree.sublayers.map(\.animations))")
      }
    }
    // Of 160 layers; the others show that what has no short way takes the long one.
    #expect((30..<156).contains(plans))
  }

  private func plan(_ animations: CommittedAnimation?..., kind: LayerKind = .layer) -> AnimationPlan? {
    committedLayer(kind: kind, animations: animations.compactMap { $0 }).plan
  }

  private func change(
    _ path: String, of kind: LayerKind = .layer, from: LayerValue?, to: LayerValue?, isCumulative: Bool = false
  ) throws -> CommittedAnimation {
    CommittedAnimation(
      key: nil, timing: MediaTiming(duration: 1), curve: nil, isRemovedOnCompletion: true,
      change: PropertyChange(
        keyPath: try #require(LayerKeyPath(path, of: kind)), from: from, to: to, by: nil, isAdditive: false,
        isCumulative: isCumulative))
  }

  @Test(
    arguments: [
      ("position", .point(.zero), .point(CGPoint(x: 1, y: 1))), ("position.x", .number(0), nil),
      ("opacity", .number(0), .number(1)), ("zPosition", nil, .number(1)), ("anchorPoint.y", .number(1), nil),
      ("backgroundColor", LayerValue.none, .color(.white)), ("transform.rotation", .number(0), .number(1)),
      ("transform", nil, .transform(CATransform3DMakeScale(2, 2, 1))),
    ] as [(String, LayerValue?, LayerValue?)])
  func whatMostAnimationsDoHasAShortWay(path: String, from: LayerValue?, to: LayerValue?) throws {
    #expect(plan(try change(path, from: from, to: to)) != nil)
  }

  /// A shape's path, with ends given, missing, of other elements, and none.
  @Test(
    arguments: [(0, 1), (0, nil), (nil, 1), (2, 0), (1, 2), (0, -1), (-1, nil), (nil, nil)] as [(Int?, Int?)],
    [true, false])
  func pathsOfShapes(ends: (Int?, Int?), hasPath: Bool) throws {
    let paths = [
      CGPath(rect: CGRect(x: 0, y: 0, width: 9, height: 5), transform: nil),
      CGPath(rect: CGRect(x: 2, y: -3, width: 4, height: 50), transform: nil),
      CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 9, height: 5), transform: nil),
    ]
    func value(_ index: Int?) -> LayerValue? { index.map { $0 < 0 ? .none : .path(paths[$0]) } }
    let morph = try change("path", of: .shape, from: value(ends.0), to: value(ends.1))
    let width = try change("lineWidth", of: .shape, from: .number(1), to: .number(4))
    for animations in [[morph], [morph, width], [morph, morph]] {
      let layer = committedLayer(kind: .shape, animations: animations) {
        $0.shape.path = hasPath ? paths[0] : nil
        $0.shape.strokeColor = $0.shape.fillColor
      }
      for time in [-0.5, 0, 0.25, 0.5, 0.75, 1, 1.5] {
        let found = differences(layer.evaluate(at: time), defined(layer, at: time))
        #expect(found.isEmpty, "\(found) at \(time)")
      }
    }
    if ends == (0, 1) {
      #expect(plan(morph, width, kind: .shape) != nil || !hasPath)
      #expect(plan(morph, morph, kind: .shape) == nil)
    }
  }

  @Test func theRestHasNone() throws {
    let x = try change("position.x", from: .number(0), to: .number(1))
    #expect(plan(x, try change("position", from: .point(.zero), to: nil)) == nil)
    #expect(plan(x, try change("position.y", from: .number(0), to: .number(1))) != nil)
    #expect(plan(try change("hidden", from: .boolean(true), to: .boolean(false))) == nil)
    #expect(plan(try change("transform", from: nil, to: nil, isCumulative: true)) == nil)
    let width = try change("bounds.size.width", from: .number(0), to: .number(1))
    #expect(plan(width, try change("bounds.origin.x", from: .number(0), to: .number(1))) == nil)
    #expect(plan(width, try change("bounds.size.height", from: .number(0), to: .number(1))) != nil)
    #expect(plan(x, kind: .emitter) == nil)
    #expect(plan(x, kind: .replicator) != nil)
  }

  private func keyframes(
    _ path: String, _ values: [LayerValue], mode: CalculationMode = .linear, isAdditive: Bool = false
  ) throws -> CommittedAnimation {
    try animation(path, .keyframes(KeyframeCourse(values: values, mode: mode)), isAdditive: isAdditive)
  }

  private func animation(
    _ path: String, _ course: AnimationCourse, isAdditive: Bool = false
  ) throws -> CommittedAnimation {
    CommittedAnimation(
      key: nil, timing: MediaTiming(duration: 1, fillMode: .both), curve: nil, isRemovedOnCompletion: false,
      change: PropertyChange(
        keyPath: try #require(LayerKeyPath(path, of: .layer)), course: course, isAdditive: isAdditive))
  }

  /// What a layer of a design program has: visibility, components of its transform, and a path.
  @Test func layersOfDesignPrograms() throws {
    let hidden = try keyframes("hidden", [.boolean(true), .boolean(false), .boolean(true)], mode: .discrete)
    let x = try keyframes("transform.scale.x", [.number(1), .number(0), .number(-2)])
    let y = try keyframes("transform.scale.y", [.number(2), .number(2.5)])
    let angle = try keyframes("transform.rotation.z", [.number(0), .number(4), .number(1)])
    let added = try keyframes("transform.rotation.z", [.number(0), .number(4)], isAdditive: true)
    let curve = CGMutablePath()
    curve.move(to: .zero)
    curve.addCurve(to: CGPoint(x: 9, y: 9), control1: CGPoint(x: 9, y: 0), control2: CGPoint(x: 0, y: 9))
    let path = try animation("position", .path(PathCourse(path: curve)))
    let turning = try animation("position", .path(PathCourse(path: curve, rotation: .auto)))
    for animations in [[hidden], [hidden, x], [x, y], [y, angle, x, hidden], [path], [path, x, angle, hidden]] {
      let layer = committedLayer(animations: animations) {
        $0.geometry.transform = CATransform3DMakeRotation(0.25, 0, 0, 1)
      }
      #expect(layer.plan != nil)
      var trees = TreeMemory()
      for time in [-1, 0, 0.2, 0.34, 0.5, 0.6, 0.7, 1, 3] {
        let found = differences(layer.evaluate(at: time), defined(layer, at: time))
        #expect(found.isEmpty, "\(found) at \(time)")
        let tree = CommittedTree(size: CGSize(width: 9, height: 9), scale: 1, background: nil, root: layer)
        let again = differences(trees.evaluate(tree, at: time).root, defined(layer, at: time))
        #expect(again.isEmpty, "\(again) at \(time)")
      }
    }
    for animations in [[hidden, hidden], [x, added], [added, x], [turning]] {
      let layer = committedLayer(animations: animations)
      #expect(layer.plan == nil)
      for time in [0.2, 0.5, 0.7] {
        #expect(differences(layer.evaluate(at: time), defined(layer, at: time)).isEmpty)
      }
    }
  }

  /// An animation of the replicator's own values, though it changes none, takes the long way.
  @Test(arguments: ["anchorPoint.x", "bounds.origin.x", "bounds.size.width"])
  func instancesTurnAboutTheAnchorAsItIsThen(path: String) throws {
    let animation = try change(path, from: .number(0), to: .number(8))
    let none = try change("instanceRedOffset", of: .replicator, from: .number(0), to: .number(0))
    func replicator(_ animations: [CommittedAnimation]) -> CommittedLayer {
      let box = committedLayer("box") { $0.geometry.bounds = CGRect(x: 0, y: 0, width: 4, height: 2) }
      return committedLayer(kind: .replicator, animations: animations, sublayers: [box]) {
        $0.geometry.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
        $0.replicator.instanceCount = 3
        $0.replicator.instanceTransform = CATransform3DMakeRotation(0.5, 0, 0, 1)
      }
    }
    let (short, long) = (replicator([animation]), replicator([animation, none]))
    #expect(short.plan != nil && long.plan == nil)
    #expect(differences(short.evaluate(at: 0.5), long.evaluate(at: 0.5)).isEmpty)
    #expect(!differences(short.evaluate(at: 0.25), long.evaluate(at: 0.5)).isEmpty)
  }

  @Test func nodesOfOneLayerShareTheirStyle() throws {
    let layer = committedLayer(animations: [try #require(fade())]) { $0.borderWidth = 1 }
    let (first, second) = (try #require(layer.evaluate(at: 0.5)), try #require(layer.evaluate(at: 1)))
    #expect(first !== second && first.style === second.style)
  }

  /// What does not change stays one object, whoever asks for it first.
  @Test(.ownTime) func stillSubtreesAreSharedByFrames() async throws {
    let still = committedLayer("still", sublayers: [committedLayer("within")])
    let root = committedLayer(sublayers: [still, committedLayer(animations: [try #require(fade())])])
    let nodes = await withTaskGroup(of: RenderNode?.self) { group in
      for index in 0..<8 { group.addTask { root.evaluate(at: 0.1 * Double(index + 1))?.sublayers.first } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    let first = try #require(nodes.first ?? nil)
    #expect(nodes.count == 8 && nodes.allSatisfy { $0 === first })
  }
}
