// swift-format-ignore-file: AvoidRetroactiveConformances
// Foundation on Linux boxes points, sizes and rectangles, but cannot cast from and to the boxes.
// Apple's can.

import Foundation

/// A geometric value that `NSValue` boxes: `value as NSValue`, `box as? CGPoint` and `boxes as?
/// [CGPoint]` work as on Apple's systems.
///
/// The compiler calls the members for casts; programs need not.
public protocol NSValueBoxed: _ObjectiveCBridgeable where _ObjectiveCType == NSValue {
  /// Unboxes a value; nil if the box has another type.
  init?(unboxing box: NSValue)
}

extension NSValueBoxed {
  /// Implements a forced cast; nil, which ends the program, for a box of another type.
  public static func _forceBridgeFromObjectiveC(_ box: NSValue, result: inout Self?) {
    result = Self(unboxing: box)
  }

  /// Implements `as?`; fails for a box of another type.
  public static func _conditionallyBridgeFromObjectiveC(_ box: NSValue, result: inout Self?) -> Bool {
    result = Self(unboxing: box)
    return result != nil
  }
}

extension CGPoint: @retroactive _ObjectiveCBridgeable, NSValueBoxed {
  /// Unboxes a point; nil if the box has another type.
  public init?(unboxing box: NSValue) {
    guard box.isBoxed(as: NSValue(point: .zero)) else { return nil }
    self = box.pointValue
  }

  /// Implements `as NSValue`.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(point: self) }

  /// Implements `as CGPoint`; zero for nil and for a box of another type.
  public static func _unconditionallyBridgeFromObjectiveC(_ box: NSValue?) -> CGPoint { box?.cgPointValue ?? .zero }
}

extension CGSize: @retroactive _ObjectiveCBridgeable, NSValueBoxed {
  /// Unboxes a size; nil if the box has another type.
  public init?(unboxing box: NSValue) {
    guard box.isBoxed(as: NSValue(size: .zero)) else { return nil }
    self = box.sizeValue
  }

  /// Implements `as NSValue`.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(size: self) }

  /// Implements `as CGSize`; zero for nil and for a box of another type.
  public static func _unconditionallyBridgeFromObjectiveC(_ box: NSValue?) -> CGSize { box?.cgSizeValue ?? .zero }
}

extension CGRect: @retroactive _ObjectiveCBridgeable, NSValueBoxed {
  /// Unboxes a rectangle; nil if the box has another type.
  public init?(unboxing box: NSValue) {
    guard box.isBoxed(as: NSValue(rect: .zero)) else { return nil }
    self = box.rectValue
  }

  /// Implements `as NSValue`.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(rect: self) }

  /// Implements `as CGRect`; zero for nil and for a box of another type.
  public static func _unconditionallyBridgeFromObjectiveC(_ box: NSValue?) -> CGRect { box?.cgRectValue ?? .zero }
}

extension CGVector: NSValueBoxed {
  /// Unboxes a vector; nil if the box has another type.
  public init?(unboxing box: NSValue) {
    guard let vector = box.boxedVector else { return nil }
    self = vector
  }

  /// Implements `as NSValue`.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgVector: self) }

  /// Implements `as CGVector`; zero for nil and for a box of another type.
  public static func _unconditionallyBridgeFromObjectiveC(_ box: NSValue?) -> CGVector { box?.cgVectorValue ?? .zero }
}

extension CGAffineTransform: NSValueBoxed {
  /// Unboxes a transform; nil if the box has another type.
  public init?(unboxing box: NSValue) {
    guard let transform = box.boxedAffineTransform else { return nil }
    self = transform
  }

  /// Implements `as NSValue`.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgAffineTransform: self) }

  /// Implements `as CGAffineTransform`; the identity for nil and for a box of another type.
  public static func _unconditionallyBridgeFromObjectiveC(_ box: NSValue?) -> CGAffineTransform {
    box?.cgAffineTransformValue ?? .identity
  }
}

extension CATransform3D: NSValueBoxed {
  /// Unboxes a matrix; nil if the box has another type.
  public init?(unboxing box: NSValue) {
    guard let transform = box.boxedTransform3D else { return nil }
    self = transform
  }

  /// Implements `as NSValue`.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(caTransform3D: self) }

  /// Implements `as CATransform3D`; the identity for nil and for a box of another type.
  public static func _unconditionallyBridgeFromObjectiveC(_ box: NSValue?) -> CATransform3D {
    box?.caTransform3DValue ?? .identity
  }
}
