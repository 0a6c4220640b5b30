import Foundation

// How geometry travels where Foundation wants an object. Foundation on Linux boxes points, sizes
// and rectangles itself; the matrices are boxed as C arrays of doubles.

extension NSValue {
  /// Boxes a point.
  public convenience init(cgPoint point: CGPoint) { self.init(point: point) }
  /// Boxes a size.
  public convenience init(cgSize size: CGSize) { self.init(size: size) }
  /// Boxes a rectangle.
  public convenience init(cgRect rect: CGRect) { self.init(rect: rect) }

  /// Boxes a vector.
  public convenience init(cgVector vector: CGVector) {
    self.init(bytes: [Double(vector.dx), Double(vector.dy)], objCType: NSValue.type(ofDoubles: 2))
  }

  /// The boxed point; zero if the box has another type.
  public var cgPointValue: CGPoint { pointValue }
  /// The boxed size; zero if the box has another type.
  public var cgSizeValue: CGSize { sizeValue }
  /// The boxed rectangle; zero if the box has another type.
  public var cgRectValue: CGRect { rectValue }

  /// The boxed vector; zero if the box has another type.
  public var cgVectorValue: CGVector { boxedVector ?? .zero }

  /// The boxed vector, or nil if something else is boxed.
  var boxedVector: CGVector? { doubles(count: 2).map { CGVector(dx: $0[0], dy: $0[1]) } }

  /// Boxes a 3D matrix.
  public convenience init(caTransform3D t: CATransform3D) {
    let numbers: [Double] = [
      t.m11, t.m12, t.m13, t.m14, t.m21, t.m22, t.m23, t.m24,
      t.m31, t.m32, t.m33, t.m34, t.m41, t.m42, t.m43, t.m44,
    ]
    self.init(bytes: numbers, objCType: NSValue.type(ofDoubles: 16))
  }

  /// The boxed 3D matrix; the identity if the box has another type.
  public var caTransform3DValue: CATransform3D { boxedTransform3D ?? .identity }

  /// The boxed 3D matrix; nil if the box has another type.
  package var boxedTransform3D: CATransform3D? {
    guard let n = doubles(count: 16) else { return nil }
    return CATransform3D(
      m11: n[0], m12: n[1], m13: n[2], m14: n[3], m21: n[4], m22: n[5], m23: n[6], m24: n[7],
      m31: n[8], m32: n[9], m33: n[10], m34: n[11], m41: n[12], m42: n[13], m43: n[14], m44: n[15])
  }

  /// Boxes an affine transform.
  public convenience init(cgAffineTransform t: CGAffineTransform) {
    let numbers: [Double] = [t.a, t.b, t.c, t.d, t.tx, t.ty]
    self.init(bytes: numbers, objCType: NSValue.type(ofDoubles: 6))
  }

  /// The boxed affine transform; the identity if the box has another type.
  public var cgAffineTransformValue: CGAffineTransform { boxedAffineTransform ?? .identity }

  /// The boxed affine transform, or nil if something else is boxed.
  var boxedAffineTransform: CGAffineTransform? {
    doubles(count: 6).map { CGAffineTransform($0[0], $0[1], $0[2], $0[3], $0[4], $0[5]) }
  }

  /// Whether a value of the same type is boxed as in another box.
  func isBoxed(as other: NSValue) -> Bool { strcmp(objCType, other.objCType) == 0 }

  /// Objective-C's type encoding of a C array of doubles, `[16d]`.
  private static func type(ofDoubles count: Int) -> String { "[\(count)d]" }

  private func doubles(count: Int) -> [Double]? {
    guard String(cString: objCType) == NSValue.type(ofDoubles: count) else { return nil }
    var numbers = [Double](repeating: 0, count: count)
    getValue(&numbers)
    return numbers
  }
}
