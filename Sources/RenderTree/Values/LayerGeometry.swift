import MultiplaneGraphics

/// The placement of a layer in its superlayer, and its only conversion to a matrix.
///
/// `frame`, coordinate conversion, hit tests and all renderers use these matrices.
package struct LayerGeometry: Sendable, Equatable {
  /// The position of the anchor point in the superlayer's coordinates, in points.
  package var position = CGPoint.zero
  /// The bounds, in points. Negative sizes are standardised when they are stored.
  package var bounds = CGRect.zero {
    didSet { if bounds.size.width < 0 || bounds.size.height < 0 { bounds = bounds.standardized } }
  }
  /// The anchor point, in unit coordinates of the bounds; may be outside.
  package var anchorPoint = CGPoint(x: 0.5, y: 0.5)
  /// The z coordinate of the anchor point, in points.
  package var anchorPointZ: CGFloat = 0
  /// The translation along z after `transform`, in points.
  package var zPosition: CGFloat = 0
  package var isGeometryFlipped = false
  /// The transform; nil for the identity, which most layers have: copies of such geometries count
  /// no reference.
  private var boxedTransform: Boxed<CATransform3D>?
  /// Rarely set values; nil as long as all have their defaults.
  private var boxedRare: Boxed<Rare>?

  private struct Rare: Sendable, Equatable {
    var sublayerTransform = CATransform3DIdentity
    var placement: CATransform3D?
  }

  private var rare: Rare {
    get { boxedRare?.wrappedValue ?? Rare() }
    set {
      guard boxedRare != nil || newValue != Rare() else { return }
      Boxed.store(newValue, in: &boxedRare)
    }
  }

  package var transform: CATransform3D {
    get { boxedTransform?.wrappedValue ?? CATransform3DIdentity }
    set {
      guard boxedTransform != nil || newValue != CATransform3DIdentity else { return }
      Boxed.store(newValue, in: &boxedTransform)
    }
  }

  /// The transform of the sublayers, about this layer's anchor point.
  package var sublayerTransform: CATransform3D {
    get { boxedRare?.wrappedValue.sublayerTransform ?? CATransform3DIdentity }
    set { rare.sublayerTransform = newValue }
  }

  /// The transform of a replicator after the layer's own placement, in the superlayer's
  /// coordinates; nil for none.
  package var placement: CATransform3D? {
    get { boxedRare?.wrappedValue.placement }
    set { rare.placement = newValue }
  }

  /// Whether a replicator placed it.
  var isPlacedAgain: Bool { placement != nil }

  package init() {}

  /// The anchor point in the layer's coordinates, in points.
  package var anchor: (x: CGFloat, y: CGFloat, z: CGFloat) {
    (bounds.minX + anchorPoint.x * bounds.width, bounds.minY + anchorPoint.y * bounds.height, anchorPointZ)
  }

  /// The matrix from the layer's coordinates to the superlayer's, without the superlayer's sublayer
  /// transform: M(L) of rendering rules §3. Row vectors: p′ = p·M.
  @inline(__always) package var matrix: CATransform3D {
    let anchor = anchor
    guard isGeometryFlipped else { return transform.moved(before: anchor, after: (position.x, position.y, zPosition)) }
    var flip = CATransform3DMakeScale(1, -1, 1)
    flip.m42 = 2 * bounds.minY + bounds.height
    return CATransform3DConcat(flip, transform.moved(before: anchor, after: (position.x, position.y, zPosition)))
  }

  /// The `matrix`, followed by the replicator's transform.
  @inline(__always) package var placedMatrix: CATransform3D {
    guard boxedRare != nil, let placement else { return matrix }
    return CATransform3DConcat(matrix, placement)
  }

  /// The sublayer transform about the anchor point, which follows a sublayer's `matrix`; nil for
  /// the identity.
  @inline(__always) package var sublayerMatrix: CATransform3D? { boxedRare == nil ? nil : rareSublayerMatrix }

  private var rareSublayerMatrix: CATransform3D? {
    let (transform, anchor) = (sublayerTransform, anchor)
    return CATransform3DIsIdentity(transform) ? nil : transform.moved(before: anchor, after: anchor)
  }

  /// The matrix from the layer's coordinates to its superlayer's: *to S* of rendering rules §3.
  ///
  /// - Parameter superlayer: the superlayer's geometry; nil for a root, whose superlayer is the
  ///   canvas.
  package func matrix(in superlayer: LayerGeometry?) -> CATransform3D {
    guard let sublayerMatrix = superlayer?.sublayerMatrix else { return placedMatrix }
    return CATransform3DConcat(placedMatrix, sublayerMatrix)
  }

  /// The translation of this geometry in its superlayer's plane, if it is a mere translation; nil
  /// if it is, or may be, more. It avoids the inversion of a matrix.
  package func offset(in superlayer: LayerGeometry) -> CGPoint? {
    superlayer.boxedRare == nil ? offset : nil
  }

  /// The translation in the superlayer's plane, if it is a mere translation; nil if it is, or may
  /// be, more.
  package var offset: CGPoint? {
    guard hasInitialTransform, !isGeometryFlipped, boxedRare == nil else { return nil }
    return CGPoint(
      x: position.x - (bounds.minX + anchorPoint.x * bounds.width),
      y: position.y - (bounds.minY + anchorPoint.y * bounds.height))
  }

  /// Whether every number is finite. Other geometries draw nothing (§12).
  package var isFinite: Bool {
    numbersAreFinite && (hasInitialTransform || transform.isFinite)
      && (boxedRare == nil || sublayerTransform.isFinite && placement?.isFinite != false)
  }

  /// Whether the numbers of position and anchor point are.
  var placeIsFinite: Bool {
    position.x.isFinite && position.y.isFinite && anchorPoint.x.isFinite && anchorPoint.y.isFinite
      && anchorPointZ.isFinite && zPosition.isFinite
  }

  /// The same as `==`, compiled into the place that compares: thousands of geometries need not be
  /// copied for that.
  @inline(__always) func isSame(as other: LayerGeometry) -> Bool {
    position == other.position && bounds == other.bounds && anchorPoint == other.anchorPoint
      && anchorPointZ == other.anchorPointZ && zPosition == other.zPosition
      && isGeometryFlipped == other.isGeometryFlipped
      && (boxedTransform == other.boxedTransform || transform == other.transform)
      && (boxedRare == other.boxedRare || rare == other.rare)
  }

  package static func == (a: LayerGeometry, b: LayerGeometry) -> Bool { a.isSame(as: b) }

  /// Whether those of the bounds are too.
  var numbersAreFinite: Bool { placeIsFinite && bounds.isFinite }

  /// Whether there is certainly no transform of its own, which costs less to know than whether it
  /// is the identity.
  @inline(__always) var hasInitialTransform: Bool { boxedTransform == nil }

  /// The translation of `placedMatrix`, if it is only that; nil otherwise.
  @inline(__always) var translation: CGSize? {
    guard hasInitialTransform, !isGeometryFlipped, boxedRare == nil else { return nil }
    return CGSize(
      width: position.x - bounds.minX - anchorPoint.x * bounds.width,
      height: position.y - bounds.minY - anchorPoint.y * bounds.height)
  }
}

