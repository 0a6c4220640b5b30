import MultiplaneGraphics

/// The part of an interval that a constraint defines.
enum ConstraintPart: Int, Comparable {
  case min, mid, max, size

  static func < (a: ConstraintPart, b: ConstraintPart) -> Bool { a.rawValue < b.rawValue }
}

/// The extent of a layer along one axis, in its superlayer's points.
struct ConstraintInterval: Equatable {
  var origin: CGFloat
  var size: CGFloat

  subscript(part: ConstraintPart) -> CGFloat {
    switch part {
    case .min: origin
    case .mid: origin + size / 2
    case .max: origin + size
    case .size: size
    }
  }

  /// The interval that parts of given values make of this one.
  ///
  /// One edge or the middle moves it; its size alone leaves it. Two parts make it. Of more the last
  /// one given counts, with the first present one of min, mid, max and size. The same part given
  /// more than once, and no other, leaves it.
  func placed(by given: [(part: ConstraintPart, value: CGFloat)]) -> ConstraintInterval {
    guard let last = given.last else { return self }
    guard given.count > 1 else { return last.part == .size ? self : moved(last.part, to: last.value) }
    let others = given.filter { $0.part != last.part }
    guard let part = others.map(\.part).min(), let other = others.last(where: { $0.part == part }) else { return self }
    return part < last.part
      ? .init(other.part, other.value, last.part, last.value) : .init(last.part, last.value, other.part, other.value)
  }

  private func moved(_ part: ConstraintPart, to value: CGFloat) -> ConstraintInterval {
    ConstraintInterval(origin: origin + value - self[part], size: size)
  }

  init(origin: CGFloat, size: CGFloat) {
    self.origin = origin
    self.size = size
  }

  /// The interval with two parts of given values, the first one before the other in the order min,
  /// mid, max, size.
  private init(_ part: ConstraintPart, _ value: CGFloat, _ otherPart: ConstraintPart, _ otherValue: CGFloat) {
    if otherPart == .size {
      let share: CGFloat = part == .min ? 0 : part == .mid ? 0.5 : 1
      self.init(origin: value - otherValue * share, size: otherValue)
    } else {
      // From min to max, or half of it.
      let isWhole = part == .min && otherPart == .max
      let size = (otherValue - value) * (isWhole ? 1 : 2)
      self.init(origin: otherPart == .max ? otherValue - size : value, size: size)
    }
  }
}
