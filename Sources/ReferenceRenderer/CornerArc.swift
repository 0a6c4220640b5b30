import Foundation

/// The curve of one corner of a rounded rectangle, in points of its plane (rendering rules §4).
struct CornerArc {
  /// The point where the two edges meet.
  let cornerX, cornerY: Double
  /// 1 or −1: whereto the inside lies.
  let inwardX, inwardY: Double
  /// Above 0.
  let radius: Double
  /// From circular, 0, to continuous, 1.
  let smoothing: Double

  /// The extent of a continuous corner along the edges, in radii.
  static let continuousReach = 1.528665
  /// The same for a circular one: the small part decides ties alike in all renderers, on edges that
  /// are not anti-aliased.
  private static let circularReach = 1 - 1.0 / 4096
  /// The half width of the continuous curve as a function of u.
  private static let continuousWidth = 1.0809294
  /// The coefficients of t⁰, t², … t¹⁰.
  private static let continuousCurve = [0.41249032, 0.59484768, 0.68953154, -1.27904165, 0.91182859, -0.24872710]

  /// Whether the arc, and not the edges alone, shapes the rectangle at a point.
  @inline(__always)
  func shapes(_ x: Double, _ y: Double) -> Bool {
    let reach = smoothing > 0 ? radius * CornerArc.continuousReach : radius * CornerArc.circularReach
    return (x - cornerX) * inwardX < reach && (y - cornerY) * inwardY < reach
  }

  /// f, which is positive inside the curve, and its derivatives by x and y.
  func inside(_ x: Double, _ y: Double) -> (f: Double, byX: Double, byY: Double) {
    smoothing > 0 ? insideContinuous(x, y) : insideCircle(x, y)
  }

  /// f = r − |q|
  private func insideCircle(_ x: Double, _ y: Double) -> (f: Double, byX: Double, byY: Double) {
    let qx = x - (cornerX + inwardX * radius)
    let qy = y - (cornerY + inwardY * radius)
    let length = (qx * qx + qy * qy).squareRoot()
    guard length > 0 else { return (radius, 0, 0) }
    return (radius - length, -qx / length, -qy / length)
  }

  /// f = r·(v − (1 − s)·circular(u) − s·continuous(u))
  private func insideContinuous(_ x: Double, _ y: Double) -> (f: Double, byX: Double, byY: Double) {
    let inX = (x - cornerX) * inwardX / radius
    let inY = (y - cornerY) * inwardY / radius
    let (u, v) = ((inX - inY) / 2.0.squareRoot(), (inX + inY) / 2.0.squareRoot())
    let (round, roundSlope) = CornerArc.circular(u)
    let (smooth, smoothSlope) = CornerArc.continuous(u)
    let curve = (1 - smoothing) * round + smoothing * smooth
    let slope = (1 - smoothing) * roundSlope + smoothing * smoothSlope
    // ∂u/∂x = ∂v/∂x = ∂v/∂y = 1/√2 and ∂u/∂y = −1/√2, in units of r each.
    return (
      radius * (v - curve), inwardX * (1 - slope) / 2.0.squareRoot(), inwardY * (1 + slope) / 2.0.squareRoot()
    )
  }

  /// v of a circle of radius 1 at u, and its slope.
  private static func circular(_ u: Double) -> (value: Double, slope: Double) {
    guard abs(u) <= 0.5.squareRoot() else { return straight(u) }
    let root = (1 - u * u).squareRoot()
    return (2.0.squareRoot() - root, u / root)
  }

  /// v of a continuous corner of radius 1 at u, and its slope.
  private static func continuous(_ u: Double) -> (value: Double, slope: Double) {
    let t = u / continuousWidth
    guard abs(t) <= 1 else { return straight(u) }
    var (value, slope) = (0.0, 0.0)
    for (index, coefficient) in continuousCurve.enumerated() {
      value += coefficient * pow(t, Double(2 * index))
      if index > 0 { slope += coefficient * Double(2 * index) * pow(t, Double(2 * index - 1)) }
    }
    return (value, slope / continuousWidth)
  }

  /// The edges themselves.
  private static func straight(_ u: Double) -> (value: Double, slope: Double) { (abs(u), u < 0 ? -1 : 1) }
}
