import Foundation

/// A straight line on the device, a·X + b·Y + c = 0, whose inside is where that is positive.
struct DeviceLine {
  var a, b, c: Double

  /// A line that every point lies far inside of.
  static let nowhere = DeviceLine(a: 0, b: 0, c: 1e6)

  /// Whether the line does not depend on the point: all of the device is inside, or none.
  var isConstant: Bool { a == 0 && b == 0 }

  var isFinite: Bool { a.isFinite && b.isFinite && c.isFinite }

  /// The line with `distance` in device pixels. A line without direction lies infinitely far away.
  var normalized: DeviceLine {
    let length = hypot(a, b)
    guard length > 0 else { return DeviceLine(a: 0, b: 0, c: c > 0 ? DeviceLine.nowhere.c : -DeviceLine.nowhere.c) }
    return DeviceLine(a: a / length, b: b / length, c: c / length)
  }

  /// Positive on the inside; in device pixels when the line is normalized.
  @inline(__always)
  func distance(_ x: Double, _ y: Double) -> Double { a * x + b * y + c }
}
