// swift-format-ignore-file: AvoidRetroactiveConformances
// Foundation on Linux boxes points, sizes and rectangles, but cannot cast from and to the boxes.
// Apple's can.

import Foundation

/// A value of geometry that `NSValue` boxes: `value as NSValue`, `box as? CGPoint` and `boxes as? [CGPoint]` compile and
/// mean what they mean on Apple's systems.
///
/// The members are those that the compiler calls for casts; programs have no reason to.
public protocol NSValueBoxed: _ObjectiveCBridgeable where _ObjectiveCType == NSValue {
  /// The boxed value; nil if something else is boxed.
  init?(unboxing box: NSValue)
}

extension NSValueBoxed {
  /// For a forced cast; nil, and so the end of the program, for a box of something else.
  public static func _forceBridgeFromObjectiveC(_ box: NSValue, result: inout Self?) {
    result = Self(unboxing: box)
  }

  /// For `as?`; fails for a box of something else.
  public static func _conditionallyBridgeFromObjectiveC(_ box: NSValue, result: inout Self?) -> Bool {
    result = Self(unboxing: box)
    return result != nil
  }
}

extension CGPoint: @retroactive _ObjectiveCBridgeable, NSValueBoxed {
  /// The boxed point; nil if something else is boxed.
  public init?(unboxing box: NSValue) {
    guard box.isBoxed(as: NSValue(point: .zero)) else { return nil }
    self = box.pointValue
  }

  /// For `as NSValue`.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(point: self) }

  /// For `as CGPoint`; zero for nil and for a box of something else.
  public static func _unconditionallyBridgeFromObjectiveC(_ box: NSValue?) -> CGPoint { box?.cgPointValue ?? .zero }
}

extension CGSize: @retroactive _ObjectiveCBridgeable, NSValueBoxed {
  /// The boxed size; nil if something else is boxed.
  public init?(unboxing box: NSValue) {
    guard box.isBoxed(as: NSValue(size: .zero)) else { return nil }
    self = box.sizeValue
  }

  /// For `as NSValue`.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(size: self) }

  /// For `as CGSize`; zero for nil and for a box of something else.
  public static func _unconditionallyBridgeFromObjectiveC(_ box: NSValue?) -> CGSize { box?.cgSizeValue ?? .zero }
}

extension CGRect: @retroactive _ObjectiveCBridgeable, NSValueBoxed {
  /// The boxed rectangle; nil if something else is boxed.
  public init?(unboxing box: NSValue) {
    guard box.isBoxed(as: NSValue(rect: .zero)) else { return nil }
    self = box.rectValue
  }

  /// For `as NSValue`.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(rect: self) }

  /// For `as CGRect`; zero for nil and for a box of something else.
  public static func _unconditionallyBridgeFromObjectiveC(_ box: NSValue?) -> CGRect { box?.cgRectValue ?? .zero }
}

extension CGVector: NSValueBoxed {
  /// The boxed vector; nil if something else is boxed.
  public init?(unboxing box: NSValue) {
    guard let vector = box.boxedVector else { return nil }
    self = vector
  }

  /// For `as NSValue`.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgVector: self) }

  /// For `as CGVector`; zero for nil and for a box of something else.
  public static func _unconditionallyBridgeFromObjectiveC(_ box: NSValue?) -> CGVector { box?.cgVectorValue ?? .zero }
}

extension CGAffineTransform: NSValueBoxed {
  /// The boxed transform; nil if something else is boxed.
  public init?(unboxing box: NSValue) {
    guard let transform = box.boxedAffineTransform else { return nil }
    self = transform
  }

  /// For `as NSValue`.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(cgAffineTransform: self) }

  /// For `as CGAffineTransform`; the identity for nil and for a box of something else.
  public static func _unconditionallyBridgeFromObjectiveC(_ box: NSValue?) -> CGAffineTransform {
    box?.cgAffineTransformValue ?? .identity
  }
}

extension CATransform3D: NSValueBoxed {
  /// The boxed matrix; nil if something else is boxed.
  public init?(unboxing box: NSValue) {
    guard let transform = box.boxedTransform3D else { return nil }
    self = transform
  }

  /// For `as NSValue`.
  public func _bridgeToObjectiveC() -> NSValue { NSValue(caTransform3D: self) }

  /// For `as CATransform3D`; the identity for nil and for a box of something else.
  public static func _unconditionallyBridgeFromObjectiveC(_ box: NSValue?) -> CATransform3D {
    box?.caTransform3DValue ?? .identity
  }
}
