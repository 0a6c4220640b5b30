import MultiplaneGraphics
import MultiplaneRenderTree

/// The linear part of a transform in the layer's plane, as `frame` uses it: without perspective.
///
/// A box around a rectangle is computed side by side rather than from its corners, so that it has
/// the rectangle's own size where the transform leaves that alone: corners that are moved and
/// subtracted again are rounded.
struct FrameMap: Equatable {
  /// The image of the unit vector along the layer's x axis.
  private var x: CGVector
  /// The same of the y axis.
  private var y: CGVector
  /// Where the anchor point comes to lie, measured from the position.
  private var anchor: CGVector

  /// More than a few operations round by, as a share of the numbers in them: the cosine of a
  /// quarter turn is 6·10⁻¹⁷, that of five quarters 3·10⁻¹⁶.
  static let rounding: CGFloat = 0x1p-48

  init(of geometry: LayerGeometry) {
    let t = geometry.transform
    let z = -geometry.anchorPointZ
    let w = z * t.m34 + t.m44
    x = Self.vector(t.m11, t.m12, t.m13, w)
    y = Self.vector(t.m21, t.m22, t.m23, w)
    anchor = CGVector(dx: (z * t.m31 + t.m41) / w, dy: (z * t.m32 + t.m42) / w)
  }

  /// The image of an axis in the plane; parts that only the rounding of a turn has left are zero.
  private static func vector(_ x: CGFloat, _ y: CGFloat, _ z: CGFloat, _ w: CGFloat) -> CGVector {
    let least = max(abs(x), abs(y), abs(z)) * rounding
    return CGVector(dx: abs(x) < least ? 0 : x / w, dy: abs(y) < least ? 0 : y / w)
  }

  private var determinant: CGFloat { x.dx * y.dy - x.dy * y.dx }

  /// The map that a frame is set through. An axis that collapses, by a scale of 0 or seen from its
  /// end, counts as not scaled: then the frame puts the position where it lies in the limit of
  /// every scale. It points where it does unturned, or, where the other one is turned, a quarter
  /// turn from there. Where both axes fall into one line there is no limit; the anchor point keeps
  /// its place in the frame.
  var invertible: FrameMap {
    guard determinant == 0 || !determinant.isFinite else { return self }
    let lengths = (x: hypot(x.dx, x.dy), y: hypot(y.dx, y.dy))
    var map = self
    map.x = CGVector(dx: 1, dy: 0)
    map.y = CGVector(dx: 0, dy: 1)
    switch (lengths.x, lengths.y) {
    case (0, let length) where length > 0 && length.isFinite:
      if y.dx != 0 { map.x = CGVector(dx: y.dy / length, dy: -y.dx / length) }
      map.y = y
    case (let length, 0) where length > 0 && length.isFinite:
      map.x = x
      if x.dy != 0 { map.y = CGVector(dx: -x.dy / length, dy: x.dx / length) }
    default: break
    }
    return map
  }

  /// The box around a rectangle, measured from the position.
  ///
  /// - Parameter anchorPoint: in the unit square of the size.
  func box(of size: CGSize, _ anchorPoint: CGPoint) -> CGRect {
    let anchorX = anchorPoint.x * size.width
    let anchorY = anchorPoint.y * size.height
    return CGRect(
      x: anchor.dx - Self.before(anchorX, of: size.width, x.dx) - Self.before(anchorY, of: size.height, y.dx),
      y: anchor.dy - Self.before(anchorX, of: size.width, x.dy) - Self.before(anchorY, of: size.height, y.dy),
      width: Self.extent(size.width, x.dx) + Self.extent(size.height, y.dx),
      height: Self.extent(size.width, x.dy) + Self.extent(size.height, y.dy))
  }

  /// The box of a size mapped back. `box(of:_:)` gives that size again under scales and quarter
  /// turns.
  func size(around size: CGSize) -> CGSize {
    // Products that vanish are left out, and those that remain are divided one by one: exact
    // wherever the parts are.
    CGSize(
      width: Self.extent(size.width, y.dy, over: determinant) + Self.extent(size.height, y.dx, over: determinant),
      height: Self.extent(size.width, x.dy, over: determinant) + Self.extent(size.height, x.dx, over: determinant))
  }

  /// How far a side reaches along an axis that it has a share of. A share of nothing is nothing, of
  /// infinity too.
  private static func extent(_ length: CGFloat, _ share: CGFloat, over divisor: CGFloat = 1) -> CGFloat {
    share == 0 ? 0 : abs(share) * length / abs(divisor)
  }

  /// The distance of the anchor point from the lower end of a side.
  private static func before(_ anchor: CGFloat, of length: CGFloat, _ share: CGFloat) -> CGFloat {
    share == 0 ? 0 : share > 0 ? share * anchor : -share * (length - anchor)
  }
}
