import MultiplaneGraphics
import MultiplaneRenderTree
import Testing

@testable import MultiplaneLayerTree

@Suite struct LayerAnimationTests {
  private let layer = CALayer()

  private func animation(
    _ path: String? = "opacity", from: Any? = nil, to: Any? = nil, by: Any? = nil, duration: Double = 4
  ) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: path)
    animation.fromValue = from
    animation.toValue = to
    animation.byValue = by
    animation.duration = duration
    return animation
  }

  /// The layer's values at a time; those of the layer itself when committed at 0.
  private func values(at time: Double) -> LayerValues { layer.commit(at: 0).values(at: time) }

  /// Before its offset is passed no frame is needed; at speed 0 it never is.
  @Test func whatWaitsForItsOffsetBeginsThen() {
    let waiting = animation()
    waiting.timeOffset = -1000
    layer.add(waiting, forKey: "a")
    _ = layer.commit(at: 0)
    #expect(layer.nextAnimationTime.map { abs($0 - 1000) < 1e-6 } == true, "\(layer.nextAnimationTime ?? -1)")
    waiting.speed = -1
    waiting.timeOffset = 1004
    layer.add(waiting, forKey: "a")
    _ = layer.commit(at: 0)
    #expect(layer.nextAnimationTime.map { abs($0 - 1000) < 1e-6 } == true, "\(layer.nextAnimationTime ?? -1)")
    waiting.speed = 0
    waiting.timeOffset = -0.5
    layer.add(waiting, forKey: "a")
    _ = layer.commit(at: 0)
    #expect(layer.nextAnimationTime == nil)
  }

  @Test func keysInOrderOfApplication() {
    layer.add(animation(), forKey: "a")
    layer.add(animation(), forKey: nil)
    layer.add(animation(), forKey: "b")
    #expect(layer.animationKeys() == ["a", "b"])
    layer.add(animation(), forKey: "a")
    #expect(layer.animationKeys() == ["b", "a"])
    layer.removeAnimation(forKey: "b")
    #expect(layer.animationKeys() == ["a"])
    #expect(layer.commit(at: 0).animations.map(\.key) == [nil, "a"])
    layer.removeAllAnimations()
    #expect(layer.animationKeys() == nil)
    #expect(layer.commit(at: 0).animations.isEmpty)
  }

  @Test func aLayerKeepsItsOwnCopy() throws {
    let original = animation(from: 0.5, to: 1.0)
    original.isAdditive = true
    original.fillMode = .both
    original.timingFunction = CAMediaTimingFunction(name: .easeIn)
    original.isRemovedOnCompletion = false
    layer.add(original, forKey: "a")
    original.duration = 100
    original.fromValue = 0.9
    original.isAdditive = false
    let copy = try #require(layer.animation(forKey: "a") as? CABasicAnimation)
    #expect(copy !== original)
    #expect(copy.duration == 4 && copy.fromValue as? Double == 0.5 && copy.toValue as? Double == 1)
    #expect(copy.isAdditive && copy.fillMode == .both && !copy.isRemovedOnCompletion && copy.keyPath == "opacity")
    #expect(copy.timingFunction != nil)
    #expect(layer.animation(forKey: "b") == nil)
  }

  @Test func subclassesAreCopiedAsThemselves() {
    final class Marked: CABasicAnimation {}
    layer.add(Marked(keyPath: "opacity"), forKey: "a")
    #expect(layer.animation(forKey: "a") is Marked)
  }

  @Test func theCommitFixesTheBeginning() {
    let added = animation(from: 0.0, to: 1.0)
    layer.add(added, forKey: "a")
    #expect(layer.commit(at: 10).animations.map(\.timing.beginTime) == [10])
    // A later commit leaves it alone.
    layer.name = "changed"
    layer.add(animation(), forKey: "b")
    #expect(layer.commit(at: 12).animations.map(\.timing.beginTime) == [10, 12])
    #expect(layer.commit(at: 12).values(at: 11).opacity == 0.25)
    #expect(added.beginTime == 0)
  }

  @Test func theAttachedAnimationSaysWhenItBegan() throws {
    let (root, leaf) = (CALayer(), CALayer())
    root.addSublayer(leaf)
    leaf.speed = 2
    let animation = CABasicAnimation(keyPath: "opacity")
    animation.duration = 4
    leaf.add(animation, forKey: "a")
    #expect(leaf.animation(forKey: "a")?.beginTime == 0)
    _ = root.commit(at: 10)
    #expect(leaf.animation(forKey: "a")?.beginTime == 20 && animation.beginTime == 0)
    leaf.opacity = 0.5
    _ = root.commit(at: 11)
    let attached = try #require(leaf.animation(forKey: "a"))
    #expect(attached.beginTime == 20)
    // Taken off and added again, it goes on.
    leaf.removeAllAnimations()
    leaf.add(attached, forKey: "a")
    let committed = try #require(root.commit(at: 12).sublayers.first)
    #expect(committed.animations.map(\.timing.beginTime) == [20])
  }

  @Test func aBeginningOfItsOwnIsKept() {
    let late = animation(from: 0.0, to: 1.0)
    late.beginTime = 3
    layer.add(late, forKey: "a")
    #expect(layer.commit(at: 10).animations.map(\.timing.beginTime) == [3])
  }

  @Test func theBeginningIsInTheLayersTime() {
    let root = CALayer()
    root.speed = 2
    root.beginTime = 1
    layer.timeOffset = 0.5
    root.addSublayer(layer)
    layer.add(animation(), forKey: "a")
    // (10 − 1) · 2 = 18, and ½.
    #expect(root.commit(at: 10).sublayers.first?.animations.map(\.timing.beginTime) == [18.5])
  }

  @Test(arguments: [(0, 0.25), (-1, 0.25), (.nan, 0.25), (3, 3)])
  func noDurationIsTheTransactions(duration: Double, expected: Double) {
    layer.add(animation(duration: duration), forKey: "a")
    #expect(layer.commit(at: 0).animations.map(\.timing.duration) == [expected])
  }

  /// A quarter of the way.
  @Test func valuesOfEachKind() {
    layer.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
    layer.add(animation("opacity", from: 0, to: 1), forKey: nil)
    layer.add(animation("position", from: CGPoint(x: 4, y: 8), to: CGPoint(x: 8, y: 0)), forKey: nil)
    layer.add(animation("bounds", by: CGRect(x: 4, y: 0, width: 4, height: 8)), forKey: nil)
    layer.add(animation("backgroundColor", to: CGColor(red: 1, green: 0, blue: 0, alpha: 1)), forKey: nil)
    layer.add(animation("transform.translation.x", from: 4.0), forKey: nil)
    layer.add(animation("zPosition", to: Float(4)), forKey: nil)
    let values = values(at: 1)
    #expect(values.opacity == 0.25)
    #expect(values.geometry.position == CGPoint(x: 5, y: 6))
    #expect(values.geometry.bounds == CGRect(x: 1, y: 0, width: 9, height: 10))
    #expect(values.backgroundColor == CGColor(red: 1, green: 0, blue: 0, alpha: 0.25))
    #expect(values.geometry.transform.m41 == 3)
    #expect(values.geometry.zPosition == 1)
  }

  @Test func wholeTransforms() {
    layer.add(animation("transform", from: CATransform3DIdentity, to: CATransform3DMakeScale(5, 5, 1)), forKey: nil)
    #expect(abs(values(at: 1).geometry.transform.m11 - 2) < 1e-12)
    // Half a turn about z passes through a quarter turn in the positive direction.
    layer.removeAllAnimations()
    layer.add(
      animation("transform", from: CATransform3DIdentity, to: CATransform3DMakeRotation(.pi, 0, 0, 1)), forKey: nil)
    let middle = values(at: 2).geometry.transform
    #expect(abs(middle.m11) < 1e-9 && abs(middle.m12 - 1) < 1e-9)
  }

  @Test func noColorAsAnEnd() {
    layer.backgroundColor = CGColor(red: 0, green: 1, blue: 0, alpha: 1)
    layer.add(animation("backgroundColor", to: NSNull()), forKey: nil)
    #expect(values(at: 1).backgroundColor == CGColor(red: 0, green: 1, blue: 0, alpha: 0.75))
  }

  @Test func cumulativeRepeats() {
    let spin = animation("transform.rotation.z", from: 0.0, to: 1.0)
    spin.isCumulative = true
    spin.repeatCount = 3
    layer.add(spin, forKey: nil)
    let matrix = values(at: 9).geometry.transform
    // Two whole cycles and a quarter: 2¼ rad.
    #expect(abs(matrix.m11 - -0.6281736227) < 1e-9)
    #expect(abs(matrix.m12 - 0.7780731969) < 1e-9)
  }

  /// On a layer that is stopped, an animation shows the layer's time offset.
  @Test func stoppedLayers() {
    layer.speed = 0
    layer.add(animation(from: 0.0, to: 1.0), forKey: nil)
    func opacity() -> Double? {
      CommittedTree(size: .zero, scale: 1, background: nil, root: layer.commit(at: 7)).evaluate(at: 9).root?.opacity
    }
    _ = layer.commit(at: 7)
    layer.timeOffset = 1
    #expect(opacity() == 0.25)
    layer.timeOffset = 3
    #expect(opacity() == 0.75)
  }

  @Test(arguments: [nil, "frame", "nothing", "contentsGravity", "position.z", "opacity.x"] as [String?])
  func keyPathsWithoutEffect(path: String?) {
    layer.add(animation(path, from: 0, to: 1), forKey: "a")
    #expect(layer.animationKeys() == ["a"])
    #expect(layer.commit(at: 0).animations.isEmpty)
  }

  @Test func valuesOfTheWrongTypeHaveNoEffect() {
    layer.add(animation("position", from: 0, to: CGPoint.zero), forKey: "a")
    layer.add(animation("opacity", to: "much"), forKey: "b")
    layer.add(animation("opacity", from: NSNull(), to: 1), forKey: "c")
    #expect(layer.commit(at: 0).animations.isEmpty)
  }

  @Test func otherAnimationsHaveNoEffect() {
    layer.add(CAAnimation(), forKey: "a")
    layer.add(CAPropertyAnimation(keyPath: "opacity"), forKey: "b")
    #expect(layer.commit(at: 0).animations.isEmpty)
  }

  @Test func defaults() {
    let animation = CABasicAnimation()
    #expect(animation.keyPath == nil && animation.fromValue == nil && animation.timingFunction == nil)
    #expect(animation.isRemovedOnCompletion && !animation.isAdditive && !animation.isCumulative)
    #expect(animation.duration == 0 && animation.speed == 1 && animation.fillMode == .removed)
  }
}

