// swift-format-ignore-file: AvoidRetroactiveConformances
// Foundation on Linux bridges Double and Float but not CGFloat; Apple's bridges all three.

import Foundation

/// Lets `value as NSNumber` and `number as? CGFloat` compile, as they do for `Double`.
///
/// The members are those that the compiler calls for `as` and `as?`; programs have no reason to.
extension CGFloat: @retroactive _ObjectiveCBridgeable {
  /// Implements `as NSNumber`.
  public func _bridgeToObjectiveC() -> NSNumber {
    NSNumber(value: Double(self))
  }

  /// Implements a forced cast.
  public static func _forceBridgeFromObjectiveC(_ number: NSNumber, result: inout CGFloat?) {
    result = CGFloat(number.doubleValue)
  }

  /// Implements `as? CGFloat`; never fails.
  public static func _conditionallyBridgeFromObjectiveC(_ number: NSNumber, result: inout CGFloat?) -> Bool {
    result = CGFloat(number.doubleValue)
    return true
  }

  /// Implements `as CGFloat`; 0 for nil.
  public static func _unconditionallyBridgeFromObjectiveC(_ number: NSNumber?) -> CGFloat {
    CGFloat(number?.doubleValue ?? 0)
  }
}

extension CGFloat {
  /// Creates the nearest `CGFloat` to a number.
  public init(truncating number: NSNumber) {
    self.init(number.doubleValue)
  }

  /// Creates the exact value of a number; nil for an integer with too many digits.
  public init?(exactly number: NSNumber) {
    guard let double = Double(exactly: number) else { return nil }
    self.init(double)
  }
}
