import Foundation

/// A displacement in a plane, in the units of the space it is used in.
@frozen
public struct CGVector: Hashable, Sendable {
  /// The x part.
  public var dx: CGFloat
  /// The y part.
  public var dy: CGFloat

  /// The displacement of nothing.
  public static let zero = CGVector(dx: 0, dy: 0)

  /// Makes the zero vector.
  public init() {
    self.init(dx: CGFloat(0), dy: CGFloat(0))
  }

  /// Makes a vector of its two parts.
  public init(dx: CGFloat, dy: CGFloat) {
    self.dx = dx
    self.dy = dy
  }

  /// Makes a vector of two whole numbers.
  public init(dx: Int, dy: Int) {
    self.init(dx: CGFloat(dx), dy: CGFloat(dy))
  }
}

/// Coded as Apple's is: an unkeyed list of dx and dy.
extension CGVector: Codable {
  /// Reads that list; throws when it is shorter or holds no numbers.
  public init(from decoder: any Decoder) throws {
    var values = try decoder.unkeyedContainer()
    dx = try values.decode(CGFloat.self)
    dy = try values.decode(CGFloat.self)
  }

  /// Writes that list.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.unkeyedContainer()
    try values.encode(dx)
    try values.encode(dy)
  }
}
