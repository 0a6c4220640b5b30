/// The side of a straight line on the device where a·x + b·y + c is positive, in device pixels.
package struct HalfPlane: Sendable, Equatable {
  package var a, b, c: Double

  package init(a: Double, b: Double, c: Double) {
    (self.a, self.b, self.c) = (a, b, c)
  }

  @inline(__always)
  package func value(_ x: Double, _ y: Double) -> Double { a * x + b * y + c }

  /// Which of both sides of a line has the points that lie on it: this one, or its opposite.
  package var isForward: Bool { a > 0 || a == 0 && (b > 0 || b == 0 && c >= 0) }

  /// The other side of the line.
  package var opposite: HalfPlane { HalfPlane(a: -a, b: -b, c: -c) }

  /// The same line with values in device pixels: the signed distance, positive inside; nil for a line at infinity.
  package var normalized: HalfPlane? {
    let length = (a * a + b * b).squareRoot()
    guard length > 0, length.isFinite, (c / length).isFinite else { return nil }
    return HalfPlane(a: a / length, b: b / length, c: c / length)
  }
}
