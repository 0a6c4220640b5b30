import MultiplaneGraphics

/// Transforms taken apart so that their parts can be mixed with one another (`docs/animation.md`,
/// "Interpolation").
///
/// All are taken apart in the same way: into scale and skew and then a rotation, or, where one of
/// them is skewed, into a rotation and then a stretch.
struct TransformParts: Sendable {
  /// The parts of one transform; their numbers are mixed one by one, rotations as such.
  struct Part: Sendable, Equatable {
    var rotation: Quaternion
    /// The scale; of a stretch its xx, yy and zz.
    var along: Vector3
    /// The skew's xy, xz and yz; those of a stretch, which has them in both of their places.
    var across: Vector3
    var translation: Vector3
    var perspective: TransformDecomposition.Perspective
  }

  /// How parts are put together to a transform again.
  struct Assembly: Sendable, BitwiseCopyable {
    fileprivate let areStretches: Bool
    /// Whether the first row of all was turned round before they were taken apart, and of what is
    /// put together has to be.
    fileprivate let areMirrored: Bool
  }

  /// One for each transform.
  let parts: [Part]
  let assembly: Assembly

  /// Nil where one is singular.
  init?(_ transforms: [CATransform3D]) {
    guard var all = Self.decompositions(transforms) else { return nil }
    var areMirrored = false
    // Between two mirror images lie mirror images: with the same axis turned round in all, what is
    // left are rotations. All three axes turned round, as in Core Animation's pictures, gives the
    // same ways between them.
    if all.allSatisfy(\.isMirroring), let turned = Self.decompositions(transforms.map(\.firstRowNegated)) {
      all = turned
      areMirrored = true
    }
    let stretches = all.contains(where: \.isSkewed) ? all.compactMap(Part.init(stretchOf:)) : []
    let areStretches = !stretches.isEmpty && stretches.count == all.count
    assembly = Assembly(areStretches: areStretches, areMirrored: areMirrored)
    parts = areStretches ? stretches : all.map(Part.init)
  }

  private static func decompositions(_ transforms: [CATransform3D]) -> [TransformDecomposition]? {
    let all = transforms.compactMap(TransformDecomposition.init)
    return all.count == transforms.count ? all : nil
  }
}

extension TransformParts.Assembly {
  /// Puts a mixture of the parts together.
  func transform(of mixture: TransformParts.Part) -> CATransform3D {
    let rows = areStretches ? mixture.rowsOfStretch : mixture.rowsOfScale
    let transform = CATransform3D(rows: rows, translation: mixture.translation, perspective: mixture.perspective)
    return areMirrored ? transform.firstRowNegated : transform
  }
}

extension TransformParts.Part {
  fileprivate init(_ parts: TransformDecomposition) {
    rotation = parts.rotation
    along = parts.scale
    across = Vector3(parts.skew.xy, parts.skew.xz, parts.skew.yz)
    translation = parts.translation
    perspective = parts.perspective
  }

  /// Nil where it mirrors, or is so near to singular that no rotation is found.
  fileprivate init?(stretchOf parts: TransformDecomposition) {
    guard let polar = PolarDecomposition(parts.rows) else { return nil }
    rotation = polar.rotation
    along = polar.diagonal
    across = polar.offDiagonal
    translation = parts.translation
    perspective = parts.perspective
  }

  fileprivate var rowsOfScale: (Vector3, Vector3, Vector3) {
    let skew = TransformDecomposition.Skew(xy: across.x, xz: across.y, yz: across.z)
    return TransformDecomposition.rows(along, skew, rotation)
  }

  fileprivate var rowsOfStretch: (Vector3, Vector3, Vector3) {
    PolarDecomposition(rotation: rotation, diagonal: along, offDiagonal: across).rows
  }

  /// A fraction of the way to another: numbers one by one, the rotation along the arc.
  func mixed(with other: Self, rotation arc: Quaternion.Arc, _ fraction: Double) -> Self {
    Self(
      rotation: arc.rotation(at: fraction), along: along.mixed(with: other.along, fraction),
      across: across.mixed(with: other.across, fraction),
      translation: translation.mixed(with: other.translation, fraction),
      perspective: perspective.mixed(with: other.perspective, fraction))
  }

  /// The sum of parts times weights that add up to 1, rotations as quaternions that are made a
  /// rotation again.
  static func weightedSum(_ parts: [Self], _ weights: [Double]) -> Self? {
    guard var sum = parts.first else { return nil }
    func vector(_ part: (Self) -> Vector3) -> Vector3 {
      zip(parts, weights).reduce(Vector3(0, 0, 0)) { $0 + part($1.0) * $1.1 }
    }
    let perspective = vector { Vector3($0.perspective.x, $0.perspective.y, $0.perspective.z) }
    let w = zip(parts, weights).reduce(0) { $0 + $1.0.perspective.w * $1.1 }
    sum.along = vector { $0.along }
    sum.across = vector { $0.across }
    sum.translation = vector { $0.translation }
    sum.perspective = .init(x: perspective.x, y: perspective.y, z: perspective.z, w: w)
    // Each rotation is taken on the side of its neighbour, so that none goes the long way round.
    var rotation = Quaternion(x: 0, y: 0, z: 0, w: 0)
    var neighbour = sum.rotation
    for (part, weight) in zip(parts, weights) {
      neighbour = part.rotation.nearer(to: neighbour)
      rotation = rotation.weighted(1, neighbour, weight)
    }
    sum.rotation = rotation.normalized
    return sum
  }
}

extension TransformDecomposition.Perspective {
  fileprivate func mixed(with other: Self, _ fraction: Double) -> Self {
    func mix(_ a: Double, _ b: Double) -> Double { a + (b - a) * fraction }
    return Self(x: mix(x, other.x), y: mix(y, other.y), z: mix(z, other.z), w: mix(w, other.w))
  }
}
