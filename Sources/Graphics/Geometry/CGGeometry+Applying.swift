import Foundation

extension CGPoint {
  /// The transformed point.
  public func applying(_ transform: CGAffineTransform) -> CGPoint {
    CGPoint(
      x: transform.a * x + transform.c * y + transform.tx,
      y: transform.b * x + transform.d * y + transform.ty)
  }
}

extension CGSize {
  /// The size transformed as a vector, without translation; the result may be negative.
  public func applying(_ transform: CGAffineTransform) -> CGSize {
    CGSize(
      width: transform.a * width + transform.c * height,
      height: transform.b * width + transform.d * height)
  }
}

extension CGRect {
  /// The bounding box of the transformed corners. The null and the infinite rectangle are
  /// unchanged.
  public func applying(_ transform: CGAffineTransform) -> CGRect {
    if isNull || isInfinite { return self }
    let origin = CGPoint(x: minX, y: minY).applying(transform)
    // The other corners are the mapped origin plus either edge or both, so each edge adds to one
    // side of the box only.
    let (edgeX, edgeY) = (width, height)
    let (alongX, alongY) = (transform.a * edgeX, transform.b * edgeX)
    let (acrossX, acrossY) = (transform.c * edgeY, transform.d * edgeY)
    return CGRect(
      x: origin.x + min(alongX, 0) + min(acrossX, 0),
      y: origin.y + min(alongY, 0) + min(acrossY, 0),
      width: abs(alongX) + abs(acrossX),
      height: abs(alongY) + abs(acrossY))
  }
}
