// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import Foundation

// The C-style functions of CGAffineTransform. Each is one call of a member; the members say what they mean.

/// The map that leaves every point where it is.
public let CGAffineTransformIdentity = CGAffineTransform.identity

/// Makes a transform of its six numbers.
public func CGAffineTransformMake(
  _ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat
) -> CGAffineTransform {
  CGAffineTransform(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
}

/// Makes a move.
public func CGAffineTransformMakeTranslation(_ tx: CGFloat, _ ty: CGFloat) -> CGAffineTransform {
  CGAffineTransform(translationX: tx, y: ty)
}

/// Makes a scaling about the origin.
public func CGAffineTransformMakeScale(_ sx: CGFloat, _ sy: CGFloat) -> CGAffineTransform {
  CGAffineTransform(scaleX: sx, y: sy)
}

/// Makes a rotation about the origin, in radians from positive x toward positive y.
public func CGAffineTransformMakeRotation(_ angle: CGFloat) -> CGAffineTransform {
  CGAffineTransform(rotationAngle: angle)
}

/// First a move by (`tx`, `ty`), then `t`.
public func CGAffineTransformTranslate(_ t: CGAffineTransform, _ tx: CGFloat, _ ty: CGFloat) -> CGAffineTransform {
  t.translatedBy(x: tx, y: ty)
}

/// First a scaling, then `t`.
public func CGAffineTransformScale(_ t: CGAffineTransform, _ sx: CGFloat, _ sy: CGFloat) -> CGAffineTransform {
  t.scaledBy(x: sx, y: sy)
}

/// First a rotation by `angle` radians, then `t`.
public func CGAffineTransformRotate(_ t: CGAffineTransform, _ angle: CGFloat) -> CGAffineTransform {
  t.rotated(by: angle)
}

/// First `t1`, then `t2`.
public func CGAffineTransformConcat(_ t1: CGAffineTransform, _ t2: CGAffineTransform) -> CGAffineTransform {
  t1.concatenating(t2)
}

/// The map back; a singular `t` is returned as it is.
public func CGAffineTransformInvert(_ t: CGAffineTransform) -> CGAffineTransform {
  t.inverted()
}

/// Whether `t` is exactly the identity.
public func CGAffineTransformIsIdentity(_ t: CGAffineTransform) -> Bool {
  t.isIdentity
}

/// Whether the six numbers of both are equal.
public func CGAffineTransformEqualToTransform(_ t1: CGAffineTransform, _ t2: CGAffineTransform) -> Bool {
  t1 == t2
}

/// Makes scale · shear · rotation · translation.
public func CGAffineTransformMakeWithComponents(_ components: CGAffineTransformComponents) -> CGAffineTransform {
  CGAffineTransform(components)
}

/// Splits `t` into scale, shear, rotation and translation.
public func CGAffineTransformDecompose(_ t: CGAffineTransform) -> CGAffineTransformComponents {
  t.decomposed()
}

/// The point that `t` maps `point` to.
public func CGPointApplyAffineTransform(_ point: CGPoint, _ t: CGAffineTransform) -> CGPoint {
  point.applying(t)
}

/// The size that `t` maps `size` to, without its move.
public func CGSizeApplyAffineTransform(_ size: CGSize, _ t: CGAffineTransform) -> CGSize {
  size.applying(t)
}

/// The smallest rectangle around what `t` maps `rect` to.
public func CGRectApplyAffineTransform(_ rect: CGRect, _ t: CGAffineTransform) -> CGRect {
  rect.applying(t)
}
