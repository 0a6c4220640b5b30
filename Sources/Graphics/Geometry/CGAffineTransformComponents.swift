import Foundation

/// The components of an affine transform, applied in this order: scale, horizontal shear, rotation,
/// translation.
@frozen
public struct CGAffineTransformComponents: Hashable, Sendable {
  /// The scale along x and y; a negative height is a reflection.
  public var scale: CGSize
  /// The shear: displacement in x per unit of y after scaling. 0 preserves rectangles.
  public var horizontalShear: CGFloat
  /// The rotation in radians, from positive x towards positive y.
  public var rotation: CGFloat
  /// The translation.
  public var translation: CGVector

  /// Creates components with scale zero, as C's zero initialisation does.
  public init() {
    self.init(scale: .zero, horizontalShear: 0, rotation: 0, translation: .zero)
  }

  /// Creates components from their four parts; those that are left out are the identity's.
  public init(
    scale: CGSize = CGSize(width: 1, height: 1), horizontalShear: CGFloat = 0, rotation: CGFloat = 0,
    translation: CGVector = CGVector(dx: 0, dy: 0)
  ) {
    self.scale = scale
    self.horizontalShear = horizontalShear
    self.rotation = rotation
    self.translation = translation
  }
}

extension CGAffineTransform {
  /// Creates the transform scale · shear · rotation · translation.
  public init(_ components: CGAffineTransformComponents) {
    let shear = CGAffineTransform(a: 1, b: 0, c: components.horizontalShear, d: 1, tx: 0, ty: 0)
    let move = CGAffineTransform(translationX: components.translation.dx, y: components.translation.dy)
    self = CGAffineTransform(scaleX: components.scale.width, y: components.scale.height)
      .concatenating(shear)
      .concatenating(CGAffineTransform(rotationAngle: components.rotation))
      .concatenating(move)
  }

  /// Decomposes the transform into scale, shear, rotation and translation.
  ///
  /// The rows of scale · shear · rotation are (a, b) = sx·(cos, sin) and (c, d) = sy·(h·(cos, sin)
  /// + (−sin, cos)). So the first row gives sx and the angle, and the second, measured along and
  /// across the first, gives sy and h. A reflection is a negative height. No shear can express
  /// parallel rows; h is then 0.
  public func decomposed() -> CGAffineTransformComponents {
    let translation = CGVector(dx: tx, dy: ty)
    let scaleX = hypot(a, b)
    guard scaleX > 0 else {
      let scale = CGSize(width: 0, height: hypot(c, d))
      let angle = scale.height > 0 ? atan2(-c, d) : 0
      return CGAffineTransformComponents(scale: scale, horizontalShear: 0, rotation: angle, translation: translation)
    }
    let scaleY = determinant / scaleX
    let along = (c * a + d * b) / scaleX
    return CGAffineTransformComponents(
      scale: CGSize(width: scaleX, height: scaleY),
      horizontalShear: scaleY == 0 ? 0 : along / scaleY,
      rotation: atan2(b, a),
      translation: translation)
  }
}
