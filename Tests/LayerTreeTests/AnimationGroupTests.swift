import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import Testing

@Suite struct AnimationGroupTests {
  private let layer = CALayer()

  private func animation(_ path: String, from: Any, to: Any, duration: Double = 0) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: path)
    animation.fromValue = from
    animation.toValue = to
    animation.duration = duration
    return animation
  }

  private func group(_ children: [CAAnimation], duration: Double = 4) -> CAAnimationGroup {
    let group = CAAnimationGroup()
    group.animations = children
    group.duration = duration
    return group
  }

  private func radius(_ animation: CAAnimation, at time: Double) -> Double {
    layer.removeAllAnimations()
    layer.cornerRadius = 7
    layer.add(animation, forKey: "a")
    return layer.commit(at: 0).values(at: time).cornerRadius
  }

  @Test func childrenAreCutOffNotStretched() {
    let long = group([animation("cornerRadius", from: 0, to: 80, duration: 8)])
    #expect(radius(long, at: 2) == 20)
    #expect(radius(long, at: 5) == 7)
    let short = group([animation("cornerRadius", from: 0, to: 80, duration: 2)])
    #expect(radius(short, at: 1) == 40)
    #expect(radius(short, at: 3) == 7)
  }

  @Test func childrenWithoutADurationTakeTheGroups() {
    #expect(radius(group([animation("cornerRadius", from: 0, to: 80)]), at: 1) == 20)
  }

  @Test func childrenBeginInTheGroupsTime() {
    let child = animation("cornerRadius", from: 0, to: 80, duration: 2)
    child.beginTime = 1
    let group = group([child])
    group.beginTime = 10
    group.speed = 2
    // A scene second is two of the group's.
    #expect(radius(group, at: 10.25) == 7)
    #expect(radius(group, at: 11) == 40)
  }

  @Test func aChildThatFillsStaysToTheEndOfTheGroup() {
    let child = animation("cornerRadius", from: 0, to: 80, duration: 2)
    child.fillMode = .forwards
    #expect(radius(group([child]), at: 3) == 80)
    #expect(radius(group([child]), at: 4.5) == 7)
  }

  @Test func theGroupsCurveBendsTheTimeOfItsChildren() {
    let group = group([animation("cornerRadius", from: 0, to: 80, duration: 8)])
    group.timingFunction = CAMediaTimingFunction(name: .easeIn)
    #expect(abs(radius(group, at: 2) - 40 * 0.315357) < 1e-4)
  }

  @Test func theGroupRepeats() {
    let group = group([animation("cornerRadius", from: 0, to: 40, duration: 4)])
    group.repeatCount = 2
    group.autoreverses = true
    #expect([1, 7, 9, 15].map { radius(group, at: $0) } == [10, 10, 10, 10])
    #expect(radius(group, at: 12) == 40)
  }

  @Test func whatAddsComesLastInAndOutOfGroups() {
    let adding = animation("cornerRadius", from: 1, to: 1, duration: 4)
    adding.isAdditive = true
    layer.add(group([group([adding]), adding]), forKey: "first")
    layer.add(group([group([animation("cornerRadius", from: 20, to: 20)])]), forKey: "second")
    #expect(layer.commit(at: 0).values(at: 1).cornerRadius == 22)
  }

  @Test func aGroupInsideItselfIsLeftOut() {
    let outer = group([animation("cornerRadius", from: 0, to: 80)])
    outer.animations?.append(group([outer]))
    #expect(radius(outer, at: 1) == 20)
    outer.animations = nil
    layer.removeAllAnimations()
    layer.add(outer, forKey: "a")
    #expect(layer.commit(at: 0).animations.isEmpty)
  }
}
