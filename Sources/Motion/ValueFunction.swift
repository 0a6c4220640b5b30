import MultiplaneGraphics

/// A function from animated numbers to a transform, `CAValueFunction`. Raw values are Apple's
/// names.
package enum ValueFunction: String, Sendable, Hashable, CaseIterable {
  case rotateX, rotateY, rotateZ
  case scale, scaleX, scaleY, scaleZ
  case translate, translateX, translateY, translateZ

  /// The number of inputs: 3 for `scale` and `translate`, else 1.
  package var inputCount: Int { self == .scale || self == .translate ? 3 : 1 }

  /// The inputs of the identity, for a missing start value: 1 for scales, else 0.
  package var neutral: AnimatableValue {
    switch self {
    case .scale: .numbers([1, 1, 1])
    case .translate: .numbers([0, 0, 0])
    case .scaleX, .scaleY, .scaleZ: .number(1)
    default: .number(0)
    }
  }

  /// The transform of a number, or of an array of `inputCount` numbers; nil for anything else.
  package func transform(of value: AnimatableValue) -> CATransform3D? {
    let inputs: [Double]
    switch value {
    case .number(let number): inputs = [number]
    case .numbers(let numbers): inputs = numbers
    default: return nil
    }
    guard inputs.count == inputCount, let a = inputs.first else { return nil }
    switch self {
    case .rotateX: return CATransform3DMakeRotation(a, 1, 0, 0)
    case .rotateY: return CATransform3DMakeRotation(a, 0, 1, 0)
    case .rotateZ: return CATransform3DMakeRotation(a, 0, 0, 1)
    case .scale: return CATransform3DMakeScale(a, inputs[1], inputs[2])
    case .scaleX: return CATransform3DMakeScale(a, 1, 1)
    case .scaleY: return CATransform3DMakeScale(1, a, 1)
    case .scaleZ: return CATransform3DMakeScale(1, 1, a)
    case .translate: return CATransform3DMakeTranslation(a, inputs[1], inputs[2])
    case .translateX: return CATransform3DMakeTranslation(a, 0, 0)
    case .translateY: return CATransform3DMakeTranslation(0, a, 0)
    case .translateZ: return CATransform3DMakeTranslation(0, 0, a)
    }
  }
}
