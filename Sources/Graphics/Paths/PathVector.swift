import Foundation

/// A point or direction of a path for computing with.
typealias PathVector = SIMD2<Double>

extension PathVector {
  /// A point's coordinates.
  init(_ point: CGPoint) {
    self.init(Double(point.x), Double(point.y))
  }

  var point: CGPoint { CGPoint(x: x, y: y) }

  /// Not by `hypot`, whose care for huge and tiny numbers costs a tenth of a stroke.
  var length: Double { (x * x + y * y).squareRoot() }

  /// Whether both are numbers whose squares and cubes are finite too.
  var isComputable: Bool { abs(x) < 1e100 && abs(y) < 1e100 }

  /// The vector a quarter turn on, from positive x toward positive y.
  var quarterTurn: PathVector { PathVector(-y, x) }

  func dot(_ other: PathVector) -> Double { (self * other).sum() }

  /// Positive where `other` lies toward positive y from positive x, as seen along this vector.
  func cross(_ other: PathVector) -> Double { x * other.y - y * other.x }

  /// The same direction with length 1; nil for nothing.
  var direction: PathVector? {
    let length = self.length
    guard length > 0, length.isFinite else { return nil }
    return self / length
  }
}
