import Foundation

/// What an affine transform does, in this order: scale, shear along x, rotate, move.
@frozen
public struct CGAffineTransformComponents: Hashable, Sendable {
  /// The scales along x and y; a negative height is a mirroring.
  public var scale: CGSize
  /// How far x moves per unit of y after scaling; 0 keeps rectangles rectangles.
  public var horizontalShear: CGFloat
  /// The angle in radians, from positive x toward positive y.
  public var rotation: CGFloat
  /// The move that comes last.
  public var translation: CGVector

  /// Makes components that do nothing but scale everything to zero, as C's zero initialisation does.
  public init() {
    self.init(scale: .zero, horizontalShear: 0, rotation: 0, translation: .zero)
  }

  /// Makes components of their four parts.
  public init(scale: CGSize, horizontalShear: CGFloat, rotation: CGFloat, translation: CGVector) {
    self.scale = scale
    self.horizontalShear = horizontalShear
    self.rotation = rotation
    self.translation = translation
  }
}

extension CGAffineTransform {
  /// Makes scale · shear · rotation · translation.
  public init(_ components: CGAffineTransformComponents) {
    let shear = CGAffineTransform(a: 1, b: 0, c: components.horizontalShear, d: 1, tx: 0, ty: 0)
    let move = CGAffineTransform(translationX: components.translation.dx, y: components.translation.dy)
    self = CGAffineTransform(scaleX: components.scale.width, y: components.scale.height)
      .concatenating(shear)
      .concatenating(CGAffineTransform(rotationAngle: components.rotation))
      .concatenating(move)
  }

  /// Splits the transform into scale, shear, rotation and translation.
  ///
  /// The rows of scale · shear · rotation are (a, b) = sx·(cos, sin) and (c, d) = sy·(h·(cos, sin) + (−sin, cos)),
  /// so the first row gives sx and the angle, and the second, measured along and across the first, gives sy and h.
  /// A mirroring is told as a negative height. Where the rows are parallel no shear can express it; h is then 0.
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
