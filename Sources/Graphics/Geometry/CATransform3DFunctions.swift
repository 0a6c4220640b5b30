// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import Foundation

// Apple's functions on CATransform3D. Vectors are rows, so in a product the left matrix acts first.

/// The matrix that leaves every point where it is.
public let CATransform3DIdentity = CATransform3D.identity

/// Makes a move by (tx, ty, tz).
public func CATransform3DMakeTranslation(_ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat) -> CATransform3D {
  CATransform3D(translationX: tx, y: ty, z: tz)
}

/// Makes a scaling about the origin.
public func CATransform3DMakeScale(_ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat) -> CATransform3D {
  CATransform3D(scaleX: sx, y: sy, z: sz)
}

/// Makes a rotation by `angle` radians about (x, y, z), which need not have length 1; a zero axis gives identity.
public func CATransform3DMakeRotation(
  _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
  CATransform3D(rotationAngle: angle, x: x, y: y, z: z)
}

/// First a move by (tx, ty, tz), then `t`.
public func CATransform3DTranslate(
  _ t: CATransform3D, _ tx: CGFloat, _ ty: CGFloat, _ tz: CGFloat
) -> CATransform3D {
  CATransform3D(translationX: tx, y: ty, z: tz).concatenating(t)
}

/// First a scaling, then `t`.
public func CATransform3DScale(
  _ t: CATransform3D, _ sx: CGFloat, _ sy: CGFloat, _ sz: CGFloat
) -> CATransform3D {
  CATransform3D(scaleX: sx, y: sy, z: sz).concatenating(t)
}

/// First a rotation by `angle` radians about (x, y, z), then `t`; a zero axis gives `t`.
public func CATransform3DRotate(
  _ t: CATransform3D, _ angle: CGFloat, _ x: CGFloat, _ y: CGFloat, _ z: CGFloat
) -> CATransform3D {
  CATransform3D(rotationAngle: angle, x: x, y: y, z: z).concatenating(t)
}

/// First `a`, then `b`: the product a · b.
public func CATransform3DConcat(_ a: CATransform3D, _ b: CATransform3D) -> CATransform3D {
  a.concatenating(b)
}

/// The inverse; a singular `t`, which has none, is returned as it is.
public func CATransform3DInvert(_ t: CATransform3D) -> CATransform3D {
  t.inverted() ?? t
}

/// Whether `t` is exactly the identity.
public func CATransform3DIsIdentity(_ t: CATransform3D) -> Bool {
  t.isIdentity
}

/// Whether all sixteen numbers of both are equal.
public func CATransform3DEqualToTransform(_ a: CATransform3D, _ b: CATransform3D) -> Bool {
  a == b
}

/// Makes the matrix that maps the plane z = 0 as `m` does and leaves z alone.
public func CATransform3DMakeAffineTransform(_ m: CGAffineTransform) -> CATransform3D {
  CATransform3D(m)
}

/// Whether `t` is what an affine transform of the plane makes: no z scale, z move or perspective.
public func CATransform3DIsAffine(_ t: CATransform3D) -> Bool {
  t.isAffine
}

/// The affine transform that `t` is; of another matrix z and perspective are dropped.
public func CATransform3DGetAffineTransform(_ t: CATransform3D) -> CGAffineTransform {
  t.planeAffineTransform
}
