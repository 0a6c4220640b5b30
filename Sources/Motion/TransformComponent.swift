import MultiplaneGraphics

/// A part of a transform that a key path names; the raw value is what follows `transform.`.
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

  /// The component of a transform: radians, factors or points; a size for `translation`, else a number.
  ///
  /// nil only for a transform with numbers that are not finite.
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

  /// The transform with this component replaced: taken apart, changed, put together again.
  ///
  /// nil when the value is of the wrong kind or the transform holds a number that is not finite.
  package func setting(_ value: AnimatableValue, in transform: CATransform3D) -> CATransform3D? {
    guard let value = converted(value), let setting = TransformComponentSetting(self, in: transform) else { return nil }
    switch value {
    case .size(let size): return setting.transform(of: SIMD4(size.width, size.height, 0, 0))
    case .number(let number): return setting.transform(of: SIMD4(number, 0, 0, 0))
    default: return nil
    }
  }

  /// The value in this component's own kind: a size for `translation`, made of a point if need be, else a number.
  ///
  /// nil for another kind. Values of one animation are brought to one kind with it before they are mixed.
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

/// A transform taken apart, of which one component is replaced by one value after another.
package struct TransformComponentSetting: Sendable {
  private let component: TransformComponent
  private let parts: TransformDecomposition
  private let turns: (x: EulerAngles.HalfTurn, y: EulerAngles.HalfTurn, z: EulerAngles.HalfTurn)

  /// Nil for a transform that holds a number that is not finite.
  package init?(_ component: TransformComponent, in transform: CATransform3D) {
    guard let parts = TransformDecomposition.allowingFlat(transform) else { return nil }
    self.component = component
    self.parts = parts
    let angles = EulerAngles(parts.rotation)
    turns = (EulerAngles.HalfTurn(angles.x), EulerAngles.HalfTurn(angles.y), EulerAngles.HalfTurn(angles.z))
  }

  /// The transform with another angle in radians, factor or way in points.
  ///
  /// - Parameter numbers: the first of them; of `translation` the first two.
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
