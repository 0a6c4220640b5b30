/// A half-plane on the device: a·x + b·y + c is positive, in device pixels.
package struct HalfPlane: Sendable, Equatable {
  package var a, b, c: Double

  package init(a: Double, b: Double, c: Double) {
    (self.a, self.b, self.c) = (a, b, c)
  }

  @inline(__always)
  package func value(_ x: Double, _ y: Double) -> Double { a * x + b * y + c }

  /// Whether points on the line belong to this side rather than to its opposite.
  package var isForward: Bool { a > 0 || a == 0 && (b > 0 || b == 0 && c >= 0) }

  /// The opposite half-plane.
  package var opposite: HalfPlane { HalfPlane(a: -a, b: -b, c: -c) }

  /// The half-plane with signed distances in device pixels, positive inside; nil for a line at
  /// infinity.
  package var normalized: HalfPlane? {
    let length = (a * a + b * b).squareRoot()
    guard length > 0, length.isFinite, (c / length).isFinite else { return nil }
    return HalfPlane(a: a / length, b: b / length, c: c / length)
  }
}
