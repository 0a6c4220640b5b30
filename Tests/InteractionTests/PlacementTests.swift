import MultiplaneGraphics
import MultiplaneInteraction
import MultiplaneLayerTree
import Testing

/// Where on a layer a place of the output is: through the output's rotation and scale, and the
/// layers' transforms.
@Suite("places") struct PlacementTests {
  /// An output of 800 × 600 pixels, and the pixel that a canvas point of (50, 100) is shown at, two
  /// pixels a point.
  private static let rotations: [(CGAffineTransform, CGPoint)] = [
    (CGAffineTransform(a: 2, b: 0, c: 0, d: 2, tx: 0, ty: 0), CGPoint(x: 100, y: 200)),
    // Turned clockwise: the canvas's x runs down the panel, its y to the left.
    (CGAffineTransform(a: 0, b: 2, c: -2, d: 0, tx: 800, ty: 0), CGPoint(x: 600, y: 100)),
    (CGAffineTransform(a: -2, b: 0, c: 0, d: -2, tx: 800, ty: 600), CGPoint(x: 700, y: 400)),
    (CGAffineTransform(a: 0, b: -2, c: 2, d: 0, tx: 0, ty: 600), CGPoint(x: 200, y: 500)),
    // As in a mirror.
    (CGAffineTransform(a: -2, b: 0, c: 0, d: 2, tx: 800, ty: 0), CGPoint(x: 700, y: 200)),
  ]

  @Test("through rotation, scale and flip of the output", arguments: rotations.indices)
  func rotated(index: Int) {
    let (transform, pixel) = Self.rotations[index]
    let stage = TestStage(mapping: OutputMapping(size: CGSize(width: 800, height: 600), transform: transform))
    stage.add("there", CGRect(x: 40, y: 90, width: 20, height: 20))
    let place = CGPoint(x: pixel.x / 800, y: pixel.y / 600)
    #expect(stage.send(.touchBegan(finger: 0, at: place), .touchEnded(finger: 0)).last == "tap there")
    #expect(isNear(stage.events[0].location, 10, 10) && isNear(stage.events[0].canvasLocation, 50, 100))
  }

  @Test("a pointer moved to the right moves to the right of the canvas, however that is turned", arguments: 0..<4)
  func relativeMotion(index: Int) {
    let mapping = OutputMapping(size: CGSize(width: 800, height: 600), transform: Self.rotations[index].0)
    let stage = TestStage(mapping: mapping)
    stage.send(.pointerMoved(byX: 0, y: 0))
    let before = mapping.canvasPoint(ofUnit: stage.interaction.pointerPosition ?? .zero)
    stage.send(.pointerMoved(byX: 40, y: 20))
    let after = mapping.canvasPoint(ofUnit: stage.interaction.pointerPosition ?? .zero)
    // Two pixels are a point.
    #expect(isNear(CGPoint(x: after.x - before.x, y: after.y - before.y), 20, 10))
  }

  @Test("through a layer's rotation and scale")
  func transformedLayer() {
    let stage = TestStage()
    let layer = stage.add("turned", CGRect(x: 150, y: 100, width: 100, height: 50))
    layer.transform = CATransform3DConcat(CATransform3DMakeScale(2, 2, 1), CATransform3DMakeRotation(.pi / 2, 0, 0, 1))
    // About (200, 125): its x runs down the canvas, its y to the left, two points each. 30 down and
    // 10 left of there:
    stage.send(.touchBegan(finger: 0, at: stage.place(190, 155)))
    #expect(stage.log == ["press turned"])
    #expect(isNear(stage.events[0].location, 50 + 15, 25 + 5))
  }

  @Test("through perspective")
  func perspective() {
    let stage = TestStage()
    stage.root.sublayerTransform.m34 = -1 / 500
    let layer = stage.add("card", CGRect(x: 150, y: 100, width: 100, height: 100))
    layer.transform = CATransform3DMakeRotation(.pi / 3, 0, 1, 0)
    // The point (75, 50) lies 25 right of the middle; turned by 60°: x = 12.5, z = -21.650635, w =
    // 1 - z / 500.
    let x = 12.5 / (1 + 21.650635094610966 / 500)
    stage.send(.touchBegan(finger: 0, at: stage.place(200 + x, 150)))
    #expect(stage.log == ["press card"])
    #expect(isNear(stage.events[0].location, 75, 50))
    #expect(isNear(stage.events[0].location(in: stage.root), 200 + x, 150))
    // Where it would be without the turn, it is not.
    #expect(stage.send(.touchBegan(finger: 1, at: stage.place(240, 150))) == ["press root"])
  }

  @Test("a moving layer is hit where it is seen", arguments: [(0.0, 50.0), (0.5, 150.0), (1.0, 250.0)])
  func moving(time: Double, middle: Double) {
    let stage = TestStage()
    let layer = stage.add("moving", CGRect(x: 25, y: 25, width: 50, height: 50))
    let animation = CABasicAnimation(keyPath: "position.x")
    animation.fromValue = 50.0
    animation.toValue = 250.0
    animation.duration = 2
    animation.timingFunction = CAMediaTimingFunction(name: .linear)
    animation.speed = 2
    animation.fillMode = .both
    animation.isRemovedOnCompletion = false
    layer.add(animation, forKey: "move")
    stage.send(.touchBegan(finger: 0, at: stage.place(middle + 10, 50)), at: time)
    #expect(stage.log == ["press moving"])
    #expect(isNear(stage.events[0].location, 35, 25))
    let other = middle > 100 ? 50.0 : 250
    #expect(stage.send(.touchBegan(finger: 1, at: stage.place(other, 50)), at: time) == ["press root"])
  }

  @Test("a layer that moves away under a finger is not tapped")
  func movesAway() {
    let stage = TestStage()
    let layer = stage.add("moving", CGRect(x: 25, y: 25, width: 50, height: 50))
    stage.send(.touchBegan(finger: 0, at: stage.place(50, 50)))
    layer.position.x = 250
    // It is gone after its implicit animation of a quarter of a second.
    #expect(stage.send(.touchEnded(finger: 0), at: 1) == ["release moving"])
  }

  @Test("before the first commit nothing is shown, and so nothing is hit")
  func uncommitted() {
    let stage = TestStage()
    stage.interaction.handle([InputEvent(.touchBegan(finger: 0, at: stage.place(50, 50)), time: 0)], at: 0)
    #expect(stage.events.isEmpty)
  }

  @Test("a canvas that is scaled to nothing has no layer to be hit")
  func singular() {
    let mapping = OutputMapping(size: CGSize(width: 800, height: 600), transform: .scale(0))
    let stage = TestStage(mapping: mapping)
    #expect(stage.send(.touchBegan(finger: 0, at: CGPoint(x: 0.5, y: 0.5)), .pointerMoved(byX: 1, y: 1)).isEmpty)
  }
}
