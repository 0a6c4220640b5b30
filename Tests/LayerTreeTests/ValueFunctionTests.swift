import MultiplaneGraphics
import MultiplaneLayerTree
import MultiplaneRenderTree
import Testing

@Suite struct ValueFunctionTests {
  private let layer = CALayer()

  private func transform(_ animation: CAPropertyAnimation, _ name: CAValueFunctionName) -> CATransform3D {
    animation.keyPath = animation.keyPath ?? "transform"
    animation.valueFunction = CAValueFunction(name: name)
    animation.duration = 4
    layer.transform = CATransform3DMakeScale(2, 2, 1)
    layer.add(animation, forKey: "a")
    return layer.commit(at: 0).values(at: 1).geometry.transform
  }

  private func animation(from: Any? = nil, to: Any? = nil) -> CABasicAnimation {
    let animation = CABasicAnimation()
    animation.fromValue = from
    animation.toValue = to
    return animation
  }

  @Test func names() {
    #expect(CAValueFunction(name: .rotateX)?.name == .rotateX)
    #expect(CAValueFunction(name: .scale) == CAValueFunction(name: .scale))
    #expect(CAValueFunction(name: .scale) != CAValueFunction(name: .scaleX))
    #expect(CAValueFunction(name: CAValueFunctionName(rawValue: "shear")) == nil)
  }

  /// A whole turn passes through a quarter, which no interpolation of transforms would do, and
  /// replaces the scale.
  @Test func aWholeTurn() {
    let turned = transform(animation(from: 0, to: 2 * Double.pi), .rotateZ)
    #expect(abs(turned.m12 - 1) < 1e-12 && abs(turned.m11) < 1e-12)
  }

  @Test func listsOfNumbers() {
    #expect(transform(animation(from: [0, 0, 0], to: [4, 8, 12]), .translate).m42 == 2)
    // A missing start is a scale of 1.
    #expect(transform(animation(to: [5, 9, 1]), .scale).m22 == 3)
  }

  @Test func keyframes() {
    let keyframes = CAKeyframeAnimation()
    keyframes.values = [1, 3, 3]
    #expect(transform(keyframes, .scaleX).m11 == 2)
  }

  @Test func additiveIsConcatenated() {
    let move = animation(from: 5, to: 5)
    move.isAdditive = true
    #expect(transform(move, .translateX).m41 == 10)
  }

  @Test func whatDoesNotFitHasNoEffect() {
    #expect(transform(animation(from: [1, 2], to: [3, 4]), .scale).m11 == 2)
    #expect(transform(animation(from: CATransform3DIdentity), .rotateZ).m11 == 2)
    let component = animation(from: 0, to: 1)
    component.keyPath = "transform.scale.x"
    #expect(transform(component, .scaleX).m11 == 2)
  }
}
