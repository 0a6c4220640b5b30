// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Apple's.

import Foundation

// The C-style makers of the geometry values, as source older than Swift 3 and Objective-C ports write them.

/// Makes a point.
public func CGPointMake(_ x: CGFloat, _ y: CGFloat) -> CGPoint {
  CGPoint(x: x, y: y)
}

/// Makes a size.
public func CGSizeMake(_ width: CGFloat, _ height: CGFloat) -> CGSize {
  CGSize(width: width, height: height)
}

/// Makes a rectangle of its origin and size.
public func CGRectMake(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
  CGRect(x: x, y: y, width: width, height: height)
}

/// Makes a vector.
public func CGVectorMake(_ dx: CGFloat, _ dy: CGFloat) -> CGVector {
  CGVector(dx: dx, dy: dy)
}

extension CGPoint {
  /// Whether both numbers are the same.
  public func equalTo(_ point2: CGPoint) -> Bool { self == point2 }
}

extension CGSize {
  /// Whether both numbers are the same.
  public func equalTo(_ size2: CGSize) -> Bool { self == size2 }
}

extension CGRect {
  /// Whether origin and size are the same once both are standardised.
  public func equalTo(_ rect2: CGRect) -> Bool { self == rect2 }
}