extension CATransform3D {
  /// After a move by the opposite of one vector, and before a move by another: most of what two
  /// products of matrices would compute is known.
  fileprivate func moved(
    before anchor: (x: CGFloat, y: CGFloat, z: CGFloat), after position: (x: CGFloat, y: CGFloat, z: CGFloat)
  ) -> CATransform3D {
    var m = self
    m.m41 = -anchor.x * m11 - anchor.y * m21 - anchor.z * m31 + m41
    m.m42 = -anchor.x * m12 - anchor.y * m22 - anchor.z * m32 + m42
    m.m43 = -anchor.x * m13 - anchor.y * m23 - anchor.z * m33 + m43
    m.m44 = -anchor.x * m14 - anchor.y * m24 - anchor.z * m34 + m44
    func move(_ x: inout CGFloat, _ y: inout CGFloat, _ z: inout CGFloat, _ w: CGFloat) {
      guard w != 0 else { return }
      x += w * position.x
      y += w * position.y
      z += w * position.z
    }
    move(&m.m11, &m.m12, &m.m13, m.m14)
    move(&m.m21, &m.m22, &m.m23, m.m24)
    move(&m.m31, &m.m32, &m.m33, m.m34)
    move(&m.m41, &m.m42, &m.m43, m.m44)
    return m
  }
}

extension CATransform3D {
  /// Whether all sixteen numbers are finite.
  package var isFinite: Bool {
    // A product with 0 is NaN for infinities and NaN alike, and 0 for every finite number.
    let sum = m11 * 0 + m12 * 0 + m13 * 0 + m14 * 0 + m21 * 0 + m22 * 0 + m23 * 0 + m24 * 0
    return sum + m31 * 0 + m32 * 0 + m33 * 0 + m34 * 0 + m41 * 0 + m42 * 0 + m43 * 0 + m44 * 0 == 0
  }
}

extension CGRect {
  /// Whether all four numbers are finite.
  package var isFinite: Bool {
    origin.x.isFinite && origin.y.isFinite && size.width.isFinite && size.height.isFinite
  }
}
