// swift-format-ignore-file: AvoidRetroactiveConformances
// Foundation on Linux bridges Double and Float but not CGFloat; Apple's bridges all three.

import Foundation

/// Lets `value as NSNumber` and `number as? CGFloat` compile, as they do for `Double`.
///
/// The members are those that the compiler calls for `as` and `as?`; programs have no reason to.
extension CGFloat: @retroactive _ObjectiveCBridgeable {
  /// For `as NSNumber`.
  public func _bridgeToObjectiveC() -> NSNumber {
    NSNumber(value: Double(self))
  }

  /// For a forced cast.
  public static func _forceBridgeFromObjectiveC(_ number: NSNumber, result: inout CGFloat?) {
    result = CGFloat(number.doubleValue)
  }

  /// For `as? CGFloat`; never fails.
  public static func _conditionallyBridgeFromObjectiveC(_ number: NSNumber, result: inout CGFloat?) -> Bool {
    result = CGFloat(number.doubleValue)
    return true
  }

  /// For `as CGFloat`; 0 for nil.
  public static func _unconditionallyBridgeFromObjectiveC(_ number: NSNumber?) -> CGFloat {
    CGFloat(number?.doubleValue ?? 0)
  }
}

extension CGFloat {
  /// The nearest to a number.
  public init(truncating number: NSNumber) {
    self.init(number.doubleValue)
  }

  /// Exactly a number; nil for a whole one that has more digits than fit.
  public init?(exactly number: NSNumber) {
    guard let double = Double(exactly: number) else { return nil }
    self.init(double)
  }
}