@Suite struct MediaTimingFunctionTests {
  @Test(
    arguments: [
      (.linear, [0, 0, 1, 1]), (.easeIn, [0.42, 0, 1, 1]), (.easeOut, [0, 0, 0.58, 1]),
      (.easeInEaseOut, [0.42, 0, 0.58, 1]), (.default, [0.25, 0.1, 0.25, 1]),
      (CAMediaTimingFunctionName(rawValue: "unknown"), [0.25, 0.1, 0.25, 1]),
    ] as [(CAMediaTimingFunctionName, [Float])])
  func namedCurves(name: CAMediaTimingFunctionName, controls: [Float]) {
    let function = CAMediaTimingFunction(name: name)
    var points: [[Float]] = []
    for index in 0...3 {
      var point: [Float] = [-1, -1]
      function.getControlPoint(at: index, values: &point)
      points.append(point)
    }
    #expect(points == [[0, 0], [controls[0], controls[1]], [controls[2], controls[3]], [1, 1]])
  }

  @Test(arguments: [-1, 4])
  func otherIndicesWriteNothing(index: Int) {
    var point: [Float] = [7, 8]
    CAMediaTimingFunction(controlPoints: 0.1, 2, 0.3, -4).getControlPoint(at: index, values: &point)
    #expect(point == [7, 8])
  }
}
