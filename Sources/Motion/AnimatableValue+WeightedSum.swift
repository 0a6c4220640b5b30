import Graphics

extension AnimatableValue {
  /// The sum of values times weights that add up to 1; nil when it is empty or its values do not fit together.
  ///
  /// Transforms are summed by their parts, rotations as quaternions that are made a rotation again; by their sixteen
  /// numbers if one is singular.
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

  /// Each component times a factor; transforms are returned unchanged, as they have no multiples but whole ones.
  private func scaled(by factor: Double) -> AnimatableValue {
    combined(with: self) { component, _ in component * factor } ?? self
  }

  private static func weightedTransform(_ terms: [(value: AnimatableValue, weight: Double)]) -> AnimatableValue? {
    var transforms: [(transform: CATransform3D, weight: Double)] = []
    for term in terms {
      guard case .transform(let transform) = term.value else { return nil }
      transforms.append((transform, term.weight))
    }
    let parts = transforms.compactMap { TransformDecomposition($0.transform) }
    guard parts.count == transforms.count, let first = parts.first else {
      return .transform(weightedElements(transforms))
    }
    func sum(_ component: (TransformDecomposition) -> Double) -> Double {
      zip(parts, transforms).reduce(0) { $0 + component($1.0) * $1.1.weight }
    }
    func vectorSum(_ vector: (TransformDecomposition) -> Vector3) -> Vector3 {
      zip(parts, transforms).reduce(Vector3(0, 0, 0)) { $0 + vector($1.0) * $1.1.weight }
    }
    var result = first
    result.scale = vectorSum { $0.scale }
    result.translation = vectorSum { $0.translation }
    result.skew.xy = sum { $0.skew.xy }
    result.skew.xz = sum { $0.skew.xz }
    result.skew.yz = sum { $0.skew.yz }
    result.perspective.x = sum { $0.perspective.x }
    result.perspective.y = sum { $0.perspective.y }
    result.perspective.z = sum { $0.perspective.z }
    result.perspective.w = sum { $0.perspective.w }
    // Each rotation is taken on the side of its neighbour, so that none goes the long way round.
    var rotation = Quaternion(x: 0, y: 0, z: 0, w: 0)
    var neighbour = first.rotation
    for (part, term) in zip(parts, transforms) {
      neighbour = part.rotation.nearer(to: neighbour)
      rotation = rotation.weighted(1, neighbour, term.weight)
    }
    result.rotation = rotation.normalized
    return .transform(result.transform)
  }

  private static func weightedElements(_ terms: [(transform: CATransform3D, weight: Double)]) -> CATransform3D {
    var sum = [Double](repeating: 0, count: 16)
    for term in terms {
      for (index, element) in term.transform.elements.enumerated() { sum[index] += element * term.weight }
    }
    return CATransform3D(elements: sum)
  }
}
