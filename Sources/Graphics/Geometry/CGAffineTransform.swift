import Foundation

/// An affine map of the plane, for row vectors: x' = a·x + c·y + tx, y' = b·x + d·y + ty.
@frozen
public struct CGAffineTransform: Hashable, Sendable {
  /// How much of x goes into x'.
  public var a: CGFloat
  /// How much of x goes into y'.
  public var b: CGFloat
  /// How much of y goes into x'.
  public var c: CGFloat
  /// How much of y goes into y'.
  public var d: CGFloat
  /// The move in x.
  public var tx: CGFloat
  /// The move in y.
  public var ty: CGFloat

  /// The map that leaves every point where it is.
  public static let identity = CGAffineTransform(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

  /// Makes the all-zero matrix, as C's zero initialisation does; it is not the identity.
  public init() {
    self.init(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0)
  }

  /// Makes a transform of its six numbers.
  public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
    self.a = a
    self.b = b
    self.c = c
    self.d = d
    self.tx = tx
    self.ty = ty
  }

  /// Makes a transform of its six numbers, unlabelled.
  public init(_ a: CGFloat, _ b: CGFloat, _ c: CGFloat, _ d: CGFloat, _ tx: CGFloat, _ ty: CGFloat) {
    self.init(a: a, b: b, c: c, d: d, tx: tx, ty: ty)
  }

  /// Makes a move by (`translationX`, `y`).
  public init(translationX tx: CGFloat, y ty: CGFloat) {
    self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty)
  }

  /// Makes a scaling about the origin.
  public init(scaleX sx: CGFloat, y sy: CGFloat) {
    self.init(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0)
  }

  /// Makes a rotation about the origin by `angle` radians, from positive x toward positive y.
  public init(rotationAngle angle: CGFloat) {
    let (sine, cosine) = (sin(angle), cos(angle))
    self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
  }

  /// Whether this is exactly the identity.
  public var isIdentity: Bool { self == .identity }

  /// The area scale, negative for a mirroring.
  package var determinant: CGFloat { a * d - b * c }
}

extension CGAffineTransform {
  /// First this transform, then `other`: the matrix product self · other.
  public func concatenating(_ other: CGAffineTransform) -> CGAffineTransform {
    CGAffineTransform(
      a: a * other.a + b * other.c,
      b: a * other.b + b * other.d,
      c: c * other.a + d * other.c,
      d: c * other.b + d * other.d,
      tx: tx * other.a + ty * other.c + other.tx,
      ty: tx * other.b + ty * other.d + other.ty)
  }

  /// First a move by (`tx`, `ty`), then this transform.
  public func translatedBy(x tx: CGFloat, y ty: CGFloat) -> CGAffineTransform {
    CGAffineTransform(translationX: tx, y: ty).concatenating(self)
  }

  /// First a scaling, then this transform.
  public func scaledBy(x sx: CGFloat, y sy: CGFloat) -> CGAffineTransform {
    CGAffineTransform(scaleX: sx, y: sy).concatenating(self)
  }

  /// First a rotation by `angle` radians, then this transform.
  public func rotated(by angle: CGFloat) -> CGAffineTransform {
    CGAffineTransform(rotationAngle: angle).concatenating(self)
  }

  /// The map back; a singular transform, which has none, is returned as it is.
  public func inverted() -> CGAffineTransform {
    let determinant = self.determinant
    guard determinant != 0, determinant.isFinite else { return self }
    return CGAffineTransform(
      a: d / determinant,
      b: -b / determinant,
      c: -c / determinant,
      d: a / determinant,
      tx: (c * ty - d * tx) / determinant,
      ty: (b * tx - a * ty) / determinant)
  }
}

/// Coded as Apple's is: an unkeyed list of a, b, c, d, tx, ty.
extension CGAffineTransform: Codable {
  /// Reads that list; throws when it is shorter or holds no numbers.
  public init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    a = try values.decode(CGFloat.self)
    b = try values.decode(CGFloat.self)
    c = try values.decode(CGFloat.self)
    d = try values.decode(CGFloat.self)
    tx = try values.decode(CGFloat.self)
    ty = try values.decode(CGFloat.self)
  }

  /// Writes that list.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    for value in [a, b, c, d, tx, ty] { try values.encode(value) }
  }
}
