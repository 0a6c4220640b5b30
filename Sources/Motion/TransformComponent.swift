import MultiplaneGraphics

/// A component of a transform in key paths. The raw value is the text after `transform.`.
package enum TransformComponent: String, Sendable, Hashable, CaseIterable {
  /// About z, the same as `rotationZ`.
  case rotation
  case rotationX = "rotation.x"
  case rotationY = "rotation.y"
  case rotationZ = "rotation.z"
  /// Reads as the mean of the three, sets all three.
  case scale
  case scaleX = "scale.x"
  case scaleY = "scale.y"
  case scaleZ = "scale.z"
  /// Reads as the mean of x and y, sets both.
  case scaleXY = "scale.xy"
  /// x and y together, a size; a point is accepted as well.
  case translation
  case translationX = "translation.x"
  case translationY = "translation.y"
  case translationZ = "translation.z"

  /// The component of a transform, in radians, factors or points: a size for `translation`, else a
  /// number.
  ///
  /// Nil only for a transform that is not finite.
  package func value(in transform: CATransform3D) -> AnimatableValue? {
    guard let parts = TransformDecomposition.allowingFlat(transform) else { return nil }
    let (scale, move) = (parts.scale, parts.translation)
    switch self {
    case .rotationX: return .number(EulerAngles(parts.rotation).x)
    case .rotationY: return .number(EulerAngles(parts.rotation).y)
    case .rotation, .rotationZ: return .number(EulerAngles(parts.rotation).z)
    case .scale: return .number((scale.x + scale.y + scale.z) / 3)
    case .scaleX: return .number(scale.x)
    case .scaleY: return .number(scale.y)
    case .scaleZ: return .number(scale.z)
    case .scaleXY: return .number((scale.x + scale.y) / 2)
    case .translation: return .size(CGSize(width: move.x, height: move.y))
    case .translationX: return .number(move.x)
    case .translationY: return .number(move.y)
    case .translationZ: return .number(move.z)
    }
  }

  /// The transform with this component replaced, by decomposition.
  ///
  /// Nil for a value of another kind, or a transform that is not finite.
  package func setting(_ value: AnimatableValue, in transform: CATransform3D) -> CATransform3D? {
    guard let value = converted(value), let setting = TransformComponentSetting(self, in: transform) else { return nil }
    switch value {
    case .size(let size): return setting.transform(of: SIMD4(size.width, size.height, 0, 0))
    case .number(let number): return setting.transform(of: SIMD4(number, 0, 0, 0))
    default: return nil
    }
  }

  /// The value in the kind of this component: a size for `translation`, also from a point; else a
  /// number.
  ///
  /// Nil for other kinds. The values of an animation are converted to one kind before
  /// interpolation.
  package func converted(_ value: AnimatableValue) -> AnimatableValue? {
    switch (self, value) {
    case (.translation, .size): value
    case (.translation, .point(let point)): .size(CGSize(width: point.x, height: point.y))
    case (.translation, _): nil
    case (_, .number): value
    default: nil
    }
  }
}

/// A decomposed transform, for setting one component repeatedly.
package struct TransformComponentSetting: Sendable {
  private let component: TransformComponent
  private let parts: TransformDecomposition
  private let turns: (x: EulerAngles.HalfTurn, y: EulerAngles.HalfTurn, z: EulerAngles.HalfTurn)

  /// Decomposes a transform; nil if it is not finite.
  package init?(_ component: TransformComponent, in transform: CATransform3D) {
    guard let parts = TransformDecomposition.allowingFlat(transform) else { return nil }
    self.component = component
    self.parts = parts
    let angles = EulerAngles(parts.rotation)
    turns = (EulerAngles.HalfTurn(angles.x), EulerAngles.HalfTurn(angles.y), EulerAngles.HalfTurn(angles.z))
  }

  /// The transform with another angle in radians, factor, or translation in points.
  ///
  /// - Parameter numbers: the value in its first number; for `translation` in the first two.
  package func transform(of numbers: SIMD4<Double>) -> CATransform3D {
    let number = numbers.x
    var parts = parts
    switch component {
    case .rotationX: parts.rotation = EulerAngles.rotation(EulerAngles.HalfTurn(number), turns.y, turns.z)
    case .rotationY: parts.rotation = EulerAngles.rotation(turns.x, EulerAngles.HalfTurn(number), turns.z)
    case .rotation, .rotationZ: parts.rotation = EulerAngles.rotation(turns.x, turns.y, EulerAngles.HalfTurn(number))
    case .scale: parts.scale = Vector3(number, number, number)
    case .scaleX: parts.scale.x = number
    case .scaleY: parts.scale.y = number
    case .scaleZ: parts.scale.z = number
    case .scaleXY:
      parts.scale.x = number
      parts.scale.y = number
    case .translation:
      parts.translation.x = numbers.x
      parts.translation.y = numbers.y
    case .translationX: parts.translation.x = number
    case .translationY: parts.translation.y = number
    case .translationZ: parts.translation.z = number
    }
    return parts.transform
  }
}
