import MultiplaneGraphics

extension AnimatableValue {
  /// The sum of values times weights that add up to 1; nil when it is empty or its values do not
  /// fit together.
  ///
  /// Transforms are summed by their parts (`TransformParts`), by their sixteen numbers if one is
  /// singular.
  static func weightedSum(_ terms: [(value: AnimatableValue, weight: Double)]) -> AnimatableValue? {
    guard let first = terms.first else { return nil }
    if case .transform = first.value {
      return weightedTransform(terms)
    }
    var sum = first.value.scaled(by: first.weight)
    for term in terms.dropFirst() {
      guard let next = sum.combined(with: term.value, { $0 + $1 * term.weight }) else { return nil }
      sum = next
    }
    return sum
  }

  /// Each component times a factor; transforms are returned unchanged, as they have no multiples
  /// but whole ones.
  private func scaled(by factor: Double) -> AnimatableValue {
    combined(with: self) { component, _ in component * factor } ?? self
  }

  private static func weightedTransform(_ terms: [(value: AnimatableValue, weight: Double)]) -> AnimatableValue? {
    var transforms: [(transform: CATransform3D, weight: Double)] = []
    for term in terms {
      guard case .transform(let transform) = term.value else { return nil }
      transforms.append((transform, term.weight))
    }
    guard let parts = TransformParts(transforms.map(\.transform)),
      let sum = TransformParts.Part.weightedSum(parts.parts, transforms.map(\.weight))
    else { return .transform(weightedElements(transforms)) }
    return .transform(parts.assembly.transform(of: sum))
  }

  private static func weightedElements(_ terms: [(transform: CATransform3D, weight: Double)]) -> CATransform3D {
    var sum = [Double](repeating: 0, count: 16)
    for term in terms {
      for (index, element) in term.transform.elements.enumerated() { sum[index] += element * term.weight }
    }
    return CATransform3D(elements: sum)
  }
}
