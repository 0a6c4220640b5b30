import MultiplaneGraphics
import MultiplaneMotion
import MultiplaneRenderTree
import Testing

/// Animations of what shadows, masks, gradients and replicators have.
@Suite struct EffectAnimationTests {
  private static func color(_ red: Double, _ alpha: Double = 1) -> CGColor {
    CGColor(srgbRed: red, green: 0, blue: 0, alpha: alpha)
  }

  /// A layer's values in the middle of an animation of one second.
  private func middle(
    _ path: String, of kind: LayerKind, from: LayerValue? = nil, to: LayerValue? = nil, by: LayerValue? = nil,
    isAdditive: Bool = false, _ change: (inout LayerValues) -> Void = { _ in }
  ) throws -> LayerValues {
    let animation = CommittedAnimation(
      key: nil, timing: MediaTiming(duration: 1), curve: nil, isRemovedOnCompletion: true,
      change: PropertyChange(
        keyPath: try #require(LayerKeyPath(path, of: kind)), from: from, to: to, by: by, isAdditive: isAdditive,
        isCumulative: false))
    return committedLayer(kind: kind, animations: [animation], change).values(at: 0.5)
  }

  @Test func shadow() throws {
    #expect(try middle("shadowOpacity", of: .layer, to: .number(1)).shadow.opacity == 0.5)
    #expect(try middle("shadowRadius", of: .layer, by: .number(4)).shadow.radius == 5)
    #expect(
      try middle("shadowOffset", of: .layer, to: .size(CGSize(width: 4, height: 5))).shadow.offset
        == CGSize(width: 2, height: 1))
    #expect(
      try middle("shadowOffset.height", of: .layer, from: .number(1), to: .number(2)).shadow.offset
        == CGSize(width: 0, height: 1.5))
    #expect(
      try middle("shadowColor", of: .layer, to: .color(Self.color(1))).shadow.color?.straight.red == 0.5)
  }

  @Test func gradientColours() throws {
    let values = try middle("colors", of: .gradient, to: .colors([Self.color(1), Self.color(0, 0)])) {
      $0.gradient.colors = [Self.color(0), Self.color(1)]
    }
    #expect(values.gradient.colors?.map(\.straight.red) == [0.5, 0.5])
    #expect(values.gradient.colors?.map(\.straight.alpha) == [1, 0.5])
  }

  @Test func coloursOutOfNoneFadeIn() throws {
    let values = try middle("colors", of: .gradient, to: .colors([Self.color(1), Self.color(0.5)]))
    #expect(values.gradient.colors?.map(\.straight.red) == [1, 0.5])
    #expect(values.gradient.colors?.map(\.straight.alpha) == [0.5, 0.5])
  }

  @Test func anotherNumberOfColoursHasNoEffect() throws {
    let values = try middle("colors", of: .gradient, to: .colors([Self.color(1)])) {
      $0.gradient.colors = [Self.color(0), Self.color(0)]
    }
    #expect(values.gradient.colors == [Self.color(0), Self.color(0)])
  }

  @Test func gradientLocations() throws {
    let values = try middle("locations", of: .gradient, from: .numbers([0, 0, 0.5]), to: .numbers([0.5, 1, 1]))
    #expect(values.gradient.locations == [0.25, 0.5, 0.75])
    // No locations are even ones: 0, ½, 1.
    #expect(
      try middle("locations", of: .gradient, to: .numbers([1, 1, 1])).gradient.locations == [0.5, 0.75, 1])
    #expect(
      try middle("locations", of: .gradient, by: .numbers([0.5, 0.5]), isAdditive: false).gradient.locations
        == [0.25, 1.25])
  }

  @Test func gradientPoints() throws {
    #expect(
      try middle("startPoint", of: .gradient, to: .point(CGPoint(x: 1, y: 1))).gradient.startPoint
        == CGPoint(x: 0.75, y: 0.5))
    #expect(try middle("endPoint.x", of: .gradient, to: .number(1)).gradient.endPoint == CGPoint(x: 0.75, y: 1))
  }

  @Test func whatOtherClassesHaveIsNoKeyPath() {
    #expect(LayerKeyPath("colors", of: .layer) == nil)
    #expect(LayerKeyPath("instanceCount", of: .gradient) == nil)
    #expect(LayerKeyPath("type", of: .gradient)?.property.interpolation == LayerProperty.Interpolation.none)
  }

  @Test func replicator() throws {
    #expect(
      try middle("instanceCount", of: .replicator, from: .number(1), to: .number(6)).replicator.instanceCount == 4)
    #expect(try middle("instanceDelay", of: .replicator, to: .number(1)).replicator.instanceDelay == 0.5)
    #expect(try middle("instanceRedOffset", of: .replicator, to: .number(-1)).replicator.redOffset == -0.5)
    #expect(
      try middle("instanceColor", of: .replicator, to: .color(Self.color(0))).replicator.instanceColor?.straight
        == StraightColor(red: 0.5, green: 0.5, blue: 0.5, alpha: 1))
  }

  @Test func instanceTransformByKeyPath() throws {
    let turned = try middle("instanceTransform.rotation.z", of: .replicator, to: .number(.pi))
      .replicator.instanceTransform
    #expect(abs(turned.m11) < 1e-9 && abs(turned.m12 - 1) < 1e-9)
    let moved = try middle("instanceTransform.translation.x", of: .replicator, by: .number(10))
      .replicator.instanceTransform
    #expect(moved.m41 == 5)
    let whole = try middle(
      "instanceTransform", of: .replicator, to: .transform(CATransform3DMakeScale(3, 3, 1))
    ).replicator.instanceTransform
    #expect(abs(whole.m11 - 2) < 1e-9)
  }

  // MARK: Masks

  @Test func anAnimatedMaskAnimatesTheLayer() throws {
    let mask = committedLayer("mask", animations: [fade()].compactMap { $0 })
    let sublayer = committedLayer("still")
    let layer = committedLayer(sublayers: [sublayer], mask: mask)
    #expect(layer.isAnimated && !sublayer.isAnimated)
    let tree = committedTree(layer)
    #expect(tree.evaluate(at: 1).root?.mask?.opacity == 0.5)
    // At 0 the mask has opacity 0, which leaves nothing.
    #expect(tree.evaluate(at: 0).root == nil)
    let (a, b) = (tree.evaluate(at: 0.5).root, tree.evaluate(at: 1).root)
    #expect(a != nil && a !== b && a?.sublayers.first === b?.sublayers.first)
  }

  @Test func aHiddenMaskLeavesNothing() {
    let hidden = committedLayer { $0.isHidden = true }
    #expect(committedTree(committedLayer(mask: hidden)).evaluate(at: 0).root == nil)
    // Of masks of masks too.
    #expect(committedTree(committedLayer(mask: committedLayer(mask: hidden))).evaluate(at: 0).root == nil)
    let animated = committedLayer(animations: [fade()].compactMap { $0 }, mask: hidden)
    #expect(committedTree(animated).evaluate(at: 1).root == nil)
  }

  @Test func aStillMaskIsShared() throws {
    let layer = committedLayer(animations: [fade()].compactMap { $0 }, mask: committedLayer("mask"))
    let tree = committedTree(layer)
    let mask = try #require(tree.evaluate(at: 0.5).root?.mask)
    #expect(tree.evaluate(at: 1).root?.mask === mask)
  }

  @Test func aMaskIsInTheLayersTime() {
    let mask = committedLayer(animations: [fade(MediaTiming(duration: 4))].compactMap { $0 })
    let layer = committedLayer(timing: MediaTiming(speed: 2, duration: .infinity), mask: mask)
    #expect(committedTree(layer).evaluate(at: 1).root?.mask?.opacity == 0.5)
  }
}
