// swift-format-ignore-file: AvoidRetroactiveConformances
// Foundation bridges Double and Float, but not CGFloat; on Apple's systems it does.

import Foundation

/// Lets `value as NSNumber` and `number as? CGFloat` compile, as they do for `Double`.
///
/// The members are those that the compiler calls for `as` and `as?`; programs have no reason to.
extension CGFloat: @retroactive _ObjectiveCBridgeable {
  public func _bridgeToObjectiveC() -> NSNumber {
    NSNumber(value: Double(self))
  }

  public static func _forceBridgeFromObjectiveC(_ number: NSNumber, result: inout CGFloat?) {
    result = CGFloat(number.doubleValue)
  }

  public static func _conditionallyBridgeFromObjectiveC(_ number: NSNumber, result: inout CGFloat?) -> Bool {
    result = CGFloat(number.doubleValue)
    return true
  }

  public static func _unconditionallyBridgeFromObjectiveC(_ number: NSNumber?) -> CGFloat {
    CGFloat(number?.doubleValue ?? 0)
  }
}
